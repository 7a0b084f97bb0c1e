//! Workbooks that are small as files and large as rows: every cell of a column names the same long
//! text.

use std::fmt::Write as _;
use std::io::Write;

use crc32fast::hash;
use flate2::Compression;
use flate2::write::DeflateEncoder;

const HEAD: &str = r#"<?xml version="1.0"?>"#;
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const TEXT: usize = 500_000;
const ROWS: usize = 999;
const NOISE: usize = 10_500;

/// A workbook of so many texts. One alone packs to nothing; several are noise, which packs to half.
pub fn of(texts: usize) -> Vec<u8> {
    let cell = |at: usize| format!(r#"<c t="s"><v>{at}</v></c>"#);
    let row = |number: usize| {
        let cells: String = (0..texts).map(cell).collect();
        format!(r#"<row r="{number}">{cells}</row>"#)
    };
    let rows: String = match texts {
        1 => format!(r#"<row r="2">{}</row>"#, cell(0).repeat(ROWS)),
        _ => (1..=ROWS).map(row).collect(),
    };
    let texts: String =
        (0..texts).map(|at| format!("<si><t>{}</t></si>", text(at, texts))).collect();
    let links = |inner: &str| {
        format!(r#"{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{inner}</Relationships>"#)
    };
    let link = |id: &str, kind: &str, to: &str| {
        format!(r#"<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{to}"/>"#)
    };
    let types = [
        &format!(r#"{HEAD}<Types xmlns="{PACKAGE}/content-types">"#),
        r#"<Default Extension="rels" "#,
        r#"ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#,
        r#"<Default Extension="xml" ContentType="application/xml"/>"#,
        &format!(r#"<Override PartName="/xl/workbook.xml" ContentType="{KIND}"/></Types>"#),
    ];
    let book = [
        &format!(r#"{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">"#),
        r#"<sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>"#,
    ];
    let sheet_and_texts = [
        link("r1", "worksheet", "worksheets/sheet1.xml"),
        link("r2", "sharedStrings", "sharedStrings.xml"),
    ];
    archive(&[
        ("[Content_Types].xml", types.concat()),
        ("_rels/.rels", links(&link("r1", "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", book.concat()),
        // So that it is not refused for what it unpacks to.
        ("xl/media/noise.bin", noise(NOISE, 0)),
        ("xl/_rels/workbook.xml.rels", links(&sheet_and_texts.concat())),
        ("xl/sharedStrings.xml", format!(r#"{HEAD}<sst xmlns="{MAIN}">{texts}</sst>"#)),
        (
            "xl/worksheets/sheet1.xml",
            format!(r#"{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>"#),
        ),
    ])
}

fn text(at: usize, texts: usize) -> String {
    match texts {
        1 => "x".repeat(TEXT),
        _ => noise(TEXT, at as u64),
    }
}

fn noise(length: usize, mut state: u64) -> String {
    let mut text = String::with_capacity(length);
    while text.len() < length {
        // Knuth's linear congruential generator.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let _ = write!(text, "{:08x}", state >> 32);
    }
    text
}

/// A ZIP archive of these parts.
fn archive(parts: &[(&str, String)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in parts {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).unwrap();
        let packed = packed.finish().unwrap();
        let at = out.len() as u32;
        // Version 2.0, no flags, deflated, no time.
        let mut about = [20_u16, 0, 8, 0, 0].map(u16::to_le_bytes).concat();
        let numbers = [hash(text.as_bytes()), packed.len() as u32, text.len() as u32];
        about.extend(numbers.map(u32::to_le_bytes).concat());
        about.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        out.extend(b"PK\x03\x04");
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&about);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (count, at) = (parts.len() as u16, out.len() as u32);
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].map(u16::to_le_bytes).concat());
    out.extend([directory.len() as u32, at].map(u32::to_le_bytes).concat());
    out.extend([0; 2]);
    out
}
