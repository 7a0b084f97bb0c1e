//! Every posted document of the demo as the portals of the GST would be told of it.

use godown_core::declare::actor::Actor;
use godown_core::docs::invoices::{INVOICE, POSTED};
use godown_core::docs::notes::{CREDIT_NOTE, DEBIT_NOTE};
use godown_core::docs::portal::{PortalFile, PortalPen};
use godown_core::docs::{self, invoices::irn};
use godown_core::kept::doc::Doc;
use serde_json::{Value, json};

use crate::portal_fields::{BILLS, INV01, adds_up, amounts, breaks, paise};
use crate::story::{docs, story};

/// As a file tells of it, with nothing answered yet.
fn told(file: PortalFile, def: &'static godown_core::schema::DocType, doc: &Doc) -> Value {
    let told = story();
    let (actor, now) = (Actor::system(), doc.updated_at);
    let mut waiting = doc.clone();
    for key in ["irn", "ack_no", "ack_date", "signed_qr", "ewb_no"] {
        waiting.record.remove(key);
    }
    waiting.set("irn_state", irn::NEEDED);
    let look = docs::look(&told.state, &actor, now);
    let mut pen = PortalPen::begin(file);
    pen.add(&look, def, &waiting).expect("a posted document");
    serde_json::from_slice(&pen.finish()).expect("JSON")
}

fn of_record(doc: &Doc) -> [i64; 8] {
    ["taxable", "cgst", "sgst", "igst", "cess", "tcs", "round_off", "payable"]
        .map(|key| doc.int(&format!("{key}_paise")).unwrap_or(0))
}

#[test]
fn e_invoices_of_all_posted_documents_hold_the_published_fields_and_read_back() {
    let mut written = 0;
    for def in [&INVOICE, &CREDIT_NOTE, &DEBIT_NOTE] {
        let reported = |doc: &Doc| {
            let buyer = doc.get("buyer").and_then(|buyer| buyer.get("gstin")).is_some();
            doc.status == POSTED && buyer && doc.text("gst") != Some("without")
        };
        for doc in docs(story(), def.key).into_iter().filter(reported) {
            let file = told(PortalFile::Inv01, def, &doc);
            let (number, one) = (doc.doc_no.as_deref().unwrap_or_default(), &file[0]);
            assert_eq!(breaks(INV01, one), [""; 0], "{number}");
            adds_up(one);
            assert_eq!(amounts(one), of_record(&doc), "{number}");
            assert_eq!(one["DocDtls"]["No"], json!(number));
            written += 1;
        }
    }
    assert!(written > 300, "{written} documents");
}

#[test]
fn e_way_bills_of_all_posted_invoices_hold_the_published_fields_and_read_back() {
    let mut written = 0;
    for doc in docs(story(), INVOICE.key).into_iter().filter(|doc| doc.status == POSTED) {
        let file = told(PortalFile::EwayBill, &INVOICE, &doc);
        let (number, one) = (doc.doc_no.as_deref().unwrap_or_default(), &file["billLists"][0]);
        assert_eq!(breaks(BILLS, &file), [""; 0], "{number}");
        let [taxable, cgst, sgst, igst, cess, tcs, round_off, payable] = of_record(&doc);
        let keys = ["totalValue", "cgstValue", "sgstValue", "igstValue", "cessValue", "OthValue"];
        let [value, c, s, i, e, other] = keys.map(|key| paise(&one[key]));
        assert_eq!([value, c, s, i, e], [taxable, cgst, sgst, igst, cess], "{number}");
        assert_eq!((other, paise(&one["totInvValue"])), (tcs + round_off, payable), "{number}");
        assert_eq!(one["docNo"], json!(number));
        written += 1;
    }
    assert!(written > 300, "{written} invoices");
}
