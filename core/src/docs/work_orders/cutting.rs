//! Cutting plans: which lengths each bar gives, with as little left over as can be found in a moment.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroU64;

use serde_json::Value;

use super::{WorkInput, WorkOutput};
use crate::declare::case::Look;
use crate::docs::batches::BATCH;
use crate::docs::goods::SKU;
use crate::error::{Code, Halt, Issue};
use crate::json::{Json, json_struct};
use crate::kept::doc::Doc;
use crate::said;
use crate::said::Said;

/// More cuts than anybody makes of one bar.
const MOST_CUTS: usize = 200;

/// How many words of millimetres the search for one plan may go over: nobody else's command is decided meanwhile, so
/// the plan of the largest work order that can be entered ends in a moment too.
const MOST_WORDS: usize = 20_000_000;

json_struct! { LEAN
    /// So many bars of one input, each cut alike.
    pub struct CutRow {
        pub input: i64,
        pub bars: i64,
        /// The lengths in mm, with `+` between them.
        pub cuts: String,
        pub bar_mm: i64,
        pub rest_mm: i64,
    }
}

/// Bars of one length that may be cut.
#[derive(Clone, Copy, Debug)]
pub struct Bars {
    pub input: usize,
    pub length_mm: i64,
    pub pcs: i64,
}

/// One way of cutting bars, and how many are cut so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub input: usize,
    pub bars: i64,
    pub cuts: Vec<i64>,
    pub rest_mm: i64,
}

/// The lengths of a text such as `2000 + 2000 + 1500`; none where it is not one.
pub fn lengths(text: &str) -> Option<Vec<i64>> {
    let parse = |part: &str| part.trim().parse::<i64>().ok().filter(|mm| *mm > 0);
    let all: Option<Vec<i64>> = text.split('+').map(parse).collect();
    all.filter(|all| all.len() <= MOST_CUTS)
}

pub fn written(cuts: &[i64]) -> String {
    cuts.iter().map(i64::to_string).collect::<Vec<_>>().join(" + ")
}

/// What a bar needs for its cuts: a saw takes its width at each, but for one that ends the bar.
pub fn needed(cuts: &[i64], kerf_mm: i64) -> i64 {
    let gaps = i64::try_from(cuts.len()).unwrap_or(i64::MAX).saturating_sub(1).max(0);
    cuts.iter().sum::<i64>() + kerf_mm * gaps
}

/// Cuts the wanted lengths, each with its pieces, out of the bars: each time the pattern that fills a
/// bar best, as often as it can be cut, and the longest first once the search would take too long.
/// Compared with filling the longest first throughout, the plan that leaves less is taken. What no bar
/// is left for is not in it.
pub fn plan(bars: &[Bars], wanted: &BTreeMap<i64, i64>, kerf_mm: i64) -> Vec<Pattern> {
    let mut words = MOST_WORDS;
    let best = |lengths: &[i64], left: &BTreeMap<i64, i64>| {
        fullest(lengths, left, kerf_mm, &mut words)
            .unwrap_or_else(|| longest_first(lengths, left, kerf_mm))
    };
    let best = by(bars, wanted, best, kerf_mm);
    let first = by(bars, wanted, |lengths, left| longest_first(lengths, left, kerf_mm), kerf_mm);
    if cost(&first) < cost(&best) { first } else { best }
}

/// The pieces that are missing, what is left over of the bars, and how many ways there are to cut.
fn cost(plan: &[Pattern]) -> (i64, i64, usize) {
    let cut: i64 = plan.iter().map(|one| one.bars * one.cuts.len() as i64).sum();
    (-cut, plan.iter().map(|one| one.bars * one.rest_mm).sum(), plan.len())
}

fn by(
    bars: &[Bars],
    wanted: &BTreeMap<i64, i64>,
    // The cuts of a bar of each length.
    mut fill: impl FnMut(&[i64], &BTreeMap<i64, i64>) -> Vec<Vec<i64>>,
    kerf_mm: i64,
) -> Vec<Pattern> {
    let (mut bars, mut left) = (bars.to_vec(), wanted.clone());
    let mut plan: Vec<Pattern> = Vec::new();
    loop {
        left.retain(|_, pcs| *pcs > 0);
        let there: Vec<usize> = (0..bars.len()).filter(|at| bars[*at].pcs > 0).collect();
        let lengths: Vec<i64> = there.iter().map(|at| bars[*at].length_mm).collect();
        let ways = there.into_iter().zip(fill(&lengths, &left));
        let ways = ways.map(|(at, cuts)| (bars[at].length_mm - needed(&cuts, kerf_mm), at, cuts));
        let Some((rest_mm, at, cuts)) = ways.filter(|(.., cuts)| !cuts.is_empty()).min() else {
            return plan;
        };
        let mut each: BTreeMap<i64, i64> = BTreeMap::new();
        cuts.iter().for_each(|mm| *each.entry(*mm).or_default() += 1);
        let often = each.iter().map(|(mm, n)| left.get(mm).copied().unwrap_or(0) / n).min();
        let often = often.unwrap_or(1).min(bars[at].pcs).max(1);
        for (mm, n) in &each {
            if let Some(pcs) = left.get_mut(mm) {
                *pcs -= n * often;
            }
        }
        bars[at].pcs -= often;
        plan.push(Pattern { input: bars[at].input, bars: often, cuts, rest_mm });
    }
}

/// Of each bar the longest lengths that still go in, one after the other.
fn longest_first(bars_mm: &[i64], left: &BTreeMap<i64, i64>, kerf_mm: i64) -> Vec<Vec<i64>> {
    let fill = |bar_mm: &i64| {
        let (mut room, mut cuts) = (bar_mm + kerf_mm, Vec::new());
        for (mm, pcs) in left.iter().rev() {
            let n = (*pcs).min(room / (mm + kerf_mm)).min((MOST_CUTS - cuts.len()) as i64);
            room -= n * (mm + kerf_mm);
            cuts.extend(iter::repeat_n(*mm, n as usize));
        }
        cuts
    };
    bars_mm.iter().map(fill).collect()
}

/// Of each bar the lengths that fill it best; none where that would go over more words than are left.
fn fullest(
    bars_mm: &[i64],
    left: &BTreeMap<i64, i64>,
    kerf_mm: i64,
    words: &mut usize,
) -> Option<Vec<Vec<i64>>> {
    let room_mm = bars_mm.iter().copied().max().unwrap_or(0) + kerf_mm;
    let often = left.iter().map(|(mm, pcs)| most_of(*pcs, *mm, room_mm, kerf_mm));
    let takes = usize::try_from(often.sum::<i64>()).unwrap_or(usize::MAX);
    *words = words.checked_sub(takes.saturating_mul(words_of(room_mm)))?;
    let fills = Fills::of(room_mm, left, kerf_mm);
    Some(bars_mm.iter().map(|bar_mm| fills.cuts(bar_mm + kerf_mm, kerf_mm)).collect())
}

/// How many of a length one bar can give.
fn most_of(pcs: i64, mm: i64, room_mm: i64, kerf_mm: i64) -> i64 {
    pcs.min(room_mm / (mm + kerf_mm).max(1)).min(MOST_CUTS as i64)
}

/// How many words hold a bit for each millimetre.
fn words_of(room_mm: i64) -> usize {
    usize::try_from(room_mm).unwrap_or(0) / WORD + 1
}

/// How much of a bar the lengths that are left can fill, millimetre by millimetre. What fills a short bar fills as much
/// of a long one, so bars of all lengths share it.
struct Fills {
    /// By which length a fill was reached first, and how many of that length it took.
    by: Vec<Option<(i64, i64)>>,
}

impl Fills {
    fn of(room_mm: i64, left: &BTreeMap<i64, i64>, kerf_mm: i64) -> Fills {
        let words = words_of(room_mm);
        let mut by = vec![None; words * WORD];
        by[0] = Some((0, 0));
        // The same as bits: a word of them takes one step, where millimetres would take one each.
        let mut reached = vec![0; words];
        reached[0] = 1;
        for (mm, pcs) in left.iter().rev() {
            let mut last = reached.clone();
            for taken in 1..=most_of(*pcs, *mm, room_mm, kerf_mm) {
                last = moved(&last, usize::try_from(mm + kerf_mm).unwrap_or(usize::MAX));
                last.iter_mut().zip(&reached).for_each(|(last, reached)| *last &= !reached);
                if last.iter().all(|word| *word == 0) {
                    break;
                }
                ones(&last).for_each(|fill| by[fill] = Some((*mm, taken)));
                reached.iter_mut().zip(&last).for_each(|(reached, last)| *reached |= last);
            }
        }
        Fills { by }
    }

    /// The cuts of the largest fill of a bar.
    fn cuts(&self, room_mm: i64, kerf_mm: i64) -> Vec<i64> {
        let room = usize::try_from(room_mm).unwrap_or(0);
        let mut fill = self.by[..=room].iter().rposition(Option::is_some).unwrap_or(0);
        let mut cuts = Vec::new();
        while let Some((mm, n)) = self.by[fill].filter(|(mm, _)| *mm > 0) {
            let n = n.min((MOST_CUTS - cuts.len()) as i64);
            if n == 0 {
                break;
            }
            cuts.extend(iter::repeat_n(mm, n as usize));
            fill -= usize::try_from(n * (mm + kerf_mm)).unwrap_or(fill).min(fill);
        }
        cuts.sort_unstable_by(|a, b| b.cmp(a));
        cuts
    }
}

const WORD: usize = u64::BITS as usize;

/// All bits so many places higher; what goes beyond the last word is lost.
fn moved(bits: &[u64], by: usize) -> Vec<u64> {
    let (words, rest) = (by / WORD, by % WORD);
    let word = |at: Option<usize>| at.map_or(0, |at| bits[at]);
    let higher = |at: usize| {
        let below = word(at.checked_sub(words + 1)).checked_shr((WORD - rest) as u32);
        (word(at.checked_sub(words)) << rest) | below.unwrap_or(0)
    };
    (0..bits.len()).map(higher).collect()
}

/// The places of the bits that are set.
fn ones(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(at, word)| {
        let without_lowest = |rest: &NonZeroU64| NonZeroU64::new(rest.get() & (rest.get() - 1));
        let rests = iter::successors(NonZeroU64::new(*word), without_lowest);
        rests.map(move |rest| at * WORD + rest.trailing_zeros() as usize)
    })
}

/// The bars of a work order's inputs; none where one of them has no length.
pub fn bars_of(look: &Look, inputs: &[WorkInput]) -> Result<Option<Vec<Bars>>, Halt> {
    let mut bars = Vec::new();
    for (input, row) in inputs.iter().enumerate() {
        let batch = look.doc(&BATCH, &row.batch)?;
        let sku = look.doc(&SKU, batch.text("sku").unwrap_or_default())?;
        // A coil has no length that could be compared.
        let Some(length_mm) = sku.int("length_mm") else { return Ok(None) };
        bars.push(Bars { input, length_mm, pcs: row.pcs });
    }
    Ok(Some(bars))
}

/// The lengths that are wanted, each with its pieces; none where one has no length.
pub fn wanted_of(outputs: &[WorkOutput]) -> Option<BTreeMap<i64, i64>> {
    let mut wanted: BTreeMap<i64, i64> = BTreeMap::new();
    for row in outputs {
        *wanted.entry(row.length_mm?).or_default() += row.pcs;
    }
    Some(wanted)
}

/// The plan of a work order: what was entered, with what it leaves of each bar; where nothing was, the
/// one of least waste.
pub fn set(
    look: &Look,
    before: Option<&Doc>,
    doc: &mut Doc,
    (inputs, outputs): (&[WorkInput], &[WorkOutput]),
) -> Result<(), Halt> {
    // A plan of something else is made anew, unless it was entered with it.
    let same = |key: &str| before.is_none_or(|before| before.get(key) == doc.get(key));
    if !["inputs", "outputs", "kerf_mm"].into_iter().all(same) && same("cuts") {
        doc.record.remove("cuts");
    }
    let bars = bars_of(look, inputs)?.filter(|_| doc.text("work") == Some("cut_to_length"));
    let Some((bars, wanted)) = bars.zip(wanted_of(outputs)) else {
        doc.record.remove("cuts");
        return Ok(());
    };
    let kerf = doc.int("kerf_mm").unwrap_or(0);
    let mut cuts: Vec<CutRow> = super::rows_of(doc, "cuts")?;
    if cuts.is_empty() {
        let proposed = plan(&bars, &wanted, kerf).into_iter().map(|one| CutRow {
            input: one.input as i64,
            bars: one.bars,
            cuts: written(&one.cuts),
            ..CutRow::default()
        });
        cuts.extend(proposed);
    }
    for cut in &mut cuts {
        let bar = usize::try_from(cut.input).ok().and_then(|at| bars.get(at));
        cut.bar_mm = bar.map_or(0, |bar| bar.length_mm);
        cut.rest_mm = cut.bar_mm - needed(&lengths(&cut.cuts).unwrap_or_default(), kerf);
    }
    match cuts.is_empty() {
        true => drop(doc.record.remove("cuts")),
        false => doc.set("cuts", cuts.iter().map(CutRow::write).collect::<Vec<_>>()),
    }
    Ok(())
}

/// What cannot be cut so: more than a bar has, more bars than there are, other pieces than are wanted.
pub fn issues(doc: &Doc, inputs: &[WorkInput], outputs: &[WorkOutput]) -> Result<Vec<Issue>, Halt> {
    let cuts: Vec<CutRow> = super::rows_of(doc, "cuts")?;
    let Some(wanted) = wanted_of(outputs).filter(|_| !cuts.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut issues = Vec::new();
    let mut made: BTreeMap<i64, i64> = BTreeMap::new();
    let mut used: BTreeMap<i64, i64> = BTreeMap::new();
    for (at, cut) in cuts.iter().enumerate() {
        let mut refuse = |key: &str, message: Said| {
            issues.push(Issue::new(format!("cuts.{at}.{key}"), Code::Rule, message));
        };
        let bars = usize::try_from(cut.input).ok().and_then(|at| inputs.get(at));
        let sum = used.entry(cut.input).or_default();
        *sum += cut.bars;
        match bars {
            None => refuse("input", "The work order does not have this input".into()),
            Some(row) if *sum > row.pcs => {
                refuse("bars", said!("Only {pcs} bars of this input go in", pcs = row.pcs));
            }
            Some(_) if cut.rest_mm < 0 => refuse(
                "cuts",
                said!(
                    "The cuts are {rest_mm} mm longer than the bar of {bar_mm} mm",
                    rest_mm = -cut.rest_mm,
                    bar_mm = cut.bar_mm
                ),
            ),
            Some(_) => {}
        }
        for mm in lengths(&cut.cuts).unwrap_or_default() {
            *made.entry(mm).or_default() += cut.bars;
        }
    }
    for (mm, pcs) in &wanted {
        let cut = made.remove(mm).unwrap_or(0);
        if cut != *pcs {
            let message =
                said!("The plan cuts {cut} pieces of {mm} mm; {pcs} are expected", cut, mm, pcs);
            issues.push(Issue::new("cuts", Code::Rule, message));
        }
    }
    if let Some((mm, pcs)) = made.first_key_value() {
        let message =
            said!("The plan cuts {pcs} pieces of {mm} mm, which are not expected", pcs, mm);
        issues.push(Issue::new("cuts", Code::Rule, message));
    }
    Ok(issues)
}

/// A row whose cuts cannot be read.
pub fn form_issue(at: usize, row: &Value) -> Option<Issue> {
    let text = row.get("cuts").and_then(Value::as_str)?;
    let message = "Enter lengths in mm with + between them, like 2000 + 2000 + 1500";
    lengths(text).is_none().then(|| Issue::new(format!("cuts.{at}.cuts"), Code::Input, message))
}
