//! Errors of a frame's bytes or of a question to it.

use std::fmt;

/// What is said of a question beyond the bounds.
pub const TOO_LARGE: &str =
    "This is more than can be worked out at once. Select a shorter period, fewer rows or a filter.";

/// Why frames could not be read, changed or asked. Bad bytes never panic: they end here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The bytes do not begin as frames do.
    Foreign,
    /// Written by another version of the byte format.
    Format(u32),
    /// Written for another schema number; load the snapshot anew.
    Version { found: u32, wanted: u32 },
    /// There are fewer or more bytes than the header says.
    Truncated,
    /// The checksum or the directory does not fit the bytes.
    Damaged,
    /// A delta that does not follow what is loaded.
    Gap { loaded: u64, since: u64 },
    /// No frame of this name.
    NoFrame(String),
    /// No such column; a person's snapshot lacks those that they may not see.
    NoColumn(String),
    /// A path leads through a column that is no link, or a text was asked of numbers.
    Kind(String),
    /// A delta replaces rows of a frame that has no key.
    NoKey(String),
    /// A total beyond 64 bits.
    Overflow(String),
    /// A report's parameter is missing or not of its form.
    Param(String),
    /// More groups or columns than can be worked out at once.
    TooLarge,
    /// No report of this name.
    NoReport(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Foreign => write!(f, "This data cannot be read."),
            Fault::Format(found) => {
                write!(f, "The frames are of format {found}, which this version does not read.")
            }
            Fault::Version { found, wanted } => {
                write!(
                    f,
                    "The frames are of schema {found}, and this version reads {wanted}: load them again."
                )
            }
            Fault::Truncated => write!(f, "The frames are cut short: load them again."),
            Fault::Damaged => write!(f, "The frames are damaged: load them again."),
            Fault::Gap { loaded, since } => {
                write!(
                    f,
                    "The changes follow {since}, but {loaded} is loaded: load the frames again."
                )
            }
            Fault::NoFrame(name) => write!(f, "There is no frame {name}."),
            Fault::NoColumn(name) => write!(f, "There is no column {name}."),
            Fault::Kind(name) => write!(f, "The column {name} is of another kind."),
            Fault::NoKey(name) => write!(f, "The frame {name} has no key."),
            Fault::Overflow(name) => write!(f, "The total of {name} is too large."),
            Fault::Param(name) if matches!(name.as_str(), "from" | "to") => {
                write!(f, "The dates in the address are not valid: select the dates again.")
            }
            Fault::Param(name) => {
                let asked = super::dimensions::dimension(name).map_or(name.as_str(), |of| of.label);
                write!(f, "The value of \"{asked}\" in the address is not known: select it again.")
            }
            Fault::TooLarge => f.write_str(TOO_LARGE),
            Fault::NoReport(name) => write!(f, "There is no report {name}."),
        }
    }
}

impl std::error::Error for Fault {}
