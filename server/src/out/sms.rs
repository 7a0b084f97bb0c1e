//! The way out of messages to mobiles: the site's own message service, which is told each by HTTP.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use godown_core::docs::messages::TEXT_MESSAGE;
use godown_core::kept::doc::Doc;
use godown_core::schema::DocType;
use ring::hmac;
use serde_json::json;
use ureq::Agent;

use crate::app::App;
use crate::config::Mailing;
use crate::out::outbox::{Sent, Way};

/// How long the service may take for one message.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Mobiles are kept without it.
const COUNTRY: &str = "+91";
/// So much of what the service says is read.
const SAID: u64 = 4_096;

/// Bytes of a signing key, and how it begins where it is shown; both by Standard Webhooks.
const KEY_BYTES: std::ops::RangeInclusive<usize> = 24..=64;
const KEY_PREFIX: &str = "whsec_";

/// A message service.
#[derive(Clone)]
pub struct Gateway {
    agent: Agent,
    url: String,
    token: Option<String>,
    key: Option<hmac::Key>,
}

/// The signing key of the settings.
///
/// Errors: a key that is not base64, or is shorter or longer than the standard allows. It is not repeated.
fn key_of(secret: &str) -> anyhow::Result<hmac::Key> {
    let bytes = BASE64.decode(secret.strip_prefix(KEY_PREFIX).unwrap_or(secret)).ok();
    let bytes = bytes
        .filter(|bytes| KEY_BYTES.contains(&bytes.len()))
        .context("GODOWN_MESSAGE_SECRET must be 24 to 64 bytes in base64, with or without whsec_ before them")?;
    Ok(hmac::Key::new(hmac::HMAC_SHA256, &bytes))
}

/// The signature of a message that was sent at a second: HMAC-SHA256 over id, time and body.
// DECISIONS 241
fn signature(key: &hmac::Key, id: &str, second: i64, body: &[u8]) -> String {
    let mut signed = format!("{id}.{second}.").into_bytes();
    signed.extend_from_slice(body);
    format!("v1,{}", BASE64.encode(hmac::sign(key, &signed)))
}

impl Gateway {
    /// The service that the settings name.
    ///
    /// Errors: an address that is none; a signing key that is none.
    pub fn of(mailing: &Mailing) -> anyhow::Result<Option<Gateway>> {
        let Some(url) = &mailing.message_url else { return Ok(None) };
        let known = url.starts_with("https://") || url.starts_with("http://");
        // The address may hold a key: it is not repeated.
        anyhow::ensure!(known, "GODOWN_MESSAGE_URL must begin with https:// or http://");
        let config = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        let token = mailing.message_token.clone();
        let key = mailing.message_secret.as_deref().map(key_of).transpose()?;
        Ok(Some(Gateway { agent: config.new_agent(), url: url.clone(), token, key }))
    }

    /// Blocks. The second is that of the server's clock.
    fn post(&self, body: &[u8], id: &str, second: i64) -> Sent {
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        request = request.header("idempotency-key", id);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(key) = &self.key {
            request = request
                .header("webhook-id", id)
                .header("webhook-timestamp", second.to_string())
                .header("webhook-signature", signature(key, id, second, body));
        }
        match request.send(body) {
            Err(error) => Sent::Unreachable(error.to_string()),
            Ok(mut answer) => {
                let status = answer.status().as_u16();
                let said = answer.body_mut().with_config().limit(SAID).read_to_string();
                judged(status, said.unwrap_or_default().trim())
            }
        }
    }
}

impl Way for Gateway {
    const NAME: &'static str = "message service";

    fn def(&self) -> &'static DocType {
        &TEXT_MESSAGE
    }

    async fn send(&self, app: &Arc<App>, message: &Doc) -> Sent {
        let text = |key: &str| message.text(key).unwrap_or_default();
        let body = json!({
            "id": message.id, "channel": text("channel"), "text": text("text"),
            "to": format!("{COUNTRY}{}", text("to")),
        });
        let (hook, id, second) = (self.clone(), message.id.clone(), app.now().0 / 1_000);
        let post = move || hook.post(body.to_string().as_bytes(), &id, second);
        let sent = tokio::task::spawn_blocking(post);
        sent.await.unwrap_or_else(|error| Sent::Unreachable(error.to_string()))
    }
}

/// Judges an answer of the service. A refused token or a wrong address is our own fault and not the
/// message's, so that the message waits.
fn judged(status: u16, said: &str) -> Sent {
    let words = format!("{status} {said}").trim().to_owned();
    match status {
        200..=299 => Sent::Taken,
        300..=399 | 401 | 403 | 404 | 405 => Sent::Unreachable(words),
        408 | 425 | 429 | 500.. => Sent::Deferred(words),
        _ => Sent::Refused(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_as_the_standard_of_webhooks_shows_it() {
        // The example of the published libraries of Standard Webhooks.
        let key = key_of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = br#"{"test": 2432232314}"#;
        let signed = signature(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_key_of_another_length_or_alphabet_is_refused_without_being_repeated() {
        for wrong in ["", "whsec_", "whsec_c2hvcnQ=", "whsec_not base64 at all, but long enough"] {
            let refused = key_of(wrong).unwrap_err().to_string();
            assert!(refused.starts_with("GODOWN_MESSAGE_SECRET must be"), "{refused}");
            assert!(wrong.len() < 8 || !refused.contains(wrong), "{refused}");
        }
    }
}
