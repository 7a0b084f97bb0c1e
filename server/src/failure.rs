//! Why something was not done, whoever asked for it; what a caller over HTTP is told of it is `http`'s.

use std::fmt;

use godown_core::error::{Code, Halt, Issue, Refused};
use godown_core::said::Said;

use crate::store::StoreError;

/// The words of the specification for what nobody who asks can mend.
pub const WENT_WRONG: &str = "Something went wrong!";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// By the rules.
    Refused(Refused),
    /// Too many wait: come back in a second.
    Busy(&'static str),
    /// No room on the disk.
    Full,
    /// The store cannot keep anything now; nothing was kept.
    Unavailable(String),
    /// The disk failed earlier: nothing is kept before the next start.
    ReadOnly(String),
    /// The disk failed: the command may yet turn out to have been kept. Repeat it under its own id.
    Unknown(String),
    /// The program or its data is at fault.
    Fault(String),
}

impl Failure {
    pub fn refuse(code: Code, said: impl Into<Said>) -> Failure {
        Failure::Refused(Refused::one(code, said))
    }

    /// What was asked cannot be read at one place.
    pub fn malformed(path: impl Into<String>, said: impl Into<Said>) -> Failure {
        let issue = Issue::new(path, Code::Malformed, said);
        Failure::Refused(Refused { issues: vec![issue] })
    }

    /// In words for whoever asked: what is inside the server stays inside.
    pub fn detail(&self) -> String {
        let text = match self {
            Failure::Refused(refused) => return first_of(&refused.issues),
            Failure::Busy(_) | Failure::Unavailable(_) => {
                "The server cannot do this now. Try again in a moment"
            }
            Failure::ReadOnly(_) => {
                "The server only reads, because its disk failed. Nothing was changed"
            }
            Failure::Unknown(_) => {
                "It is not known whether this was kept, because the disk failed. Send it again \
                 with the same command_id once the server has restarted: nothing is done twice"
            }
            Failure::Full => "No space is left on the server. Nothing was changed",
            Failure::Fault(_) => WENT_WRONG,
        };
        text.to_owned()
    }

    /// What only the log is told.
    pub fn internal(&self) -> Option<&str> {
        match self {
            Failure::Refused(_) | Failure::Full => None,
            Failure::Busy(why) => Some(why),
            Failure::Unavailable(why)
            | Failure::ReadOnly(why)
            | Failure::Unknown(why)
            | Failure::Fault(why) => Some(why),
        }
    }

    /// The store did not keep what was decided.
    pub fn is_of_the_store(&self) -> bool {
        !matches!(self, Failure::Refused(_) | Failure::Fault(_))
    }
}

/// The first issue, and how many more there are.
fn first_of(issues: &[Issue]) -> String {
    match (issues.first(), issues.len()) {
        (None, _) => String::new(),
        (Some(issue), 1) => issue.message.clone(),
        (Some(issue), more) => format!("{} (and {} more)", issue.message, more - 1),
    }
}

/// In words for a person at a terminal, and for the log.
impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |issue: &Issue| match issue.path.as_str() {
            "" => issue.message.clone(),
            path => format!("{path}: {}", issue.message),
        };
        match self {
            Failure::Refused(refused) => {
                let lines: Vec<String> = refused.issues.iter().map(line).collect();
                out.write_str(&lines.join("\n"))
            }
            other => match other.internal() {
                Some(why) => out.write_str(why),
                None => out.write_str(&other.detail()),
            },
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Full => Failure::Full,
            StoreError::Damaged(why) => Failure::Fault(why),
            StoreError::ReadOnly(why) => Failure::ReadOnly(why),
            StoreError::Unknown(why) => Failure::Unknown(why),
            other => Failure::Unavailable(other.to_string()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match StoreError::from(error) {
            StoreError::Full => Failure::Full,
            other => Failure::Fault(other.to_string()),
        }
    }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        match halt {
            Halt::Refused(refused) => Failure::Refused(refused),
            Halt::Fault(why) => Failure::Fault(why),
            Halt::Need(keys) => Failure::Fault(format!("a full store was asked for {keys:?}")),
        }
    }
}
