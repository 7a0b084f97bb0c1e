//! The core in the browser: a thin binding, no rule lives here.

// The reports' module is loaded beside the others, so it leaves out what they answer. The module of
// the tests has it all.
#[cfg(feature = "bench")]
mod bench;
#[cfg(any(feature = "decide", not(feature = "report")))]
mod calls;
#[cfg(feature = "report")]
mod report;

#[cfg(feature = "bench")]
pub use bench::*;
#[cfg(any(feature = "decide", not(feature = "report")))]
pub use calls::*;
#[cfg(feature = "report")]
pub use report::*;
