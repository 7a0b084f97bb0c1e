//! Commands: one shape for every write.

use crate::kept::doc::{Doc, Record};
use crate::value::hash::digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One write of any kind. `command_id` is a UUID (version 4 or 7) and is kept for ever: sent again
/// it returns the first answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub command_id: String,
    #[serde(flatten)]
    pub deed: CommandKind,
}

/// The kind of a command, with what it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum CommandKind {
    /// The new document's id is the command id.
    Create {
        doc_type: String,
        record: Record,
    },
    Update {
        doc_type: String,
        id: String,
        version: u32,
        record: Record,
    },
    Delete {
        doc_type: String,
        id: String,
        version: u32,
    },
    /// One workflow step.
    Act {
        doc_type: String,
        id: String,
        version: u32,
        action: String,
        inputs: Record,
    },
    /// A file was kept; its sender may name it.
    SendFile {
        file: String,
        #[serde(default)]
        bytes: u64,
    },
    /// The timer of a file has come that no document named.
    ForgetFile {
        file: String,
        /// When it was due, milliseconds since 1970.
        at: i64,
    },
    /// A session begins; the password was verified before.
    SignIn {
        #[serde(alias = "employee")]
        account: String,
        session: String,
        /// Seconds since 1970, as in the token.
        expires: i64,
        agent: String,
    },
    SignOut {
        session: String,
    },
    /// Ends every session of an employee but one.
    Revoke {
        #[serde(alias = "employee")]
        account: String,
        keep: Option<String>,
    },
    /// Somebody registers: an employee without rights.
    Register {
        name: String,
        email: String,
        hash: String,
    },
    /// Sends a one-time code to whoever forgot their password. The code is made of the mail's id
    /// and a key that only the server holds, so that no command knows it.
    Forgot {
        #[serde(alias = "employee")]
        account: String,
    },
    /// Sets a password for whoever knew the code of this mail; ends all their sessions.
    Reset {
        #[serde(alias = "employee")]
        account: String,
        mail: String,
        hash: String,
    },
    /// The timer of a trigger and a document has come.
    Remind {
        trigger: String,
        doc_type: String,
        id: String,
        /// When it was due, milliseconds since 1970.
        at: i64,
    },
    /// Sets the timers of a new trigger for the documents that are there.
    Arm {
        trigger: String,
        at: i64,
    },
    /// Five sign-ins of an account failed.
    Warn {
        #[serde(alias = "employee")]
        account: String,
        /// The address they came from.
        source: String,
    },
    /// Makes anew what lists find of documents whose declaration changed: the next piece of it.
    #[serde(rename = "remake")]
    Reindex {},
    /// Notes that the site was given everything that this program brings.
    Planted {
        digest: String,
    },
    /// Gives the site what it lacks of a starter set.
    GiveSet {
        set: String,
    },
    /// Makes the number series of a financial year that the branches lack.
    OpenYear {
        fy: String,
    },
    /// Brings rows of an earlier system in, for the reports alone: values in the declared order.
    BringIn {
        of: String,
        rows: Vec<Vec<Value>>,
    },
    /// Sets a password whose hash the server made; ends the account's other sessions.
    SetPassword {
        #[serde(alias = "employee")]
        account: String,
        hash: String,
        keep: Option<String>,
        must_change: bool,
    },
}

/// A command without its values: the audit shows it, and an entry's title holds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Did {
    /// As [`CommandKind`] is tagged.
    pub deed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc_type: Option<String>,
    /// The document, the account or the trigger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

impl CommandKind {
    /// Whether it begins or ends sessions: little to keep, and needed to read and to leave.
    pub fn is_of_sessions(&self) -> bool {
        matches!(
            self,
            CommandKind::SignIn { .. }
                | CommandKind::SignOut { .. }
                | CommandKind::Revoke { .. }
                | CommandKind::SetPassword { .. }
        )
    }
}

impl Command {
    /// The verb, and the document it is about.
    pub fn did(&self) -> Did {
        let (deed, doc_type, id, action) = match &self.deed {
            CommandKind::Create { doc_type, .. } => {
                ("create", Some(doc_type), Some(&self.command_id), None)
            }
            CommandKind::Update { doc_type, id, .. } => ("update", Some(doc_type), Some(id), None),
            CommandKind::Delete { doc_type, id, .. } => ("delete", Some(doc_type), Some(id), None),
            CommandKind::Act { doc_type, id, action, .. } => {
                ("act", Some(doc_type), Some(id), Some(action))
            }
            CommandKind::SendFile { file, .. } => ("send_file", None, Some(file), None),
            CommandKind::ForgetFile { file, .. } => ("forget_file", None, Some(file), None),
            CommandKind::SignIn { account, .. } => ("sign_in", None, Some(account), None),
            CommandKind::SignOut { .. } => ("sign_out", None, None, None),
            CommandKind::Revoke { account, .. } => ("revoke", None, Some(account), None),
            CommandKind::Register { .. } => ("register", None, None, None),
            CommandKind::Forgot { account } => ("forgot", None, Some(account), None),
            CommandKind::Reset { account, .. } => ("reset", None, Some(account), None),
            CommandKind::Remind { doc_type, id, .. } => ("remind", Some(doc_type), Some(id), None),
            CommandKind::Arm { trigger, .. } => ("arm", None, Some(trigger), None),
            CommandKind::Warn { account, .. } => ("warn", None, Some(account), None),
            CommandKind::Reindex {} => ("remake", None, None, None),
            CommandKind::Planted { .. } => ("planted", None, None, None),
            CommandKind::GiveSet { set } => ("give_set", None, Some(set), None),
            CommandKind::OpenYear { fy } => ("open_year", None, Some(fy), None),
            CommandKind::BringIn { of, .. } => ("bring_in", Some(of), None, None),
            CommandKind::SetPassword { account, .. } => ("set_password", None, Some(account), None),
        };
        let [doc_type, id, action] = [doc_type, id, action].map(Option::<&String>::cloned);
        Did { deed: deed.to_owned(), doc_type, id, action }
    }

    /// A digest of who asked for what, to tell a repeated command from a reused id.
    ///
    /// It guards against mistakes, not against attackers, who could only collide with their own
    /// command.
    pub fn digest(&self, actor: &str) -> String {
        let body = serde_json::to_string(&self.deed).unwrap_or_default();
        digest(actor.bytes().chain([0]).chain(body.bytes()))
    }
}

/// The receipt of a command that was carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub digest: String,
    /// The document it left; `None` for what leaves none.
    pub left: Option<Left>,
}

/// The version of a document that a command made: with the document's history, the whole answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Left {
    #[serde(rename = "type")]
    pub kind: String,
    pub id: String,
    pub version: u32,
    pub status: String,
    pub doc_no: Option<String>,
}

impl Left {
    pub fn of(doc: &Doc) -> Left {
        Left {
            kind: doc.kind.clone(),
            id: doc.id.clone(),
            version: doc.version,
            status: doc.status.clone(),
            doc_no: doc.doc_no.clone(),
        }
    }
}
