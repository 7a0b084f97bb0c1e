//! The files for the portals hold what they publish and what the document says, and their answers are read back.

use godown_core::declare::grant::Role;
use godown_core::docs::portal::PortalFile;
use godown_core::error::{Code, Halt, Issue};
use godown_core::query::portal::{self as portals, PortalAnswer, PortalAsked};
use serde_json::{Value, json};

use crate::invoices::World;
use crate::notes::Sold;
use crate::portal_fields::{BILLS, INV01, adds_up, amounts, breaks};
use crate::site::messages;
use godown_core::declare::actor::Actor;

const BUYER: (&str, &str) = ("27AABFT1234K1Z9", "411001");
const FAR: (&str, &str) = ("29ABCPE1234F1Z7", "560001");
const TURNOVER: i64 = 12_000_000_000;

/// A site whose invoices are reported.
fn world() -> World {
    let mut world = World::new();
    let turnover = json!({ "aato_paise": TURNOVER });
    world.site.edit(&Actor::system(), "company", "company", turnover).unwrap();
    world
}

/// A posted invoice of a new customer.
fn posted(world: &mut World, (gstin, pin): (&str, &str)) -> String {
    let customer = world.customer(gstin, pin);
    world.invoiced(&customer)["id"].as_str().unwrap().to_owned()
}

fn file(world: &World, role: Role, asked: &PortalAsked) -> Result<Value, Vec<Issue>> {
    let actor = world.actor(role);
    match portals::file(&world.site.memory, &actor, world.site.now, asked) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).unwrap()),
        Err(Halt::Refused(refused)) => Err(refused.issues),
        Err(other) => panic!("{other:?}"),
    }
}

fn of(file: PortalFile, kind: &str, ids: &[&str]) -> PortalAsked {
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    PortalAsked { file, doc_type: kind.to_owned(), ids, ..PortalAsked::default() }
}

fn inv01(world: &World, kind: &str, id: &str) -> Value {
    let told = file(world, Role::Acc, &of(PortalFile::Inv01, kind, &[id])).unwrap();
    let told = told[0].clone();
    assert_eq!(breaks(INV01, &told), [""; 0]);
    adds_up(&told);
    told
}

#[test]
fn an_invoices_file_holds_the_published_fields_and_reads_back_to_the_invoice() {
    let mut world = world();
    for (buyer, pos) in [(BUYER, "27"), (FAR, "29")] {
        let id = posted(&mut world, buyer);
        let invoice = world.invoice(&id);
        let told = inv01(&world, "invoice", &id);
        let want = [
            invoice.taxable_paise,
            invoice.cgst_paise,
            invoice.sgst_paise,
            invoice.igst_paise,
            invoice.cess_paise,
            invoice.tcs_paise,
            invoice.round_off_paise,
            invoice.payable_paise,
        ];
        assert_eq!(amounts(&told), want);
        assert_eq!(told["TranDtls"]["SupTyp"], "B2B");
        assert_eq!(told["DocDtls"]["No"], world.site.get("invoice", &id)["doc_no"]);
        assert_eq!(told["DocDtls"]["Dt"], "21/11/2026");
        assert_eq!(told["SellerDtls"]["Gstin"], "27AAPFU0939F1ZV");
        assert_eq!(told["BuyerDtls"]["Gstin"], buyer.0);
        assert_eq!(told["BuyerDtls"]["Pos"], pos);
        let item = &told["ItemList"][0];
        assert_eq!(
            (item["Unit"].as_str(), item["HsnCd"].as_str()),
            (Some("MTS"), Some(&*invoice.lines[0].hsn))
        );
    }
}

#[test]
fn money_in_a_file_has_two_decimals_and_comes_from_the_paise() {
    let mut world = world();
    let id = posted(&mut world, BUYER);
    let actor = world.actor(Role::Acc);
    let asked = of(PortalFile::Inv01, "invoice", &[&id]);
    let bytes = portals::file(&world.site.memory, &actor, world.site.now, &asked).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains(r#""CgstVal":5395.89,"SgstVal":5395.89,"IgstVal":0.00"#), "{text}");
    assert!(text.contains(r#""RndOffAmt":-0.16,"TotInvVal":70746.00}"#), "{text}");
}

#[test]
fn a_notes_file_names_its_invoice_and_mirrors_its_amounts() {
    let mut sold = Sold::new();
    let turnover = json!({ "aato_paise": TURNOVER });
    sold.world.site.edit(&Actor::system(), "company", "company", turnover).unwrap();
    for (kind, word) in [("credit_note", "CRN"), ("debit_note", "DBN")] {
        let corrections = json!([{ "line": 0, "rate_paise": 50_000 }]);
        let id = sold.draft(kind, "rate_difference", corrections).unwrap();
        sold.post(kind, &id).unwrap();
        let note = sold.of(kind, &id);
        let told = inv01(&sold.world, kind, &id);
        assert_eq!(told["DocDtls"]["Typ"], word);
        let before = &told["RefDtls"]["PrecDocDtls"][0];
        assert_eq!(before["InvNo"].as_str(), note.invoice_no.as_deref());
        let [taxable, .., payable] = amounts(&told);
        assert_eq!((taxable, payable), (note.taxable_paise, note.payable_paise));
        let asked = of(PortalFile::EwayBill, kind, &[&id]);
        let said = file(&sold.world, Role::Acc, &asked);
        assert!(messages(said)[0].ends_with("has no e-way bill: it is a note"));
    }
}

#[test]
fn an_e_way_bills_file_holds_the_published_fields_and_both_ends_of_the_way() {
    let mut world = world();
    let id = posted(&mut world, FAR);
    let told = file(&world, Role::Acc, &of(PortalFile::EwayBill, "invoice", &[&id])).unwrap();
    assert_eq!(breaks(BILLS, &told), [""; 0]);
    let bill = &told["billLists"][0];
    assert_eq!((&bill["fromStateCode"], &bill["actualToStateCode"]), (&json!(27), &json!(29)));
    assert_eq!(bill["totInvValue"], json!(70_746.0));
    assert_eq!(
        (&bill["itemList"][0]["igstRate"], &bill["itemList"][0]["cgstRate"]),
        (&json!(18.0), &json!(0.0))
    );
    assert_eq!((&bill["toPincode"], &bill["transType"]), (&json!(560_001), &json!(1)));
}

#[test]
fn a_period_writes_what_still_waits_and_says_when_nothing_does() {
    let mut world = world();
    let first = posted(&mut world, BUYER);
    posted(&mut world, FAR);
    let asked = PortalAsked::default();
    let numbers = |told: &Value| -> Vec<Value> {
        told.as_array().unwrap().iter().map(|one| one["DocDtls"]["No"].clone()).collect()
    };
    let all = file(&world, Role::Acc, &asked).unwrap();
    assert_eq!(numbers(&all), ["PN/26-27/000001", "PN/26-27/000002"]);
    world.act(Role::Acc, "invoice", &first, "record", answer_record());
    assert_eq!(numbers(&file(&world, Role::Acc, &asked).unwrap()), ["PN/26-27/000002"]);
    let later = PortalAsked { from: godown_core::value::Day::parse("2026-11-22"), ..asked };
    let said = messages(file(&world, Role::Acc, &later));
    assert_eq!(said, ["No document of this period waits for the portal"]);
}

#[test]
fn what_the_portal_is_not_told_of_is_refused_with_the_reason() {
    let mut world = world();
    let customer = world.customer(BUYER.0, BUYER.1);
    let order = world.order(&customer, 36, 1_020_500);
    let loading = world.load(&order, 36, 1_020_500);
    let draft = world.draft(&[&loading], json!({})).unwrap();
    let said = file(&world, Role::Acc, &of(PortalFile::Inv01, "invoice", &[&draft])).unwrap_err();
    assert_eq!(said[0].code, Code::BadState);
    assert!(said[0].message.ends_with("is Draft; only a posted one is reported"), "{said:?}");
    world.post(&draft).unwrap();
    world.act(Role::Acc, "invoice", &draft, "record", answer_record());
    let said = messages(file(&world, Role::Acc, &of(PortalFile::Inv01, "invoice", &[&draft])));
    assert!(said[0].ends_with("has its IRN already"), "{said:?}");

    let none = json!({ "aato_paise": 1 });
    world.site.edit(&Actor::system(), "company", "company", none).unwrap();
    let small = posted(&mut world, FAR);
    let said = messages(file(&world, Role::Acc, &of(PortalFile::Inv01, "invoice", &[&small])));
    assert!(said[0].contains("needs no IRN: by the turnover none was required"), "{said:?}");
    for role in [Role::Yard, Role::Purch] {
        let said = file(&world, role, &of(PortalFile::Inv01, "invoice", &[&small])).unwrap_err();
        assert_eq!(said[0].code, Code::Forbidden, "{role:?}");
    }
}

fn answer_record() -> Value {
    json!({ "irn": "0123456789abcdef".repeat(4), "ack_no": "112010036563310",
        "ack_date": "2026-11-21", "signed_qr": "eyJhbGciOiJSUzI1NiJ9.e30.c2ln" })
}

/// RFC 4648, section 5, without padding.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let held = three.iter().fold(0_u32, |held, byte| (held << 8) | u32::from(*byte));
        let held = held << (8 * (3 - three.len()));
        for at in 0..=three.len() {
            text.push(char::from(LETTERS[(held >> (18 - 6 * at)) as usize & 63]));
        }
    }
    text
}

/// The portal's answer to an invoice; `change` alters what its QR code says.
fn answered(told: &Value, change: impl Fn(&mut Value)) -> Value {
    let irn = "0123456789abcdef".repeat(4);
    let mut code = json!({
        "SellerGstin": told["SellerDtls"]["Gstin"], "BuyerGstin": told["BuyerDtls"]["Gstin"],
        "DocNo": told["DocDtls"]["No"], "DocTyp": told["DocDtls"]["Typ"], "DocDt": told["DocDtls"]["Dt"],
        "TotInvVal": told["ValDtls"]["TotInvVal"], "ItemCnt": 1, "MainHsnCode": "73063090", "Irn": irn,
    });
    change(&mut code);
    let claims = json!({ "data": code.to_string(), "iss": "NIC" }).to_string();
    let signed = format!("eyJhbGciOiJSUzI1NiJ9.{}.c2ln", base64url(claims.as_bytes()));
    json!({ "AckNo": 112_010_036_563_310_i64, "AckDt": "2026-11-21 10:31:00", "Irn": irn,
        "SignedQRCode": signed, "Status": "ACT" })
}

fn read(world: &World, answer: &Value) -> Vec<PortalAnswer> {
    let acc = world.actor(Role::Acc);
    portals::answers(&world.site.memory, &acc, world.site.now, answer).unwrap().rows
}

fn why(world: &World, answer: &Value) -> String {
    read(world, answer).remove(0).why.unwrap()
}

#[test]
fn an_answer_is_read_back_to_its_invoice_and_recorded_by_the_same_step() {
    let mut world = world();
    let id = posted(&mut world, BUYER);
    let answer = answered(&inv01(&world, "invoice", &id), |_| ());
    // Alone, in a list, and in the wrapping of the portal's own interface.
    let wrapped = json!({ "Status": 1, "ErrorDetails": null, "Data": answer.to_string() });
    for answer in [answer.clone(), json!([answer.clone()]), wrapped] {
        let row = read(&world, &answer).remove(0);
        assert_eq!((row.why, row.id.as_deref()), (None, Some(&*id)));
        let keys: Vec<&str> = row.noted.iter().map(|one| &*one.key).collect();
        assert_eq!(keys, ["irn", "ack_no", "signed_qr", "ack_date"]);
    }
    let row = read(&world, &answer).remove(0);
    let inputs = row.noted.into_iter().map(|one| (one.key, json!(one.value))).collect();
    let recorded = world.act(Role::Acc, "invoice", &id, "record", Value::Object(inputs));
    assert_eq!(recorded["record"]["irn_state"], "recorded");
    assert_eq!(recorded["record"]["ack_date"], "2026-11-21");
    assert_eq!(why(&world, &answer), "All of it is recorded already");
    let mut other = answer.clone();
    other["Irn"] = json!("f".repeat(64));
    other["SignedQRCode"] = json!(null);
    other["DocNo"] = json!("PN/26-27/000001");
    assert_eq!(why(&world, &other), "Another IRN is recorded already");
    world.is_sound();
}

#[test]
fn a_qr_code_of_another_paper_is_refused_with_what_differs() {
    let mut world = world();
    let id = posted(&mut world, BUYER);
    let told = inv01(&world, "invoice", &id);
    let table: [(&str, Value, &str); 5] = [
        ("TotInvVal", json!(70_746.01), "amount"),
        ("BuyerGstin", json!(FAR.0), "buyer"),
        ("SellerGstin", json!(FAR.0), "seller"),
        ("DocDt", json!("20/11/2026"), "date"),
        ("Irn", json!("a".repeat(64)), "IRN"),
    ];
    for (key, value, what) in table {
        let answer = answered(&told, |code| code[key] = value.clone());
        assert_eq!(why(&world, &answer), format!("The QR code has another {what}"));
    }
}

#[test]
fn e_way_bills_come_back_by_number_with_their_validity_and_refusals_by_name() {
    let mut world = world();
    let id = posted(&mut world, FAR);
    let rows = read(
        &world,
        &json!([
            { "docNo": "pn/26-27/000001", "ewayBillNo": 123_456_789_012_i64,
              "ewayBillDate": "21/11/2026 10:11:00 AM", "validUpto": "25/11/2026 11:59:00 PM" },
            { "docNo": "PN/26-27/000009", "ewayBillNo": "123456789013" },
            { "docNo": "PN/26-27/000001", "errorDetails": [{ "errorCode": "604", "errorMessage": "Duplicate" }] },
            { "ewayBillNo": "123456789014" },
            { "docNo": "PN/26-27/000001", "ewayBillNo": "12" },
        ]),
    );
    let shown: Vec<(&str, &str)> =
        rows[0].noted.iter().map(|one| (&*one.key, &*one.shown)).collect();
    let want =
        [("ewb_no", "123456789012"), ("ewb_date", "21-11-2026"), ("ewb_valid_to", "25-11-2026")];
    assert_eq!(shown, want);
    let whys: Vec<&str> = rows[1..].iter().map(|row| row.why.as_deref().unwrap()).collect();
    assert_eq!(
        whys,
        [
            "No document of this number was found",
            "The portal refused it: 604: Duplicate",
            "The answer does not say of which document it is",
            "E-way bill number is not valid: it has 12 digits",
        ]
    );
    let inputs = rows[0].noted.iter().map(|one| (one.key.clone(), json!(one.value))).collect();
    let recorded = world.act(Role::Acc, "invoice", &id, "record", Value::Object(inputs));
    assert_eq!(recorded["record"]["ewb_valid_to"], "2026-11-25");
}

#[test]
fn what_is_no_answer_of_a_portal_is_refused() {
    let world = world();
    let acc = world.actor(Role::Acc);
    for answer in [json!({}), json!([]), json!("x"), json!([{ "a": 1 }]), json!(null)] {
        let said = portals::answers(&world.site.memory, &acc, world.site.now, &answer).unwrap_err();
        let Halt::Refused(said) = said else { panic!("{said:?}") };
        let want = "This is no answer of the e-invoice or the e-way bill portal";
        assert_eq!(said.issues[0].message, want);
    }
}
