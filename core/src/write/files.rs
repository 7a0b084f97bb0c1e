//! Files: sent by somebody, named by documents, seen by whoever sees one of those.

use crate::declare::case::{Case, Look};
use crate::declare::grant::Verb;
use crate::error::{Code, Halt, Issue};
use crate::kept::doc::Record;
use crate::kept::keys;
use crate::kept::read::{Range, parse};
use crate::said;
use crate::schema::{Field, check};
use crate::value::Instant;
use crate::write::{Done, known};

/// At most so many documents are looked at for one that names a file.
const NAMING: usize = 1000;

/// So long a file that no document ever named is kept for who sent it.
pub const UNNAMED_MS: i64 = 30 * 24 * 3_600_000;
/// How many bytes somebody of another firm may have stored.
pub const OUTSIDE_BYTES: u64 = 100 << 20;
/// More files than somebody of another firm can have stored.
const MANY: usize = 100_000;

/// What a timer does with a file that nothing named.
pub const FORGET: &str = "forget";
/// In the place of a type, in the key of such a timer.
const FILE: &str = "file";

/// Remembers who sent a file, so that they may name it before anything else does.
pub fn send(case: &mut Case, file: &str, bytes: u64) -> Result<Done, Halt> {
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    may_send(case, file, bytes)?;
    let (now, who) = (case.now, case.actor.id.clone());
    dont_forget(case, file)?;
    case.put(keys::sent(file, &who), &now)?;
    if case.actor.is_outside() {
        case.put(keys::stored(&who, file), &bytes)?;
    }
    if !named(case, file)? {
        case.put(due(now, file), &1)?;
    }
    Ok(Done::nothing())
}

/// Whether the person may store so much more.
///
/// Errors: a refusal of somebody from another firm who has stored enough.
pub fn may_send(case: &Look, file: &str, bytes: u64) -> Result<(), Halt> {
    if !case.actor.is_outside() {
        return Ok(());
    }
    let mut stored = bytes;
    for (key, text) in case.scan(&Range::prefix(&keys::stored(&case.actor.id, "")), MANY)? {
        if keys::parts(&key).last() != Some(&file) {
            stored += parse::<u64>(&key, &text)?;
        }
    }
    if stored > OUTSIDE_BYTES {
        let most = OUTSIDE_BYTES >> 20;
        let message = said!("You may store {most} MB of files. This one would be too much", most);
        return Err(Halt::refuse(Code::Rule, message));
    }
    Ok(())
}

/// The timer of a file that was sent at a time.
fn due(sent: Instant, file: &str) -> String {
    keys::due(sent.0 + UNNAMED_MS, FILE, file, FORGET)
}

/// Takes away the timer that the person's sending of a file set: they sent it again, or named it.
pub fn dont_forget(case: &mut Case, file: &str) -> Result<(), Halt> {
    if let Some(at) = case.value::<Instant>(&keys::sent(file, &case.actor.id))? {
        case.remove(due(at, file));
    }
    Ok(())
}

/// Whether a document names a file, or did: what history tells of stays.
fn named(case: &Look, file: &str) -> Result<bool, Halt> {
    let naming = case.keys(&Range::prefix(&keys::key(&["file", file])), 1)?;
    Ok(!naming.is_empty() || case.text(&keys::once(file))?.is_some())
}

/// The timer of a file has come: unless a document named it meanwhile, nobody may name it any more who
/// sent it so long ago.
pub fn forget(case: &mut Case, file: &str, at: Instant) -> Result<(), Halt> {
    case.remove(keys::due(at.0, FILE, file, FORGET));
    if named(case, file)? {
        return Ok(());
    }
    for (key, text) in case.scan(&Range::prefix(&keys::senders(file)), NAMING)? {
        let sent: Instant = parse(&key, &text)?;
        if sent.0 + UNNAMED_MS > case.now.0 {
            continue;
        }
        if let Some(who) = keys::parts(&key).last() {
            case.remove(keys::stored(who, file));
        }
        case.remove(key);
    }
    Ok(())
}

/// Whether anybody may still ask for a file: who sent it, or who sees a document that names it.
pub fn is_kept(case: &Look, file: &str) -> Result<bool, Halt> {
    let sent = case.keys(&Range::prefix(&keys::senders(file)), 1)?;
    Ok(!sent.is_empty() || named(case, file)?)
}

/// Whether the person sent this file.
pub fn sent(case: &Look, file: &str) -> Result<bool, Halt> {
    Ok(sent_at(case, file)?.is_some())
}

/// When the person last sent this file.
pub fn sent_at(case: &Look, file: &str) -> Result<Option<Instant>, Halt> {
    case.value(&keys::sent(file, &case.actor.id))
}

/// Whether the person sent the file or sees a document that names it.
pub fn sees(case: &Look, file: &str) -> Result<bool, Halt> {
    if sent(case, file)? {
        return Ok(true);
    }
    for key in case.keys(&Range::prefix(&keys::key(&["file", file])), NAMING)? {
        let [.., kind, id] = keys::parts(&key)[..] else { continue };
        let Some(def) = case.register.find(kind) else { continue };
        let doc = case.find(kind, id)?;
        if doc.is_some_and(|doc| case.actor.covers(def, Verb::View, &doc)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The files of a record that nobody sent or that the person may not see; those that were named
/// before may stay.
pub fn unknown(
    case: &Look,
    fields: &[Field],
    before: Option<&Record>,
    record: &Record,
) -> Result<Vec<Issue>, Halt> {
    let old = before.map(|record| check::files(fields, record)).unwrap_or_default();
    let mut issues = Vec::new();
    for (path, id) in check::files(fields, record) {
        if !old.iter().any(|(_, known)| *known == id) && !sees(case, id)? {
            issues.push(Issue::new(path, Code::Input, "File was not found"));
        }
    }
    Ok(issues)
}
