//! The description by which pages draw reports.

use super::ask::{Basis, Period};
use super::dimensions::{DIMENSIONS, Dimension};
use super::layouts::LAYOUTS;
use super::measures::{FigureKind, MEASURES, Measure};
use super::register::{REPORTS, Report, ReportKind};
use super::tiles::{self, MapTile};
use crate::json_answer;

json_answer! {
    /// Every report, and what the reports are made of.
    pub struct ReportDefs {
        pub reports: Vec<ReportDef>,
        pub dimensions: Vec<DimensionDef>,
        pub measures: Vec<MeasureDef>,
        /// What counts as a sale: keys and labels, the default first.
        pub bases: Vec<(&'static str, &'static str)>,
        /// Layouts of the pivot that every site has: names, and their parameters.
        pub layouts: Vec<(&'static str, &'static str)>,
        /// The states on the map.
        pub tiles: Vec<MapTile>,
    }
}

json_answer! {
    /// One report. What only figures by dimensions have is null elsewhere.
    pub struct ReportDef {
        pub key: &'static str,
        pub route: &'static str,
        pub title: &'static str,
        pub period: Period,
        pub basis: bool,
        pub filters: Vec<&'static str>,
        pub rows: Option<Vec<&'static str>>,
        pub columns: Option<Vec<&'static str>>,
        pub measures: Option<Vec<&'static str>>,
        pub more: Option<Vec<&'static str>>,
        pub sort: Option<&'static str>,
        pub free: bool,
        pub chart: Option<&'static str>,
        /// The figure whose cells across are coloured by how high they are in their row.
        pub heat: Option<&'static str>,
        /// The dimensions of its maps: states, where the report is laid out by them, and what lies in them.
        pub maps: Vec<(&'static str, &'static str)>,
        /// The columns of a report that tells rows as they stand: keys and labels.
        pub list: Option<Vec<(&'static str, &'static str)>>,
        /// Links to other reports: names, reports, and parameters.
        pub beside: Vec<(&'static str, &'static str, &'static str)>,
    }
}

json_answer! {
    pub struct DimensionDef {
        pub key: &'static str,
        pub label: &'static str,
        /// Whether figures of trade can be laid out by it.
        pub free: bool,
    }
}

json_answer! {
    pub struct MeasureDef {
        pub key: &'static str,
        pub label: &'static str,
        pub unit: FigureKind,
    }
}

/// The description of all reports.
pub fn described() -> ReportDefs {
    ReportDefs {
        reports: REPORTS.iter().map(ReportDef::of).collect(),
        dimensions: DIMENSIONS.iter().map(DimensionDef::of).collect(),
        measures: MEASURES.iter().map(MeasureDef::of).collect(),
        bases: Basis::ALL.iter().map(|(_, key, label)| (*key, *label)).collect(),
        layouts: LAYOUTS.to_vec(),
        tiles: tiles::tiles(),
    }
}

impl ReportDef {
    fn of(report: &Report) -> ReportDef {
        let cube = match &report.kind {
            ReportKind::Cube(cube) => Some(cube),
            ReportKind::List(_) | ReportKind::Made(_) => None,
        };
        let list = match &report.kind {
            ReportKind::List(list) => list.heads().map(|one| (one.key, one.label)).collect(),
            ReportKind::Cube(_) | ReportKind::Made(_) => Vec::new(),
        };
        ReportDef {
            key: report.key,
            route: report.route,
            title: report.page().label,
            period: report.period,
            basis: report.basis,
            filters: report.filters.to_vec(),
            rows: cube.map(|cube| cube.rows.to_vec()),
            columns: cube.map(|cube| cube.columns.to_vec()),
            measures: cube.map(|cube| cube.measures.to_vec()),
            more: cube.map(|cube| cube.more.to_vec()),
            sort: cube.map(|cube| cube.sort),
            free: cube.is_some_and(|cube| cube.free),
            chart: cube.map(|cube| cube.chart).filter(|chart| !chart.is_empty()),
            heat: cube.map(|cube| cube.heat).filter(|heat| !heat.is_empty()),
            maps: cube.map(|cube| cube.maps.to_vec()).unwrap_or_default(),
            list: cube.is_none().then_some(list),
            beside: report.beside.to_vec(),
        }
    }
}

impl DimensionDef {
    fn of(one: &Dimension) -> DimensionDef {
        DimensionDef { key: one.key, label: one.label, free: one.is_free() }
    }
}

impl MeasureDef {
    fn of(one: &Measure) -> MeasureDef {
        MeasureDef { key: one.key, label: one.label, unit: one.unit }
    }
}
