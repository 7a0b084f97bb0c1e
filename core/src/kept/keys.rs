//! Every key in the store, and the only code that builds them.
//!
//! ```text
//! <company> doc   <type> <id>                               the document
//! <company> hist  <type> <id> <version>                     one line of its history
//! <company> uniq  <type> <name> <value...>                  -> id
//! <company> twice <type> <name> <value...> <id>             another document with the value (see `reindex`)
//! <company> used  <type> <id>                               -> the type that first named it
//! <company> file  <file> <type> <id>                        a document that names the file
//! <company> sent  <file> <employee>                         -> when they sent the file
//! <company> stored <person> <file>                          -> bytes of a file that somebody of another firm sent
//! <company> once  <file>                                    a document named the file and no longer does
//! <company> row   <type> <id>                               -> its row in lists
//! <company> idx   <type> <index> <scope> <value...> <id>    where a list finds it
//! <company> word  <type> <word> <id>                        -> tags of the scopes it is found in
//! <company> count <type> <scope> <status>                   -> how many
//! <company> shape <type>                                    -> the declaration that these six follow (see `reindex`)
//! <company> planted                                         -> a digest of what was planted last (see `seed::plan`)
//! <company> next  <type> <branch> <fy>                      -> the next number of a series
//! <company> last  <type> <branch> <fy>                      -> the day of the series' last number
//! <company> cash  <PAN or customer> <day>                   -> paise confirmed in cash that day
//! <company> cash_for <customer> <open item>                 -> paise of cash that an invoice was paid with
//! <company> bal   <ledger> <account...>                     -> a balance (see `ledger`)
//! <company> post  <ledger> <seq>                            one posting
//! <company> sheet <audit> <batch>                           a batch on an audit's sheet, and its counts
//! <company> due   <instant> <type> <id> <what>              what a timer must do
//! <company> out   <instant> <mail>                          a mail that waits to be sent
//! <company> note  <employee> <document> <notification>      an unread notification
//! <company> rules <kind>                                    -> ids of the time rules of a kind
//! <company> trig  <type or event>                           -> ids of the triggers that look at it
//! <company> crossed <trigger> <subject>                     a threshold that is exceeded now
//! <company> told  <trigger> <subject>                       -> when that was last told
//! <company> holds <role> <employee>                         who holds a role
//! <company> reset <employee>                                a one-time code that may set a password
//! <company> earlier <kind> <day.command id>                 documents of an earlier system (see `earlier`)
//! <company> earlier_no <kind> <number>                      -> a digest of one's rows
//! <company> earlier_name <type> <name>                      -> a name that leads to no master
//! <company> cmd   <command id>                              -> who sent it, its digest, its answer
//! <company> sess  <id>                                      a session
//! <company> pass  <employee>                                -> password hash, session version
//! <company> login <name in lower case>                      -> employee
//! ```
//! Components are joined by U+001F, which no text may hold, so that a prefix never runs into a
//! neighbour; integers are written so that they sort as numbers.

/// Between the components of a key.
pub const SEPARATOR: char = '\u{1f}';

/// The one company of a site; every key begins with it.
pub const COMPANY: &str = "1";

/// The families whose values let somebody in: what is handed to others holds none of them.
pub const SECRET: &[&str] = &["pass", "sess", "reset"];

/// A key of the components, closed by a separator.
pub fn key(parts: &[&str]) -> String {
    let length = parts.iter().map(|part| part.len() + 1).sum::<usize>();
    let mut key = String::with_capacity(COMPANY.len() + 1 + length);
    key.push_str(COMPANY);
    key.push(SEPARATOR);
    for part in parts {
        key.push_str(part);
        key.push(SEPARATOR);
    }
    key
}

/// An integer so that texts sort as the numbers do.
pub fn sortable(number: i64) -> String {
    format!("{:016x}", (number as u64) ^ (1 << 63))
}

/// The integer that was written so.
pub fn unsortable(text: &str) -> Option<i64> {
    u64::from_str_radix(text, 16).ok().map(|number| (number ^ (1 << 63)) as i64)
}

pub fn doc(kind: &str, id: &str) -> String {
    key(&["doc", kind, id])
}

pub fn row(kind: &str, id: &str) -> String {
    key(&["row", kind, id])
}

pub fn history(kind: &str, id: &str, version: u32) -> String {
    key(&["hist", kind, id, &format!("{version:08}")])
}

pub fn unique(kind: &str, name: &str, value: &str) -> String {
    key(&["uniq", kind, name, value])
}

/// The prefix of the other documents that have a unique value, by the key of the document that
/// holds it.
pub fn twice(unique: &str) -> String {
    let mut all = parts(unique);
    if let Some(family) = all.first_mut() {
        *family = "twice";
    }
    key(&all)
}

pub fn shape(kind: &str) -> String {
    key(&["shape", kind])
}

pub fn planted() -> String {
    key(&["planted"])
}

pub fn used(kind: &str, id: &str) -> String {
    key(&["used", kind, id])
}

pub fn file(file: &str, kind: &str, id: &str) -> String {
    key(&["file", file, kind, id])
}

pub fn sent(file: &str, employee: &str) -> String {
    key(&["sent", file, employee])
}

/// The prefix of all who sent a file.
pub fn senders(file: &str) -> String {
    key(&["sent", file])
}

/// The prefix of all that a person stored, where the file is empty.
pub fn stored(person: &str, file: &str) -> String {
    match file {
        "" => key(&["stored", person]),
        file => key(&["stored", person, file]),
    }
}

pub fn once(file: &str) -> String {
    key(&["once", file])
}

pub fn count(kind: &str, scope: &str, status: &str) -> String {
    key(&["count", kind, scope, status])
}

pub fn next(kind: &str, branch: &str, fy: &str) -> String {
    key(&["next", kind, branch, fy])
}

pub fn command(id: &str) -> String {
    key(&["cmd", id])
}

pub fn session(id: &str) -> String {
    key(&["sess", id])
}

pub fn password(employee: &str) -> String {
    key(&["pass", employee])
}

pub fn login(name: &str) -> String {
    key(&["login", &name.to_lowercase()])
}

pub fn due(at: i64, kind: &str, id: &str, what: &str) -> String {
    key(&["due", &sortable(at), kind, id, what])
}

/// All that is due of a document at an instant.
pub fn dues(at: i64, kind: &str, id: &str) -> String {
    key(&["due", &sortable(at), kind, id])
}

/// The key of a mail that waits in an outbox, by when it may be sent.
pub fn out(outbox: &str, at: i64, id: &str) -> String {
    key(&[outbox, &sortable(at), id])
}

pub fn time_rules(kind: &str) -> String {
    key(&["rules", kind])
}

pub fn triggers(of: &str) -> String {
    key(&["trig", of])
}

pub fn reset(employee: &str) -> String {
    key(&["reset", employee])
}

/// The components of a key, the company left out.
pub fn parts(key: &str) -> Vec<&str> {
    key.split_terminator(SEPARATOR).skip(1).collect()
}

#[cfg(test)]
mod tests {
    use crate::kept::keys::*;

    #[test]
    fn integers_sort_as_numbers() {
        let mut keys: Vec<String> =
            [5, -3, 0, i64::MAX, i64::MIN, 70].iter().map(|n| sortable(*n)).collect();
        keys.sort();
        let wanted: Vec<String> =
            [i64::MIN, -3, 0, 5, 70, i64::MAX].iter().map(|n| sortable(*n)).collect();
        assert_eq!(keys, wanted);
        for number in [5, -3, 0, i64::MAX, i64::MIN] {
            assert_eq!(unsortable(&sortable(number)), Some(number));
        }
    }

    #[test]
    fn a_key_is_taken_apart_into_its_components() {
        assert_eq!(parts(&doc("order", "x")), ["doc", "order", "x"]);
    }
}
