//! XLSX files that mean harm or came half: each is refused in one sentence, and none takes memory or
//! time beyond its bounds.

use std::io::{Cursor, Write};

use godown_core::docs;
use godown_core::table::Table;
use godown_core::table::import::{Import, table};
use godown_core::table::plan::Saving;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"#;
const ROOT: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>"#;
const BOOK_RELS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// A workbook whose one sheet holds these rows' XML, and more parts.
fn book(rows: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let sheet = format!(
        r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"#
    );
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", ROOT.as_bytes()),
        ("xl/workbook.xml", BOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", BOOK_RELS.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ];
    parts.extend(more);
    archive(&parts)
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        out.start_file(*name, SimpleFileOptions::default()).unwrap();
        out.write_all(bytes).unwrap();
    }
    out.finish().unwrap().into_inner()
}

fn text(at: &str, text: &str) -> String {
    format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

fn two_rows() -> String {
    let head = format!(r#"<row r="1">{}{}</row>"#, text("A1", "Name"), text("B1", "ISO code"));
    format!(r#"{head}<row r="3">{}{}</row>"#, text("A3", "Nepal"), text("B3", "NP"))
}

fn refused(bytes: &[u8]) -> String {
    table(bytes).unwrap_err().to_string()
}

/// Where the archive's directory tells a part's unpacked size, the number is another.
fn lying(mut bytes: Vec<u8>, part: &str, size: u32) -> Vec<u8> {
    let entry = b"PK\x01\x02";
    let found = (0..bytes.len()).find(|at| {
        bytes[*at..].starts_with(entry) && bytes[*at + 46..].starts_with(part.as_bytes())
    });
    let at = found.unwrap() + 24;
    bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
    bytes
}

#[test]
fn an_honest_workbook_is_read_with_its_row_numbers() {
    let Table { head, rows } = table(&book(&two_rows(), &[])).unwrap();
    assert_eq!(head, ["Name", "ISO code"]);
    assert_eq!((rows.len(), rows[0].number), (1, 3));
    assert_eq!(rows[0].cells, ["Nepal", "NP"]);
}

#[test]
fn a_formula_is_its_last_value_and_never_computed() {
    let row = format!(
        r#"{}<row r="4"><c r="A4" t="str"><f>HYPERLINK("http://x","y")</f><v>Bhutan</v></c><c r="B4" t="e"><v>#REF!</v></c></row>"#,
        two_rows()
    );
    let Table { rows, .. } = table(&book(&row, &[])).unwrap();
    assert_eq!(rows[1].cells, ["Bhutan", "#REF!"]);
}

#[test]
fn an_archive_that_ends_anywhere_is_refused() {
    let whole = book(&two_rows(), &[]);
    for end in (4..whole.len()).step_by(7) {
        assert!(refused(&whole[..end]).contains("not a complete XLSX"), "{end}");
    }
    for at in (30..whole.len()).step_by(97) {
        let mut bent = whole.clone();
        bent[at] ^= 0x41;
        let _ = table(&bent);
    }
}

#[test]
fn an_archive_that_is_no_workbook_is_refused() {
    assert!(refused(&archive(&[("readme.txt", b"hello")])).contains("not a complete XLSX"));
    assert!(
        refused(&archive(&[])[..]).contains("neither CSV nor XLSX")
            || table(&archive(&[])).is_err()
    );
}

#[test]
fn a_bomb_is_refused_by_what_it_says_and_by_what_comes_out() {
    let zeros = vec![b' '; 40 * 1024 * 1024];
    let dense = book(&two_rows(), &[("xl/media/zeros.bin", &zeros)]);
    assert!(dense.len() < 1024 * 1024);
    assert!(refused(&dense).contains("more than 100 times its size"));
    let modest = lying(dense, "xl/media/zeros.bin", 10);
    let said = refused(&modest);
    assert!(said.contains("100 times") || said.contains("not a complete"), "{said}");
    // Too little is packed for the ratio to tell, and too much comes out.
    let mut noise = vec![0_u8; 2 * 1024 * 1024];
    let mut state = 1_u32;
    for byte in &mut noise {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (state >> 24) as u8;
    }
    let large = book(
        &two_rows(),
        &[
            ("xl/media/noise.bin", &noise),
            ("xl/a.bin", &zeros),
            ("xl/b.bin", &zeros),
            ("xl/c.bin", &zeros),
        ],
    );
    assert!(refused(&large).contains("more than 100 MB"));
}

#[test]
fn too_many_parts_names_that_climb_and_foreign_references_are_refused() {
    let names: Vec<String> = (0..1_000).map(|n| format!("xl/part{n}.bin")).collect();
    let parts: Vec<(&str, &[u8])> = names.iter().map(|n| (n.as_str(), &b"x"[..])).collect();
    assert!(refused(&book(&two_rows(), &parts)).contains("1,000 parts"));
    let climbing = book(&two_rows(), &[("xl/../../../etc/passwd", b"x")]);
    assert!(refused(&climbing).contains("not a complete XLSX"));
    let foreign = book(&two_rows(), &[("xl/externalLinks/externalLink1.xml", b"<x/>")]);
    assert!(refused(&foreign).contains("refers to other files"));
}

#[test]
fn a_document_type_is_refused_wherever_it_stands() {
    let entities = r#"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>"#;
    let doc = book(&two_rows(), &[("xl/theme/theme1.xml", entities.as_bytes())]);
    assert!(refused(&doc).contains("document type"));
    // Across the end of what is unpacked at a time.
    for pad in 65_525..65_537 {
        let late = format!("{}<!DOCTYPE x>", "a".repeat(pad));
        let doc = book(&two_rows(), &[("xl/theme/theme1.xml", late.as_bytes())]);
        assert!(refused(&doc).contains("document type"), "{pad}");
    }
}

/// A megabyte that no packing makes smaller.
fn noise() -> Vec<u8> {
    let mut noise = vec![0_u8; 1024 * 1024];
    let mut state = 7_u32;
    for byte in &mut noise {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (state >> 24) as u8;
    }
    noise
}

#[test]
fn two_million_cells_are_the_most() {
    let row = format!(r#"<row>{}</row>"#, "<c><v>1</v></c>".repeat(100));
    let rows = row.repeat(20_001);
    let noise = noise();
    let many = book(&rows, &[("xl/media/noise.bin", &noise)]);
    assert!(refused(&many).contains("20,00,000 cells"));
    let texts = format!("<sst>{}</sst>", "<si><t/></si>".repeat(2_000_001));
    let texts = book(
        &two_rows(),
        &[("xl/media/noise.bin", &noise), ("xl/sharedStrings.xml", texts.as_bytes())],
    );
    assert!(refused(&texts).contains("20,00,000 cells"));
}

#[test]
fn one_shared_text_in_many_cells_is_counted_in_each() {
    let of = |length: usize, cells: usize| {
        let row = format!(r#"<row r="2">{}</row>"#, r#"<c t="s"><v>0</v></c>"#.repeat(cells));
        let texts = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(length));
        // Noise, so that the archive is not refused for being dense.
        let noise = noise();
        let rels = BOOK_RELS.replace(
            "</Relationships>",
            r#"<Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#,
        );
        let sheet = format!(
            r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{row}</sheetData></worksheet>"#
        );
        archive(&[
            ("[Content_Types].xml", TYPES.as_bytes()),
            ("_rels/.rels", ROOT.as_bytes()),
            ("xl/workbook.xml", BOOK.as_bytes()),
            ("xl/_rels/workbook.xml.rels", rels.as_bytes()),
            ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
            ("xl/sharedStrings.xml", texts.as_bytes()),
            ("xl/media/noise.bin", &noise),
        ])
    };
    assert_eq!(table(&of(32_000, 900)).unwrap().rows[0].cells.len(), 900);
    assert!(refused(&of(32_000, 1_900)).contains("32 MB of text"));
    assert!(refused(&of(500_000, 999)).contains("32,767 characters"));
}

#[test]
fn a_cell_far_away_costs_nothing() {
    let far = format!(r#"{}<row r="1048576">{}</row>"#, two_rows(), text("A1048576", "Bhutan"));
    assert_eq!(table(&book(&far, &[])).unwrap().rows.len(), 2);
    let wide = format!(r#"{}<row r="4">{}</row>"#, two_rows(), text("XFD4", "x"));
    assert!(refused(&book(&wide, &[])).contains("2000 columns"));
    let wrong_order = format!(r#"<row r="5">{}</row>{}"#, text("A5", "x"), two_rows());
    assert!(table(&book(&wrong_order, &[])).is_err());
}

#[test]
fn a_refusal_of_the_file_is_one_issue_of_the_import() {
    let def = docs::find("country").unwrap();
    let whole = book(&two_rows(), &[]);
    let issues = Import::open(def, &whole[..200], Saving::Add).err().unwrap();
    assert_eq!(issues.len(), 1);
    let mut import = Import::open(def, &whole, Saving::Add).unwrap();
    assert_eq!(import.check(usize::MAX).0, []);
}
