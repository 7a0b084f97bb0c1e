//! A report's answer: what it tells of the whole, and its lines, which are made as they are asked for. So neither what
//! crosses to a page nor the page itself holds all lines of a long report.

use std::ops::Range;

use super::Frames;
use super::grouped::Grouped;
use super::rows::Listing;
use super::table::{ReportCell, ReportColumn, ReportHead, ReportLine, ReportLines};
use super::table::{ReportStart, ReportTable};
use crate::value::Day;

/// The bars of a chart.
const BARS: usize = 12;

/// The answer to a question. It is asked for its lines with the frames that it was made of.
#[derive(Debug)]
pub struct Reported {
    body: Body,
    heads: Vec<ReportColumn>,
    total: Option<Vec<ReportCell>>,
    read: u64,
    pub(super) days: (Day, Day),
    /// The figure of its chart.
    drawn: Option<String>,
    /// The places of columns that are left out, the last first.
    hidden: Vec<usize>,
}

#[derive(Debug)]
enum Body {
    Grouped(Box<Grouped>),
    Listing(Listing),
    Lines(Vec<ReportLine>),
}

impl Reported {
    pub(super) fn figures(frames: &Frames, made: Grouped, chart: &str) -> Reported {
        let own = made.measures.iter().find(|one| one.key == chart).or(made.measures.first());
        let drawn = own.filter(|_| !chart.is_empty()).map(|one| one.key.to_owned());
        let untold = made.untold(frames);
        let (heads, total, read) = (made.heads(frames), Some(made.total()), made.read);
        let mut answer =
            Reported { drawn, ..Reported::of(Body::Grouped(Box::new(made)), heads, total, read) };
        untold.into_iter().for_each(|key| answer.hide(key));
        answer
    }

    pub(super) fn listing(made: Listing) -> Reported {
        let (heads, total, read) = (made.heads(), made.total.clone(), made.read);
        Reported::of(Body::Listing(made), heads, total, read)
    }

    pub(super) fn table_of(made: ReportTable) -> Reported {
        Reported::of(Body::Lines(made.lines), made.heads, made.total, made.read)
    }

    fn of(
        body: Body,
        heads: Vec<ReportColumn>,
        total: Option<Vec<ReportCell>>,
        read: u64,
    ) -> Reported {
        Reported {
            body,
            heads,
            total,
            read,
            days: Default::default(),
            drawn: None,
            hidden: Vec::new(),
        }
    }

    /// Leaves a column out; never the first, which says what a line is.
    pub(super) fn hide(&mut self, key: &str) {
        let place = self.heads.iter().skip(1).position(|head| head.key == key).map(|at| at + 1);
        self.hidden.extend(place.filter(|at| !self.hidden.contains(at)));
        self.hidden.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        match &self.body {
            Body::Grouped(made) => made.len(),
            Body::Listing(made) => made.len(),
            Body::Lines(lines) => lines.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn level(&self, line: usize) -> usize {
        match &self.body {
            Body::Grouped(made) => made.level(line),
            Body::Listing(_) => 0,
            Body::Lines(lines) => lines.get(line).map_or(0, |line| line.level),
        }
    }

    /// How many lines lie within one.
    fn within(&self, line: usize) -> usize {
        let level = self.level(line);
        (line + 1..self.len()).take_while(|&next| self.level(next) > level).count()
    }

    /// Some of the lines; fewer where there are no more.
    pub fn lines(&self, frames: &Frames, from: usize, count: usize) -> Vec<ReportLine> {
        let from = from.min(self.len());
        self.cut(self.whole(frames, from..from.saturating_add(count).min(self.len())))
    }

    fn whole(&self, frames: &Frames, lines: Range<usize>) -> Vec<ReportLine> {
        match &self.body {
            Body::Grouped(made) => made.rows(frames, lines),
            Body::Listing(made) => made.rows(frames, lines),
            Body::Lines(all) => all.get(lines).unwrap_or_default().to_vec(),
        }
    }

    /// Lines without the columns that are left out.
    fn cut(&self, mut lines: Vec<ReportLine>) -> Vec<ReportLine> {
        for line in &mut lines {
            self.hidden.iter().for_each(|&at| drop(line.cells.remove(at)));
        }
        lines
    }

    /// What it tells of the whole.
    pub fn head(&self, frames: &Frames) -> ReportHead {
        let (mut heads, mut total) = (self.heads.clone(), self.total.clone());
        let lead = heads.len() - total.as_ref().map_or(0, Vec::len);
        for &at in &self.hidden {
            heads.remove(at);
            if let Some(total) = total.as_mut().filter(|_| at >= lead) {
                total.remove(at - lead);
            }
        }
        let bars = match (&self.body, &self.drawn) {
            (Body::Grouped(made), Some(drawn)) => made.largest(drawn, BARS),
            _ => Vec::new(),
        };
        let bars = bars.into_iter().flat_map(|line| self.lines(frames, line, 1)).collect();
        ReportHead {
            heads,
            total,
            read: self.read,
            days: self.days,
            lines: self.len(),
            depth: (0..self.len()).map(|line| self.level(line)).max().unwrap_or(0),
            drawn: self.drawn.clone(),
            bars,
        }
    }

    /// Some of the lines, with how many lie within each.
    pub fn part(&self, frames: &Frames, from: usize, count: usize) -> ReportLines {
        let lines = self.lines(frames, from, count);
        let within = (from..from + lines.len()).map(|line| self.within(line)).collect();
        ReportLines { from, lines, within }
    }

    /// The whole, and its first lines.
    pub fn start(&self, frames: &Frames, count: usize) -> ReportStart {
        ReportStart { head: self.head(frames), first: self.part(frames, 0, count) }
    }

    /// All of it at once.
    pub fn table(&self, frames: &Frames) -> ReportTable {
        let head = self.head(frames);
        ReportTable {
            heads: head.heads,
            lines: self.lines(frames, 0, self.len()),
            total: head.total,
            read: head.read,
            days: head.days,
        }
    }
}
