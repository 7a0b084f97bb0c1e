//! The map of India as a grid: every state and union territory a tile near its place, all of one size, so that a
//! small state is read as well as a large one.

use crate::identify::state;
use crate::json_answer;

json_answer! {
    /// A state's tile.
    pub struct MapTile {
        pub name: &'static str,
        /// 2 to 5 letters.
        pub short: &'static str,
        /// From the left and from above, from 0 on.
        pub column: usize,
        pub row: usize,
    }
}

/// The GST codes of the states from north to south, each row from west to east; a blank is no tile.
const GRID: &[[&str; 8]] = &[
    ["", "", "01", "38", "", "", "", ""],
    ["", "", "03", "02", "", "", "", ""],
    ["", "", "04", "06", "05", "", "", ""],
    ["", "08", "07", "09", "10", "11", "", "12"],
    ["", "24", "23", "22", "20", "19", "18", "13"],
    ["", "26", "27", "36", "21", "", "17", "14"],
    ["", "30", "29", "37", "", "", "16", "15"],
    ["31", "", "32", "33", "34", "", "35", ""],
];

/// Every tile.
pub fn tiles() -> Vec<MapTile> {
    let row = |(row, codes): (usize, &[&str; 8])| {
        let tile = move |(column, code): (usize, &&str)| {
            let state = state(code)?;
            Some(MapTile { name: state.name, short: state.alpha, column, row })
        };
        codes.iter().enumerate().filter_map(tile).collect::<Vec<_>>()
    };
    GRID.iter().enumerate().flat_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identify::STATES;

    #[test]
    fn every_state_of_today_has_one_tile_and_nothing_else_has_any() {
        let mut codes: Vec<&str> =
            GRID.iter().flatten().copied().filter(|code| !code.is_empty()).collect();
        codes.sort_unstable();
        let today = STATES.iter().filter(|state| state.code == state.current);
        let today: Vec<&str> = today.map(|state| state.code).filter(|code| *code < "96").collect();
        assert_eq!(codes, today);
        assert_eq!(tiles().len(), today.len());
    }
}
