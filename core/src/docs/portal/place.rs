//! A frozen address in the parts that the portals ask for: two lines and a town.

use super::pen::taken;
use crate::docs::invoices::Party;

/// The letters that a line of an address, and a town, may have.
pub const LINE: usize = 100;
pub const TOWN: usize = 50;
/// A text of the portals has at least so many.
const LEAST: usize = 3;

/// The parts of a party's address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortalPlace {
    pub line1: String,
    /// Empty where the first line holds all.
    pub line2: String,
    pub town: String,
    /// 0 where none is known.
    pub pin: i64,
}

/// The address of a party; state and PIN code, which stand beside it, are taken off its end.
pub fn of(party: &Party) -> PortalPlace {
    let whole = party.address.as_deref().unwrap_or_default();
    let mut parts: Vec<String> = whole
        .split([',', '\n'])
        .map(|one| taken(one, LINE))
        .filter(|one| !one.is_empty())
        .collect();
    let beside = [party.pin.as_deref(), party.state.as_deref()];
    while parts.len() > 1 && parts.last().is_some_and(|last| beside.contains(&Some(last))) {
        parts.pop();
    }
    let town = parts.last().filter(|part| part.chars().count() >= LEAST);
    let town = town.map_or(party.state.as_deref().unwrap_or_default(), String::as_str);
    let town = taken(town, TOWN);
    if parts.len() > 1 {
        parts.pop();
    }
    let (mut line1, mut line2) = (String::new(), String::new());
    for part in parts {
        let first = line2.is_empty() && fits(&line1, &part);
        add(if first { &mut line1 } else { &mut line2 }, &part);
    }
    let line2 = Some(taken(&line2, LINE)).filter(|line| line.chars().count() >= LEAST);
    let pin = party.pin.as_deref().and_then(|pin| pin.parse().ok()).unwrap_or(0);
    PortalPlace { line1, line2: line2.unwrap_or_default(), town, pin }
}

fn fits(line: &str, part: &str) -> bool {
    line.is_empty() || line.chars().count() + part.chars().count() + 2 <= LINE
}

fn add(line: &mut String, part: &str) {
    if !line.is_empty() {
        line.push_str(", ");
    }
    line.push_str(part);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(address: &str) -> Party {
        let of = |text: &str| Some(text.to_owned());
        Party {
            address: of(address),
            pin: of("411001"),
            state: of("Maharashtra"),
            ..Party::default()
        }
    }

    #[test]
    fn an_address_is_told_in_two_lines_and_a_town() {
        let told = of(&party("Plot 4, MIDC, Bhosari, Pune, Maharashtra, 411001"));
        let want = ("Plot 4, MIDC, Bhosari", "", "Pune", 411_001);
        assert_eq!((&*told.line1, &*told.line2, &*told.town, told.pin), want);
        let told = of(&party("Main road, Maharashtra, 411001"));
        assert_eq!((&*told.line1, &*told.town), ("Main road", "Main road"));
        let long = format!("{}, {}, Pune", "a".repeat(60), "b".repeat(60));
        let told = of(&party(&long));
        assert_eq!((told.line1.len(), told.line2.len(), &*told.town), (60, 60, "Pune"));
    }
}
