//! The headers that tell a browser what it must not do.

use warp::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue,
};

/// Of every answer, in the order they are sent.
const ALWAYS: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("strict-transport-security", "max-age=31536000; includeSubDomains"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
];

const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// The content security policy of the app's pages. Styles that libraries make at run time carry the
/// page's nonce.
pub fn page_policy(nonce: Option<&str>) -> String {
    let nonce = nonce.map(|nonce| format!(" 'nonce-{nonce}'")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'{nonce}; \
         style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    )
}

/// Adds what the answer does not say itself.
pub fn headers(of: &mut HeaderMap, api: bool, id: &str) {
    for (name, value) in ALWAYS {
        of.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if api || !of.contains_key(CONTENT_SECURITY_POLICY) {
        of.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(API_POLICY));
    }
    if !of.contains_key(CACHE_CONTROL) {
        of.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        of.insert(HeaderName::from_static("x-request-id"), id);
    }
}
