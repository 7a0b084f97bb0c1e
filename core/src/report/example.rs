//! The pattern of a report; the first real one takes its place.

use super::{
    By, Fault, Filter, Frames, Grid, Param, ParamKind, Params, Query, Report, Shown, Unit, kernel,
};

pub(super) static LINES: Report = Report {
    key: "lines_by_district",
    title: "Lines by district",
    params: &[
        Param { key: "from", label: "From", kind: ParamKind::Day, required: false },
        Param { key: "to", label: "To", kind: ParamKind::Day, required: false },
        Param {
            key: "district",
            label: "District",
            kind: ParamKind::Links("district"),
            required: false,
        },
    ],
    columns: &[
        Shown { key: "customer.district.name", label: "District", unit: Unit::Text, total: false },
        Shown { key: "qty", label: "Quantity", unit: Unit::Grams, total: true },
        Shown { key: "amount", label: "Amount", unit: Unit::Paise, total: true },
        Shown { key: "rate", label: "Average rate", unit: Unit::Paise, total: false },
    ],
    reads: &["lines", "customers", "districts"],
    run,
};

fn run(frames: &Frames, params: &Params<'_>) -> Result<Grid, Fault> {
    let lines = Query::of("lines")
        .filter(Filter::not("status", 3))
        .filter(params.days("day", "from", "to")?)
        .filter(params.any_of("district", "customer.district.id")?)
        .by("customer.district.name")
        .sum("qty", "qty")
        .sum("amount", "amount");
    kernel::run(frames, &lines)?
        .rate("rate", "amount", "qty", 1000)?
        .order(&[By::Up("customer.district.name")])
}
