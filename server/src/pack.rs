//! Compression of what is sent often.

use bytes::Bytes;

/// Bytes compressed with brotli; of a quality from 0, the fastest, to 11.
pub fn brotli(bytes: &[u8], quality: i32) -> Bytes {
    let params = ::brotli::enc::BrotliEncoderParams { quality, ..Default::default() };
    let mut out = Vec::new();
    match ::brotli::BrotliCompress(&mut &*bytes, &mut out, &params) {
        Ok(_) => out.into(),
        Err(_) => Bytes::new(),
    }
}
