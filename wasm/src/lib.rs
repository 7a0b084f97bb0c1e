//! The core in the browser: a thin binding, no rule lives here.

// The reports' module is loaded beside the others, so it leaves out what they answer. The module of
// the tests has it all.
#[cfg(feature = "bench")]
mod bench;
#[cfg(any(
    feature = "decide",
    not(any(feature = "report", feature = "print", feature = "folder"))
))]
mod calls;
#[cfg(feature = "folder")]
mod folder;
#[cfg(feature = "print")]
mod print;
#[cfg(feature = "report")]
mod report;

#[cfg(feature = "bench")]
pub use bench::*;
#[cfg(any(
    feature = "decide",
    not(any(feature = "report", feature = "print", feature = "folder"))
))]
pub use calls::*;
#[cfg(feature = "folder")]
pub use folder::*;
#[cfg(feature = "print")]
pub use print::*;
#[cfg(feature = "report")]
pub use report::*;
