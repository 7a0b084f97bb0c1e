//! What a report was asked, in words: its days, its basis and its filters.

use super::ask::{Basis, Params, Period};
use super::dimensions::ValueKind;
use super::labels;
use super::words::NOT_SET;
use super::{Ask, Fault, Frames, day, register, standard};
use crate::value::Day;

/// So many values of a filter are named.
const MOST_NAMED: usize = 12;

/// Labels and texts, the days first.
///
/// # Errors
/// `NoReport`, `Param` for a parameter that is not of its form, and those of the frames.
pub fn asked(
    frames: &Frames,
    key: &str,
    params: &Params,
    today: Day,
) -> Result<Vec<(String, String)>, Fault> {
    let report = register::report(key).ok_or_else(|| Fault::NoReport(key.to_owned()))?;
    let ask = Ask::read(params, &standard(report, today))?;
    let said = |label: &str, text: String| (label.to_owned(), text);
    let (from, to) = (day(ask.from).shown(), day(ask.to).shown());
    let mut told = vec![match report.period {
        Period::AsOn => said("As on", to),
        Period::Month | Period::Year | Period::Ahead => said("Period", format!("{from} to {to}")),
    }];
    if report.basis {
        let basis = Basis::ALL.iter().find(|(basis, ..)| *basis == ask.basis);
        told.extend(basis.map(|(_, _, label)| said("Sales basis", (*label).to_owned())));
    }
    for (dimension, values) in &ask.filters {
        let ids: Vec<&str> = values.iter().map(String::as_str).collect();
        let known = labels::names(frames, dimension, &ids).map(|found| found.values);
        let known = known.unwrap_or_default();
        let name = |id: &&str| match known.iter().find(|(own, _)| own == *id) {
            Some((_, name)) if !name.is_empty() => name.clone(),
            _ if id.is_empty() => NOT_SET.to_owned(),
            _ => match (dimension.of, id.parse()) {
                (ValueKind::Day | ValueKind::Month | ValueKind::Number(_), Ok(value)) => {
                    labels::name(frames, dimension, value).into_owned()
                }
                _ => (*id).to_owned(),
            },
        };
        let mut names = ids.iter().take(MOST_NAMED).map(name).collect::<Vec<_>>().join(", ");
        if ids.len() > MOST_NAMED {
            names += &format!(" and {} more", ids.len() - MOST_NAMED);
        }
        told.push(said(dimension.label, names));
    }
    Ok(told)
}
