//! Brings rows of an earlier system in: checked by their declaration, each document once.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::{AMOUNTS, EarlierDoc, EarlierKind, EarlierLine, EarlierPart, MOST_ROWS, Name};
use crate::declare::case::{Case, Look};
use crate::declare::grant::Role;
use crate::docs;
use crate::error::{Code, Halt, Issue, done};
use crate::kept::doc::Record;
use crate::said;
use crate::said::Said;
use crate::schema::check::{self, Strictness};
use crate::table::cell::Found;
use crate::table::link;
use crate::value::Day;
use crate::value::hash::digest;
use crate::write::{Done, known};

/// Rows in the order of the declared fields, null where one is empty; a document's rows stand side
/// by side. A document that was brought in before is passed over.
pub fn decide(case: &mut Case, of: &str, rows: &[Vec<Value>]) -> Result<Done, Halt> {
    if !case.actor.has(Role::Sys) && !case.actor.has(Role::Admin) {
        return Err(Halt::refuse(
            Code::Forbidden,
            "Only an administrator can import these records",
        ));
    }
    let missing = || Halt::refuse(Code::NotFound, "There are no such imported records");
    let kind = super::kind(of).ok_or_else(missing)?;
    if !(1..=MOST_ROWS).contains(&rows.len()) {
        let message = said!("Send 1 to {most} rows at once", most = MOST_ROWS);
        return Err(Halt::refuse(Code::Malformed, message));
    }
    if let Some(answer) = known(case)? {
        return Ok(answer);
    }
    let records = checked(case, kind, rows)?;
    let mut bringing = Bringing {
        case,
        kind,
        part: EarlierPart::default(),
        places: HashMap::new(),
        met: HashMap::new(),
        issues: Vec::new(),
    };
    bringing.papers(rows, &records)?;
    let Bringing { part, issues, .. } = bringing;
    done(issues)?;
    if let Some(first) = part.papers.iter().map(|paper| paper.day).min() {
        case.put(super::part_key(of, Day(first), case.command_id), &part)?;
    }
    Ok(Done::nothing())
}

/// The rows as records, every one of them right.
fn checked(case: &Look, kind: &EarlierKind, rows: &[Vec<Value>]) -> Result<Vec<Record>, Halt> {
    let fields = kind.def.fields;
    let mut issues = Vec::new();
    let mut records = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        if row.len() > fields.len() {
            let path = format!("rows.{at}");
            issues.push(Issue::new(path, Code::Malformed, "The row has more values than columns"));
        }
        let cells = fields.iter().zip(row).filter(|(_, value)| !value.is_null());
        let sent = cells.map(|(field, value)| (field.key.to_owned(), value.clone())).collect();
        let checked = check::fields(fields, &sent, None, Strictness::Complete);
        let place = |issue: Issue| Issue { path: format!("rows.{at}.{}", issue.path), ..issue };
        issues.extend(checked.issues.into_iter().map(place));
        if day(&checked.record).is_some_and(|day| day > case.today()) {
            let path = format!("rows.{at}.date");
            issues.push(Issue::new(path, Code::Input, "Date is in the future"));
        }
        records.push(checked.record);
    }
    done(issues)?;
    Ok(records)
}

fn text<'r>(record: &'r Record, key: &str) -> &'r str {
    record.get(key).and_then(Value::as_str).unwrap_or("")
}

fn int(record: &Record, key: &str) -> i64 {
    record.get(key).and_then(Value::as_i64).unwrap_or(0)
}

fn day(record: &Record) -> Option<Day> {
    Day::parse(text(record, "date"))
}

/// The columns in which all rows of one document agree.
const ALIKE: &[&str] = &["date", "customer", "supplier", "salesman", "branch"];

/// A part under way.
struct Bringing<'c, 'a> {
    case: &'c mut Case<'a>,
    kind: &'static EarlierKind,
    part: EarlierPart,
    /// The places of ids among the part's, counted from 1.
    places: HashMap<String, u32>,
    /// The documents that names lead to, by type and name.
    met: HashMap<(&'static str, String), u32>,
    issues: Vec<Issue>,
}

impl Bringing<'_, '_> {
    fn papers(&mut self, rows: &[Vec<Value>], records: &[Record]) -> Result<(), Halt> {
        let mut numbers = HashSet::new();
        let mut from = 0;
        for group in records.chunk_by(|a, b| text(a, "number") == text(b, "number")) {
            let at = from;
            from += group.len();
            let number = text(&group[0], "number");
            if !numbers.insert(super::folded(number)) {
                self.refuse(at, "number", apart(self.kind, number));
                continue;
            }
            let said = digest(serde_json::to_string(&rows[at..from]).unwrap_or_default().bytes());
            let key = super::number_key(self.kind.def.key, number);
            match self.case.value::<String>(&key)? {
                Some(before) if before == said => continue,
                Some(_) => {
                    let label = label(self.kind, "number");
                    let message = said!(
                        "{label} {number} was already imported with other rows",
                        label,
                        number
                    );
                    self.issues.push(Issue::new(
                        format!("rows.{at}.number"),
                        Code::Duplicate,
                        message,
                    ));
                    continue;
                }
                None => self.case.put(key, &said)?,
            }
            self.paper(at, number, group)?;
        }
        Ok(())
    }

    fn paper(&mut self, at: usize, number: &str, group: &[Record]) -> Result<(), Halt> {
        let head = &group[0];
        for (next, record) in group.iter().enumerate().skip(1) {
            for key in ALIKE.iter().filter(|key| text(head, key) != text(record, key)) {
                let message = said!(
                    "{field} differs from the document's first row",
                    field = label(self.kind, key)
                );
                self.refuse(at + next, key, message);
            }
        }
        let state = self.named(at, "state", "state", head, &[])?;
        let district = self.named(at, "district", "district", head, &[("state", state)])?;
        let beside = [("district", district), ("state", state)];
        let party = self.named(at, self.kind.party, self.kind.party, head, &beside)?;
        let salesman = self.named(at, "employee", "salesman", head, &[])?;
        let mut branch = self.named(at, "branch", "branch", head, &[])?;
        let mut rows = Vec::with_capacity(group.len());
        for (next, record) in group.iter().enumerate() {
            let at = at + next;
            let product = self.named(at, "product_group", "product", record, &[])?;
            let sku = self.named(at, "sku", "sku", record, &[("product_group", product)])?;
            let yard = self.named(at, "yard", "yard", record, &[])?;
            if branch == 0 {
                branch = self.branch_of(yard)?;
            }
            let amounts = AMOUNTS.map(|key| int(record, key));
            let (pcs, weight_g) = (int(record, "pcs"), int(record, "weight_g"));
            rows.push(EarlierLine { sku, yard, pcs, weight_g, amounts });
        }
        let (number, day) = (number.to_owned(), day(head).unwrap_or_default().0);
        self.part.papers.push(EarlierDoc { number, day, party, salesman, branch, rows });
        Ok(())
    }

    fn refuse(&mut self, at: usize, key: &str, message: Said) {
        self.issues.push(Issue::new(format!("rows.{at}.{key}"), Code::Input, message));
    }

    /// The place of the id that a field's name leads to: a master's, or that of the name itself.
    fn named(
        &mut self,
        at: usize,
        of: &'static str,
        field: &str,
        record: &Record,
        beside: &[(&str, u32)],
    ) -> Result<u32, Halt> {
        let word = text(record, field);
        if word.is_empty() {
            return Ok(0);
        }
        let met = (of, word.to_owned());
        if let Some(place) = self.met.get(&met) {
            return Ok(*place);
        }
        let key = super::name_key(of, word);
        let mut id = super::name_id(word);
        if self.case.text(&key)?.is_none() {
            let def = docs::find(of).ok_or_else(|| Halt::Fault(format!("no type {of}")))?;
            match link::find(self.case, def, word)? {
                Found::One(known) => id = known,
                Found::Nothing | Found::Near(_) => {
                    let links = beside.iter().filter(|(_, place)| *place > 0);
                    let links = links.map(|(of, place)| ((*of).to_owned(), self.part.id(*place)));
                    let of = links.map(|(of, id)| (of, id.to_owned())).collect::<BTreeMap<_, _>>();
                    self.case.put(key, &Name { name: word.to_owned(), of })?;
                }
                Found::Several => {
                    let plural = def.plural.to_lowercase();
                    let message = said!(
                        "Several {plural} are called {word}. Give the code or number",
                        plural,
                        word
                    );
                    self.refuse(at, field, message);
                }
            }
        }
        let place = self.place(id);
        self.met.insert(met, place);
        Ok(place)
    }

    /// Rows are bounded, and each names a few ids: their places fit.
    fn place(&mut self, id: String) -> u32 {
        let ids = &mut self.part.ids;
        *self.places.entry(id).or_insert_with_key(|id| {
            ids.push(id.clone());
            u32::try_from(ids.len()).unwrap_or(0)
        })
    }

    /// The branch of a yard that is a master.
    fn branch_of(&mut self, yard: u32) -> Result<u32, Halt> {
        let Some(yard) = self.case.find("yard", self.part.id(yard))? else { return Ok(0) };
        Ok(yard.branch.clone().map_or(0, |branch| self.place(branch)))
    }
}

fn label(kind: &EarlierKind, key: &str) -> &'static str {
    kind.def.field(key).map_or("Value", |field| field.label)
}

/// The error of a document whose rows are not adjacent.
pub fn apart(kind: &EarlierKind, number: &str) -> Said {
    let label = label(kind, "number");
    said!("{label} {number} is further up: rows of one document must be together", label, number)
}
