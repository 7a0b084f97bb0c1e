//! The register of numbers of the demo, found once more from its documents.

use super::*;

#[test]
fn the_register_lists_every_number_given_with_none_missing() {
    let mine = Cut::of(&who("ACC")).take(frames()).unwrap();
    let params: Params =
        [("from", "2026-04-01"), ("to", UNTIL)].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    let table = godown_core::report::run(&mine, "number_register", &params, today()).unwrap();
    let mut want: BTreeMap<(String, String), [i64; 2]> = BTreeMap::new();
    for kind in ["invoice", "credit_note", "debit_note"] {
        let prefix = keys::key(&["doc", kind]);
        let pairs = story().state.pairs.range(prefix.clone()..);
        for (_, bytes) in pairs.take_while(|(key, _)| key.starts_with(&prefix)) {
            let doc: Doc = serde_json::from_slice(bytes).unwrap();
            let day = doc.text("date").unwrap_or_default();
            let Some(number) = doc.doc_no.as_deref().filter(|_| day >= "2026-04-01") else {
                continue;
            };
            let mut parts = number.split('/').map(str::to_owned);
            let head = (parts.next().unwrap(), parts.next().unwrap());
            let sums = want.entry(head).or_default();
            sums[0] += 1;
            sums[1] += i64::from(doc.status == "Cancelled");
        }
    }
    assert!(want.len() > 3, "{want:?}");
    let text = |cell: &ReportCell| match cell {
        ReportCell::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let statutory = ["Invoices for outward supply", "Debit Note", "Credit Note"];
    let mut told = BTreeMap::new();
    for line in &table.lines {
        assert_eq!(line.cells[8], ReportCell::Number(0), "none is missing: {:?}", line.cells);
        if statutory.contains(&&*text(&line.cells[0])) {
            let numbers = [&line.cells[5], &line.cells[6]].map(|cell| match cell {
                ReportCell::Number(number) => *number,
                other => panic!("{other:?}"),
            });
            told.insert((text(&line.cells[1]), text(&line.cells[2])), numbers);
        }
    }
    assert_eq!(told, want);
    assert!(table.lines.len() > told.len() + 5, "other series follow: {}", table.lines.len());
}
