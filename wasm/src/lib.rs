//! The core in the browser: a thin binding, no rule lives here.
