//! Instalments, interest after the due date and the cash discount of the terms of payment.

use godown_core::docs::notes::{earned_on, late_days};
use godown_core::value::Day;

use super::*;
use crate::proof::dice::Dice;
use crate::site::seeded;

const PAYABLE: i64 = 7_074_600;

/// An invoice of these terms.
fn sold(terms: Value) -> Sold {
    let mut world = World::new();
    let admin = world.actor(Role::Admin);
    let term = seeded("payment_term", "CR30");
    world.site.edit(&admin, "payment_term", &term, terms).unwrap();
    let customer = world.customer("27AABFT1234K1Z9", "411001");
    let invoice = world.invoiced(&customer)["id"].as_str().unwrap().to_owned();
    Sold { world, customer, invoice }
}

impl Sold {
    fn by_terms(&mut self, kind: &str, reason: &str) -> Result<Note, Vec<Issue>> {
        let sent = json!({ "invoice": self.invoice, "reason": reason, "gst": "without" });
        let acc = self.world.actor(Role::Acc);
        let made = self.world.site.create(&acc, kind, sent)?;
        let id = made["id"].as_str().unwrap().to_owned();
        self.post(kind, &id)?;
        Ok(self.of(kind, &id))
    }

    fn days(&mut self, days: i64) {
        self.later(days * DAY);
    }

    /// Money that came today and pays what is due first.
    fn pays(&mut self, amount: i64, utr: &str) -> String {
        let receipt = json!({
            "date": self.world.site.today().to_string(), "customer": self.customer, "mode": "neft",
            "amount_paise": amount, "utr": utr, "spread": "due",
        });
        let sales = self.world.sales.clone();
        let made = self.world.site.create(&sales, "receipt", receipt).unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        self.world.act(Role::Sales, "receipt", &id, "submit", json!({}));
        self.world.act(Role::Acc, "receipt", &id, "confirm", json!({}));
        id
    }

    fn overdue(&self) -> (i64, i64) {
        let at =
            self.world.site.read(|case| godown_core::docs::limits::position(case, &self.customer));
        (at.overdue_paise, at.overdue_invoices)
    }
}

fn why() -> Value {
    json!({ "remarks": "Wrong invoice" })
}

fn thirds() -> Value {
    json!({ "instalments": [
        { "part_bp": 3_333, "days": 10 }, { "part_bp": 3_333, "days": 20 },
        { "part_bp": 3_334, "days": 30 },
    ]})
}

#[test]
fn instalments_come_to_the_invoice_and_fall_due_one_by_one() {
    let mut sold = sold(thirds());
    let invoice = sold.world.invoice(&sold.invoice);
    let parts: Vec<i64> = invoice.instalments.iter().map(|part| part.amount_paise).collect();
    assert_eq!(parts, [2_357_964, 2_357_964, 2_358_672]);
    assert_eq!(parts.iter().sum::<i64>(), PAYABLE);
    assert_eq!(invoice.due_date, invoice.date.map(|day| day.plus(30)));
    sold.days(11);
    assert_eq!(sold.overdue(), (2_357_964, 1));
    let receipt = sold.pays(3_000_000, "HDFC123456789012");
    assert_eq!(sold.overdue(), (0, 0));
    sold.days(10);
    assert_eq!(sold.overdue(), (4_715_928 - 3_000_000, 1));
    sold.days(10);
    assert_eq!(sold.overdue(), (PAYABLE - 3_000_000, 1));
    sold.pays(PAYABLE - 3_000_000, "HDFC123456789013");
    assert_eq!(sold.overdue(), (0, 0));
    sold.world.act(Role::Acc, "receipt", &receipt, "unallocate", why());
    let open =
        sold.world.site.read(|case| credit::open_invoice(case, &sold.customer, &sold.invoice));
    assert_eq!(open.balance_paise, 3_000_000);
    assert_eq!(open.parts.iter().map(|(_, paise)| paise).sum::<i64>(), PAYABLE);
    sold.world.is_sound();
}

/// What the customer's statement says is owed: not due, then by how late it is.
fn aged(sold: &Sold) -> Vec<i64> {
    let table = super::statements::statement(sold, sold.world.site.today(), false);
    table.lines[0].cells[5..].iter().map(super::statements::number).collect()
}

#[test]
fn a_statement_tells_how_late_each_instalment_is() {
    let mut sold = sold(thirds());
    assert_eq!(aged(&sold), [PAYABLE, 0, 0, 0, 0]);
    sold.days(11);
    assert_eq!(aged(&sold), [PAYABLE - 2_357_964, 2_357_964, 0, 0, 0]);
    // What is paid pays the first of them, and some of the second.
    sold.pays(3_000_000, "HDFC123456789012");
    assert_eq!(aged(&sold), [PAYABLE - 3_000_000, 0, 0, 0, 0]);
    sold.days(10);
    assert_eq!(aged(&sold), [2_358_672, 4_715_928 - 3_000_000, 0, 0, 0]);
    sold.days(31);
    assert_eq!(aged(&sold), [0, 2_358_672, 4_715_928 - 3_000_000, 0, 0]);
}

#[test]
fn interest_is_charged_by_the_day_once_and_booked_as_income() {
    let mut sold = sold(json!({ "interest_bp": 1_800 }));
    let early = sold.by_terms(DEBIT, "interest").unwrap_err();
    assert!(
        early[0].message.starts_with("Nothing of this invoice was paid late until"),
        "{early:?}"
    );
    sold.days(40);
    let note = sold.by_terms(DEBIT, "interest").unwrap();
    // 7,074,600 × 10 days × 18 % ÷ 365 = 34,888.43…
    assert_eq!((note.payable_paise, note.reckoned[0].days), (34_888, 10));
    assert_eq!((note.taxable_paise, note.gst.as_str(), note.lines.len()), (0, "without", 0));
    assert_eq!(sold.book(books::INTEREST), -34_888);
    let again = sold.by_terms(DEBIT, "interest").unwrap_err();
    assert!(again[0].message.starts_with("Interest is charged until"), "{again:?}");
    sold.days(1);
    assert_eq!(sold.by_terms(DEBIT, "interest").unwrap().reckoned[0].days, 1);
    assert_eq!(sold.account().receivable, PAYABLE + 34_888 + 3_489);
    // Money pays the interest by its due date too, and it opens again when that is taken back.
    let receipt = sold.pays(PAYABLE + 34_888 + 3_489, "HDFC123456789012");
    assert_eq!(sold.account().receivable, 0);
    sold.world.act(Role::Acc, "receipt", &receipt, "unallocate", why());
    assert_eq!(sold.account().receivable, PAYABLE + 34_888 + 3_489);
    let why = json!({ "remarks": "Wrong party" });
    assert!(sold.world.try_act(Role::Acc, "invoice", &sold.invoice, "cancel", why).is_err());
    sold.world.is_sound();
}

#[test]
fn two_drafts_of_the_same_days_are_not_both_posted() {
    let mut sold = sold(json!({ "interest_bp": 1_800 }));
    sold.days(40);
    let sent = json!({ "invoice": sold.invoice, "reason": "interest", "gst": "with" });
    let acc = sold.world.actor(Role::Acc);
    let ids = [0, 1].map(|_| {
        let made = sold.world.site.create(&acc, DEBIT, sent.clone()).unwrap();
        made["id"].as_str().unwrap().to_owned()
    });
    sold.post(DEBIT, &ids[0]).unwrap();
    let said = sold.post(DEBIT, &ids[1]).unwrap_err();
    assert!(said[0].message.starts_with("Interest is charged until"), "{said:?}");
    sold.world.is_sound();
}

#[test]
fn a_cash_discount_follows_what_was_paid_in_time() {
    let mut sold = sold(json!({ "discount_bp": 200, "discount_days": 10 }));
    let none = sold.by_terms(CREDIT, "cash_discount").unwrap_err();
    assert!(none[0].message.starts_with("Nothing of this invoice was paid until"), "{none:?}");
    sold.days(5);
    sold.pays(PAYABLE - 141_492, "HDFC123456789012");
    let note = sold.by_terms(CREDIT, "cash_discount").unwrap();
    assert_eq!((note.payable_paise, note.set_off_paise), (141_492, Some(141_492)));
    assert_eq!(sold.book(books::DISCOUNT_ALLOWED), 141_492);
    assert_eq!(sold.account(), CreditAccount::default());
    let again = sold.by_terms(CREDIT, "cash_discount").unwrap_err();
    assert!(again[0].message.contains("given already"), "{again:?}");
    sold.world.is_sound();
}

#[test]
fn money_after_the_days_of_the_discount_earns_none() {
    let mut sold = sold(json!({ "discount_bp": 200, "discount_days": 10 }));
    sold.days(11);
    sold.pays(PAYABLE, "HDFC123456789012");
    assert!(sold.by_terms(CREDIT, "cash_discount").is_err());
}

#[test]
fn terms_without_interest_or_discount_have_no_note_of_them() {
    let mut sold = Sold::new();
    sold.days(60);
    let said = sold.by_terms(DEBIT, "interest").unwrap_err();
    assert_eq!(said[0].message, "The terms of this invoice have no interest");
    let said = sold.by_terms(CREDIT, "cash_discount").unwrap_err();
    assert_eq!(said[0].message, "The terms of this invoice have no cash discount");
}

#[test]
fn interest_in_pieces_is_the_interest_of_every_day() {
    let mut dice = Dice(42);
    for _ in 0..2_000 {
        let day = |dice: &mut Dice| Day(i32::try_from(dice.below(60)).unwrap());
        let dues: Vec<(Day, i64)> =
            (0..3).map(|_| (day(&mut dice), i64::try_from(dice.below(900_000)).unwrap())).collect();
        let less: Vec<(Day, i64)> =
            (0..3).map(|_| (day(&mut dice), i64::try_from(dice.below(900_000)).unwrap())).collect();
        let (from, until) = (day(&mut dice), Day(70));
        let rows = late_days(&dues, &less, from, until, 1_800);
        let mut exact = 0_i128;
        for day in from.0..=until.0 {
            let of = |rows: &[(Day, i64)]| -> i64 {
                rows.iter().filter(|(on, _)| on.0 < day).map(|(_, paise)| paise).sum()
            };
            let base = (of(&dues) - of(&less)).max(0);
            exact += i128::from(base) * 1_800;
            let told = rows.iter().filter(|row| {
                row.from.is_some_and(|from| from.0 <= day)
                    && row.until.is_some_and(|until| day <= until.0)
            });
            let told: Vec<i64> = told.map(|row| row.base_paise).collect();
            assert!(told.len() <= 1, "day {day} is charged twice");
            assert!(rows.is_empty() || told.iter().sum::<i64>() == base);
        }
        let rounded = (2 * exact + 3_650_000) / 7_300_000;
        let sum: i64 = rows.iter().map(|row| row.amount_paise).sum();
        assert_eq!(i128::from(sum), rounded);
    }
}

#[test]
fn a_discount_is_earned_by_money_and_its_discount_together() {
    assert_eq!(earned_on(10_000, 9_800, 200), 10_000);
    assert_eq!(earned_on(10_000, 10_000, 200), 10_000);
    assert_eq!(earned_on(10_000, 4_900, 200), 5_000);
    assert_eq!(earned_on(10_000, 0, 200), 0);
}
