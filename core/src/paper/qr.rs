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

    /// The dark modules as an SVG path, runs of a row as one rectangle, each module so wide.
    pub fn path(&self, module: i64) -> String {
        let (mut path, size) = (String::new(), self.0.size());
        for row in 0..size {
            let mut column = 0;
            while column < size {
                let from = column;
                while column < size && self.0.get_module(column, row) {
                    column += 1;
                }
                if column > from {
                    let [x, y, wide] = [from, row, column - from].map(|n| i64::from(n) * module);
                    path.push_str(&format!("M{x} {y}h{wide}v{module}h-{wide}z"));
                }
                column += 1;
            }
        }
        path
    }
}
