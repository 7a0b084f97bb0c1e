//! A picture that stands on paper: read of a PNG or JPEG file, laid on white, and made no larger than a printer shows.

#[cfg(feature = "print")]
use super::{MM, form::A4};

/// A file of more bytes is not read.
pub const MOST_BYTES: usize = 5 << 20;
/// A picture of more pixels is not read: it would take more memory than a page is worth.
#[cfg(feature = "print")]
const MOST_PIXELS: usize = 4 << 20;
/// How many pixels stand on a millimetre of paper: what an office printer resolves.
#[cfg(feature = "print")]
const PER_MM: usize = 12;

/// A picture as it is printed: the same wherever it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperPicture {
    /// In pixels.
    pub width: usize,
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
    /// The same as PNG in a `data:` address.
    pub address: String,
}

impl PaperPicture {
    /// Its size on paper, in micrometres: as large as fits a place of this width and height.
    pub fn within(&self, (most_wide, most_high): (i64, i64)) -> (i64, i64) {
        let (wide, high) = (self.width as i64, self.height as i64);
        let tall = most_wide * high / wide.max(1);
        match tall > most_high {
            true => (most_high * wide / high.max(1), most_high),
            false => (most_wide, tall),
        }
    }
}

/// Pixels before they are cut to size.
#[cfg(feature = "print")]
struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

/// The picture of a file; none where it is neither PNG nor JPEG, is broken, or is too large.
#[cfg(feature = "print")]
pub fn read(bytes: &[u8]) -> Option<PaperPicture> {
    if bytes.len() > MOST_BYTES {
        return None;
    }
    let read = if bytes.starts_with(b"\x89PNG") { of_png(bytes)? } else { of_jpeg(bytes)? };
    let Pixels { width, height, rgb } = shrunk(read);
    let address = format!("data:image/png;base64,{}", base64(&packed(width, height, &rgb)?));
    Some(PaperPicture { width, height, rgb, address })
}

#[cfg(feature = "print")]
fn is_bounded(width: usize, height: usize) -> bool {
    width > 0 && height > 0 && width.checked_mul(height).is_some_and(|all| all <= MOST_PIXELS)
}

#[cfg(feature = "print")]
fn of_png(bytes: &[u8]) -> Option<Pixels> {
    let limits = png::Limits { bytes: MOST_PIXELS * 8 };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    if !is_bounded(width, height) {
        return None;
    }
    let mut buffer = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut buffer).ok()?;
    let samples = frame.color_type.samples();
    let pixels = buffer.get(..width * height * samples)?.chunks_exact(samples);
    let rgb = pixels.flat_map(|pixel| match *pixel {
        [grey] => [grey; 3],
        [grey, alpha] => [on_white(grey, alpha); 3],
        [red, green, blue, alpha] => [red, green, blue].map(|part| on_white(part, alpha)),
        _ => [pixel[0], pixel[1], pixel[2]],
    });
    Some(Pixels { width, height, rgb: rgb.collect() })
}

/// What shows of a colour over white paper.
#[cfg(feature = "print")]
fn on_white(part: u8, alpha: u8) -> u8 {
    let (part, alpha) = (u32::from(part), u32::from(alpha));
    ((part * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

#[cfg(feature = "print")]
fn of_jpeg(bytes: &[u8]) -> Option<Pixels> {
    use zune_jpeg::JpegDecoder;
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::colorspace::ColorSpace;
    use zune_jpeg::zune_core::options::DecoderOptions;
    // Without the processor's own instructions, so that every machine rounds alike.
    let options = DecoderOptions::new_safe()
        .set_max_width(MOST_PIXELS)
        .set_max_height(MOST_PIXELS)
        .set_strict_mode(true)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    if !is_bounded(width, height) {
        return None;
    }
    let rgb = decoder.decode().ok()?;
    (rgb.len() == width * height * 3).then_some(Pixels { width, height, rgb })
}

/// At most as many pixels as the place of a logo shows: each the mean of those that it stands for.
#[cfg(feature = "print")]
fn shrunk(from: Pixels) -> Pixels {
    let most = |um: i64| (um / MM) as usize * PER_MM;
    let (most_wide, most_high) = (most(A4.logo.0), most(A4.logo.1));
    let (old_wide, old_high) = (from.width, from.height);
    if old_wide <= most_wide && old_high <= most_high {
        return from;
    }
    let (width, height) = match old_wide * most_high > old_high * most_wide {
        true => (most_wide, (old_high * most_wide / old_wide).max(1)),
        false => ((old_wide * most_high / old_high).max(1), most_high),
    };
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        let rows = span(y, height, old_high);
        for x in 0..width {
            let columns = span(x, width, old_wide);
            let all = (rows.len() * columns.len()) as u64;
            let mut sums = [0_u64; 3];
            for row in rows.clone() {
                let at = (row * old_wide + columns.start) * 3;
                for pixel in from.rgb[at..at + columns.len() * 3].chunks_exact(3) {
                    sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u64::from(*part));
                }
            }
            rgb.extend(sums.map(|sum| ((sum + all / 2) / all) as u8));
        }
    }
    Pixels { width, height, rgb }
}

/// The old pixels that a new one stands for.
#[cfg(feature = "print")]
fn span(at: usize, new: usize, old: usize) -> std::ops::Range<usize> {
    let (from, to) = (at * old / new, (at + 1) * old / new);
    from..to.max(from + 1)
}

#[cfg(feature = "print")]
fn packed(width: usize, height: usize, rgb: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let size = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    let mut encoder = png::Encoder::new(&mut out, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(rgb).ok()?;
    writer.finish().ok()?;
    Some(out)
}

#[cfg(feature = "print")]
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let of = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
        let whole = of(0) << 16 | of(1) << 8 | of(2);
        for at in 0..4 {
            let is_there = at <= part.len();
            let letter = char::from(LETTERS[(whole >> (18 - 6 * at)) as usize & 63]);
            out.push(if is_there { letter } else { '=' });
        }
    }
    out
}

#[cfg(all(test, feature = "print"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn drawn(width: usize, height: usize) -> Vec<u8> {
        packed(width, height, &vec![40; width * height * 3]).unwrap()
    }

    #[test]
    fn a_picture_is_made_as_small_as_its_place_on_paper_and_keeps_its_shape() {
        let large = read(&drawn(1_600, 400)).unwrap();
        assert_eq!((large.width, large.height), (552, 138));
        assert_eq!(large.within(A4.logo), (46 * MM, 11_500));
        assert!(large.rgb.iter().all(|part| *part == 40));
        let small = read(&drawn(30, 60)).unwrap();
        assert_eq!((small.width, small.height, small.within(A4.logo)), (30, 60, (8 * MM, 16 * MM)));
        assert!(small.address.starts_with("data:image/png;base64,iVBORw0KGgo"));
    }

    #[test]
    fn what_is_broken_too_large_or_no_picture_is_none() {
        let whole = drawn(40, 40);
        assert!(read(&whole[..whole.len() / 2]).is_none());
        assert!(read(b"%PDF-1.7").is_none());
        assert!(read(b"\xff\xd8\xff\xe0 no picture").is_none());
        assert!(read(&[]).is_none());
        assert!(read(&vec![0x89; MOST_BYTES + 1]).is_none());
        let mut wide = whole.clone();
        // A head that promises more pixels than are read.
        wide[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
        assert!(read(&wide).is_none());
    }

    #[test]
    fn what_shines_through_is_white_paper() {
        assert_eq!([on_white(0, 0), on_white(0, 255), on_white(0, 128)], [255, 0, 127]);
        assert_eq!([base64(b"Man"), base64(b"Ma"), base64(b"M")], ["TWFu", "TWE=", "TQ=="]);
    }
}
