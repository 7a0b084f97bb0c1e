//! What is said of a value that is none of a choice.

use crate::said;
use crate::said::Said;

/// So many values are told in a sentence.
const MOST_TOLD: usize = 8;

/// A value that is none of a choice, told with those that are while they are few.
pub fn not_offered(label: &str, of: &[(&str, &str)]) -> Said {
    let labels: Vec<&str> = of.iter().map(|(_, label)| *label).collect();
    match labels.split_last() {
        Some((last, before)) if !before.is_empty() && labels.len() <= MOST_TOLD => {
            said!("{label} must be {offered} or {last}", label, offered = before.join(", "), last)
        }
        _ => said!("{label} must be one of the offered values", label),
    }
}
