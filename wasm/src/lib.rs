//! The core in the browser: a thin binding, no rule lives here.

// The reports' module is loaded beside the others, so it leaves out what they answer. The module of
// the tests has it all.
#[cfg(feature = "bench")]
mod bench;
#[cfg(any(feature = "decide", not(any(feature = "report", feature = "print"))))]
mod calls;
#[cfg(feature = "print")]
mod print;
#[cfg(feature = "report")]
mod report;

#[cfg(feature = "bench")]
pub use bench::*;
#[cfg(any(feature = "decide", not(any(feature = "report", feature = "print"))))]
pub use calls::*;
#[cfg(feature = "print")]
pub use print::*;
#[cfg(feature = "report")]
pub use report::*;
