//! Errors of a request: an issue at a field, and the refusal that gathers all of them.

use crate::json::{by_value, json_name, json_struct};
use crate::said::{Phrase, Said};

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $wire:literal $status:literal),* $(,)?) => {
        /// The stable name of a kind of issue; the name on the wire never changes, the message may.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant),* }

        impl Code {
            /// Every code, in declared order.
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// The name on the wire.
            pub fn name(self) -> &'static str { match self { $(Code::$variant => $wire),* } }

            pub fn parse(name: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.name() == name)
            }

            /// The HTTP status of a refusal that holds only issues of this code.
            pub fn status(self) -> u16 { match self { $(Code::$variant => $status),* } }
        }
    };
}

codes! {
    /// A field that must be filled is empty.
    Required = "required" 422,
    /// A value breaks its field's own rule.
    Input = "input" 422,
    /// The request itself cannot be read: an unknown field or a value of the wrong type.
    Malformed = "malformed" 400,
    AuthBad = "auth_bad" 401,
    AuthExpired = "auth_expired" 401,
    /// The role never has this right or action.
    Forbidden = "forbidden" 403,
    /// A yard or branch named in the input lies outside the person's access.
    Scope = "scope" 422,
    NotFound = "not_found" 404,
    Stale = "stale" 409,
    Duplicate = "duplicate" 409,
    BadState = "bad_state" 422,
    FourEyes = "four_eyes" 422,
    /// The amount lies above what this person approves.
    ApprovalSlab = "approval_slab" 422,
    StockShort = "stock_short" 422,
    ResExpired = "res_expired" 422,
    CreditShort = "credit_short" 422,
    CustomerBlocked = "customer_blocked" 422,
    BelowFloor = "below_floor" 422,
    Tolerance = "tolerance" 422,
    /// More than what can still be returned of an invoice's line.
    OverReturn = "over_return" 422,
    PeriodLocked = "period_locked" 422,
    Backdate = "backdate" 422,
    BatchClosed = "batch_closed" 422,
    VehicleDoc = "vehicle_doc" 422,
    Overload = "overload" 422,
    EwbNeeded = "ewb_needed" 422,
    IrnLive = "irn_live" 422,
    /// What a posted invoice is held back from until its IRN is recorded.
    IrnNeeded = "irn_needed" 422,
    /// An IRN that is required and holds nothing back yet; only ever a warning.
    IrnDue = "irn_due" 422,
    /// A master that other documents name cannot be deleted.
    Referenced = "referenced" 422,
    /// A file for another program needs names there that are not set.
    Unmapped = "unmapped" 422,
    /// A command id was used before with another body or by another person.
    CommandIdReused = "command_id_reused" 422,
    /// A rule that has no code of its own; the message says it.
    #[default]
    Rule = "rule" 422,
    RateLimit = "rate_limit" 429,
}

json_name!(Code);
by_value!(Code);

json_struct! { SPARE
    /// One problem at one place; `path` addresses a field (`lines.1.pcs`) and is empty for the whole.
    #[derive(Eq)]
    pub struct Issue {
        pub path: String,
        pub code: Code,
        pub message: String,
        /// What the message was made of; left out where the message is a text without parameters.
        pub said: Option<Phrase>,
    }
}

impl Issue {
    pub fn new(path: impl Into<String>, code: Code, said: impl Into<Said>) -> Issue {
        let (message, said) = said.into().parts();
        Issue { path: path.into(), code, message, said }
    }

    /// A problem of the document as a whole.
    pub fn whole(code: Code, said: impl Into<Said>) -> Issue {
        Issue::new("", code, said)
    }

    /// What it says, to be said elsewhere.
    pub fn into_said(self) -> Said {
        Said::again(self.message, self.said)
    }
}

json_struct! { WHOLE
    /// Why a command was not carried out: never empty, in the order of the form.
    #[derive(Eq)]
    pub struct Refused {
        pub issues: Vec<Issue>,
    }
}

impl Refused {
    pub fn one(code: Code, said: impl Into<Said>) -> Refused {
        Refused { issues: vec![Issue::whole(code, said)] }
    }

    /// What the first issue says.
    pub fn first(self) -> Option<Said> {
        self.issues.into_iter().next().map(Issue::into_said)
    }

    /// The HTTP status: the single code's own; of several issues 409 if all are, else 422.
    pub fn status(&self) -> u16 {
        let mut statuses = self.issues.iter().map(|issue| issue.code.status());
        let first = statuses.next().unwrap_or(422);
        if statuses.all(|status| status == first) { first } else { 422 }
    }
}

/// Why a decision stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The user can mend it.
    Refused(Refused),
    /// The reader does not know these keys here; fetch them and decide again.
    Need(Vec<String>),
    /// Nobody can mend it now: the store failed or holds what it must not. Never shown to a user.
    Fault(String),
}

impl From<Refused> for Halt {
    fn from(refused: Refused) -> Halt {
        Halt::Refused(refused)
    }
}

impl Halt {
    pub fn refuse(code: Code, said: impl Into<Said>) -> Halt {
        Halt::Refused(Refused::one(code, said))
    }

    pub fn issues(issues: Vec<Issue>) -> Halt {
        Halt::Refused(Refused { issues })
    }
}

/// `Ok` when nothing was found wrong, else the refusal.
pub fn done(issues: Vec<Issue>) -> Result<(), Halt> {
    if issues.is_empty() { Ok(()) } else { Err(Halt::issues(issues)) }
}
