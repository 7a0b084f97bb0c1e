//! A file of rows under way: opened once, its names of linked documents told, its rows checked part
//! by part, so that whoever checks can show how far it is.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use super::cell::{self, Cell, Found};
use super::column::SheetColumn;
use super::csv;
use super::plan::{Before, Plan, RowIssue, Saving, Seen};
use super::rework;
use super::{SheetRow, Table, xlsx};
use crate::docs;
use crate::error::{Code, Issue};
use crate::json::Json;
use crate::json_answer;
use crate::said::Said;
use crate::schema::{DocType, Kind};

/// Names of documents that are to be looked up, by type.
pub type WantedNames = BTreeMap<&'static str, Vec<String>>;

json_answer! {
    /// A file of rows as it was opened.
    pub struct AboutFile {
        pub rows: usize,
        pub columns: Vec<String>,
        /// Columns of fields that the rules write themselves.
        pub passed_over: Vec<String>,
        pub wanted: WantedNames,
    }
}

json_answer! {
    /// A file that is none of the type.
    pub struct RefusedFile {
        pub refused: Vec<Issue>,
    }
}

json_answer! {
    /// The issues of a part of the rows.
    pub struct CheckedRows {
        /// How many rows are checked by now.
        pub checked: usize,
        pub issues: Vec<RowIssue>,
        /// What rows without an error still lack to be submitted.
        pub unfinished: Vec<RowIssue>,
    }
}

json_answer! {
    /// A value of each cell, null of an empty one, and the names that are to be looked up first.
    pub struct CellsRead {
        pub values: Vec<Value>,
        pub wanted: WantedNames,
    }
}

fn told(answer: &impl Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// Reads a CSV or XLSX file.
///
/// Errors: one sentence about the whole file.
pub fn table(bytes: &[u8]) -> Result<Table, Said> {
    if xlsx::is(bytes) { xlsx::read(bytes) } else { csv::read(bytes) }
}

/// A file of rows of one type.
pub struct Import {
    pub plan: Plan,
    pub rows: Vec<SheetRow>,
    known: HashMap<&'static str, HashMap<String, Found>>,
    /// Names that rows of the file give to documents of its own type.
    own: HashSet<String>,
    seen: Seen,
    checked: usize,
}

impl Import {
    /// Errors: what is wrong with the file as a whole, every heading among it.
    pub fn open(def: &'static DocType, bytes: &[u8], saving: Saving) -> Result<Import, Vec<Issue>> {
        let table = table(bytes).map_err(|why| vec![Issue::whole(Code::Input, why)])?;
        Import::of(def, table, saving).map_err(|(issues, _)| issues)
    }

    /// Errors: what is wrong with the file as a whole, with its rows given back.
    fn of(
        def: &'static DocType,
        table: Table,
        saving: Saving,
    ) -> Result<Import, (Vec<Issue>, Vec<SheetRow>)> {
        let plan = match Plan::new(def, &table.head, saving) {
            Ok(plan) => plan,
            Err(issues) => return Err((issues, table.rows)),
        };
        if table.rows.is_empty() {
            let message = "The file has no row below its headings";
            return Err((vec![Issue::whole(Code::Input, message)], table.rows));
        }
        let mut import = Import {
            plan,
            rows: table.rows,
            known: HashMap::new(),
            own: HashSet::new(),
            seen: Seen::default(),
            checked: 0,
        };
        import.own = import.own_names();
        Ok(import)
    }

    /// Every name of a linked document that the file holds, by type.
    pub fn wanted(&self) -> BTreeMap<&'static str, BTreeSet<String>> {
        let mut wanted: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
        let mut met: HashSet<(usize, &str)> = HashSet::new();
        let links: Vec<usize> = self.plan.linked().collect();
        for row in &self.rows {
            for at in &links {
                let Some(text) = row.cells.get(*at).map(|cell| cell.trim()) else { continue };
                if text.is_empty() || !met.insert((*at, text)) {
                    continue;
                }
                let Some(spot) = self.plan.column(*at).and_then(SheetColumn::spot) else {
                    continue;
                };
                let mut note = |to: &'static DocType, word: &str| {
                    wanted.entry(to.key).or_default().insert(word.to_owned());
                    Found::Nothing
                };
                cell::read(spot.field, text, &mut note);
            }
        }
        wanted
    }

    /// Tells what a name leads to.
    pub fn know(&mut self, to: &'static DocType, word: &str, found: Found) {
        self.known.entry(to.key).or_default().insert(word.to_owned(), found);
    }

    /// The documents that names in the file lead to, as far as they were looked up.
    pub fn found(&self, to: &'static DocType, word: &str) -> Found {
        let known = self.known.get(to.key).and_then(|words| words.get(word));
        match known.cloned().unwrap_or(Found::Nothing) {
            // A row may name another that the same file brings.
            Found::Nothing | Found::Near(_)
                if to.key == self.plan.def.key && self.own.contains(&lower(word)) =>
            {
                Found::One("row".to_owned())
            }
            found => found,
        }
    }

    /// Whether a name is one that a row of the file gives to its own document.
    pub fn is_own(&self, to: &'static DocType, word: &str) -> bool {
        to.key == self.plan.def.key && self.own.contains(&lower(word))
    }

    fn own_names(&self) -> HashSet<String> {
        let def = self.plan.def;
        let to_own = |kind: Kind| match kind {
            Kind::Link(to) => to.key == def.key,
            Kind::Many(Kind::Link(to)) => to.key == def.key,
            _ => false,
        };
        let links = self.plan.columns().filter_map(SheetColumn::spot);
        if !links.clone().any(|spot| to_own(spot.field.kind)) {
            return HashSet::new();
        }
        let naming: Vec<usize> = self
            .plan
            .columns()
            .enumerate()
            .filter(|(_, column)| {
                column
                    .spot()
                    .is_some_and(|s| s.path == def.title || (s.field.unique && s.steps.len() == 1))
            })
            .map(|(at, _)| at)
            .collect();
        let names = self.rows.iter().flat_map(|row| naming.iter().map(|at| row.cells.get(*at)));
        names.flatten().map(|name| lower(name)).filter(|name| !name.is_empty()).collect()
    }

    /// Checks the next rows; answers what is wrong with them, and what those without an error still lack to be
    /// submitted.
    pub fn check(&mut self, count: usize) -> (Vec<RowIssue>, Vec<RowIssue>) {
        let (mut issues, mut unfinished) = (Vec::new(), Vec::new());
        let end = self.rows.len().min(self.checked.saturating_add(count));
        let mut seen = std::mem::take(&mut self.seen);
        for row in self.rows.get(self.checked..end).unwrap_or_default() {
            let mut find = |to: &'static DocType, word: &str| self.found(to, word);
            let (record, wrong) = self.plan.check(row, Before::Unknown, &mut find);
            if wrong.is_empty() {
                unfinished.extend(self.plan.unfinished(row, &record));
            }
            issues.extend(wrong);
            let twice = seen.meet(self.plan.def, row.number, &record);
            issues.extend(twice.into_iter().map(|issue| self.plan.placed(row, issue)));
        }
        self.seen = seen;
        self.checked = end;
        (issues, unfinished)
    }

    /// How many rows were checked.
    pub fn checked(&self) -> usize {
        self.checked
    }
}

fn lower(word: &str) -> String {
    word.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A file in the browser, with its calls by name.
pub struct Sheet {
    def: &'static DocType,
    head: Vec<String>,
    /// What is wrong with the file as a whole, and the rows that it has for all that.
    opened: Result<Import, (Vec<Issue>, Vec<SheetRow>)>,
}

impl Sheet {
    /// Opens a file: `{doc_type, saving}` with `saving` one of `add` and `update`.
    ///
    /// Errors: a text for the developer.
    pub fn open(args: &Value, bytes: &[u8]) -> Result<Sheet, String> {
        let text = |key: &str| args.get(key).and_then(Value::as_str).unwrap_or_default();
        let def = docs::find(text("doc_type")).ok_or("no such type")?;
        let saving = Saving::parse(text("saving")).ok_or("saving is add or update")?;
        let table = match table(bytes) {
            Ok(table) => table,
            Err(why) => {
                let opened = Err((vec![Issue::whole(Code::Input, why)], Vec::new()));
                return Ok(Sheet { def, head: Vec::new(), opened });
            }
        };
        Ok(Sheet { def, head: table.head.clone(), opened: Import::of(def, table, saving) })
    }

    fn rows(&self) -> &[SheetRow] {
        match &self.opened {
            Ok(import) => &import.rows,
            Err((_, rows)) => rows,
        }
    }

    /// Answers a call: of any file `columns`, `texts` and `reworked`; of one that is taken `about`, `know` and `check`.
    ///
    /// Errors: a text for the developer.
    pub fn call(&mut self, name: &str, args: &Value) -> Result<Value, String> {
        match name {
            "columns" => return told(&rework::columns(self.def, &self.head, self.rows())),
            "texts" => {
                let cells =
                    args.get("cells").and_then(Value::as_array).ok_or("cells: not a list")?;
                let cell = |pair: &Value| {
                    let row = u32::try_from(pair.get(0)?.as_u64()?).ok()?;
                    Some((row, pair.get(1)?.as_str()?.to_owned()))
                };
                let cells: Option<Vec<(u32, String)>> = cells.iter().map(cell).collect();
                let cells = cells.ok_or("a cell is [row, heading]")?;
                return told(&rework::texts(&self.head, self.rows(), &cells));
            }
            "reworked" => {
                let text = rework::reworked(&self.head, self.rows(), &Json::read(args)?)?;
                return Ok(Value::from(text));
            }
            _ => {}
        }
        let import = match &mut self.opened {
            Ok(import) => import,
            Err((issues, _)) => return told(&RefusedFile { refused: issues.clone() }),
        };
        match name {
            "about" => told(&AboutFile {
                rows: import.rows.len(),
                columns: import.plan.heads().to_vec(),
                passed_over: import.plan.passed_over().into_iter().map(str::to_owned).collect(),
                wanted: listed(import.wanted()),
            }),
            "know" => know(import, args).map(|()| Value::Null),
            "check" => {
                let count = args.get("count").and_then(Value::as_u64).unwrap_or(0);
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                let (issues, unfinished) = import.check(count);
                told(&CheckedRows { checked: import.checked(), issues, unfinished })
            }
            _ => Err(format!("a file has no call {name}")),
        }
    }
}

fn listed(names: BTreeMap<&'static str, BTreeSet<String>>) -> WantedNames {
    names.into_iter().map(|(key, names)| (key, names.into_iter().collect())).collect()
}

/// `{type: {name: id, or null for nothing, or "" for several, or {near} for nothing but a name like it}}`, as the
/// server tells it.
fn know(import: &mut Import, args: &Value) -> Result<(), String> {
    for (key, names) in args.as_object().ok_or("not an object")? {
        let to = docs::find(key).ok_or("no such type")?;
        for (name, id) in names.as_object().ok_or("not an object")? {
            import.know(to, name, found(id));
        }
    }
    Ok(())
}

fn found(id: &Value) -> Found {
    if let Some(near) = id.get("near").and_then(Value::as_str) {
        return Found::Near(near.to_owned());
    }
    match id.as_str() {
        None => Found::Nothing,
        Some("") => Found::Several,
        Some(id) => Found::One(id.to_owned()),
    }
}

/// Reads typed or pasted cells of a type: `{doc_type, cells: [[path, text]], links}` with `links` as
/// in [`Sheet::call`]'s `know`. Answers [`CellsRead`].
pub fn cells(args: &Value) -> Result<Value, String> {
    let def = args.get("doc_type").and_then(Value::as_str).and_then(docs::find);
    let def = def.ok_or("no such type")?;
    let links = args.get("links").and_then(Value::as_object);
    let mut wanted = WantedNames::new();
    let mut values = Vec::new();
    for pair in args.get("cells").and_then(Value::as_array).ok_or("cells: not a list")? {
        let text = |at: usize| pair.get(at).and_then(Value::as_str);
        let (path, text) = text(0).zip(text(1)).ok_or("a cell is [path, text]")?;
        let column = super::column::find(def, path).ok_or_else(|| format!("no column {path}"))?;
        let spot = column.spot().ok_or_else(|| format!("{path} is no field"))?;
        let mut find = |to: &'static DocType, word: &str| {
            let known = links.and_then(|links| links.get(to.key)?.get(word));
            if known.is_none() {
                wanted.entry(to.key).or_default().push(word.to_owned());
            }
            known.map_or(Found::Nothing, found)
        };
        values.push(cell::read(spot.field, text, &mut find).value.unwrap_or(Value::Null));
    }
    told(&CellsRead { values, wanted })
}

/// The issues of a file's rows, as a file of its own.
///
/// Errors: a text for the developer.
pub fn problems(args: &Value) -> Result<Value, String> {
    let issues: Vec<RowIssue> = Json::read(args.get("issues").unwrap_or(&Value::Null))?;
    let text = |text: &str| Cell::Text(text.to_owned());
    let mut out = csv::Writer::default();
    out.row(&["Row", "Column", "Problem"].map(text))?;
    for issue in issues {
        let number = Cell::Number { value: issue.row.into(), places: 0 };
        out.row(&[number, text(&issue.column), text(&issue.message)])?;
    }
    let bytes = out.finish()?;
    String::from_utf8(bytes).map(Value::from).map_err(|error| error.to_string())
}
