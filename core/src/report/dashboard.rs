//! Dashboards: tiles and charts as questions to the same frames as the reports, each with where it
//! leads. They are declared in [`super::boards`].

use serde::{Serialize, Serializer};

use super::ask::{Ask, Params, Standard};
use super::boards::DASHBOARDS;
use super::measures::{self, FigureKind, Measure, Working};
use super::named::json_word;
use super::register::report;
use super::table::{CellFormat, ReportCell, ReportTable};
use super::{Fault, Frames, Reported, cube};
use crate::access::pages::{self, AppPage};
use crate::json_answer;
use crate::shape::{Shape, Shaped};
use crate::value::Day;

/// The period that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    Today,
    Month,
    /// As many days of the month before.
    MonthBefore,
    Quarter,
    /// The last 365 days.
    Year,
    /// Today and so many days after it.
    Ahead(i32),
}

/// The question of a tile or a chart.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub rows: &'static [&'static str],
    /// The first is the figure, the others stand beside it.
    pub measures: &'static [&'static str],
    pub span: Span,
    /// The basis of sales; empty where no sales are asked for.
    pub basis: &'static str,
    pub filters: &'static [(&'static str, &'static str)],
    pub sort: &'static str,
    pub top: Option<usize>,
}

/// The drill-down of a figure: the documents or figures that it counts.
#[derive(Clone, Copy, Debug)]
pub enum Lead {
    /// A list of a type, of its days by this field; a row's value narrows it by the second.
    List(&'static str, Option<&'static str>, Option<&'static str>),
    /// A list of a type until the last day that was asked for, of the status that was asked for.
    Until(&'static str, &'static str),
    /// A report of the same days and filters.
    Report(&'static str),
}

#[derive(Debug)]
pub struct Tile {
    pub key: &'static str,
    pub label: &'static str,
    pub question: Question,
    /// The same of other days, beside it.
    pub against: Option<Span>,
    pub counts: Counted,
    pub lead: Lead,
}

/// The part of the answer that a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The total of the first figure.
    Total,
    /// The groups in which it is below nothing.
    Below,
}

#[derive(Debug)]
pub struct Chart {
    pub key: &'static str,
    pub title: &'static str,
    pub question: Question,
    pub drawn: ChartKind,
    pub lead: Lead,
}

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// A bar for each group.
    Bars,
    /// A column for each group, in their order.
    Columns,
    /// A bar of several parts for each group.
    Parts,
    /// The figures of the whole, side by side.
    Figures,
    /// The statuses of orders in their order.
    Road,
}

impl ChartKind {
    const ALL: &[ChartKind] = &[
        ChartKind::Bars,
        ChartKind::Columns,
        ChartKind::Parts,
        ChartKind::Figures,
        ChartKind::Road,
    ];

    fn name(self) -> &'static str {
        match self {
            ChartKind::Bars => "bars",
            ChartKind::Columns => "columns",
            ChartKind::Parts => "parts",
            ChartKind::Figures => "figures",
            ChartKind::Road => "road",
        }
    }
}

json_word!(ChartKind);

/// A dashboard as it is declared.
#[derive(Debug)]
pub struct Board {
    pub key: &'static str,
    pub route: &'static str,
    pub tiles: &'static [Tile],
    pub charts: &'static [Chart],
    /// The frames that it reads, beside those that they link to.
    pub reads: &'static [&'static str],
}

impl Board {
    /// Its page: the name, and who may open it.
    pub fn page(&self) -> &'static AppPage {
        pages::page(self.key).unwrap_or(&pages::NONE)
    }
}

pub fn dashboard(key: &str) -> Option<&'static Board> {
    DASHBOARDS.iter().find(|dashboard| dashboard.key == key)
}

json_answer! {
    /// The figures of a dashboard.
    pub struct Dashboard {
        pub tiles: Vec<DashboardTile>,
        pub charts: Vec<DashboardChart>,
    }
}

json_answer! {
    pub struct DashboardTile {
        pub key: &'static str,
        pub label: &'static str,
        pub figures: Vec<TileFigure>,
        /// The first figure over the days that it is compared with.
        pub before: Option<i64>,
        pub lead: DashboardLead,
    }
}

json_answer! {
    pub struct TileFigure {
        pub label: String,
        pub unit: CellFormat,
        pub value: Option<i64>,
        /// What the figure is, in words; none where its label says it.
        pub says [optional]: Option<&'static str>,
    }
}

json_answer! {
    pub struct DashboardChart {
        pub key: &'static str,
        pub title: &'static str,
        pub drawn: ChartKind,
        pub table: ReportTable,
        pub lead: DashboardLead,
    }
}

/// The address that a figure leads to.
#[derive(Clone, Debug)]
pub enum DashboardLead {
    List(ListLead),
    Report(ReportLead),
}

json_answer! {
    /// A list of documents with conditions as `field:operator:value`.
    pub struct ListLead {
        pub list: &'static str,
        pub conditions as "where": Vec<String>,
        /// The field by which a row's value narrows the list.
        pub by: Option<&'static str>,
    }
}

json_answer! {
    pub struct ReportLead {
        pub report: &'static str,
        pub route: Option<&'static str>,
        pub params: Params,
    }
}

impl Shaped for DashboardLead {
    fn shape() -> Shape {
        Shape::Named("DashboardLead", || {
            Shape::Either(vec![ListLead::shape(), ReportLead::shape()])
        })
    }
}

impl Serialize for DashboardLead {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            DashboardLead::List(lead) => lead.serialize(out),
            DashboardLead::Report(lead) => lead.serialize(out),
        }
    }
}

/// A dashboard's tiles and charts with their figures; what the person's frames lack is left out.
///
/// # Errors
/// `NoReport` for an unknown name, and those of the frames.
pub fn told(frames: &Frames, key: &str, today: Day) -> Result<Dashboard, Fault> {
    let found = dashboard(key).ok_or_else(|| Fault::NoReport(key.to_owned()))?;
    let mut tiles = Vec::new();
    for tile in found.tiles {
        let Some(table) = answered(frames, &tile.question, tile.question.span, today)? else {
            continue;
        };
        let against = match tile.against {
            Some(span) => answered(frames, &tile.question, span, today)?,
            None => None,
        };
        tiles.push(DashboardTile {
            key: tile.key,
            label: tile.label,
            figures: match tile.counts {
                Counted::Total => figures(&table),
                Counted::Below => vec![below(&table)],
            },
            before: against.and_then(|table| figures(&table).first()?.value),
            lead: leads(&tile.lead, &tile.question, today),
        });
    }
    let mut charts = Vec::new();
    for chart in found.charts {
        let Some(table) = answered(frames, &chart.question, chart.question.span, today)? else {
            continue;
        };
        charts.push(DashboardChart {
            key: chart.key,
            title: chart.title,
            drawn: chart.drawn,
            table,
            lead: leads(&chart.lead, &chart.question, today),
        });
    }
    Ok(Dashboard { tiles, charts })
}

/// The answer; none when the person's frames have nothing of its first figure.
fn answered(
    frames: &Frames,
    question: &Question,
    span: Span,
    today: Day,
) -> Result<Option<ReportTable>, Fault> {
    let first = question.measures.first().and_then(|key| measures::measure(key));
    if !first.is_some_and(|measure: &Measure| cube::is_there(frames, measure)) {
        return Ok(None);
    }
    let standard = Standard {
        rows: question.rows,
        columns: &[],
        measures: question.measures,
        sort: question.sort,
        days: days(span, today),
    };
    let mut ask = Ask::read(&asked(question), &standard)?;
    ask.top = question.top;
    let made = cube::cube(frames, ask, &[])?;
    Ok(Some(Reported::figures(frames, made, "").table(frames)))
}

/// The filters and the basis, as a report's parameters.
fn asked(question: &Question) -> Params {
    let basis = (!question.basis.is_empty()).then_some(("basis", question.basis));
    let all = question.filters.iter().copied().chain(basis);
    all.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

fn days(span: Span, today: Day) -> (Day, Day) {
    let (year, month, of_month) = today.civil();
    let first = |year, month| Day::from_civil(year, month, 1).unwrap_or(today);
    let start = first(year, month);
    match span {
        Span::Today => (today, today),
        Span::Month => (start, today),
        Span::MonthBefore => {
            let (year, month) = if month == 1 { (year - 1, 12) } else { (year, month - 1) };
            let before = first(year, month);
            let last = Day(start.0 - 1).0.min(before.0 + of_month as i32 - 1);
            (before, Day(last))
        }
        Span::Quarter => (Day(today.0 - 89), today),
        Span::Year => (Day(today.0 - 364), today),
        Span::Ahead(days) => (today, today.plus(days)),
    }
}

/// The figures of the whole; a sum of nothing is 0, and a rate of nothing says nothing.
fn figures(table: &ReportTable) -> Vec<TileFigure> {
    let total = table.total.as_deref().unwrap_or_default();
    let lead = table.heads.len() - total.len();
    let each = table.heads.iter().skip(lead).zip(total);
    let each = each.map(|(head, cell)| {
        let sums = measures::measure(&head.key).is_some_and(|measure| measure.by == Working::Sum);
        let value = match cell {
            ReportCell::Number(number) => Some(*number),
            _ => sums.then_some(0),
        };
        TileFigure { label: head.label.clone(), unit: head.shown, value, says: head.says }
    });
    each.collect()
}

/// How many groups are below nothing.
fn below(table: &ReportTable) -> TileFigure {
    let ends = table.lines.iter().map(|line| line.cells.last());
    let under = ends.filter(|cell| matches!(cell, Some(ReportCell::Number(number)) if *number < 0));
    let unit = CellFormat::Figure(FigureKind::Count);
    let value = i64::try_from(under.count()).ok();
    TileFigure { label: String::new(), unit, value, says: None }
}

fn leads(lead: &Lead, question: &Question, today: Day) -> DashboardLead {
    let (from, to) = days(question.span, today);
    let mut conditions = Vec::new();
    let of_status = |field: &str| {
        let status = question.filters.iter().find(|(key, _)| *key == "paper_status");
        let op = |status: &str| if status.contains('|') { "in" } else { "eq" };
        status.map(|(_, status)| format!("{field}:{}:{status}", op(status)))
    };
    match *lead {
        Lead::List(list, of_day, by) => {
            if let Some(field) = of_day {
                conditions.push(format!("{field}:ge:{from}"));
                conditions.push(format!("{field}:le:{to}"));
            }
            conditions.extend(by.and_then(of_status));
            DashboardLead::List(ListLead { list, conditions, by })
        }
        Lead::Until(list, field) => {
            conditions.push(format!("{field}:le:{to}"));
            conditions.extend(of_status("status"));
            DashboardLead::List(ListLead { list, conditions, by: None })
        }
        Lead::Report(key) => {
            let mut params = asked(question);
            if question.span != Span::Today {
                params.insert("from".to_owned(), from.to_string());
                params.insert("to".to_owned(), to.to_string());
            }
            let route = report(key).map(|report| report.route);
            DashboardLead::Report(ReportLead { report: key, route, params })
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_question_names_dimensions_figures_and_leads_that_exist() {
        for dashboard in DASHBOARDS {
            assert!(!dashboard.page().label.is_empty(), "{}", dashboard.key);
            let tiles = dashboard.tiles.iter().map(|tile| (&tile.question, &tile.lead));
            let charts = dashboard.charts.iter().map(|chart| (&chart.question, &chart.lead));
            for (question, lead) in tiles.chain(charts) {
                let standard = Standard {
                    rows: question.rows,
                    columns: &[],
                    measures: question.measures,
                    sort: question.sort,
                    days: (Day(0), Day(0)),
                };
                assert!(Ask::read(&asked(question), &standard).is_ok(), "{question:?}");
                match lead {
                    Lead::List(kind, ..) | Lead::Until(kind, _) => {
                        assert!(crate::docs::find(kind).is_some(), "{kind}")
                    }
                    Lead::Report(key) => assert!(report(key).is_some(), "{key}"),
                }
            }
        }
    }

    #[test]
    fn the_days_before_are_as_many_of_the_month_before() {
        let day = |text: &str| Day::parse(text).unwrap();
        for (today, from, to) in [
            ("2026-11-21", "2026-10-01", "2026-10-21"),
            ("2026-03-31", "2026-02-01", "2026-02-28"),
            ("2026-01-05", "2025-12-01", "2025-12-05"),
        ] {
            assert_eq!(days(Span::MonthBefore, day(today)), (day(from), day(to)), "{today}");
        }
    }
}
