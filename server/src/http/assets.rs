//! The web build inside the binary, and how it is sent.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use bytes::Bytes;
use flate2::Compression;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use warp::http::HeaderMap;
use warp::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, ETAG, IF_NONE_MATCH, VARY,
};

use super::{secure, wants_page};
use crate::call::header;
use crate::call::packed::takes;
use crate::call::reply::{Problem, Reply};
use crate::pack::{self, gzip};

#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct Built;

/// The placeholder for the page's nonce.
// DECISIONS 44
const NONCE: &[u8] = b"__NONCE__";
/// Vite puts what carries a hash in its name here.
const HASHED: &str = "assets/";
/// Below this, compression saves nothing worth a header.
const SMALL: usize = 1024;

struct Asset {
    bytes: Bytes,
    mime: &'static str,
    tag: String,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

/// The files of the web build, compressed the first time they are asked for.
pub struct Assets {
    files: BTreeMap<String, Asset>,
}

impl Assets {
    pub fn embedded() -> Assets {
        let file = |path: std::borrow::Cow<'static, str>| {
            let bytes = Bytes::from(Built::get(&path)?.data.into_owned());
            let hash = Sha256::digest(&bytes);
            let tag = format!("\"{}\"", STANDARD_NO_PAD.encode(&hash[..12]));
            let (brotli, gzip) = (OnceLock::new(), OnceLock::new());
            let asset = Asset { bytes, mime: mime(&path), tag, brotli, gzip };
            Some((path.into_owned(), asset))
        };
        Assets { files: Built::iter().filter_map(file).collect() }
    }

    /// The file at a path; a page that was asked for and is not a file is the app itself.
    pub async fn serve(&self, path: &str, headers: &HeaderMap) -> Result<Reply, Problem> {
        let name = path.trim_start_matches('/');
        match self.files.get(name) {
            Some(asset) if name != "index.html" => Ok(asset.reply(name, headers)),
            None if !name.is_empty() && !wants_page(headers) => Err(Problem::not_found()),
            _ => self.page(),
        }
    }

    fn page(&self) -> Result<Reply, Problem> {
        let Some(index) = self.files.get("index.html") else {
            let message = "The web app is not part of this build";
            return Err(Problem::new(404, "not_found", message));
        };
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| Problem::fault(error.to_string()))?;
        let nonce = STANDARD_NO_PAD.encode(random);
        let page = replaced(&index.bytes, NONCE, nonce.as_bytes());
        Ok(Reply::of(200, "text/html; charset=utf-8", page)
            .with(CACHE_CONTROL, "no-cache")
            .with(CONTENT_SECURITY_POLICY, &secure::page_policy(Some(&nonce))))
    }
}

impl Asset {
    fn reply(&self, name: &str, headers: &HeaderMap) -> Reply {
        let known = header(headers, &IF_NONE_MATCH).contains(&self.tag);
        let (encoding, bytes) = if known { ("", Bytes::new()) } else { self.encoded(headers) };
        let reply = Reply::of(if known { 304 } else { 200 }, self.mime, bytes)
            .with(ETAG, &self.tag)
            .with(VARY, "accept-encoding")
            .with(CONTENT_SECURITY_POLICY, &secure::page_policy(None));
        let lasting = name.starts_with(HASHED);
        let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        let reply = reply.with(CACHE_CONTROL, cache);
        if encoding.is_empty() { reply } else { reply.with(CONTENT_ENCODING, encoding) }
    }

    fn encoded(&self, headers: &HeaderMap) -> (&'static str, Bytes) {
        if self.bytes.len() < SMALL || !is_text(self.mime) {
            ("", self.bytes.clone())
        } else if takes(headers, "br") {
            ("br", self.brotli.get_or_init(|| brotli(&self.bytes)).clone())
        } else if takes(headers, "gzip") {
            ("gzip", self.gzip.get_or_init(|| gzip(&self.bytes, Compression::best())).clone())
        } else {
            ("", self.bytes.clone())
        }
    }
}

/// Whether a media type is text, which compression makes smaller.
fn is_text(mime: &str) -> bool {
    mime.starts_with("text/")
        || ["javascript", "json", "wasm", "svg", "xml"].iter().any(|part| mime.contains(part))
}

/// How hard the app's files are compressed, from 0 to 11: a debug build sends them to this machine alone.
const EFFORT: i32 = if cfg!(debug_assertions) { 1 } else { 9 };

fn brotli(bytes: &[u8]) -> Bytes {
    pack::brotli(bytes, EFFORT)
}

fn replaced(bytes: &[u8], what: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 64);
    let mut rest = bytes;
    while let Some(at) = rest.windows(what.len()).position(|window| window == what) {
        out.extend_from_slice(rest.get(..at).unwrap_or_default());
        out.extend_from_slice(by);
        rest = rest.get(at + what.len()..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_nonce_is_filled() {
        let page = replaced(b"<a nonce=__NONCE__><b nonce=__NONCE__>", NONCE, b"x");
        assert_eq!(page, b"<a nonce=x><b nonce=x>");
    }

    #[test]
    fn what_was_compressed_is_what_was_built() {
        let text = "godown ".repeat(1000);
        let mut out = Vec::new();
        brotli::BrotliDecompress(&mut &*brotli(text.as_bytes()), &mut out).unwrap();
        assert_eq!(out, text.as_bytes());
        assert!(gzip(text.as_bytes(), Compression::best()).len() < 200);
    }
}
