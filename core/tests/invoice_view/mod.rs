//! An invoice as its view tells of it, for the tests of papers and their bench.

use serde_json::{Value, json};

/// An invoice as its view tells of it, of so many lines.
pub fn invoice(lines: usize) -> Value {
    let line = |at: usize| {
        json!({
            "name": format!("MS ERW Pipe 60.3OD × 3.6 × 6 m Trishul {at}"), "hsn": "73063090",
            "uqc": "KGS",
            "qty_micro": 2_834_700_000_i64, "pcs": 100, "weight_g": 2_834_700, "billed_g": 2_834_700,
            "rate_paise": 5_875_000, "rate_uom": "MT", "amount_paise": 16_653_863, "charges_paise": 120_000,
            "taxable_paise": 16_773_863, "gst_rate_bp": 1_800,
            "parts": [{ "batch": "b1", "pcs": 100, "weight_g": 2_834_700 }]
        })
    };
    let party = |name: &str| {
        json!({
            "name": name, "gstin": "27AAPFU0939F1ZV", "pan": "AAPFU0939F", "pin": "410501",
            "address": "प्लॉट 12, चाकण औद्योगिक क्षेत्र, Pune", "state": "Maharashtra", "state_code": "27",
            "mobile": "9822011000"
        })
    };
    json!({
        "type": "invoice", "id": "i", "status": "Posted",
        "doc_no": "PN/26-27/000042", "warnings": [],
        "links": { "batch": { "b1": "PUN12611-004" } },
        "record": {
            "date": "2026-11-25", "due_date": "2026-12-25", "order_no": "SO-1042", "po_no": "PO/77",
            "vehicle_no": "MH12AB1234", "ewb_no": "181000012345", "reverse_charge": false,
            "irn": "a".repeat(64), "ack_no": "112610012345678", "ack_date": "2026-11-25",
            "signed_qr": "eyJhbGciOiJSUzI1NiJ9.".repeat(45), "place_of_supply": "27",
            "place_name": "Maharashtra", "state_tax": "SGST",
            "seller": party("Golden Steel Private Limited"), "buyer": party("श्री क्षितिज स्टील ट्रेडर्स"),
            "consignee": party("Kshitij Steel Traders, Chakan yard"),
            "bank": { "bank": "State Bank of India", "branch": "Chakan", "account": "30211234567",
                "ifsc": "SBIN0001234" },
            "lines": (1..=lines).map(line).collect::<Vec<Value>>(), "pcs": 100 * lines,
            "weight_g": 2_834_700 * lines, "slip_no": "WB-881", "taxable_paise": 16_773_863,
            "cgst_paise": 1_509_648, "sgst_paise": 1_509_648, "round_off_paise": 41,
            "payable_paise": 19_793_200,
            "amount_in_words": "Rupees One Lakh Ninety-Seven Thousand Nine Hundred Thirty-Two Only",
            "terms": "Interest of 18 % a year on what is paid late.\nSubject to the courts of Pune."
        }
    })
}
