//! What follows from a kit alone: names by a template, and one key for the same values.

use crate::site::record;
use godown_core::docs::skus::{build, kit, name};
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn a_name_leaves_out_what_has_no_value() {
    let value = |known: &'static [(&str, &str)]| {
        move |name: &str| known.iter().find(|one| one.0 == name).map(|one| one.1.to_owned())
    };
    for (known, made) in [
        (
            &[("nb", "50"), ("od", "60.3"), ("thk", "3.6"), ("len", "6")][..],
            "Pipe 50NB 60.3OD × 3.6 × 6m",
        ),
        (&[("od", "60.3"), ("thk", "3.6"), ("len", "6")], "Pipe 60.3OD × 3.6 × 6m"),
        (&[("od", "60.3"), ("len", "6")], "Pipe 60.3OD × 6m"),
        (&[("thk", "3.6")], "Pipe 3.6"),
        (&[("od", "60.3")], "Pipe 60.3OD"),
        (&[], "Pipe"),
    ] {
        let template = "Pipe {nb}NB {od}OD × {thk} × {len}m {grade}";
        assert_eq!(name::by_template(template, &value(known)), made);
    }
}

/// A kit of one number, one list and one text.
fn small_kit() -> kit::Kit {
    let of = |property: &str, kind: &str| kit::Mapped {
        property: property.to_lowercase(),
        code: property.to_owned(),
        label: property.to_owned(),
        kind: kind.to_owned(),
        options: vec!["Red".into(), "Blue".into()],
        ..kit::Mapped::default()
    };
    kit::Kit {
        group: "g".into(),
        stock_mode: "pcs".into(),
        mapped: true,
        properties: vec![of("OD", "number"), of("COLOUR", "list"), of("NOTE", "text")],
        ..kit::Kit::default()
    }
}

fn key_of(rows: &[(&str, String)], make: &str) -> build::Built {
    let rows: Vec<Value> = rows
        .iter()
        .map(|(property, value)| json!({ "property": property, "value": value }))
        .collect();
    build::build(&small_kit(), &record(json!({ "values": rows, "make": make })), None)
}

proptest! {
    /// Values that differ give keys that differ, whatever signs stand in them; values that are written
    /// in another way give the same.
    #[test]
    fn the_key_tells_apart_exactly_what_differs(
        one in ("[a-z|=\\\\ ]{1,6}", "[a-z|=\\\\ ]{0,6}", 1_i64..9_999),
        two in ("[a-z|=\\\\ ]{1,6}", "[a-z|=\\\\ ]{0,6}", 1_i64..9_999),
        zeros in 0_usize..2,
    ) {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let made = |(note, make, od): &(String, String, i64), zeros: usize, upper: bool| {
            let decimals = format!("{}.{:02}{}", od / 100, od % 100, "0".repeat(zeros));
            let colour = if upper { "RED" } else { "red" };
            let mut rows = vec![("od", decimals), ("colour", colour.to_owned())];
            if !plain(note).is_empty() {
                rows.push(("note", format!(" {note} ")));
            }
            if upper {
                rows.reverse();
            }
            key_of(&rows, make)
        };
        let (first, again) = (made(&one, 0, false), made(&one, zeros, true));
        prop_assert_eq!(&first.issues, &[]);
        prop_assert_eq!(&first.key, &again.key);
        let same = plain(&one.0) == plain(&two.0) && one.1.trim() == two.1.trim() && one.2 == two.2;
        prop_assert_eq!(first.key == made(&two, 0, false).key, same);
    }
}
