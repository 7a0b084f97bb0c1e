//! Compression of what is sent often.

use std::io::Write;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes compressed with brotli; of a quality from 0, the fastest, to 11.
pub fn brotli(bytes: &[u8], quality: i32) -> Bytes {
    let params = ::brotli::enc::BrotliEncoderParams { quality, ..Default::default() };
    let mut out = Vec::new();
    match ::brotli::BrotliCompress(&mut &*bytes, &mut out, &params) {
        Ok(_) => out.into(),
        Err(_) => Bytes::new(),
    }
}

/// Bytes compressed with gzip.
pub fn gzip(bytes: &[u8], effort: Compression) -> Bytes {
    let mut out = GzEncoder::new(Vec::new(), effort);
    match out.write_all(bytes).and_then(|()| out.finish()) {
        Ok(out) => out.into(),
        Err(_) => Bytes::new(),
    }
}
