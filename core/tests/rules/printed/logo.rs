//! The company's logo on papers, and papers on a roll: the same text as without, in the same order of things.

use godown_core::docs::printed::{PaperWish, file, named_pictures, pages};
use godown_core::paper::{Mark, svg};
use serde_json::{Value, json};

use super::wished;
use crate::invoice_view::invoice;

const PNG: &[u8] = include_bytes!("logo.png");
const JPEG: &[u8] = include_bytes!("logo.jpg");

/// An invoice whose company has a logo.
fn with_logo() -> Value {
    let mut view = invoice(2);
    view["paper"] = json!({ "goods": [], "logo": "l" });
    view
}

fn wish(bytes: &[u8]) -> PaperWish {
    let mut wish = PaperWish::default();
    wish.add_picture("l", bytes);
    wish
}

fn count(made: &[u8], of: &[u8]) -> usize {
    made.windows(of.len()).filter(|window| *window == of).count()
}

/// The pictures of a file; its QR codes are masks.
fn pictures(made: &[u8]) -> usize {
    count(made, b"/Subtype /Image") - codes(made)
}

fn codes(made: &[u8]) -> usize {
    count(made, b"/ImageMask true")
}

fn logos(view: &Value, wish: &PaperWish) -> usize {
    let is_logo = |mark: &&Mark| matches!(mark, Mark::Picture { .. });
    pages(view, wish).unwrap().iter().flat_map(|page| &page.marks).filter(is_logo).count()
}

#[test]
fn a_logo_stands_on_every_page_and_once_in_the_file() {
    let view = with_logo();
    assert_eq!(named_pictures(&[view.clone(), view.clone()]), ["l"]);
    for bytes in [PNG, JPEG] {
        let wish = wish(bytes);
        assert_eq!(logos(&view, &wish), 4);
        let made = file("invoice", &[view.clone(), view.clone()], &wish).unwrap();
        // The copies of an invoice show one code.
        assert_eq!((pictures(&made), codes(&made)), (1, 1));
        let drawn = svg::written(&pages(&view, &wish).unwrap()[0]);
        assert!(drawn.contains("href=\"data:image/png;base64,"), "{drawn}");
        if let Some(folder) = std::env::var_os("GODOWN_PAPERS") {
            let folder = std::path::PathBuf::from(folder);
            std::fs::write(folder.join("logo.pdf"), &made).unwrap();
            std::fs::write(folder.join("logo.svg"), &drawn).unwrap();
        }
        // Every word is there as without it.
        let words = |pages: Vec<Vec<String>>| pages.concat().join(" ");
        assert_eq!(words(wished(&view, &wish)), words(wished(&view, &PaperWish::default())));
    }
}

#[test]
fn a_logo_that_is_missing_or_broken_is_left_out() {
    let view = with_logo();
    let without = file("invoice", std::slice::from_ref(&view), &PaperWish::default()).unwrap();
    let half = &PNG[..PNG.len() / 2];
    for broken in [half, &JPEG[..JPEG.len() / 2], b"%PDF-1.7".as_slice(), b"".as_slice()] {
        let made = file("invoice", std::slice::from_ref(&view), &wish(broken)).unwrap();
        assert!(made == without, "{} bytes of no picture", broken.len());
    }
}

#[test]
fn a_roll_tells_everything_that_a_sheet_does() {
    let view = with_logo();
    let roll = PaperWish { size: "thermal80".to_owned(), ..wish(PNG) };
    let told = wished(&view, &roll);
    assert_eq!(told.len(), 4, "one strip for each copy");
    let strip = told[0].join(" ");
    for text in [
        "TAX INVOICE",
        "Original for recipient",
        "PN/26-27/000042",
        "27AAPFU0939F1ZV",
        "श्री क्षितिज स्टील ट्रेडर्स",
        "1,67,738.63",
        "CGST 9 %",
        "15,096.48",
        "1,97,932.00",
        "SBIN0001234",
    ] {
        assert!(strip.contains(text), "{text}: {strip}");
    }
    for page in pages(&view, &roll).unwrap() {
        assert_eq!(page.width, 80_000);
        assert!(page.height < 500_000, "cut where the print ends: {}", page.height);
    }
    assert_eq!(logos(&view, &roll), 4);
    let unknown = PaperWish { size: "a3".to_owned(), ..PaperWish::default() };
    assert!(pages(&view, &unknown).is_err());
}
