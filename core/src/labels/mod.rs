//! Labels of what lies in a yard: what their codes say, how they look, and where one that is scanned belongs.

pub mod code;
pub mod layout;
pub mod pick;
pub mod scan;

pub use code::{LabelCode, LabelKind};
pub use layout::{Label, LabelSheet, LabelSize};
