//! Credit and debit notes: what they take of an invoice's lines, what they post, and what they refuse.

use godown_core::declare::grant::Role;
use godown_core::docs::notes::{self, CREDIT_NOTE, Correction, DEBIT_NOTE, Mirrored, Note};
use godown_core::error::Issue;
use godown_core::gst::mirror::Portion;
use godown_core::ledger::credit::{self, CreditAccount};
use godown_core::ledger::{books, notes as noted};
use godown_core::query::notable::notable;
use godown_core::query::warnings::{self, TypedRecord};
use godown_core::schema::{DocType, Kind};
use godown_core::value::Instant;
use godown_core::write::command::CommandKind;
use serde_json::{Value, json};

use crate::invoices::World;
use crate::site::{NOW, messages, record};
use crate::support::DAY;

mod by_terms;
mod every;
mod peers;
mod people;
mod refused;
mod statements;

const CREDIT: &str = "credit_note";
const DEBIT: &str = "debit_note";

/// A site with one posted invoice of G4's line, and what stands in its accounts.
pub struct Sold {
    pub world: World,
    pub customer: String,
    pub invoice: String,
}

impl Sold {
    pub fn new() -> Sold {
        let mut world = World::new();
        let customer = world.customer("27AABFT1234K1Z9", "411001");
        let invoice = world.invoiced(&customer)["id"].as_str().unwrap().to_owned();
        Sold { world, customer, invoice }
    }

    /// A draft of some corrections.
    pub fn draft(
        &mut self,
        kind: &str,
        reason: &str,
        corrections: Value,
    ) -> Result<String, Vec<Issue>> {
        self.draft_with(kind, reason, corrections, json!({}))
    }

    pub fn draft_with(
        &mut self,
        kind: &str,
        reason: &str,
        corrections: Value,
        more: Value,
    ) -> Result<String, Vec<Issue>> {
        let mut sent = json!({
            "invoice": self.invoice, "reason": reason, "gst": "with", "corrections": corrections,
        });
        sent.as_object_mut().unwrap().extend(record(more));
        let acc = self.world.actor(Role::Acc);
        Ok(self.world.site.create(&acc, kind, sent)?["id"].as_str().unwrap().to_owned())
    }

    pub fn post(&mut self, kind: &str, id: &str) -> Result<Value, Vec<Issue>> {
        self.world.try_act(Role::Acc, kind, id, "post", json!({}))
    }

    /// A posted note of some corrections.
    pub fn note(&mut self, kind: &str, reason: &str, corrections: Value) -> Note {
        let id = self.draft(kind, reason, corrections).unwrap();
        self.post(kind, &id).unwrap();
        self.of(kind, &id)
    }

    pub fn of(&self, kind: &str, id: &str) -> Note {
        let def: &DocType = if kind == CREDIT { &CREDIT_NOTE } else { &DEBIT_NOTE };
        self.world.site.read(|case| Note::of(&*case.doc(def, id)?))
    }

    pub fn account(&self) -> CreditAccount {
        self.world.site.read(|case| credit::account(case, &self.customer))
    }

    pub fn book(&self, account: &str) -> i64 {
        self.world.site.read(|case| books::balance(case, account))
    }

    /// What of the invoice's first line can still be credited.
    pub fn left(&self) -> Portion {
        let line = self.world.invoice(&self.invoice).portion(0);
        let of = self.world.site.read(|case| noted::of(case, &self.invoice, 0));
        of.left_to_credit(line)
    }

    /// Money of the customer that stands on account; its receipt.
    pub fn pay(&mut self, amount: i64) -> String {
        let site = &mut self.world.site;
        let receipt = json!({
            "date": site.today().to_string(), "customer": self.customer, "mode": "neft",
            "amount_paise": amount, "utr": "HDFC123456789012", "spread": "none",
        });
        let sales = self.world.sales.clone();
        let made = self.world.site.create(&sales, "receipt", receipt).unwrap();
        let id = made["id"].as_str().unwrap();
        self.world.act(Role::Sales, "receipt", id, "submit", json!({}));
        self.world.act(Role::Acc, "receipt", id, "confirm", json!({}));
        id.to_owned()
    }

    pub fn later(&mut self, ms: i64) {
        self.world.site.now = Instant(self.world.site.now.0 + ms);
    }
}

fn amounts(note: &Note) -> [i64; 6] {
    [
        note.goods_paise,
        note.cgst_paise,
        note.sgst_paise,
        note.igst_paise,
        note.round_off_paise,
        note.payable_paise,
    ]
}

#[test]
fn a_rate_difference_lowers_the_line_with_its_taxes_and_nothing_of_its_quantity() {
    let mut sold = Sold::new();
    // ₹500 a tonne on 1,020.500 kg.
    let note = sold.note(CREDIT, notes::RATE, json!([{ "line": 0, "rate_paise": 50_000 }]));
    assert_eq!(amounts(&note), [51_025, 4_592, 4_592, 0, 0, 60_209]);
    assert_eq!((note.pcs, note.weight_g), (0, 0), "nothing came back");
    assert_eq!((note.lines[0].pcs, note.lines[0].weight_g), (36, 1_020_500));
    assert_eq!((note.set_off_paise, note.on_account_paise), (Some(60_209), Some(0)));
    assert_eq!(note.place_of_supply.as_deref(), Some("27"));
    assert_eq!(note.irn_state.as_deref(), Some("not_needed"));
    let account = sold.account();
    assert_eq!((account.receivable, account.on_account), (7_074_600 - 60_209, 0));
    assert_eq!(sold.book(books::SALES), -5_995_438, "sales stay as they were posted");
    assert_eq!(sold.book(books::SALES_RETURN), 51_025);
    assert_eq!(sold.book(books::OUTPUT_CGST), -539_589 + 4_592);
    assert_eq!(sold.book(&books::customer(&sold.customer)), 7_074_600 - 60_209);
    assert_eq!(sold.book(books::COST_OF_SALES), 5_102_500);
    sold.world.is_sound();
}

#[test]
fn part_of_a_line_may_have_another_rate() {
    let mut sold = Sold::new();
    let some = json!([{ "line": 0, "rate_paise": 50_000, "weight_g": 500_000 }]);
    let note = sold.note(CREDIT, notes::RATE, some);
    assert_eq!(note.goods_paise, 25_000);
    let pieces = json!([{ "line": 0, "rate_paise": 50_000, "pcs": 18 }]);
    let note = sold.note(CREDIT, notes::RATE, pieces);
    assert_eq!((note.lines[0].weight_g, note.goods_paise), (510_250, 25_513));
    sold.world.is_sound();
}

#[test]
fn a_weight_difference_is_worth_the_lines_own_rate_and_taxes() {
    let mut sold = Sold::new();
    let note = sold.note(CREDIT, notes::QUANTITY, json!([{ "line": 0, "weight_g": 20_500 }]));
    // 20.500 kg at ₹58,750 a tonne.
    assert_eq!(amounts(&note)[..2], [120_438, 10_839]);
    assert_eq!((note.pcs, note.weight_g), (0, 20_500));
    assert_eq!(note.lines[0].rate_paise, 5_875_000);
    assert_eq!(sold.left().g, 1_000_000);
    let note = sold.note(CREDIT, notes::QUANTITY, json!([{ "line": 0, "pcs": 1 }]));
    assert_eq!(note.pcs, 1);
    assert_eq!(note.weight_g, note.mirror[0].g, "a piece weighs what the line's do");
    sold.world.is_sound();
}

#[test]
fn a_discount_is_a_part_of_the_line_or_an_amount() {
    let mut sold = Sold::new();
    let note = sold.note(CREDIT, notes::DISCOUNT, json!([{ "line": 0, "discount_bp": 200 }]));
    assert_eq!(note.goods_paise, 119_909);
    let note = sold.note(CREDIT, notes::DISCOUNT, json!([{ "line": 0, "amount_paise": 100_000 }]));
    assert_eq!(amounts(&note)[..3], [100_000, 9_000, 9_000]);
    assert_eq!((note.pcs, note.weight_g), (0, 0));
    sold.world.is_sound();
}

#[test]
fn a_debit_note_raises_what_is_owed_by_a_debt_of_its_own() {
    let mut sold = Sold::new();
    let id = sold.draft(DEBIT, notes::RATE, json!([{ "line": 0, "rate_paise": 50_000 }])).unwrap();
    let posted = sold.post(DEBIT, &id).unwrap();
    assert_eq!(posted["doc_no"], "PND/26-27/00001");
    let note = sold.of(DEBIT, &id);
    assert_eq!(amounts(&note), [51_025, 4_592, 4_592, 0, 0, 60_209]);
    assert_eq!(sold.account().receivable, 7_074_600 + 60_209);
    let open = sold.world.site.read(|case| credit::open_invoice(case, &sold.customer, &id));
    assert_eq!(open.balance_paise, 60_209);
    assert_eq!(Some(open.due), note.due_date);
    assert_eq!(note.due_date.unwrap().to_string(), "2026-12-21", "by the terms of the invoice");
    assert_eq!(sold.book(books::SALES), -5_995_438 - 51_025);
    assert_eq!(sold.book(books::SALES_RETURN), 0);
    assert_eq!(sold.left().amount, 5_995_438 + 51_025, "what was debited can be credited again");
    sold.world.is_sound();
}

#[test]
fn notes_have_series_of_their_own_whose_days_never_go_back() {
    let mut sold = Sold::new();
    let one = |sold: &mut Sold, date: Option<&str>| {
        let rows = json!([{ "line": 0, "amount_paise": 100 }]);
        let more = date.map_or(json!({}), |date| json!({ "date": date }));
        let id = sold.draft_with(CREDIT, notes::DISCOUNT, rows, more).unwrap();
        sold.post(CREDIT, &id).map(|note| note["doc_no"].as_str().unwrap().to_owned())
    };
    assert_eq!(one(&mut sold, None).unwrap(), "PNC/26-27/00001");
    sold.later(DAY);
    assert_eq!(one(&mut sold, None).unwrap(), "PNC/26-27/00002");
    let back = one(&mut sold, Some("2026-11-21"));
    assert_eq!(messages(back), ["The last credit note of the series is of 22-11-2026"]);
    assert_eq!(one(&mut sold, None).unwrap(), "PNC/26-27/00003", "a refused one burns no number");
    sold.world.is_sound();
}

#[test]
fn on_an_invoice_that_is_paid_a_credit_note_stands_on_account() {
    let mut sold = Sold::new();
    let receipt = sold.pay(7_074_600);
    let (customer, invoice) = (sold.customer.clone(), sold.invoice.clone());
    settle(&mut sold, &customer, &receipt, &invoice, 7_064_600);
    // ₹100 of the invoice are open.
    let note = sold.note(CREDIT, notes::RATE, json!([{ "line": 0, "rate_paise": 50_000 }]));
    assert_eq!((note.set_off_paise, note.on_account_paise), (Some(10_000), Some(50_209)));
    let account = sold.account();
    assert_eq!((account.receivable, account.on_account), (0, 10_000 + 50_209));
    sold.world.is_sound();
}

/// Sets money that stands on account against an invoice.
fn settle(sold: &mut Sold, customer: &str, receipt: &str, invoice: &str, amount: i64) {
    let actor = godown_core::declare::actor::Actor::system();
    let look = godown_core::docs::look(&sold.world.site.memory, &actor, sold.world.site.now);
    let mut case = godown_core::declare::case::Case::new(look, "settle");
    credit::settle(&mut case, customer, receipt, invoice, amount).unwrap();
    let (writes, _) = case.into_writes();
    sold.world.site.memory.apply(&writes);
}

#[test]
fn after_its_last_day_only_a_commercial_note_is_possible_and_typing_says_so() {
    let mut sold = Sold::new();
    let rows = json!([{ "line": 0, "rate_paise": 50_000 }]);
    let typed = |sold: &Sold, gst: &str| {
        let acc = sold.world.actor(Role::Acc);
        let typed = json!({ "invoice": sold.invoice, "reason": "rate_difference", "gst": gst });
        let typed = TypedRecord { id: String::new(), record: record(typed) };
        let site = &sold.world.site;
        let found = warnings::warnings(&site.memory, &acc, site.now, CREDIT, &typed).unwrap();
        found.warnings.into_iter().map(|one| (one.path, one.message)).collect::<Vec<_>>()
    };
    let last = "2027-11-30";
    while sold.world.site.today().to_string() != last {
        sold.later(DAY);
    }
    assert_eq!(typed(&sold, "with"), []);
    let id = sold.draft(CREDIT, notes::RATE, rows.clone()).unwrap();
    assert_eq!(sold.of(CREDIT, &id).gst_until.unwrap().to_string(), last);
    sold.later(DAY);
    let late = "A credit note with GST was possible until 30-11-2027 (CGST Act, s.34(2)): only a commercial \
                credit note without GST is possible";
    assert_eq!(typed(&sold, "with"), [("gst".to_owned(), late.to_owned())]);
    assert_eq!(typed(&sold, "without"), []);
    let refused = sold.draft(CREDIT, notes::RATE, rows.clone()).unwrap_err();
    assert_eq!((refused[0].path.as_str(), refused[0].message.as_str()), ("gst", late));
    // A draft of the day before is not posted with GST either.
    assert_eq!(messages(sold.post(CREDIT, &id)), [late]);
    let taxed = sold.book(books::OUTPUT_CGST);
    let without = json!({ "gst": "without" });
    let id = sold.draft_with(CREDIT, notes::RATE, rows.clone(), without).unwrap();
    sold.post(CREDIT, &id).unwrap();
    let note = sold.of(CREDIT, &id);
    assert_eq!(amounts(&note), [51_025, 0, 0, 0, 0, 51_025]);
    assert_eq!(sold.book(books::OUTPUT_CGST), taxed, "the tax stays as it was");
    assert_eq!(note.mirror[0].cgst, 4_592, "and nobody is credited it later");
    // The law sets no last day for what raises the tax.
    let note = sold.note(DEBIT, notes::RATE, rows);
    assert_eq!(note.cgst_paise, 4_592);
    sold.world.is_sound();
}

#[test]
fn a_draft_is_worked_out_over_what_the_notes_before_it_left() {
    let mut sold = Sold::new();
    let all = json!([{ "line": 0, "weight_g": 1_020_500 }]);
    let ids = [(); 2].map(|()| sold.draft(CREDIT, notes::QUANTITY, all.clone()).unwrap());
    sold.post(CREDIT, &ids[0]).unwrap();
    assert_eq!(sold.left(), Portion::default());
    let only = "Only 0 pcs (0.000 kg) of this line can still be credited";
    assert_eq!(messages(sold.post(CREDIT, &ids[1])), [only]);
    // One that still fits is not posted at other amounts than were seen either.
    let mut sold = Sold::new();
    let part = json!([{ "line": 0, "discount_bp": 1_000 }]);
    let ids = [(); 2].map(|()| sold.draft(CREDIT, notes::DISCOUNT, part.clone()).unwrap());
    sold.post(CREDIT, &ids[0]).unwrap();
    let changed =
        "Another note of the invoice was posted since this draft was saved. Save it again";
    assert_eq!(messages(sold.post(CREDIT, &ids[1])), [changed]);
    let acc = sold.world.actor(Role::Acc);
    sold.world.site.edit(&acc, CREDIT, &ids[1], json!({})).unwrap();
    sold.post(CREDIT, &ids[1]).unwrap();
    assert_eq!(sold.of(CREDIT, &ids[1]).goods_paise, 539_589, "ten in a hundred of the rest");
    sold.world.is_sound();
}

#[test]
fn what_can_still_be_noted_is_told_line_by_line_and_no_amount_to_who_sees_none() {
    let mut sold = Sold::new();
    sold.note(CREDIT, notes::QUANTITY, json!([{ "line": 0, "weight_g": 20_500 }]));
    let told = |sold: &Sold, role: Role| {
        let (site, actor) = (&sold.world.site, sold.world.actor(role));
        notable(&site.memory, &actor, site.now, &sold.invoice).unwrap()
    };
    let all = told(&sold, Role::Acc);
    let row = &all.rows[0];
    assert_eq!((row.credit_g, row.credit_paise), (1_000_000, Some(5_875_000)));
    assert_eq!((row.debit_g, row.debit_paise), (1_020_500, Some(5_995_438)));
    assert_eq!(all.open_paise, Some(sold.account().receivable));
    let some = told(&sold, Role::Logi);
    assert_eq!(
        (some.rows[0].credit_paise, some.rows[0].rate_paise, some.open_paise),
        (None, None, None)
    );
    assert_eq!(some.rows[0].credit_g, 1_000_000);
}

#[test]
fn the_irn_of_a_note_is_recorded_once() {
    let mut sold = Sold::new();
    let id = sold.draft(CREDIT, notes::RATE, json!([{ "line": 0, "rate_paise": 50_000 }])).unwrap();
    sold.post(CREDIT, &id).unwrap();
    let papers = json!({
        "irn": "0123456789abcdef".repeat(4), "ack_no": "112010000011474", "ack_date": "2026-11-21",
        "signed_qr": "eyJhbGciOiJSUzI1NiJ9",
    });
    let mut early = papers.clone();
    early["ack_date"] = json!("2026-11-22");
    let refused = sold.world.try_act(Role::Acc, CREDIT, &id, "record", early);
    assert_eq!(messages(refused), ["Date is in the future"]);
    sold.world.act(Role::Acc, CREDIT, &id, "record", papers.clone());
    assert_eq!(sold.of(CREDIT, &id).irn_state.as_deref(), Some("recorded"));
    let again = sold.world.try_act(Role::Acc, CREDIT, &id, "record", papers);
    assert_eq!(messages(again), ["The IRN of a note never changes"]);
}

#[test]
fn declaration_and_types_hold_the_same_fields_in_the_same_order() {
    for def in [&CREDIT_NOTE, &DEBIT_NOTE] {
        let keys: Vec<&str> = def.fields.iter().map(|field| field.key).collect();
        assert_eq!(keys, Note::KEYS);
        let inner = |key: &str| match def.field(key).unwrap().kind {
            Kind::Rows { fields, .. } => fields.iter().map(|field| field.key).collect::<Vec<_>>(),
            _ => panic!("{key} holds no fields"),
        };
        assert_eq!(inner("corrections"), Correction::KEYS);
        assert_eq!(inner("lines"), notes::NoteLine::KEYS);
        assert_eq!(inner("mirror"), Mirrored::KEYS);
    }
}

#[test]
fn a_draft_may_be_deleted_and_a_posted_note_is_not() {
    let mut sold = Sold::new();
    let rows = json!([{ "line": 0, "rate_paise": 50_000 }]);
    let acc = sold.world.actor(Role::Acc);
    let delete =
        |id: &str, version| CommandKind::Delete { doc_type: CREDIT.into(), id: id.into(), version };
    let id = sold.draft(CREDIT, notes::RATE, rows.clone()).unwrap();
    sold.world.site.deed(&acc, delete(&id, 1)).unwrap();
    let id = sold.draft(CREDIT, notes::RATE, rows).unwrap();
    sold.post(CREDIT, &id).unwrap();
    let refused = sold.world.site.deed(&acc, delete(&id, 2));
    assert_eq!(messages(refused), ["Credit note PNC/26-27/00001 is Posted; delete is not allowed"]);
    assert_eq!(sold.world.site.now, NOW);
}
