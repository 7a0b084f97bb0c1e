//! Transfers in the file for Tally: their goods go as stock journals, out of one godown and into the other.

use godown_core::report::tally::{self, TallyVoucher, VoucherKind};
use godown_core::report::{Params, build};

use super::*;

fn journals(ground: &Ground) -> Vec<TallyVoucher> {
    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    let params: Params =
        [("from", "2026-01-01"), ("to", "2027-03-31")].map(|(k, v)| (k.into(), v.into())).into();
    let book = tally::book(&frames, &params, ground.world.site.today()).unwrap();
    assert!(book.refused.is_empty(), "{:?}", book.refused);
    for form in ["xml", "json"] {
        let read = tally::read(&tally::file(&book, false, form).unwrap()).unwrap();
        assert_eq!(read, book.vouchers, "{form}");
    }
    let goods = |one: &TallyVoucher| one.kind == VoucherKind::StockJournal;
    book.vouchers.into_iter().filter(goods).collect()
}

#[test]
fn goods_of_a_transfer_leave_one_godown_and_come_into_the_other_at_what_they_cost() {
    let mut ground = ground();
    at(&mut ground, transfers::REQUESTED);
    assert_eq!(journals(&ground), [], "nothing has left yet");
    let id = at(&mut ground, transfers::IN_TRANSIT);
    let own = doc(&ground, &id);
    let all = journals(&ground);
    let [journal] = &all[..] else { panic!("{all:?}") };
    assert_eq!(journal.id, format!("{id}-goods"));
    assert_eq!(Some(&journal.number), own.doc_no.as_ref());
    assert!(journal.entries.is_empty() && journal.party.is_empty());
    let (came, left) = journal.items.split_at(journal.items.len() / 2);
    let named = |id: &str| ground.world.site.get("yard", id)["record"]["name"].clone();
    for (one, other) in came.iter().zip(left) {
        assert_eq!(json!(one.godown), named(own.text("to_yard").unwrap()));
        assert_eq!(json!(other.godown), named(own.text("from_yard").unwrap()));
        assert_eq!((one.pcs, one.g, &one.batch), (other.pcs, other.g, &other.batch));
        assert!(one.paise > 0 && one.paise == -other.paise);
    }
    let lots = own.get("lots").unwrap().as_array().unwrap();
    let cost: i64 = lots.iter().map(|lot| lot["cost_paise"].as_i64().unwrap()).sum();
    let worth: i64 = came.iter().map(|item| item.paise).sum();
    assert!((worth - cost).abs() <= lots.len() as i64, "{worth}, {cost}");
    let frames = build::whole(&ground.world.site.memory, 1).unwrap();
    let book = tally::book(&frames, &Params::new(), ground.world.site.today()).unwrap();
    let text = String::from_utf8(tally::file(&book, false, "xml").unwrap()).unwrap();
    for part in [
        "VCHTYPE=\"Stock Journal\"",
        "<INVENTORYENTRIESIN.LIST>",
        "<INVENTORYENTRIESOUT.LIST>",
        "<PERSISTEDVIEW>Consumption Voucher View</PERSISTEDVIEW>",
    ] {
        assert!(text.contains(part), "{part}");
    }
}
