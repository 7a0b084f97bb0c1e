//! The lists and cards of a board, and what may become of them: functions that leave their board as it is and give the
//! next one, or the one problem found.

use serde::{Deserialize, Serialize};

use super::{moved, wrong};
use crate::error::Issue;
use crate::said;

/// The most lists of a board.
pub const MAX_LISTS: usize = 50;
/// The most cards of a list.
pub const MAX_CARDS: usize = 200;
/// The most comments of a card.
pub const MAX_COMMENTS: usize = 200;
/// The most attachments of a card.
pub const MAX_ATTACHMENTS: usize = 20;

/// The most deleted lists and cards of a board that can be brought back.
pub const MAX_BINNED: usize = 20;

/// What stands on a board, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardLists {
    #[serde(default)]
    pub lists: Vec<BoardList>,
    /// What was deleted last, the latest at the end.
    #[serde(default)]
    pub bin: Vec<BoardBinned>,
}

/// A list or a card that was deleted, and where it stood.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardBinned {
    #[serde(rename = "bin_id")]
    pub id: String,
    pub title: String,
    /// The list that a card was in; none for a list itself.
    #[serde(rename = "list_id", default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    pub place: i64,
    /// The cards of a list, or the card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<BoardCard>,
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
    /// The document of the business that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_id: Option<String>,
}

/// A file that a card names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardFile {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    pub url: String,
    /// The stored file, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
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
            return Err(wrong(
                "title",
                said!("A board holds at most {most} lists", most = MAX_LISTS),
            ));
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

    /// Takes a list out with its cards; it can be brought back.
    pub fn delete_list(&self, list: &str) -> Result<BoardLists, Issue> {
        let at = self.at("list", list)?;
        let mut next = self.clone();
        let BoardList { id, title, cards } = next.lists.remove(at);
        next.throw(BoardBinned { id, title, list: None, place: whole(at), cards });
        Ok(next)
    }

    /// Takes a card out; it can be brought back.
    pub fn delete_card(&self, card: &str) -> Result<BoardLists, Issue> {
        let (list, at) = self.place_of(card)?;
        let mut next = self.clone();
        let card = next.lists[list].cards.remove(at);
        next.throw(BoardBinned {
            id: card.id.clone(),
            title: card.title.clone(),
            list: Some(self.lists[list].id.clone()),
            place: whole(at),
            cards: vec![card],
        });
        Ok(next)
    }

    fn throw(&mut self, one: BoardBinned) {
        self.bin.push(one);
        let over = self.bin.len().saturating_sub(MAX_BINNED);
        self.bin.drain(..over);
    }

    /// Brings a deleted list or card back to where it stood, as far as there is such a place.
    pub fn restore(&self, id: &str) -> Result<BoardLists, Issue> {
        let at = self.bin.iter().rposition(|one| one.id == id);
        let at = at.ok_or_else(|| wrong("id", "This cannot be brought back any more"))?;
        let mut next = self.clone();
        let BoardBinned { id, title, list, place, cards } = next.bin.remove(at);
        let place = usize::try_from(place).unwrap_or_default();
        let Some(list) = list else {
            if next.lists.len() >= MAX_LISTS {
                return Err(wrong(
                    "id",
                    said!("A board holds at most {most} lists", most = MAX_LISTS),
                ));
            }
            let place = place.min(next.lists.len());
            next.lists.insert(place, BoardList { id, title, cards });
            return Ok(next);
        };
        let list = next.at("id", &list)?;
        room("id", &next.lists[list])?;
        let place = place.min(next.lists[list].cards.len());
        next.lists[list].cards.splice(place..place, cards);
        Ok(next)
    }

    /// Puts a card at a place of a list, or at its end where it has fewer cards.
    ///
    /// Errors: a card that does not stand in the list where it was seen: somebody moved or deleted it.
    // DECISIONS 216
    pub fn place_card(
        &self,
        card: &str,
        from: &str,
        (to, end): (&str, i64),
    ) -> Result<BoardLists, Issue> {
        let to = self.at("to", to)?;
        let end =
            usize::try_from(end).map_err(|_| wrong("end", "There is nothing at this place"))?;
        let (list, at) = self.place_of(card)?;
        if self.lists[list].id != from {
            let name = &self.lists[list].title;
            return Err(wrong("card", said!("Somebody moved this card to {name} meanwhile", name)));
        }
        if list != to {
            room("to", &self.lists[to])?;
        }
        let mut next = self.clone();
        let card = next.lists[list].cards.remove(at);
        let end = end.min(next.lists[to].cards.len());
        next.lists[to].cards.insert(end, card);
        Ok(next)
    }

    /// Puts a list at a place of the board, or at its end where it has fewer lists.
    pub fn place_list(&self, list: &str, end: i64) -> Result<BoardLists, Issue> {
        let at = self.at("list", list)?;
        let end =
            usize::try_from(end).map_err(|_| wrong("end", "There is nothing at this place"))?;
        let mut next = self.clone();
        let list = next.lists.remove(at);
        let end = end.min(next.lists.len());
        next.lists.insert(end, list);
        Ok(next)
    }

    /// Changes a card, in whichever list it stands.
    pub fn edit_card(
        &self,
        card: &str,
        change: impl FnOnce(&mut BoardCard) -> Result<(), Issue>,
    ) -> Result<BoardLists, Issue> {
        let (list, at) = self.place_of(card)?;
        let mut next = self.clone();
        change(&mut next.lists[list].cards[at])?;
        Ok(next)
    }

    /// The list and the place in it of a card.
    fn place_of(&self, card: &str) -> Result<(usize, usize), Issue> {
        let in_list = |list: &BoardList| list.cards.iter().position(|one| one.id == card);
        let mut places = self.lists.iter().enumerate();
        let found = places.find_map(|(at, list)| Some((at, in_list(list)?)));
        found.ok_or_else(|| wrong("card", "This card is not on the board any more"))
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
        let binned = next.bin.iter_mut().flat_map(|one| &mut one.cards);
        for card in next.lists.iter_mut().flat_map(|list| &mut list.cards).chain(binned) {
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

fn whole(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

fn room(path: &str, list: &BoardList) -> Result<(), Issue> {
    match list.cards.len() < MAX_CARDS {
        true => Ok(()),
        false => Err(wrong(path, said!("A list holds at most {most} cards", most = MAX_CARDS))),
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
        let message = said!("A card holds at most {most} comments", most = MAX_COMMENTS);
        return Err(wrong("card.comments", message));
    }
    Ok(all)
}
