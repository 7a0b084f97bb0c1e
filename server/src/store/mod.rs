//! Where decided changes are kept.
