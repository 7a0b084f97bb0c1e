//! The audit: who did what when, as the journal's entries are titled, and the proof that none of them
//! is missing, added or altered.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::docs;
use crate::shape::shaped_struct;
use crate::write::command::Did;

/// The first format of entries that have a title; the hash of an earlier one is of its whole text.
pub const TITLED: u32 = 2;

/// An entry of the journal without what was asked and what it changed, which it names by their hash.
///
/// The hash of an entry is the SHA-256 of its title as JSON, and the next title names it: so who has
/// the titles can follow the chain without seeing a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title<'t> {
    /// The format of the entry.
    pub v: u32,
    /// From 1, without a gap.
    pub seq: u64,
    /// The hash of the entry before, 64 hexadecimal digits; zeros before the first.
    pub prev: Cow<'t, str>,
    /// Milliseconds since 1970, UTC.
    pub time: i64,
    pub company: Cow<'t, str>,
    /// The id of whoever did it.
    pub actor: Cow<'t, str>,
    pub command_id: Cow<'t, str>,
    pub did: Cow<'t, Did>,
    /// The SHA-256 of the rest of the entry. Of an entry before [`TITLED`] its own hash, which only
    /// who has the whole entry can check.
    pub rest: Cow<'t, str>,
}

shaped_struct! {
    /// How far a chain of titles was followed.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Chain {
        /// The last entry that follows from the one before; 0 before the first.
        pub seq: u64,
        /// Its hash; empty before the first.
        pub hash: String,
        pub time: i64,
        /// The last entry whose hash was taken as it was told, because it has no title; 0: none.
        pub told: u64,
        /// A hash that somebody noted down earlier.
        pub asked: Option<String>,
        /// The entry that has it.
        pub found: Option<u64>,
        /// The error of the entry behind the last.
        pub wrong: Option<String>,
    }
}

impl Chain {
    /// Follows it over further titles, one a line; stops at the first that does not follow.
    pub fn follow(mut self, lines: &str) -> Chain {
        for line in lines.lines().filter(|line| !line.is_empty()) {
            if self.wrong.is_some() {
                break;
            }
            self.wrong = self.step(line).err();
        }
        self
    }

    fn step(&mut self, line: &str) -> Result<(), String> {
        let seq = self.seq + 1;
        let title: Title<'_> = serde_json::from_str(line)
            .map_err(|_| format!("Entry {seq} has no title that can be read"))?;
        if title.seq != seq {
            return Err(format!(
                "Where entry {seq} belongs stands one that calls itself {}",
                title.seq
            ));
        }
        let begins = self.seq == 0 && title.prev.bytes().all(|digit| digit == b'0');
        if !begins && title.prev != self.hash {
            return Err(format!("Entry {seq} does not follow from the one before it"));
        }
        self.hash = match title.v < TITLED {
            true => title.rest.into_owned(),
            false => hash(line.as_bytes()),
        };
        if title.v < TITLED {
            self.told = seq;
        }
        (self.seq, self.time) = (seq, title.time);
        if self.asked.as_deref() == Some(self.hash.as_str()) {
            self.found = Some(seq);
        }
        Ok(())
    }
}

/// The SHA-256 of bytes, 64 hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Commands other than steps, each in words.
pub const DEEDS: &[(&str, &str)] = &[
    ("create", "Made"),
    ("update", "Changed"),
    ("delete", "Removed"),
    ("sign_in", "Signed in"),
    ("sign_out", "Signed out"),
    ("revoke", "Ended sessions"),
    ("register", "Signed up"),
    ("forgot", "Asked for a code"),
    ("reset", "Set a password with a code"),
    ("set_password", "Set a password"),
    ("warn", "Was warned of failed sign-ins"),
    ("send_file", "Sent a file"),
    ("forget_file", "Removed a file that nothing named"),
    ("remind", "Reminded of"),
    ("arm", "Set the timers of"),
    ("remake", "Rebuilt lists"),
    ("planted", "Updated the masters of the program"),
    ("give_set", "Added the starter set"),
    ("open_year", "Set up the number series of"),
    ("bring_in", "Imported records"),
];

/// The command in words: `Approve`, `Made`, `Signed in`.
pub fn words(did: &Did) -> &str {
    let step = || {
        let def = docs::find(did.doc_type.as_deref()?)?;
        let key = did.action.as_deref()?;
        Some(def.flow.steps.iter().find(|step| step.action == key)?.label)
    };
    let deed = || DEEDS.iter().find(|(key, _)| *key == did.deed).map(|(_, words)| *words);
    step().or_else(deed).or(did.action.as_deref()).unwrap_or(&did.deed)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json, to_value};

    use super::*;
    use crate::write::command::Command;

    #[test]
    fn what_a_command_did_names_its_deed_as_it_is_written_and_has_words() {
        let [doc, account] = [
            json!({ "doc_type": "order", "id": "d", "version": 1, "record": {}, "action": "approve",
                "inputs": {}, "file": "f", "of": "receipt", "rows": [], "digest": "d", "trigger": "t", "at": 0,
                "set": "steel", "fy": "26-27" }),
            json!({ "account": "a", "session": "s", "expires": 0, "agent": "", "keep": null, "name": "",
                "email": "", "hash": "secret", "mail": "m", "source": "", "must_change": false }),
        ];
        for (deed, _) in DEEDS.iter().chain(&[("act", "")]) {
            let read = [&doc, &account].into_iter().find_map(|fields| {
                let mut text = fields.clone();
                (text["command_id"], text["deed"]) = (json!("c"), json!(deed));
                serde_json::from_value::<Command>(text).ok()
            });
            let did = read.unwrap().did();
            assert_eq!(did.deed, *deed);
            let told = to_value(&did).unwrap();
            assert!(!told.to_string().contains("secret"), "{told}");
            assert_ne!(words(&did), "", "{deed}");
        }
    }

    #[test]
    fn every_deed_that_can_be_written_has_words() {
        // An unknown tag is refused with the list of those that are known.
        let unknown = json!({ "command_id": "c", "deed": "?" });
        let refused = serde_json::from_value::<Command>(unknown).unwrap_err().to_string();
        let known: Vec<&str> = refused.split('`').skip(3).step_by(2).collect();
        assert!(known.len() > 10, "{refused}");
        for deed in known {
            assert!(deed == "act" || DEEDS.iter().any(|(key, _)| *key == deed), "{deed}");
        }
    }

    #[test]
    fn a_step_is_told_by_its_own_words() {
        let did: Value = json!({ "deed": "act", "doc_type": "order", "id": "d", "action": "hold" });
        let did: Did = serde_json::from_value(did).unwrap();
        assert_eq!(words(&did), "Hold");
    }
}
