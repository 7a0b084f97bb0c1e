//! Reindexing at the start: keys that an earlier program derived by other declarations are made
//! anew before anybody is served.

use std::sync::Arc;

use godown_core::decide::reindex;
use godown_core::declare::actor::Actor;
use godown_core::schema::DocType;
use godown_core::write::command::{Command, CommandKind};

use crate::app::App;
use crate::failure::Failure;

/// How many documents that share a value are named.
const NAMED: usize = 20;

/// Sends command after command until every type's lists follow its declaration. Whoever is killed on the
/// way goes on with the next start.
// DECISIONS 58
pub async fn run(app: &Arc<App>) -> Result<(), Failure> {
    let types = app.view(|read, _| reindex::stale(read))?;
    let mut left = types.clone();
    while !left.is_empty() {
        // No other command has the number of this entry.
        let command_id = format!("sys-remake-{}", app.store.head().seq + 1);
        app.carry_out(Actor::system(), Command { command_id, deed: CommandKind::Reindex {} })
            .await?;
        let before = left.len();
        left = app.view(|read, _| reindex::stale(read))?;
        if (1..before).contains(&left.len()) {
            tracing::info!(types = left.len(), "lists are still to be rebuilt");
        }
    }
    tell(app, &types)
}

fn tell(app: &App, types: &[&DocType]) -> Result<(), Failure> {
    let made = app.view(|read, _| {
        let mut made = Vec::new();
        for def in types {
            made.push(reindex::documents(read, def)?);
        }
        Ok(made)
    })?;
    let types = made.iter().filter(|documents| **documents > 0).count();
    if types == 0 {
        return Ok(());
    }
    tracing::info!(types, documents = made.iter().sum::<u64>(), "rebuilt lists");
    for line in app.view(|read, _| reindex::shared(read, NAMED))? {
        tracing::warn!("this value must be one document's by now. {line}");
    }
    Ok(())
}

/// One line for the types whose lists the next start makes anew, if there are any.
pub fn left(types: &[&DocType]) -> Option<String> {
    let names: Vec<&str> = types.iter().map(|def| def.plural).collect();
    let (last, others) = names.split_last()?;
    let all = match others {
        [] => (*last).to_owned(),
        _ => format!("{} and {last}", others.join(", ")),
    };
    Some(format!("another program made the lists of {all}: the next start rebuilds them"))
}
