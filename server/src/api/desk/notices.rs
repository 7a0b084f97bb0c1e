//! The calls of the notifications.

use godown_core::docs::mails::NOTIFICATION;
use godown_core::kept::doc::Record;
use godown_core::query::desk::notices::{self, NoticeItem};
use godown_core::write::command::CommandKind;
use serde_json::Value;

use super::{act, done, inputs, keeper_by, text};
use crate::api::own::asked;
use crate::call::ask::Ask;
use crate::call::reply::{Answer, Problem};

pub async fn all(mut ask: Ask) -> Result<Answer<Vec<NoticeItem>>, Problem> {
    let nothing = ask.query(&[], &[]).map(|_| ());
    asked(&ask, nothing, |read, actor, now, ()| notices::notices(read, actor, now)).await
}

/// Leaves a note for oneself. Heading and time are not for its writer to say.
pub async fn add(mut ask: Ask) -> Result<Answer<Vec<NoticeItem>>, Problem> {
    keeper_by(&ask, &NOTIFICATION, godown_core::declare::grant::Verb::Add)?;
    let body = ask.json(&["notification"])?;
    let unread = || Problem::malformed("notification", "notification must be an object");
    let sent = body.get("notification").and_then(Value::as_object).ok_or_else(unread)?;
    let warns = sent.get("icon").and_then(|icon| icon.get("color")?.as_str()) == Some("error");
    let mut record = inputs([("severity", if warns { "warning" } else { "info" }.into())]);
    for (name, key) in [("title", "title"), ("subtitle", "body")] {
        if let Some(value) = sent.get(name) {
            record.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(path) = sent.get("path") {
        // The template's client names a page of its own without the root.
        let rooted = path.as_str().filter(|path| !path.starts_with('/') && !path.contains(':'));
        let page = rooted.map_or(path.clone(), |path| format!("/{path}").into());
        record.insert("page".to_owned(), page);
    }
    done(&ask, CommandKind::Create { doc_type: NOTIFICATION.key.to_owned(), record }).await?;
    told(&ask).await
}

pub async fn delete(mut ask: Ask) -> Result<Answer<Vec<NoticeItem>>, Problem> {
    keeper_by(&ask, &NOTIFICATION, godown_core::declare::grant::Verb::View)?;
    let body = ask.json(&["id"])?;
    act(&ask, (&NOTIFICATION, text(&body, "id")?), "discard", Record::new()).await?;
    told(&ask).await
}

/// Discards all of them, however many they are.
pub async fn delete_all(ask: Ask) -> Result<Answer<Vec<NoticeItem>>, Problem> {
    let person = keeper_by(&ask, &NOTIFICATION, godown_core::declare::grant::Verb::View)?;
    loop {
        let left = ask.app.view(|read, now| notices::notices(read, &person.actor, now))?;
        if left.is_empty() {
            return told(&ask).await;
        }
        for one in left {
            act(&ask, (&NOTIFICATION, &one.id), "discard", Record::new()).await?;
        }
    }
}

async fn told(ask: &Ask) -> Result<Answer<Vec<NoticeItem>>, Problem> {
    asked(ask, Ok(()), |read, actor, now, ()| notices::notices(read, actor, now)).await
}
