//! QR codes: the modules of a text, and the outline that an SVG fills.

use qrcodegen::{QrCode, QrCodeEcc};

/// The QR code of a text. A quarter of a label's may be torn or dirty and it is read all the same.
pub struct Qr(QrCode);

impl Qr {
    /// A label's: `None` where the text is longer than any code holds.
    pub fn of(text: &str) -> Option<Qr> {
        QrCode::encode_text(text, QrCodeEcc::Quartile).ok().map(Qr)
    }

    /// One for a long text on clean paper: as few modules as will hold it.
    pub fn dense(text: &str) -> Option<Qr> {
        let segments = qrcodegen::QrSegment::make_bytes(text.as_bytes());
        let (least, most) = (qrcodegen::Version::MIN, qrcodegen::Version::MAX);
        let made =
            QrCode::encode_segments_advanced(&[segments], QrCodeEcc::Low, least, most, None, false);
        made.ok().map(Qr)
    }

    /// The modules of a side.
    pub fn size(&self) -> i64 {
        i64::from(self.0.size())
    }

    /// Of either kind.
    pub fn made(text: &str, dense: bool) -> Option<Qr> {
        if dense { Qr::dense(text) } else { Qr::of(text) }
    }

    /// The dark modules as runs of a row: column, row and how many.
    pub fn runs(&self) -> Vec<[i64; 3]> {
        let (mut runs, size) = (Vec::new(), self.0.size());
        for row in 0..size {
            let mut column = 0;
            while column < size {
                let from = column;
                while column < size && self.0.get_module(column, row) {
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

    /// The same as an SVG path, each module so wide.
    pub fn path(&self, module: i64) -> String {
        let part = |run: [i64; 3]| {
            let [x, y, wide] = run.map(|n| n * module);
            format!("M{x} {y}h{wide}v{module}h-{wide}z")
        };
        self.runs().into_iter().map(part).collect()
    }
}
