//! Every report once more as plain loops over facts: nothing of the kernel, the frames or the cube is used.

mod cubed;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use godown_core::kept::read::Read;
use godown_core::report::ask::Period;
use godown_core::report::attributes::Attribute;
use godown_core::report::bases::{self, Base, Taking, When, Window};
use godown_core::report::dimensions::{Dimension, ValueKind, dimension};
use godown_core::report::facts::{self, Holds};
use godown_core::report::measures::{self, Measure, Working};
use godown_core::report::register::{Cube, Report, ReportKind};
use godown_core::report::rows::{List, Listed, NumberSide};
use godown_core::report::table::ReportCell;
use godown_core::report::{AHEAD_DAYS, Params};
use godown_core::value::{Day, grouped};

use cubed::Cubed;

/// What stands at the end of a path, row by row: a number, a link as the row's place plus one, or a word's place.
pub struct Column {
    pub values: Vec<i64>,
    words: Vec<String>,
    holds: Holds,
}

impl Column {
    fn text(&self, value: i64) -> &str {
        &self.words[value as usize]
    }
}

/// The facts of a store as rows.
pub struct Plain {
    rows: BTreeMap<&'static str, Vec<facts::FactRow<'static>>>,
    ids: BTreeMap<&'static str, HashMap<String, i64>>,
    columns: RefCell<HashMap<(&'static str, String), Rc<Column>>>,
}

/// A line of a report: its depth, its cells, and the values that lead to it.
pub type Line = (usize, Vec<ReportCell>, Vec<(&'static str, String)>);

/// What a report says.
#[derive(Debug, PartialEq)]
pub struct Told {
    pub heads: Vec<String>,
    pub lines: Vec<Line>,
    pub total: Vec<ReportCell>,
}

/// Rows to import count as sales.
fn basis(params: &Params) -> i64 {
    match params.get("basis").map_or("", String::as_str) {
        "ordered" => 2,
        "loaded" => 3,
        _ => 0,
    }
}

/// Whether a line of a kind counts as a sale of a basis: notes do among what was invoiced.
fn counts(basis: i64, kind: i64) -> bool {
    kind == basis || (basis == 0 && kind == 4)
}

/// A question as the loops look at it.
pub struct Asked {
    pub from: i64,
    pub to: i64,
    basis: i64,
    filters: Vec<(&'static Dimension, Vec<String>)>,
}

impl Asked {
    fn of(report: &Report, params: &Params, today: Day) -> Asked {
        let (year, month, _) = today.civil();
        let ahead = if report.period == Period::Ahead { AHEAD_DAYS } else { 0 };
        let from = match report.period {
            Period::Month => Day::from_civil(year, month, 1).unwrap(),
            Period::Year => today.fy().first_day(),
            Period::Ahead | Period::AsOn => today,
        };
        let day = |key: &str, usual: Day| {
            i64::from(params.get(key).map_or(usual, |text| Day::parse(text).unwrap()).0)
        };
        let value = |one: &str| if one == "-" { String::new() } else { one.to_owned() };
        let filters = params.iter().filter_map(|(key, text)| {
            Some((dimension(key)?, text.split('|').map(value).collect()))
        });
        let filters = filters.collect();
        Asked {
            from: day("from", from),
            to: day("to", today.plus(ahead)),
            basis: basis(params),
            filters,
        }
    }

    fn within(&self, window: Window, day: i64) -> bool {
        let days = self.to - self.from + 1;
        match window {
            Window::Within => (self.from..=self.to).contains(&day),
            Window::Previous => (self.from - days..self.from).contains(&day),
            Window::MonthToDate => day <= self.to && civil(day)[..2] == civil(self.to)[..2],
            Window::MonthBefore => {
                let (own, [year, month, of_month]) = (civil(day), civil(self.to));
                let before = if month == 1 { [year - 1, 12] } else { [year, month - 1] };
                own[..2] == before && own[2] <= of_month
            }
            Window::Before => day < self.from,
            Window::Until => day <= self.to,
            Window::Now | Window::OfMonth => true,
        }
    }
}

/// Year, month and day of the month.
fn civil(day: i64) -> [i64; 3] {
    let (year, month, of_month) = Day(day as i32).civil();
    [i64::from(year), i64::from(month), i64::from(of_month)]
}

/// A column, and what its values must meet.
type Test = (Rc<Column>, Box<dyn Fn(i64) -> bool>);
type Groups = BTreeMap<Vec<i64>, Vec<Option<i64>>>;

impl Plain {
    pub fn of(read: &dyn Read) -> Plain {
        let mut plain =
            Plain { rows: BTreeMap::new(), ids: BTreeMap::new(), columns: RefCell::default() };
        for def in facts::FRAMES {
            let mut rows = Vec::new();
            facts::all_rows(read, def, &mut |row| rows.push(row.into_owned())).unwrap();
            let mut ids = HashMap::new();
            for (at, row) in rows.iter().enumerate() {
                if let Some(facts::FactCell::Text(id)) = def.column("id").map(|id| &row.cells[id]) {
                    ids.insert(id.to_string(), at as i64 + 1);
                }
            }
            plain.ids.insert(def.name, ids);
            plain.rows.insert(def.name, rows);
        }
        plain
    }

    pub fn count(&self, frame: &str) -> usize {
        self.rows[frame].len()
    }

    /// What stands at the end of a path.
    pub fn column(&self, frame: &'static str, path: &str) -> Rc<Column> {
        let key = (frame, path.to_owned());
        if let Some(known) = self.columns.borrow().get(&key) {
            return known.clone();
        }
        let made = Rc::new(self.made(frame, path));
        self.columns.borrow_mut().insert(key, made.clone());
        made
    }

    fn made(&self, frame: &'static str, path: &str) -> Column {
        if let Some((first, rest)) = path.split_once('.') {
            let link = self.column(frame, first);
            let Some(to) = link.holds.to() else { panic!("{frame}.{path}") };
            let end = self.column(to, rest);
            let at = |link: &i64| if *link == 0 { 0 } else { end.values[*link as usize - 1] };
            let values = link.values.iter().map(at).collect();
            return Column { values, words: end.words.clone(), holds: end.holds };
        }
        if path == "month" {
            let day = self.column(frame, "day");
            let month = |day: &i64| {
                let (year, month, _) = Day(*day as i32).civil();
                i64::from(year) * 12 + i64::from(month) - 1
            };
            let values = day.values.iter().map(month).collect();
            return Column { values, words: Vec::new(), holds: Holds::Int };
        }
        let def = facts::frame(frame).unwrap();
        let at = def.column(path).unwrap_or_else(|| panic!("{frame}.{path}"));
        let holds = def.columns[at].holds;
        let cells = self.rows[frame].iter().map(|row| &row.cells[at]);
        let mut words: Vec<String> = vec![String::new()];
        if holds == Holds::Text {
            let texts = cells.clone().filter_map(|cell| match cell {
                facts::FactCell::Text(text) => Some(text.to_string()),
                _ => None,
            });
            words.extend(texts.collect::<std::collections::BTreeSet<_>>());
        }
        let value = |cell: &facts::FactCell| match (cell, holds) {
            (facts::FactCell::None, _) => 0,
            (facts::FactCell::Int(number), _) => *number,
            (facts::FactCell::Text(id), Holds::Link(to) | Holds::Secondary(to)) => {
                self.ids[to].get(&**id).copied().unwrap_or(0)
            }
            (facts::FactCell::Text(text), _) => {
                words.binary_search_by(|word| word.as_str().cmp(text)).unwrap() as i64
            }
        };
        let values = cells.map(value).collect();
        Column { values, words, holds }
    }

    /// What a report of a declared shape says, asked with parameters.
    pub fn told(&self, report: &Report, params: &Params, today: Day) -> Option<Told> {
        let asked = Asked::of(report, params, today);
        match &report.kind {
            ReportKind::Cube(cube) => Some(Cubed::of(self, cube, params, &asked).told()),
            ReportKind::List(list) => Some(self.listed(list, &asked)),
            ReportKind::Made(_) => None,
        }
    }

    /// The rows of a frame that meet the filters; none where the frame lacks one of their dimensions.
    fn rows_of(&self, frame: &'static str, asked: &Asked, window: Window) -> Option<Vec<usize>> {
        let mut tests: Vec<(Rc<Column>, Vec<i64>)> = Vec::new();
        for (dimension, wanted) in &asked.filters {
            let path = dimension.path(frame)?;
            let column = self.column(frame, path);
            let value = |text: &String| match dimension.of {
                ValueKind::Rows(_) if text.is_empty() => Some(0),
                ValueKind::Rows(to) => self.ids[to].get(text).copied(),
                ValueKind::Text => column.words.binary_search(text).ok().map(|at| at as i64),
                _ => Some(text.parse().unwrap()),
            };
            let values = wanted.iter().filter_map(value).collect();
            tests.push((column, values));
        }
        let has_days = !matches!(window, Window::Now | Window::OfMonth);
        let days = has_days.then(|| self.column(frame, "day"));
        let counts = |row: &usize| {
            days.as_ref().is_none_or(|days| asked.within(window, days.values[*row]))
                && tests.iter().all(|(column, values)| values.contains(&column.values[*row]))
        };
        Some((0..self.count(frame)).filter(counts).collect())
    }

    /// The batches of which something lies at the end of a day.
    fn lying(&self, to: i64) -> std::collections::HashSet<i64> {
        let [day, batch, pcs, g] =
            ["day", "batch", "pcs", "g"].map(|name| self.column("move", name));
        let mut left: HashMap<i64, (i64, i64)> = HashMap::new();
        for row in (0..self.count("move")).filter(|row| day.values[*row] <= to) {
            let sum = left.entry(batch.values[row]).or_default();
            *sum = (sum.0 + pcs.values[row], sum.1 + g.values[row]);
        }
        left.into_iter().filter(|(_, sum)| *sum != (0, 0)).map(|(batch, _)| batch).collect()
    }

    /// What the rows of a base must meet.
    fn tests(&self, base: &Base, asked: &Asked) -> Vec<Test> {
        let place =
            |words: &[&str], word: &str| words.iter().position(|one| *one == word).unwrap() as i64;
        let (from, to, basis) = (asked.from, asked.to, asked.basis);
        let mut tests = Vec::new();
        let mut test = |name: &str, meets: Box<dyn Fn(i64) -> bool>| {
            tests.push((self.column(base.frame, name), meets));
        };
        for when in base.when {
            match *when {
                When::Sale => test("kind", Box::new(move |at| counts(basis, at))),
                When::Sold => test("kind", Box::new(move |at| at == basis)),
                When::Is(name, words, word) => {
                    let one = place(words, word);
                    test(name, Box::new(move |at| at == one));
                }
                When::IsNot(name, words, word) => {
                    let one = place(words, word);
                    test(name, Box::new(move |at| at != one));
                }
                When::Known(name) => test(name, Box::new(|at| at != 0)),
                When::Positive(name) => test(name, Box::new(|at| at > 0)),
                When::Negative(name) => test(name, Box::new(|at| at < 0)),
                When::Overdue(name) => test(name, Box::new(move |at| at > 0 && at < to)),
                When::OverdueBy(name, least, most) => {
                    let late = move |at| at > 0 && (least..=most).contains(&(to - at));
                    test(name, Box::new(late));
                }
                When::InForce => {
                    test("to", Box::new(move |at| at == 0 || at >= to));
                    test("from", Box::new(move |at| (0..=to).contains(&at)));
                }
                When::New(name) => test(name, Box::new(move |at| (from..=to).contains(&at))),
            }
        }
        tests
    }

    fn name(&self, dimension: &Dimension, value: i64) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];
        let months = months.into_iter().chain(["Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]);
        match dimension.of {
            ValueKind::Rows(_) if value == 0 => String::new(),
            ValueKind::Rows(frame) => self.word(frame, "name", value),
            ValueKind::Text => {
                let (frame, path) = dimension.paths[0];
                self.column(frame, path).text(value).to_owned()
            }
            ValueKind::Day => {
                if value == 0 {
                    String::new()
                } else {
                    Day(value as i32).shown()
                }
            }
            ValueKind::Month if value == 0 => String::new(),
            ValueKind::Month => {
                let month = months.into_iter().nth((value % 12) as usize).unwrap();
                format!("{month} {}", value / 12)
            }
            ValueKind::Number(_) => {
                if value == 0 {
                    String::new()
                } else {
                    grouped(value)
                }
            }
            ValueKind::Words(words) => words[value as usize].to_owned(),
        }
    }

    fn word(&self, frame: &'static str, path: &str, link: i64) -> String {
        let column = self.column(frame, path);
        column.text(column.values[link as usize - 1]).to_owned()
    }

    /// The text by which a value is asked for.
    pub fn id(&self, dimension: &Dimension, value: i64) -> String {
        match dimension.of {
            ValueKind::Rows(_) if value == 0 => String::new(),
            ValueKind::Rows(frame) => self.word(frame, "id", value),
            ValueKind::Text => self.name(dimension, value),
            _ => value.to_string(),
        }
    }

    fn compare(&self, dimension: &Dimension, a: i64, b: i64) -> Ordering {
        match dimension.of {
            ValueKind::Rows(_) | ValueKind::Text | ValueKind::Words(_) => {
                natural(&self.name(dimension, a), &self.name(dimension, b)).then(a.cmp(&b))
            }
            _ => a.cmp(&b),
        }
    }

    fn listed(&self, list: &List, asked: &Asked) -> Told {
        let kind = |row: &usize| {
            list.frame != "line" || counts(asked.basis, self.column("line", "kind").values[*row])
        };
        let mut rows = self.rows_of(list.frame, asked, list.window).unwrap();
        rows.retain(kind);
        rows.sort_by(|a, b| {
            let one = |name: &&str| {
                let column = self.column(list.frame, name.trim_start_matches('-'));
                let found = column.values[*a].cmp(&column.values[*b]);
                if name.starts_with('-') { found.reverse() } else { found }
            };
            let found = list.order.iter().map(one).find(|order| order.is_ne());
            found.unwrap_or_else(|| a.cmp(b))
        });
        let balanced = |row: usize, one: &Listed| {
            let number = |path| self.column(list.frame, path).values[row];
            number(one.path) + one.and.iter().map(|(sign, path)| sign * number(path)).sum::<i64>()
        };
        let mut running = vec![0; list.balances.len()];
        let mut lines: Vec<Line> = Vec::new();
        if !list.balances.is_empty() {
            let before = self.rows_of(list.frame, asked, Window::Before).unwrap();
            for row in before.into_iter().filter(kind) {
                running
                    .iter_mut()
                    .zip(list.balances)
                    .for_each(|(sum, (_, one))| *sum += balanced(row, one));
            }
            let mut cells = vec![ReportCell::None; list.columns.len()];
            let first = list.columns.iter().position(|one| one.shown.name() == "text").unwrap();
            cells[first] = ReportCell::Text("Opening".to_owned());
            cells.extend(running.iter().map(|sum| ReportCell::Number(*sum)));
            lines.push((0, cells, Vec::new()));
        }
        let mut sums = vec![(0, 0); list.columns.len()];
        for row in rows {
            let mut cells = Vec::new();
            for (one, (known, sum)) in list.columns.iter().zip(&mut sums) {
                let rests = one.rests.map(|path| self.cell(list.frame, path, row));
                if rests.is_some_and(|cell| cell == ReportCell::Number(0)) {
                    cells.push(ReportCell::None);
                    continue;
                }
                *known += 1;
                let mut cell = self.cell(list.frame, one.path, row);
                for (sign, path) in one.and {
                    let (ReportCell::Number(own), ReportCell::Number(more)) =
                        (&cell, self.cell(list.frame, path, row))
                    else {
                        panic!("{path} is no number");
                    };
                    cell = ReportCell::Number(own + sign * more);
                }
                if let (Some(side), ReportCell::Number(number)) = (one.side, cell.clone()) {
                    let own = if side == NumberSide::Above { number } else { -number };
                    cell = if own > 0 { ReportCell::Number(own) } else { ReportCell::None };
                }
                *sum += if let ReportCell::Number(number) = cell { number } else { 0 };
                cells.push(match (cell, one.words.is_empty()) {
                    (ReportCell::Number(at), false) => {
                        ReportCell::Text(one.words[at as usize].to_owned())
                    }
                    (cell, _) => cell,
                });
            }
            for (sum, (_, one)) in running.iter_mut().zip(list.balances) {
                *sum += balanced(row, one);
                cells.push(ReportCell::Number(*sum));
            }
            lines.push((0, cells, Vec::new()));
        }
        let totals = list.columns.iter().zip(sums).skip(1);
        let totals = totals.map(|(one, (known, sum))| {
            match one.total && (known > 0 || one.rests.is_none()) {
                true => ReportCell::Number(sum),
                false => ReportCell::None,
            }
        });
        let total = totals.chain(running.into_iter().map(ReportCell::Number)).collect();
        let heads = list.columns.iter().chain(list.balances.iter().map(|(_, one)| one));
        Told { heads: heads.map(|one| one.key.to_owned()).collect(), lines, total }
    }

    fn cell(&self, frame: &'static str, path: &str, row: usize) -> ReportCell {
        // Behind a link that leads nowhere there is nothing, not even a zero.
        if let Some((first, _)) = path.rsplit_once('.')
            && self.column(frame, first).values[row] == 0
        {
            return ReportCell::None;
        }
        let column = self.column(frame, path);
        match (column.holds, column.values[row]) {
            (Holds::Text | Holds::Day, 0) | (Holds::Link(_) | Holds::Secondary(_), _) => {
                ReportCell::None
            }
            (Holds::Text, value) => ReportCell::Text(column.text(value).to_owned()),
            (_, value) => ReportCell::Number(value),
        }
    }
}

/// As a person sorts: numbers by their size, letters without case, nothing last.
fn natural(a: &str, b: &str) -> Ordering {
    fn parts(text: &str) -> Vec<(u64, String)> {
        let mut parts: Vec<(u64, String)> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.starts_with(|c: char| c.is_ascii_digit());
            let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            rest = after;
            match part.parse::<u64>() {
                Ok(number) if digits => parts.push((number, String::new())),
                _ => parts.push((u64::MAX, part.to_lowercase())),
            }
        }
        parts
    }
    let nothing = a.is_empty().cmp(&b.is_empty());
    nothing.then_with(|| parts(a).cmp(&parts(b))).then_with(|| a.cmp(b))
}
