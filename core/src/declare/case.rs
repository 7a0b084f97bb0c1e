//! Cases and looks: the facts that a decision reads, the writes that it has made so far, and the
//! register of types.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, LazyLock};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::declare::actor::Actor;
use crate::declare::chain::{DOCUMENTS, TriggerChain};
use crate::declare::grant::ScopeKind;
use crate::error::{Code, Halt, Refused};
use crate::kept::doc::Doc;
use crate::kept::keys;
use crate::kept::read::{Docs, Overlay, Range, Read, Writes, parse, written};
use crate::said;
use crate::schema::{Choice, DocType};
use crate::value::{Day, IST_MINUTES, Instant};

static SYSTEM: LazyLock<Actor> = LazyLock::new(Actor::system);

/// The types of a business, and what the engine asks of that business: it names none itself.
#[derive(Debug)]
pub struct Register {
    /// Every declared type, in the order of the documentation.
    pub types: &'static [&'static DocType],
    pub hooks: Hooks,
}

/// A hook that sees a document as it was and as it is about to be.
type Writing = fn(&mut Case, &'static DocType, Option<&Doc>, Option<&Doc>) -> Result<(), Halt>;
/// A hook that answers by three texts.
type ByThree<T> = fn(&Look, &str, &str, &str) -> Result<Option<T>, Halt>;

/// The form of a series of numbers that differs from its type's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesForm {
    /// Digits of the running number.
    pub width: usize,
    /// The prefix in place of the branch's.
    pub prefix: Option<String>,
}

impl SeriesForm {
    /// The last number of so many digits.
    pub fn last(width: usize) -> i64 {
        let width = u32::try_from(width).unwrap_or(u32::MAX);
        10_i64.checked_pow(width).map_or(i64::MAX, |first| first - 1)
    }
}

/// Hooks by which a business takes part in the engine's work on any document.
#[derive(Debug)]
pub struct Hooks {
    /// A document is about to be written or removed: none before when it is new, none after when
    /// it is removed.
    pub writing: Writing,
    /// A document was written: as it was before, and as it is.
    pub written: fn(&mut Case, &'static DocType, Option<&Doc>, &Doc) -> Result<(), Halt>,
    /// A person took a step of the document with this id.
    pub acted: fn(&mut Case, &str) -> Result<(), Halt>,
    /// Whether a code is that of an active reason of this kind.
    pub reason_stands: fn(&Look, &str, &str) -> Result<bool, Halt>,
    /// The form of a series that a branch set up for a financial year itself: type, the branch's prefix,
    /// year. Refused where the series is closed.
    pub series_form: ByThree<SeriesForm>,
    /// The day a batch of goods came in, for whoever asks how long it lies.
    pub arrived_on: fn(&Look, &str) -> Result<Option<Day>, Halt>,
    /// The day a batch was closed; none while it may move.
    pub closed_on: fn(&Look, &str) -> Result<Option<Day>, Halt>,
    /// Goods of a closed batch came back from a customer.
    pub came_back: fn(&mut Case, &str) -> Result<(), Halt>,
    /// The name of the account with this id, as people know it; empty where there is none.
    pub title_of: fn(&Look, &str) -> Result<String, Halt>,
    /// The copies of a type's paper.
    pub copies: fn(&str) -> &'static [Choice],
    /// What a type's paper can be printed on.
    pub sizes: fn(&str) -> &'static [Choice],
}

impl Register {
    /// The declaration of a type.
    pub fn find(&self, key: &str) -> Option<&'static DocType> {
        self.types.iter().copied().find(|def| def.key == key)
    }

    /// The type of the documents that others are cut by; firms are of several.
    pub fn cutting(&self, kind: ScopeKind) -> Option<&'static DocType> {
        self.types.iter().copied().find(|def| def.cuts == Some(kind))
    }
}

/// A look: one state of the store, the actor, and the time.
pub struct Look<'a> {
    pub register: &'static Register,
    pub base: &'a dyn Read,
    pub actor: &'a Actor,
    pub now: Instant,
    /// The layer over the base: nothing, or the writes of a decision.
    pub writes: Writes,
    /// Documents read so far, so that a master named ten times is looked up once.
    seen: RefCell<BTreeMap<String, Option<Arc<Doc>>>>,
}

impl<'a> Look<'a> {
    pub fn new(
        register: &'static Register,
        base: &'a dyn Read,
        actor: &'a Actor,
        now: Instant,
    ) -> Look<'a> {
        let seen = RefCell::new(BTreeMap::new());
        Look { register, base, actor, now, writes: Writes::new(), seen }
    }

    /// Today in the company's time zone.
    pub fn today(&self) -> Day {
        self.now.day_in(IST_MINUTES)
    }

    /// The state with the writes of this decision over it.
    pub fn over(&self) -> Overlay<'_> {
        Overlay { base: self.base, writes: &self.writes }
    }

    /// The value at a key as it is kept: JSON text.
    pub fn text(&self, key: &str) -> Result<Option<Vec<u8>>, Halt> {
        self.over().get(key)
    }

    /// The value at a key, parsed.
    ///
    /// Errors: `Fault` if it is not what it must be.
    pub fn value<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Halt> {
        self.text(key)?.map(|text| parse(key, &text)).transpose()
    }

    pub fn scan(&self, range: &Range, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Halt> {
        self.over().scan(range, limit)
    }

    /// The keys of a scan.
    pub fn keys(&self, range: &Range, limit: usize) -> Result<Vec<String>, Halt> {
        self.over().keys(range, limit)
    }

    /// The document, as it stands after what this decision wrote.
    pub fn find(&self, kind: &str, id: &str) -> Result<Option<Arc<Doc>>, Halt> {
        let key = keys::doc(kind, id);
        if let Some(found) = self.seen.borrow().get(&key) {
            return Ok(found.clone());
        }
        let found = self.over().doc(&key)?;
        self.seen.borrow_mut().insert(key, found.clone());
        Ok(found)
    }

    /// The document, which must exist.
    pub fn doc(&self, def: &DocType, id: &str) -> Result<Arc<Doc>, Halt> {
        self.find(def.key, id)?.ok_or_else(|| not_found(def))
    }

    /// The same, to be changed.
    pub fn copy(&self, def: &DocType, id: &str) -> Result<Doc, Halt> {
        Ok(Arc::unwrap_or_clone(self.doc(def, id)?))
    }

    /// The only document of a `single` type, if it was ever saved.
    pub fn single(&self, def: &DocType) -> Result<Option<Arc<Doc>>, Halt> {
        self.find(def.key, def.key)
    }

    /// The declaration of a document's type.
    ///
    /// Errors: `Fault` for a type that nobody declared.
    pub fn def_of(&self, doc: &Doc) -> Result<&'static DocType, Halt> {
        let unknown = || Halt::Fault(format!("unknown type {}", doc.kind));
        self.register.find(&doc.kind).ok_or_else(unknown)
    }
}

/// A decision under way: what it knows, and what it has written so far. Reads see what was written
/// before them.
pub struct Case<'a> {
    look: Look<'a>,
    pub command_id: &'a str,
    /// Tells a repeated command from a reused id.
    pub digest: String,
    made: u32,
    /// Documents written, one counted as often as it was.
    stored: u32,
    /// What triggers have set off.
    pub chain: TriggerChain,
}

impl<'a> Deref for Case<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl<'a> DerefMut for Case<'a> {
    fn deref_mut(&mut self) -> &mut Look<'a> {
        &mut self.look
    }
}

impl<'a> Case<'a> {
    /// A decision of a command over what is known.
    pub fn new(look: Look<'a>, command_id: &'a str) -> Case<'a> {
        let chain = TriggerChain::default();
        Case { look, command_id, digest: String::new(), made: 0, stored: 0, chain }
    }

    /// Works on as the system: what is done in there is the system's in the history.
    pub fn as_system<T>(&mut self, work: impl FnOnce(&mut Case<'a>) -> T) -> T {
        let person = std::mem::replace(&mut self.actor, &SYSTEM);
        let done = work(self);
        self.actor = person;
        done
    }

    /// Works on as an attempt: what is refused leaves nothing behind, and the decision goes on without it.
    pub fn attempt<T>(
        &mut self,
        work: impl FnOnce(&mut Case<'a>) -> Result<T, Halt>,
    ) -> Result<Result<T, Refused>, Halt> {
        let (writes, seen) = (self.writes.clone(), self.look.seen.borrow().clone());
        let (made, stored, chain) = (self.made, self.stored, self.chain.clone());
        match work(self) {
            Ok(done) => Ok(Ok(done)),
            Err(Halt::Refused(refused)) => {
                self.writes = writes;
                self.look.seen = RefCell::new(seen);
                (self.made, self.stored, self.chain) = (made, stored, chain);
                Ok(Err(refused))
            }
            Err(other) => Err(other),
        }
    }

    /// The id of a further document of this command.
    pub fn new_id(&mut self) -> String {
        self.made += 1;
        format!("{}-{}", self.command_id, self.made)
    }

    pub fn put<T: Serialize>(&mut self, key: String, value: &T) -> Result<(), Halt> {
        let bytes = written(value).map_err(|error| Halt::Fault(error.to_string()))?;
        self.writes.insert(key, Some(bytes));
        Ok(())
    }

    pub fn remove(&mut self, key: String) {
        self.writes.insert(key, None);
    }

    /// Writes a document as it is and nothing that is derived from it.
    ///
    /// Errors: a refusal beyond the number of documents that one command may write.
    pub fn put_doc(&mut self, doc: Arc<Doc>) -> Result<(), Halt> {
        self.stored += 1;
        if self.stored > DOCUMENTS {
            let message = "This changes too many documents at once. Do it in smaller parts";
            return Err(Halt::refuse(Code::Rule, message));
        }
        let key = keys::doc(&doc.kind, &doc.id);
        // A document is mostly its record: written as it is, in the browser too.
        let text = serde_json::to_vec(&*doc).map_err(|error| Halt::Fault(error.to_string()))?;
        self.writes.insert(key.clone(), Some(text));
        self.seen.borrow_mut().insert(key, Some(doc));
        Ok(())
    }

    /// Removes a document and nothing that is derived from it.
    pub fn remove_doc(&mut self, doc: &Doc) {
        let key = keys::doc(&doc.kind, &doc.id);
        self.remove(key.clone());
        self.seen.borrow_mut().insert(key, None);
    }

    /// The decided writes, and the documents among them.
    pub fn into_writes(self) -> (Writes, Docs) {
        let Look { writes, seen, .. } = self.look;
        let written = |key: &String| writes.get(key).is_some_and(Option::is_some);
        let seen = seen.into_inner().into_iter();
        let docs = seen.filter(|(key, _)| written(key)).filter_map(|(key, doc)| Some((key, doc?)));
        let docs = docs.collect();
        (writes, docs)
    }
}

/// The refusal of a document that is not there or that the person may not see.
pub fn not_found(def: &DocType) -> Halt {
    Halt::refuse(Code::NotFound, said!("{label} not found or you cannot see it", label = def.label))
}
