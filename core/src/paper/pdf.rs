//! Pages as PDF: only the letters that stand on them are carried along, and nothing of the time or the device, so that
//! the same pages are the same bytes everywhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::font::{self, PaperFace, PaperGlyph};
use super::picture::PaperPicture;
use super::qr::Qr;
use super::svg::{self, BASELINE};
use super::{Mark, PaperPage, PaperText};

/// How hard streams are packed: more takes twice the time for a hundredth of the size.
const PACKED: u8 = 6;
const NAMES: [Name; 2] = [Name(b"R"), Name(b"B")];
const PICTURE: &str = "P";
const BASES: [Name; 2] = [Name(b"GODOWN+Hind-Regular"), Name(b"GODOWN+Hind-SemiBold")];
const ORDER: SystemInfo =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
/// Grey as the screen shows it, of white.
const QUIET: f32 = 0.35;

/// Micrometres as points, to the thousandth.
fn points(um: i64) -> f32 {
    (um * 72_000 / 25_400) as f32 / 1_000.0
}

/// The letters of one file that stand on the pages.
#[derive(Default)]
struct Letters {
    mapped: GlyphRemapper,
    /// By its new number: how far it moves the pen, and what it is read as.
    known: BTreeMap<u16, (i64, String)>,
}

impl Letters {
    fn take(&mut self, glyph: &PaperGlyph, read: &str) -> u16 {
        let id = self.mapped.remap(glyph.id);
        self.known.entry(id).or_insert_with(|| (glyph.own_advance, read.to_owned()));
        id
    }
}

/// What is drawn from dots: a picture, or a QR code, whose modules as lines would be most of an invoice's bytes.
#[derive(PartialEq)]
enum Dots {
    Picture(Arc<PaperPicture>),
    Code(Arc<Qr>),
}

impl Dots {
    fn of(mark: &Mark) -> Option<Dots> {
        match mark {
            Mark::Picture { picture, .. } => Some(Dots::Picture(picture.clone())),
            Mark::Qr { code, .. } => Some(Dots::Code(code.clone())),
            Mark::Text(_) | Mark::Bar { .. } | Mark::Code128 { .. } => None,
        }
    }
}

/// Those that stand on the pages, each once, and the number of its object.
type Pictures = Vec<(Dots, Ref)>;

/// The place among them of each picture of a page.
fn pictures_of(page: &PaperPage, known: &mut Pictures, next: &mut Ref) -> Vec<usize> {
    let mut found = Vec::new();
    for dots in page.marks.iter().filter_map(Dots::of) {
        let at = known.iter().position(|(one, _)| *one == dots).unwrap_or_else(|| {
            known.push((dots, next.bump()));
            known.len() - 1
        });
        found.push(at);
    }
    found
}

fn write_dots(pdf: &mut Pdf, id: Ref, dots: &Dots) -> Result<(), String> {
    let size = |side: usize| i32::try_from(side).map_err(|_| "too large a picture");
    let picture = match dots {
        Dots::Picture(picture) => picture,
        Dots::Code(code) => {
            write_code(pdf, id, code);
            return Ok(());
        }
    };
    let packed = compress_to_vec_zlib(&picture.rgb, PACKED);
    let mut image = pdf.image_xobject(id, &packed);
    image.filter(Filter::FlateDecode);
    image.width(size(picture.width)?).height(size(picture.height)?);
    image.color_space().device_rgb();
    image.bits_per_component(8);
    Ok(())
}

/// A code as a mask through which the ink goes where a bit is set.
fn write_code(pdf: &mut Pdf, id: Ref, code: &Qr) {
    let packed = compress_to_vec_zlib(&code.bits(), PACKED);
    // A code has at most 177 modules a side.
    let side = code.size() as i32;
    let mut image = pdf.image_xobject(id, &packed);
    image.filter(Filter::FlateDecode);
    image.width(side).height(side);
    image.image_mask(true).decode([1.0, 0.0]);
    image.bits_per_component(1);
}

/// The pages as one file.
///
/// # Errors
/// A text where the letters cannot be read, which only a program built of broken files says.
pub fn written(pages: &[PaperPage], title: &str) -> Result<Vec<u8>, String> {
    let faces = [false, true].map(font::face);
    let [Some(regular), Some(bold)] = faces else { return Err("no letters to write with".into()) };
    let faces = [regular, bold];
    let mut letters = [Letters::default(), Letters::default()];
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let (catalog, tree, info) = (next.bump(), next.bump(), next.bump());
    let fonts = [next.bump(), next.bump()];
    pdf.catalog(catalog).pages(tree).lang(TextStr("en-IN"));
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Godown"));
    let mut kids = Vec::with_capacity(pages.len());
    let mut pictures = Pictures::new();
    for page in pages {
        let (id, content) = (next.bump(), next.bump());
        kids.push(id);
        let shown = pictures_of(page, &mut pictures, &mut next);
        let drawn = drawn(page, faces, &mut letters, &shown);
        pdf.stream(content, &compress_to_vec_zlib(&drawn, PACKED)).filter(Filter::FlateDecode);
        let mut out = pdf.page(id);
        out.media_box(Rect::new(0.0, 0.0, points(page.width), points(page.height)));
        out.parent(tree).contents(content);
        let mut resources = out.resources();
        let mut named = resources.fonts();
        NAMES.into_iter().zip(fonts).for_each(|(name, font)| {
            named.pair(name, font);
        });
        named.finish();
        if !shown.is_empty() {
            let mut named = resources.x_objects();
            for at in &shown {
                named.pair(Name(format!("{PICTURE}{at}").as_bytes()), pictures[*at].1);
            }
        }
    }
    for (picture, id) in &pictures {
        write_dots(&mut pdf, *id, picture)?;
    }
    let count = i32::try_from(kids.len()).map_err(|_| "too many pages")?;
    pdf.pages(tree).kids(kids).count(count);
    let files = [font::REGULAR, font::BOLD];
    for at in 0..files.len() {
        embed(&mut pdf, &mut next, fonts[at], (BASES[at], files[at], faces[at]), &letters[at])?;
    }
    Ok(pdf.finish())
}

fn embed(
    pdf: &mut Pdf,
    next: &mut Ref,
    id: Ref,
    (base, file, face): (Name, &[u8], &PaperFace),
    letters: &Letters,
) -> Result<(), String> {
    let (cid, descriptor, data, cmap) = (next.bump(), next.bump(), next.bump(), next.bump());
    let mut type0 = pdf.type0_font(id);
    type0.base_font(base).encoding_predefined(Name(b"Identity-H"));
    type0.descendant_font(cid).to_unicode(cmap);
    type0.finish();
    let thousandths = |units: i64| (units * 1_000 / face.units) as f32;
    let mut font = pdf.cid_font(cid);
    font.subtype(CidFontType::Type2).base_font(base).system_info(ORDER);
    font.font_descriptor(descriptor)
        .default_width(0.0)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = font.widths();
    for (id, (advance, _)) in &letters.known {
        widths.consecutive(*id, [thousandths(*advance)]);
    }
    widths.finish();
    font.finish();
    let (ascent, descent) = (1_050.0, -550.0);
    let mut told = pdf.font_descriptor(descriptor);
    told.name(base).flags(FontFlags::SYMBOLIC).italic_angle(0.0).stem_v(80.0);
    told.bbox(Rect::new(-800.0, descent, 2_000.0, ascent));
    told.ascent(ascent).descent(descent).cap_height(660.0).font_file2(data);
    told.finish();
    let cut = subsetter::subset(file, 0, &letters.mapped).map_err(|why| why.to_string())?;
    let whole = i32::try_from(cut.len()).map_err(|_| "too many letters")?;
    let packed = compress_to_vec_zlib(&cut, PACKED);
    pdf.stream(data, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), whole);
    let mut read = UnicodeCmap::new(Name(b"Godown"), ORDER);
    for (id, (_, text)) in letters.known.iter().filter(|(_, (_, text))| !text.is_empty()) {
        read.pair_with_multiple(*id, text.chars());
    }
    let read = read.finish();
    pdf.cmap(cmap, read.as_slice());
    Ok(())
}

fn drawn(
    page: &PaperPage,
    faces: [&PaperFace; 2],
    letters: &mut [Letters; 2],
    pictures: &[usize],
) -> Vec<u8> {
    let mut out = Content::new();
    let mut pictures = pictures.iter();
    for mark in &page.marks {
        let up = |y: i64| points(page.height - y);
        match mark {
            Mark::Text(text) => {
                let at = usize::from(text.bold);
                line(&mut out, page.height, text, (NAMES[at], faces[at]), &mut letters[at]);
            }
            Mark::Bar { x, y, width, height } => {
                out.rect(points(*x), up(y + height), points(*width), points(*height));
                out.fill_nonzero();
            }
            Mark::Qr { x, y, module, code } => {
                let side = module * code.size();
                dots(&mut out, &mut pictures, [points(*x), up(y + side)], [points(side); 2]);
            }
            Mark::Code128 { x, y, height, module, text } => {
                for (left, wide) in svg::bars_of(text, *module) {
                    out.rect(points(x + left), up(y + height), points(wide), points(*height));
                }
                out.fill_nonzero();
            }
            Mark::Picture { x, y, width, height, .. } => {
                let size = [points(*width), points(*height)];
                dots(&mut out, &mut pictures, [points(*x), up(y + height)], size);
            }
        }
    }
    out.finish().into_vec()
}

/// The next of the page's pictures, placed by its lower left corner.
fn dots<'p>(
    out: &mut Content,
    pictures: &mut impl Iterator<Item = &'p usize>,
    [x, y]: [f32; 2],
    [width, height]: [f32; 2],
) {
    let Some(at) = pictures.next() else { return };
    out.save_state();
    out.transform([width, 0.0, 0.0, height, x, y]);
    out.x_object(Name(format!("{PICTURE}{at}").as_bytes()));
    out.restore_state();
}

/// A line, its letters placed as they were shaped.
fn line(
    out: &mut Content,
    height: i64,
    text: &PaperText,
    (name, face): (Name, &PaperFace),
    letters: &mut Letters,
) {
    let glyphs = face.shaped(&text.text);
    // Where letters change places, what is read is told for the line as a whole.
    let simple = text.text.is_ascii();
    if !simple {
        let mut span = out.begin_marked_content_with_properties(Name(b"Span"));
        span.properties().actual_text(TextStr(&text.text));
    }
    if text.quiet {
        out.set_fill_gray(QUIET);
    }
    out.begin_text().set_font(name, points(text.size));
    let y = height - text.y - text.size * BASELINE / 100;
    let mut pen = 0;
    let mut from = 0;
    while from < glyphs.len() {
        // As many as the pen passes by itself are shown at once.
        let moved = |glyph: &PaperGlyph| {
            glyph.dx != 0 || glyph.dy != 0 || glyph.advance != glyph.own_advance
        };
        let run = glyphs[from..].iter().skip(1).take_while(|glyph| glyph.dx == 0 && glyph.dy == 0);
        let mut upto = from + 1;
        if !moved(&glyphs[from]) {
            upto += run.take_while(|glyph| !moved(glyph)).count();
        }
        let first = glyphs[from];
        let x = text.x + (pen + first.dx) * text.size / face.units;
        let up = y + first.dy * text.size / face.units;
        out.set_text_matrix([1.0, 0.0, 0.0, 1.0, points(x), points(up)]);
        let mut codes = Vec::with_capacity((upto - from) * 2);
        for (at, glyph) in glyphs.iter().enumerate().take(upto).skip(from) {
            let read = cluster(&text.text, &glyphs, at);
            codes.extend(letters.take(glyph, read).to_be_bytes());
            pen += glyph.advance;
        }
        out.show(Str(&codes));
        from = upto;
    }
    out.end_text();
    if text.quiet {
        out.set_fill_gray(0.0);
    }
    if !simple {
        out.end_marked_content();
    }
}

/// What a letter's form is read as: the text of its cluster, at the first form of it alone.
fn cluster<'t>(text: &'t str, glyphs: &[PaperGlyph], at: usize) -> &'t str {
    let begin = glyphs[at].at;
    if glyphs[..at].iter().any(|glyph| glyph.at == begin) {
        return "";
    }
    let end = glyphs.iter().map(|glyph| glyph.at).filter(|other| *other > begin).min();
    text.get(begin..end.unwrap_or(text.len())).unwrap_or_default()
}
