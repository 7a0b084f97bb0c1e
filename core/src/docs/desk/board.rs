//! The lists and cards of a board, and what may become of them: functions that leave their board as it is and give the
//! next one, or the one problem found.

use serde::{Deserialize, Serialize};

use super::{moved, wrong};
use crate::error::Issue;

/// The most lists of a board.
pub const MAX_LISTS: usize = 50;
/// The most cards of a list.
pub const MAX_CARDS: usize = 200;
/// The most comments of a card.
pub const MAX_COMMENTS: usize = 200;
/// The most attachments of a card.
pub const MAX_ATTACHMENTS: usize = 20;

/// What stands on a board, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardLists {
    #[serde(default)]
    pub lists: Vec<BoardList>,
}

/// A column of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardList {
    #[serde(rename = "list_id")]
    pub id: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<BoardCard>,
}

/// A card of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardCard {
    #[serde(rename = "card_id")]
    pub id: String,
    pub title: String,
    /// The address of its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_image: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<BoardFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<BoardComment>,
}

/// A file that a card names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardFile {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    pub url: String,
}

/// What somebody wrote on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardComment {
    #[serde(rename = "comment_id", default)]
    pub id: String,
    /// The employee.
    #[serde(default)]
    pub uid: String,
    pub text: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub at: i64,
}

impl BoardLists {
    /// Adds an empty list at the end.
    pub fn add_list(&self, id: String, title: &str) -> Result<BoardLists, Issue> {
        if self.lists.len() >= MAX_LISTS {
            return Err(wrong("title", format!("A board holds at most {MAX_LISTS} lists")));
        }
        let mut next = self.clone();
        next.lists.push(BoardList { id, title: title.to_owned(), cards: Vec::new() });
        Ok(next)
    }

    pub fn rename_list(&self, list: &str, title: &str) -> Result<BoardLists, Issue> {
        self.with(list, |list| {
            list.title = title.to_owned();
            Ok(())
        })
    }

    /// Takes a list out with its cards.
    pub fn delete_list(&self, list: &str) -> Result<BoardLists, Issue> {
        let at = self.at("list", list)?;
        let mut next = self.clone();
        next.lists.remove(at);
        Ok(next)
    }

    pub fn reorder_list(&self, start: i64, end: i64) -> Result<BoardLists, Issue> {
        let mut next = self.clone();
        moved(&mut next.lists, start, end)?;
        Ok(next)
    }

    /// Adds a card with nothing but its title at the end of a list.
    pub fn add_card(&self, list: &str, id: String, title: &str) -> Result<BoardLists, Issue> {
        self.with(list, |list| {
            room("title", list)?;
            list.cards.push(BoardCard { id, title: title.to_owned(), ..BoardCard::default() });
            Ok(())
        })
    }

    /// The card as it stands.
    pub fn card(&self, list: &str, card: &str) -> Result<&BoardCard, Issue> {
        let list = &self.lists[self.at("list", list)?];
        let found = list.cards.iter().find(|one| one.id == card);
        found.ok_or_else(|| wrong("card.id", "There is no such card in this list"))
    }

    /// Puts a card in the place of the one with its id.
    pub fn replace_card(&self, list: &str, card: BoardCard) -> Result<BoardLists, Issue> {
        self.card(list, &card.id)?;
        self.with(list, |list| {
            for one in list.cards.iter_mut().filter(|one| one.id == card.id) {
                one.clone_from(&card);
            }
            Ok(())
        })
    }

    pub fn reorder_card(&self, list: &str, start: i64, end: i64) -> Result<BoardLists, Issue> {
        self.with(list, |list| moved(&mut list.cards, start, end))
    }

    /// Takes the card at an index out of a list and puts it into another, or the same one, where it then stands at the
    /// other index.
    pub fn move_card(
        &self,
        (from, start): (&str, i64),
        (to, end): (&str, i64),
    ) -> Result<BoardLists, Issue> {
        if from == to {
            return self.reorder_card(from, start, end);
        }
        let (from, to) = (self.at("from", from)?, self.at("to", to)?);
        let nothing = |path: &str| wrong(path, "There is nothing at this place");
        let start = usize::try_from(start).ok().filter(|at| *at < self.lists[from].cards.len());
        let end = usize::try_from(end).ok().filter(|at| *at <= self.lists[to].cards.len());
        let start = start.ok_or_else(|| nothing("start"))?;
        let end = end.ok_or_else(|| nothing("end"))?;
        room("to", &self.lists[to])?;
        let mut next = self.clone();
        let card = next.lists[from].cards.remove(start);
        next.lists[to].cards.insert(end, card);
        Ok(next)
    }

    /// The same where somebody stands on no card any more.
    pub fn without(&self, member: &str) -> BoardLists {
        let mut next = self.clone();
        for card in next.lists.iter_mut().flat_map(|list| &mut list.cards) {
            card.members.retain(|one| one != member);
        }
        next
    }

    fn at(&self, path: &str, list: &str) -> Result<usize, Issue> {
        let found = self.lists.iter().position(|one| one.id == list);
        found.ok_or_else(|| wrong(path, "There is no such list on this board"))
    }

    fn with(
        &self,
        list: &str,
        change: impl FnOnce(&mut BoardList) -> Result<(), Issue>,
    ) -> Result<BoardLists, Issue> {
        let at = self.at("list", list)?;
        let mut next = self.clone();
        change(&mut next.lists[at])?;
        Ok(next)
    }
}

fn room(path: &str, list: &BoardList) -> Result<(), Issue> {
    match list.cards.len() < MAX_CARDS {
        true => Ok(()),
        false => Err(wrong(path, format!("A list holds at most {MAX_CARDS} cards"))),
    }
}

/// The comments of a card as somebody sent them: theirs as sent, with their name and the time of what is new; those of
/// others as they stand, whatever was sent.
///
/// Errors: a comment in another's name, or another's comment in other words; too many.
pub fn comments(
    before: &[BoardComment],
    sent: &[BoardComment],
    who: &str,
    (now, id): (i64, &str),
) -> Result<Vec<BoardComment>, Issue> {
    let known = |id: &str| before.iter().find(|one| one.id == id);
    for (at, one) in sent.iter().enumerate() {
        let foreign = match known(&one.id) {
            Some(known) if known.uid != who => known.text != one.text || one.uid == who,
            Some(known) => !one.uid.is_empty() && one.uid != known.uid,
            None => !one.uid.is_empty() && one.uid != who,
        };
        if foreign {
            let path = format!("card.comments.{at}");
            return Err(wrong(&path, "You write in your own name only"));
        }
    }
    let mut all = Vec::new();
    for one in before {
        let own = sent.iter().find(|sent| sent.id == one.id);
        match own {
            _ if one.uid != who => all.push(one.clone()),
            Some(sent) => all.push(BoardComment { text: sent.text.clone(), ..one.clone() }),
            None => {}
        }
    }
    for (at, one) in sent.iter().enumerate().filter(|(_, one)| known(&one.id).is_none()) {
        let id = if one.id.is_empty() { format!("{id}-{at}") } else { one.id.clone() };
        if all.iter().any(|known| known.id == id) {
            return Err(wrong("card.comments", "Two comments have the same id"));
        }
        all.push(BoardComment { id, uid: who.to_owned(), text: one.text.clone(), at: now });
    }
    if all.len() > MAX_COMMENTS {
        let message = format!("A card holds at most {MAX_COMMENTS} comments");
        return Err(wrong("card.comments", message));
    }
    Ok(all)
}
