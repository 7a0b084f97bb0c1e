//! What declarations and decisions are made of beside a type's own: who acts, rights, what is known and written.

pub mod actor;
pub mod case;
pub mod grant;
