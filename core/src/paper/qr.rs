//! QR codes: the modules of a text, and the outline that an SVG fills.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// The QR code of a text. It is made once and then shared: one of a signed text takes more time than a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qr {
    text: String,
    is_dense: bool,
    size: i64,
    runs: Vec<[i64; 3]>,
}

impl Qr {
    /// A label's, a quarter of which may be torn or dirty and it is read all the same. `None` where the text is
    /// longer than any code holds.
    pub fn of(text: &str) -> Option<Qr> {
        Some(Qr::made(text, false, &QrCode::encode_text(text, QrCodeEcc::Quartile).ok()?))
    }

    /// One for a long text on clean paper: as few modules as will hold it. `None` as for [`Qr::of`].
    pub fn dense(text: &str) -> Option<Qr> {
        let segments = QrSegment::make_bytes(text.as_bytes());
        let (least, most) = (Version::MIN, Version::MAX);
        let code =
            QrCode::encode_segments_advanced(&[segments], QrCodeEcc::Low, least, most, None, false);
        Some(Qr::made(text, true, &code.ok()?))
    }

    fn made(text: &str, is_dense: bool, code: &QrCode) -> Qr {
        Qr { text: text.to_owned(), is_dense, size: i64::from(code.size()), runs: runs(code) }
    }

    /// What whoever scans it reads.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is one for clean paper.
    pub fn is_dense(&self) -> bool {
        self.is_dense
    }

    /// The modules of a side.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The dark modules as runs of a row: column, row and how many.
    pub fn runs(&self) -> &[[i64; 3]] {
        &self.runs
    }

    /// The modules as a picture of one bit each, the dark ones set: rows from the top, each of whole bytes.
    pub fn bits(&self) -> Vec<u8> {
        let wide = usize::try_from(self.size).unwrap_or(0).div_ceil(8);
        let mut bits = vec![0; wide * usize::try_from(self.size).unwrap_or(0)];
        for [column, row, run] in &self.runs {
            for at in *column..column + run {
                let byte = usize::try_from(*row).unwrap_or(0) * wide;
                if let Some(byte) = bits.get_mut(byte + usize::try_from(at / 8).unwrap_or(0)) {
                    *byte |= 0x80_u8 >> (at % 8);
                }
            }
        }
        bits
    }

    /// The same as an SVG path, each module so wide.
    pub fn path(&self, module: i64) -> String {
        let part = |run: &[i64; 3]| {
            let [x, y, wide] = run.map(|n| n * module);
            format!("M{x} {y}h{wide}v{module}h-{wide}z")
        };
        self.runs.iter().map(part).collect()
    }
}

fn runs(code: &QrCode) -> Vec<[i64; 3]> {
    let (mut runs, size) = (Vec::new(), code.size());
    for row in 0..size {
        let mut column = 0;
        while column < size {
            let from = column;
            while column < size && code.get_module(column, row) {
                column += 1;
            }
            if column > from {
                runs.push([from, row, column - from].map(i64::from));
            }
            column += 1;
        }
    }
    runs
}
