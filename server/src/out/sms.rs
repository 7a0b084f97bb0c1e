//! The way out of messages to mobiles: the site's own message service, which is told each by HTTP.

use std::sync::Arc;
use std::time::Duration;

use godown_core::docs::messages::TEXT_MESSAGE;
use godown_core::kept::doc::Doc;
use godown_core::schema::DocType;
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

/// A message service.
#[derive(Clone)]
pub struct Gateway {
    agent: Agent,
    url: String,
    token: Option<String>,
}

impl Gateway {
    /// The service that the settings name.
    ///
    /// Errors: an address that is none.
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
        Ok(Some(Gateway { agent: config.new_agent(), url: url.clone(), token }))
    }

    /// Blocks.
    fn post(&self, body: &[u8], id: &str) -> Sent {
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        request = request.header("idempotency-key", id);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
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

    async fn send(&self, _: &Arc<App>, message: &Doc) -> Sent {
        let text = |key: &str| message.text(key).unwrap_or_default();
        let body = json!({
            "id": message.id, "channel": text("channel"), "text": text("text"),
            "to": format!("{COUNTRY}{}", text("to")),
        });
        let (hook, id) = (self.clone(), message.id.clone());
        let sent = tokio::task::spawn_blocking(move || hook.post(body.to_string().as_bytes(), &id));
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
