//! Papers: what is read of them is what the record says, and they look as they are meant to.

use godown_core::docs::printed::{PaperWish, chosen, file, offered, pages};
use godown_core::paper::svg;
use serde_json::{Value, json};

use crate::invoice_view::invoice;

mod logo;
mod read;
mod statement;
mod suppliers;
mod table;

/// The texts of a page, in their order: what is read of the drawing, and of the file.
pub fn texts(view: &Value, copies: &[&str]) -> Vec<Vec<String>> {
    wished(view, &PaperWish::new(copies.join(",")))
}

/// The same of a paper that is wanted otherwise.
pub fn wished(view: &Value, wish: &PaperWish) -> Vec<Vec<String>> {
    let told = |svg: String| {
        let after = svg.split("<text ").skip(1);
        let text = |part: &str| Some(part.split_once('>')?.1.split_once("</text>")?.0.to_owned());
        let plain = |text: String| {
            let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
            signs.into_iter().fold(text, |text, (sign, meant)| text.replace(sign, meant))
        };
        after.filter_map(text).map(plain).filter(|text| !text.is_empty()).collect()
    };
    let pages = pages(view, wish).unwrap();
    let drawn: Vec<Vec<String>> = pages.iter().map(svg::written).map(told).collect();
    let made = file(view["type"].as_str().unwrap(), std::slice::from_ref(view), wish);
    assert_eq!(read::lines(&made.unwrap()), drawn, "what is read of the PDF");
    drawn
}

#[test]
fn an_invoice_is_printed_in_three_copies_with_the_slip_of_its_vehicle() {
    let all = chosen("invoice", "").unwrap();
    let pages = texts(&invoice(2), &all);
    let copy = |at: usize| pages[at][1].as_str();
    assert_eq!(pages.len(), 4);
    assert_eq!(copy(0), "Original for recipient");
    assert_eq!(copy(1), "Duplicate for transporter");
    assert_eq!(copy(2), "Triplicate for supplier");
    assert_eq!(pages[3][0], "LOADING SLIP");
    let said = |text: &str| pages[0].iter().any(|one| one.contains(text));
    for text in [
        "PN/26-27/000042",
        "27AAPFU0939F1ZV",
        "श्री क्षितिज स्टील ट्रेडर्स",
        "1,67,738.63",
        "CGST 9 %",
        "15,096.48",
        "1,97,932.00",
        "Rupees One Lakh Ninety-Seven Thousand",
        "SBIN0001234",
        "PUN12611-004",
    ] {
        assert!(said(text), "{text}: {:?}", pages[0]);
    }
    assert!(pages[3].iter().all(|text| !text.contains("1,67,738.63")), "a slip tells no rates");
}

#[test]
fn only_the_copies_that_are_asked_for_are_printed() {
    assert_eq!(chosen("invoice", "slip,original").unwrap(), ["original", "slip"]);
    assert!(chosen("invoice", "fourth").is_err());
    assert!(chosen("vehicle", "original").is_err());
    assert_eq!(texts(&invoice(1), &["duplicate"]).len(), 1);
}

#[test]
fn what_is_no_tax_invoice_is_not_called_one_on_paper() {
    let mut draft = invoice(1);
    draft["status"] = json!("Draft");
    draft["doc_no"] = Value::Null;
    let pages = texts(&draft, &["original", "duplicate", "triplicate"]);
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0][..2], ["DRAFT, NOT A TAX INVOICE", "For checking"]);
    let named = |view: &Value| offered(view).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert_eq!(named(&draft), ["For checking", "Loading slip"]);
    assert_eq!(named(&invoice(1)).len(), 4);
    let mut held = invoice(1);
    held["warnings"] = json!([{ "code": "irn_needed" }]);
    assert_eq!(texts(&held, &["original"])[0][0], "NOT A TAX INVOICE, IRN REQUIRED");
}

#[test]
fn what_is_billed_otherwise_than_loaded_is_told_beside_it() {
    let mut view = invoice(1);
    let loaded = view["record"]["weight_g"].as_i64().unwrap();
    let said = |view: &Value| texts(view, &["original"]).concat().join(" ");
    assert!(said(&view).contains("kg loaded and billed"), "{}", said(&view));
    view["record"]["lines"][0]["billed_g"] = json!(loaded + 1_907);
    let both = said(&view);
    assert!(both.contains("kg billed · ") && both.contains("kg loaded on slip"), "{both}");
}

#[test]
fn many_lines_go_on_to_further_pages_and_no_figure_is_lost() {
    let pages = texts(&invoice(60), &["original"]);
    assert!(pages.len() > 2, "{}", pages.len());
    let all: Vec<&String> = pages.iter().flatten().collect();
    assert!((1..=60).all(|at| all.iter().any(|text| text.ends_with(&format!("Trishul {at}")))));
    for (at, page) in pages.iter().enumerate() {
        assert!(page.contains(&format!("Page {} of {}", at + 1, pages.len())), "{page:?}");
        let goes_on = page.iter().any(|text| text == "PN/26-27/000042, continued");
        assert_eq!(goes_on, at > 0, "{page:?}");
    }
}

#[test]
fn whoever_sees_no_money_prints_none() {
    let mut hidden = invoice(1);
    let record = hidden["record"].as_object_mut().unwrap();
    record.retain(|key, _| !key.ends_with("_paise") && key != "amount_in_words");
    for line in record["lines"].as_array_mut().unwrap() {
        line.as_object_mut().unwrap().retain(|key, _| !key.ends_with("_paise"));
    }
    let pages = texts(&hidden, &["original"]);
    assert!(pages[0].iter().all(|text| !text.contains("Total")), "{pages:?}");
}

#[test]
fn the_same_view_is_the_same_file_and_carries_its_own_letters() {
    let view = invoice(3);
    let made = file("invoice", std::slice::from_ref(&view), &PaperWish::default()).unwrap();
    assert_eq!(made, file("invoice", std::slice::from_ref(&view), &PaperWish::default()).unwrap());
    assert!(made.starts_with(b"%PDF-1.7"), "{:?}", &made[..10]);
    assert!(made.len() < 150_000, "{} bytes", made.len());
    if let Some(folder) = std::env::var_os("GODOWN_PAPERS") {
        let folder = std::path::PathBuf::from(folder);
        std::fs::write(folder.join("invoice.pdf"), &made).unwrap();
        std::fs::write(
            folder.join("long.pdf"),
            file("invoice", &[invoice(60)], &PaperWish::new("original")).unwrap(),
        )
        .unwrap();
        std::fs::write(folder.join("view.json"), view.to_string()).unwrap();
    }
}
