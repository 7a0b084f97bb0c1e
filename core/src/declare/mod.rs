//! Building blocks of declarations and decisions beside a type's own: actors, rights, facts and
//! writes.

pub mod actor;
pub mod case;
pub mod chain;
pub mod grant;
