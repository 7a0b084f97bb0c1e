//! The core in the browser: a thin binding, no rule lives here.

// The reports' module is loaded beside the others, so it leaves out what they answer.
#[cfg(feature = "bench")]
mod bench;
#[cfg(not(feature = "report"))]
mod calls;
#[cfg(feature = "report")]
mod report;

#[cfg(feature = "bench")]
pub use bench::*;
#[cfg(not(feature = "report"))]
pub use calls::*;
#[cfg(feature = "report")]
pub use report::*;
