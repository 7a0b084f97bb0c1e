//! E-invoices: when an invoice needs an IRN, what the portal would refuse, and what waits for one.

use crate::invoices::World;
use crate::site::{messages, wire};
use godown_core::declare::actor::Actor;
use godown_core::declare::grant::Role;
use godown_core::docs::invoices::{INVOICE, Invoice, irn};
use godown_core::error::{Code, Issue};
use godown_core::ledger::credit;
use godown_core::query;
use godown_core::value::Instant;
use serde_json::{Value, json};

const CRORE: i64 = 1_000_000_000;
const DAY_MS: i64 = 86_400_000;
const BUYER: (&str, &str) = ("27AABFT1234K1Z9", "411001");

/// A site with a turnover of ₹12 crore and a customer in its state.
fn world() -> (World, String) {
    let mut world = World::new();
    let customer = world.customer(BUYER.0, BUYER.1);
    set(&mut world, "company", json!({ "aato_paise": 12 * CRORE }));
    (world, customer)
}

fn set(world: &mut World, single: &str, value: Value) {
    world.site.edit(&Actor::system(), single, single, value).unwrap();
}

/// A posted invoice and its order.
fn posted(world: &mut World, customer: &str) -> (String, String) {
    let invoice = world.invoiced(customer);
    let of = |value: &Value| value.as_str().unwrap().to_owned();
    (of(&invoice["id"]), of(&invoice["record"]["orders"][0]))
}

fn answer() -> Value {
    json!({ "irn": "0123456789abcdef".repeat(4), "ack_no": "112010036563310",
        "ack_date": "2026-11-21", "signed_qr": "eyJhbGciOiJSUzI1NiJ9.e30.c2ln" })
}

fn irn_state(world: &World, id: &str) -> Value {
    world.site.get("invoice", id)["record"]["irn_state"].clone()
}

fn status(world: &World, order: &str) -> Value {
    world.site.get("order", order)["status"].clone()
}

/// What a person who reads the invoice is warned of, code by code.
fn warned(world: &World, role: Role, id: &str) -> Vec<(Value, Value)> {
    let actor = world.actor(role);
    let view = query::view(&world.site.memory, &actor, world.site.now, "invoice", id).unwrap();
    let view = wire(&view);
    let of = |issue: &Value| (issue["code"].clone(), issue["path"].clone());
    view["warnings"].as_array().unwrap().iter().map(of).collect()
}

fn completes(world: &mut World, order: &str) -> Result<Value, Vec<Issue>> {
    world.try_act(Role::Acc, "order", order, "complete", json!({}))
}

#[test]
fn a_posted_invoice_says_that_its_irn_is_required_and_then_recorded() {
    let (mut world, customer) = world();
    let (id, order) = posted(&mut world, &customer);
    assert_eq!(irn_state(&world, &id), "needed");
    assert_eq!(world.site.get("invoice", &id)["doc_no"], "PN/26-27/000001");
    assert_eq!(status(&world, &order), "Order Loaded");
    world.act(Role::Acc, "invoice", &id, "record", answer());
    assert_eq!(irn_state(&world, &id), "recorded");
    assert_eq!(status(&world, &order), "Order Completed");
    assert_eq!(warned(&world, Role::Acc, &id), []);
    world.is_sound();
}

#[test]
fn a_last_invoice_leaves_none_of_its_orders_credit_committed_though_its_irn_is_missing() {
    let (mut world, customer) = world();
    let (_, order) = posted(&mut world, &customer);
    assert_eq!(status(&world, &order), "Order Loaded");
    let account = world.site.read(|case| credit::account(case, &customer));
    // Of ₹70,746.16 that were agreed ₹70,746 were invoiced.
    assert_eq!((account.committed, account.receivable), (0, 7_074_600));
}

#[test]
fn an_invoice_needs_no_irn_up_to_the_turnover_nor_for_a_buyer_without_gstin() {
    let (mut world, customer) = world();
    set(&mut world, "company", json!({ "aato_paise": 5 * CRORE }));
    let (id, order) = posted(&mut world, &customer);
    assert_eq!(irn_state(&world, &id), "not_needed");
    assert_eq!(status(&world, &order), "Order Completed");

    set(&mut world, "company", json!({ "aato_paise": 12 * CRORE }));
    let mut invoice = world.invoice(&id);
    let said = |world: &World, invoice: &Invoice| world.site.read(|case| irn::state(case, invoice));
    assert_eq!(said(&world, &invoice), irn::NEEDED);
    invoice.buyer.as_mut().unwrap().gstin = None;
    assert_eq!(said(&world, &invoice), irn::NOT_NEEDED);
    invoice.place_of_supply = Some("96".to_owned());
    assert_eq!(said(&world, &invoice), irn::NEEDED);
    // What was posted below the turnover stays what it was.
    assert_eq!(irn_state(&world, &id), "not_needed");
}

#[test]
fn a_site_lowers_the_turnover_above_which_e_invoices_are_made() {
    let (mut world, customer) = world();
    set(&mut world, "company", json!({ "aato_paise": 5 * CRORE }));
    let (id, _) = posted(&mut world, &customer);
    let invoice = world.invoice(&id);
    let said = |world: &World| world.site.read(|case| irn::state(case, &invoice));
    assert_eq!(said(&world), irn::NOT_NEEDED);
    set(&mut world, "setting", json!({ "e_invoice_aato_paise": 5 * CRORE - 1 }));
    assert_eq!(said(&world), irn::NEEDED);
}

#[test]
fn a_first_day_of_e_invoices_is_kept_and_none_is_later_than_the_law_allows() {
    let (mut world, customer) = world();
    let (low, late) = (json!({ "aato_paise": 1, "e_invoice_from": "2026-11-22" }), "2026-04-02");
    set(&mut world, "company", low);
    let (id, _) = posted(&mut world, &customer);
    assert_eq!(irn_state(&world, &id), "not_needed");
    set(&mut world, "company", json!({ "e_invoice_from": "2026-11-21" }));
    let (id, _) = posted(&mut world, &customer);
    assert_eq!(irn_state(&world, &id), "needed");
    let more = json!({ "aato_paise": 12 * CRORE, "e_invoice_from": late });
    let said = world.site.edit(&Actor::system(), "company", "company", more).unwrap_err();
    assert_eq!(said[0].path, "e_invoice_from");
    assert_eq!(said[0].message, "At this turnover e-invoices begin by 01-04-2026");
}

#[test]
fn an_invoice_without_its_irn_completes_nothing_until_it_is_recorded() {
    let (mut world, customer) = world();
    let (id, order) = posted(&mut world, &customer);
    let said = completes(&mut world, &order).unwrap_err();
    assert_eq!((said[0].code, said[0].path.as_str()), (Code::IrnNeeded, "irn"));
    assert!(said[0].message.starts_with("IRN is required: record it before"), "{said:?}");
    // Whoever may read the invoice is told, also without a right on the company's own page.
    for role in [Role::Acc, Role::Sales, Role::Logi] {
        let found = [(json!("irn_needed"), json!("irn"))];
        let actor = if role == Role::Sales { Role::Bm } else { role };
        assert_eq!(warned(&world, actor, &id), found, "{role:?}");
    }
}

#[test]
fn a_site_that_only_warns_completes_with_the_posting() {
    let (mut world, customer) = world();
    set(&mut world, "setting", json!({ "irn_missing": "warn" }));
    let (id, order) = posted(&mut world, &customer);
    assert_eq!(status(&world, &order), "Order Completed");
    assert_eq!(warned(&world, Role::Acc, &id), [(json!("irn_due"), json!("irn"))]);
    let doc = world.site.read(|case| case.doc(&INVOICE, &id));
    let said = world.site.read(|case| irn::warn(case, &doc));
    assert_eq!(
        said[0].message,
        "IRN is required. Record it. The portal accepts it until 21-12-2026"
    );
}

#[test]
fn a_day_to_record_the_irn_ends_twenty_four_hours_after_posting() {
    let (mut world, customer) = world();
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let id = world.draft(&[&loading], json!({})).unwrap();
    world.post(&id).unwrap();
    set(&mut world, "setting", json!({ "irn_missing": "day" }));
    let began = world.site.now;
    for (after, code) in [(0, "irn_due"), (DAY_MS, "irn_due"), (DAY_MS + 1, "irn_needed")] {
        world.site.now = Instant(began.0 + after);
        assert_eq!(warned(&world, Role::Acc, &id)[0].0, code, "{after}");
    }
    assert_eq!(completes(&mut world, &order).unwrap_err()[0].code, Code::IrnNeeded);
    world.site.now = Instant(began.0 + DAY_MS);
    assert_eq!(completes(&mut world, &order).unwrap()["status"], "Order Completed");
}

#[test]
fn an_irn_is_recorded_in_its_form_with_its_acknowledgement_and_code() {
    let (mut world, customer) = world();
    let (id, _) = posted(&mut world, &customer);
    let record = |world: &mut World, key: &str, value: Value| {
        let mut inputs = answer();
        inputs[key] = value;
        let said = world.try_act(Role::Acc, "invoice", &id, "record", inputs).unwrap_err();
        (said[0].path.clone(), said[0].message.clone())
    };
    let table = [
        ("irn", json!("abc"), "IRN is not valid: it has 64 characters, each 0-9 or a-f"),
        ("ack_no", json!("12"), "Acknowledgement number is not valid: it has 15 digits"),
        ("ack_no", json!(null), "Enter the acknowledgement number, 15 digits"),
        ("ack_date", json!(null), "Enter the acknowledgement date"),
        ("ack_date", json!("2026-11-22"), "Date is in the future"),
        ("signed_qr", json!(null), "Enter the text of the signed QR code"),
        ("ewb_no", json!("12"), "E-way bill number is not valid: it has 12 digits"),
    ];
    for (key, value, message) in table {
        assert_eq!(record(&mut world, key, value), (key.to_owned(), message.to_owned()));
    }
    world.act(Role::Acc, "invoice", &id, "record", answer());
}

#[test]
fn an_irn_belongs_to_one_invoice() {
    let (mut world, customer) = world();
    let (first, _) = posted(&mut world, &customer);
    let (second, _) = posted(&mut world, &customer);
    world.act(Role::Acc, "invoice", &first, "record", answer());
    let said = world.try_act(Role::Acc, "invoice", &second, "record", answer()).unwrap_err();
    assert_eq!((said[0].code, said[0].path.as_str()), (Code::Duplicate, "irn"), "{said:?}");
    assert_eq!(irn_state(&world, &second), "needed");
}

#[test]
fn posting_refuses_what_the_portal_would_and_names_the_document_to_mend() {
    let (mut world, customer) = world();
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], json!({})).unwrap();
    let branch = world.branch.clone();
    let edit = |world: &mut World, pin: Value| {
        world.site.edit(&Actor::system(), "branch", &branch, json!({ "pin": pin })).unwrap();
    };
    edit(&mut world, json!(null));
    assert_eq!(messages(world.post(&draft)), ["Branch Pune: enter the PIN code"]);
    edit(&mut world, json!("411019"));
    assert_eq!(world.post(&draft).unwrap()["status"], "Posted");
}

#[test]
fn each_part_that_the_portal_asks_for_is_missed_by_name() {
    let (mut world, customer) = world();
    let (id, _) = posted(&mut world, &customer);
    let whole = world.invoice(&id);
    let said = |world: &World, change: &dyn Fn(&mut Invoice)| {
        let mut invoice = whole.clone();
        change(&mut invoice);
        world.site.read(|case| irn::missing(case, &invoice))
    };
    assert_eq!(said(&world, &|_| ()), []);
    type Change = fn(&mut Invoice);
    let name = "Customer Firm 27AABFT1234K1Z9";
    let table: [(Change, &str, String); 8] = [
        (|i| seller(i).gstin = None, "seller.gstin", "Branch Pune: enter the GSTIN".into()),
        (|i| seller(i).address = None, "seller.address", "Branch Pune: enter the address".into()),
        (|i| seller(i).pin = None, "seller.pin", "Branch Pune: enter the PIN code".into()),
        (
            |i| buyer(i).address = None,
            "buyer.address",
            format!("{name}, billing address: enter the address"),
        ),
        (
            |i| buyer(i).pin = None,
            "buyer.pin",
            format!("{name}, billing address: enter the PIN code"),
        ),
        (
            |i| buyer(i).state_code = None,
            "buyer.state_code",
            format!("{name}, billing address: enter the state"),
        ),
        (
            |i| i.lines[0].hsn = "7306".into(),
            "lines.0.hsn",
            "SKU MS Pipe 50NB: HSN must have at least 6 digits for this company".into(),
        ),
        (|i| i.lines[0].hsn.clear(), "lines.0.hsn", "SKU MS Pipe 50NB: enter the HSN".into()),
    ];
    for (change, path, message) in table {
        let found = said(&world, &change);
        assert_eq!(found.len(), 1, "{path} {found:?}");
        assert_eq!((found[0].path.as_str(), &found[0].message), (path, &message));
    }
    let ship: Change = |i| {
        i.ship_to = Some("Site 2".into());
        i.consignee.as_mut().unwrap().pin = None;
    };
    let found: Vec<String> = said(&world, &ship).into_iter().map(|issue| issue.path).collect();
    assert_eq!(found, ["consignee.address", "consignee.pin"]);
    // An invoice that no portal sees is posted as it is.
    assert_eq!(
        said(&world, &|i| {
            seller(i).pin = None;
            buyer(i).gstin = None;
        }),
        []
    );
}

fn seller(invoice: &mut Invoice) -> &mut godown_core::docs::invoices::Party {
    invoice.seller.as_mut().unwrap()
}

fn buyer(invoice: &mut Invoice) -> &mut godown_core::docs::invoices::Party {
    invoice.buyer.as_mut().unwrap()
}

#[test]
fn an_hsn_of_too_few_digits_holds_posting_until_the_sku_has_a_longer_one() {
    let (mut world, customer) = world();
    set(&mut world, "company", json!({ "aato_paise": 1 }));
    let rates = json!([{ "rate_bp": 1800, "from": "2017-07-01" }]);
    let short = json!({ "code": "7306", "name": "Tubes", "gst_rates": rates });
    let short = world.site.make("hsn", short);
    let long = json!({ "code": "73063090", "name": "Other tubes", "gst_rates": rates });
    let long = world.site.make("hsn", long);
    let sku = world.sku.clone();
    let hsn = |world: &mut World, id: &str| {
        world.site.edit(&Actor::system(), "sku", &sku, json!({ "hsn": id })).unwrap();
    };
    hsn(&mut world, &short);
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    set(&mut world, "company", json!({ "aato_paise": 12 * CRORE }));
    let draft = world.draft(&[&loading], json!({})).unwrap();
    assert_eq!(warned(&world, Role::Acc, &draft), [(json!("input"), json!("lines.0.hsn"))]);
    let want = "SKU MS Pipe 50NB: HSN must have at least 6 digits for this company";
    assert_eq!(messages(world.post(&draft)), [want]);
    hsn(&mut world, &long);
    let acc = world.actor(Role::Acc);
    world.site.edit(&acc, "invoice", &draft, json!({})).unwrap();
    assert_eq!(world.post(&draft).unwrap()["record"]["lines"][0]["hsn"], "73063090");
}

#[test]
fn the_quantity_of_a_line_times_its_rate_is_its_amount() {
    let (mut world, customer) = world();
    let order = world.order(&customer, 36, 1_020_501);
    let loading = world.load(&order, 36, 1_020_501);
    let id = world.draft(&[&loading], json!({})).unwrap();
    let line = world.invoice(&id).lines.remove(0);
    assert_eq!((line.qty_micro, line.qty_milli, line.uqc.as_str()), (1_020_501, 1_021, "MTS"));
    let exact = i128::from(line.qty_micro) * i128::from(line.rate_paise);
    assert_eq!((exact + 500_000) / 1_000_000, i128::from(line.amount_paise));
}

#[test]
fn the_seller_is_shown_with_pin_state_and_the_bank_of_the_day() {
    let (mut world, customer) = world();
    let bank = json!([{ "bank": "HDFC Bank", "ifsc": "HDFC0000412", "account": "041211800027" }]);
    set(&mut world, "company", json!({ "bank_accounts": bank }));
    let (id, _) = posted(&mut world, &customer);
    set(&mut world, "company", json!({ "bank_accounts": null }));
    let record = world.site.get("invoice", &id)["record"].clone();
    let seller = &record["seller"];
    assert_eq!((&seller["pin"], &seller["state_code"]), (&json!("411019"), &json!("27")));
    assert_eq!(seller["state"], "Maharashtra");
    assert_eq!(record["bank"], bank[0]);
    assert_eq!(record["buyer"]["pin"], BUYER.1);
}
