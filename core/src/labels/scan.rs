//! Where a scanned label belongs on a page of the yard, and if nowhere, why: one answer for every page.

use std::collections::BTreeMap;

use super::code::{self, LabelCode, LabelKind, ScannedText};
use crate::json::{by_value, json_name, json_struct};
use crate::value::{Day, Grams, grouped, kg};

/// What a page knows of a number that none of its own batches has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LookedUp {
    /// It was not looked for yet.
    #[default]
    Not,
    /// It was, and is among the batches now, or is no batch.
    Done,
    /// It could not be: the server is away.
    Away,
}

impl LookedUp {
    pub const ALL: [LookedUp; 3] = [LookedUp::Not, LookedUp::Done, LookedUp::Away];

    pub fn name(self) -> &'static str {
        match self {
            LookedUp::Not => "not",
            LookedUp::Done => "done",
            LookedUp::Away => "away",
        }
    }

    pub fn parse(name: &str) -> Option<LookedUp> {
        LookedUp::ALL.into_iter().find(|one| one.name() == name)
    }
}

json_name!(LookedUp);
by_value!(LookedUp);

json_struct! { LOOSE
    /// A line that a scan may fill.
    pub struct ScanLine {
        /// The page's own number of it.
        pub at: i64,
        pub sku: String,
        pub name: String,
        /// The one batch that it is of; empty where any of the SKU will do.
        pub batch: String,
        /// How much it wants in all, in pieces, or of goods by weight in grams.
        pub open: i64,
        pub by_weight: bool,
        /// How much it takes of which batch already.
        pub picked: BTreeMap<String, i64>,
    }
}

json_struct! { LOOSE
    /// A batch as the page knows it: in one yard.
    pub struct ScanLot {
        pub batch: String,
        pub batch_no: String,
        pub heat_no: Option<String>,
        pub coil_no: Option<String>,
        pub sku: String,
        pub sku_name: String,
        pub status: String,
        pub closed_on: Option<String>,
        /// Empty where it lies in no yard that the person sees.
        pub yard: String,
        pub yard_name: String,
        pub free_pcs: i64,
        pub free_g: i64,
        pub hold_pcs: i64,
        pub hold_g: i64,
        pub reserved_pcs: i64,
        pub reserved_g: i64,
    }
}

json_struct! { LOOSE
    /// The page on which was scanned.
    pub struct ScanPlace {
        /// The yard whose free stock it takes; empty where it does not matter where a batch lies.
        pub yard: String,
        pub yard_name: String,
        /// What the page is, in a sentence: `this loading`.
        pub what: String,
        /// What is reserved for orders is not for this page.
        pub spares_reserved: bool,
        /// A batch of which nothing is free is as welcome: it may be closed, or weighed again.
        pub wants_empty: bool,
        /// The page looks for whatever was scanned, of every kind.
        pub searches: bool,
        /// Empty where the page wants one batch of any SKU.
        pub lines: Vec<ScanLine>,
        pub lots: Vec<ScanLot>,
        pub looked_up: LookedUp,
    }
}

json_struct! { WHOLE
    /// What becomes of a scan.
    pub struct ScanAnswer {
        pub ok: bool,
        /// What to tell the person; empty where the page is to look the number up and ask again.
        pub says: String,
        /// What the label is of; a bare number is taken for a batch's.
        pub kind: String,
        pub number: String,
        pub line: Option<i64>,
        pub batch: Option<String>,
        /// What the line takes of the batch from now on.
        pub amount: Option<i64>,
    }
}

const TORN: &str = "This label is damaged and was not read whole. Scan its other code, or select the batch by hand";
const EMPTY: &str = "Nothing was read. Scan again";

/// What a page is told of a scanned text.
pub fn scan(text: &str, place: &ScanPlace) -> ScanAnswer {
    let code = match code::read(text) {
        ScannedText::Torn => return refused("", "", TORN.to_owned()),
        ScannedText::Bare(number) if number.is_empty() => {
            return refused("", "", EMPTY.to_owned());
        }
        ScannedText::Bare(number) => LabelCode::of(LabelKind::Batch, &number),
        ScannedText::Ours(code) => code,
    };
    if place.searches {
        let says = format!("{} {}", title(code.kind), code.number);
        return ScanAnswer { ok: true, says, ..named(&code) };
    }
    if matches!(code.kind, LabelKind::Zone | LabelKind::Loading) {
        let name = code.kind.name();
        let says = format!("This is the label of {name} {}. Scan a batch", code.number);
        return refused(name, &code.number, says);
    }
    let Some(lot) = found(place, &code.number) else { return unknown(&code, place) };
    match placed(&code, lot, place) {
        Ok(answer) => answer,
        Err(says) => ScanAnswer { batch: Some(lot.batch.clone()), says, ..named(&code) },
    }
}

fn title(kind: LabelKind) -> &'static str {
    match kind {
        LabelKind::Batch | LabelKind::Bundle => "Batch",
        LabelKind::Zone => "Zone",
        LabelKind::Loading => "Loading",
    }
}

fn named(code: &LabelCode) -> ScanAnswer {
    let (kind, number) = (code.kind.name().to_owned(), code.number.clone());
    ScanAnswer { kind, number, ..ScanAnswer::default() }
}

fn refused(kind: &str, number: &str, says: String) -> ScanAnswer {
    let (kind, number) = (kind.to_owned(), number.to_owned());
    ScanAnswer { kind, number, says, ..ScanAnswer::default() }
}

/// The batch of a number: by its own, else by the mill's; where it lies in several yards, in the page's.
fn found<'a>(place: &'a ScanPlace, number: &str) -> Option<&'a ScanLot> {
    let same = |text: &str| !text.is_empty() && text.eq_ignore_ascii_case(number);
    let own = |lot: &&ScanLot| same(&lot.batch_no);
    let mills =
        |lot: &&ScanLot| [&lot.coil_no, &lot.heat_no].into_iter().flatten().any(|text| same(text));
    let here = |lot: &&ScanLot| lot.yard == place.yard;
    let all = || place.lots.iter();
    let of_mill = || {
        // One heat is cast into many coils: it names a batch only where it is the only one here.
        let mut found = all().filter(here).filter(mills);
        found.next().filter(|_| found.next().is_none())
    };
    all().filter(here).find(own).or_else(|| all().find(own)).or_else(of_mill)
}

fn unknown(code: &LabelCode, place: &ScanPlace) -> ScanAnswer {
    let number = &code.number;
    let says = match place.looked_up {
        LookedUp::Not => String::new(),
        LookedUp::Done => format!("No batch has the number {number}"),
        LookedUp::Away => format!(
            "Batch {number} is not among what this device knows, and the server was not reached"
        ),
    };
    ScanAnswer { says, ..named(code) }
}

/// The line that takes the batch, and how much; else why not.
fn placed(code: &LabelCode, lot: &ScanLot, place: &ScanPlace) -> Result<ScanAnswer, String> {
    let no = &lot.batch_no;
    if lot.status == "Closed" {
        let on = lot.closed_on.as_deref().and_then(Day::parse);
        let on = on.map(|day| format!(" on {}", day.shown())).unwrap_or_default();
        return Err(format!("Batch {no} was closed{on}"));
    }
    let fits = |line: &&ScanLine| match line.batch.is_empty() {
        true => line.sku == lot.sku,
        false => line.batch == lot.batch,
    };
    let lines: Vec<&ScanLine> = place.lines.iter().filter(fits).collect();
    if !place.lines.is_empty() && lines.is_empty() {
        return Err(not_of(lot, place));
    }
    let pinned = lines.iter().any(|line| !line.batch.is_empty());
    let by_weight = lines.first().is_some_and(|line| line.by_weight);
    let free = match (pinned, by_weight) {
        // What is set aside, sent or in work is in the page's own rows, and not in the free stock.
        (true, _) => i64::MAX,
        (false, true) => lot.free_g,
        (false, false) => lot.free_pcs,
    };
    if !pinned {
        is_free(lot, place, by_weight)?;
    }
    let answer = |line: Option<i64>, amount: Option<i64>, says: String| ScanAnswer {
        ok: true,
        says,
        line,
        batch: Some(lot.batch.clone()),
        amount,
        ..named(code)
    };
    if lines.is_empty() {
        return Ok(answer(None, code.pcs, format!("Batch {no}")));
    }
    filled(code, lot, &lines, free).map(|(line, amount, says)| answer(Some(line), amount, says))
}

fn not_of(lot: &ScanLot, place: &ScanPlace) -> String {
    let (no, what) = (&lot.batch_no, &place.what);
    if place.lines.iter().all(|line| !line.batch.is_empty()) {
        return format!("Batch {no} is not part of {what}");
    }
    let mut names: Vec<&str> = place.lines.iter().map(|line| line.name.as_str()).collect();
    names.dedup();
    let more = names.len().saturating_sub(2);
    let listed = names.into_iter().take(2).collect::<Vec<&str>>().join(", ");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("Batch {no} is {}. {} takes {listed}{more}", lot.sku_name, capital(what))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Whether the page may take something of the batch where it lies.
fn is_free(lot: &ScanLot, place: &ScanPlace, by_weight: bool) -> Result<(), String> {
    let no = &lot.batch_no;
    let nowhere = place.wants_empty && lot.yard.is_empty();
    if !place.yard.is_empty() && lot.yard != place.yard && !nowhere {
        let lies = match lot.yard_name.as_str() {
            "" => String::new(),
            other => format!(": it lies in {other}"),
        };
        return Err(format!("Batch {no} does not lie in {}{lies}", place.yard_name));
    }
    if place.yard.is_empty() || place.wants_empty {
        return Ok(());
    }
    let some = if by_weight { lot.free_g > 0 } else { lot.free_pcs > 0 || lot.free_g > 0 };
    if !some && (lot.hold_pcs > 0 || lot.hold_g > 0) {
        return Err(format!("Batch {no} is on hold: {}", quantity(lot.hold_pcs, lot.hold_g)));
    }
    if !some {
        return Err(format!("Nothing of batch {no} is free in {}", place.yard_name));
    }
    let reserved = lot.reserved_pcs >= lot.free_pcs && lot.reserved_g >= lot.free_g;
    if place.spares_reserved && reserved {
        return Err(format!("All that is free of batch {no} is reserved for orders"));
    }
    Ok(())
}

fn quantity(pcs: i64, g: i64) -> String {
    match pcs {
        0 => kg(Grams(g)),
        pcs => format!("{} pcs, {}", grouped(pcs), kg(Grams(g))),
    }
}

/// The first line with room, and what it takes of the batch by then; a line that has it already stays as it is.
fn filled(
    code: &LabelCode,
    lot: &ScanLot,
    lines: &[&ScanLine],
    free: i64,
) -> Result<(i64, Option<i64>, String), String> {
    let no = &lot.batch_no;
    if let Some(line) = lines.iter().find(|line| !line.batch.is_empty()) {
        return Ok((line.at, None, format!("Batch {no}")));
    }
    let of = |line: &ScanLine| line.picked.get(&lot.batch).copied().unwrap_or(0);
    let elsewhere: i64 = lines.iter().map(|line| of(line)).sum();
    let asked = code.pcs.unwrap_or(i64::MAX);
    for line in lines {
        let open = line.open - line.picked.values().sum::<i64>();
        let asked = if line.by_weight { i64::MAX } else { asked };
        let more = open.min(free - elsewhere).min(asked);
        if more > 0 {
            let took = if line.by_weight { quantity(0, more) } else { quantity_of(more) };
            return Ok((line.at, Some(of(line) + more), format!("{took} of batch {no}")));
        }
    }
    let has = lines.iter().find(|line| of(line) > 0);
    has.map(|line| (line.at, None, format!("Batch {no} is in this line already")))
        .ok_or_else(|| format!("The line of {} is complete without batch {no}", lot.sku_name))
}

fn quantity_of(pcs: i64) -> String {
    format!("{} pcs", grouped(pcs))
}
