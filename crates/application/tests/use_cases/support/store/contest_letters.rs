//! In-memory store of letters in which drivers contest items.

use chrono::{DateTime, Utc};
use domain::driving_record::contesting::letter::ContestLetter;
use domain::driving_record::contesting::sent::SentContest;
use domain::driving_record::item_file::ItemId;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::driving_record::contest_letters::ContestLetters;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl ContestLetters for Unit<'_> {
    fn contest_letter(&mut self, item: ItemId) -> StoreResult<Option<ContestLetter>> {
        Ok(self.letter(item))
    }

    fn contest_letters_of(&mut self, user: UserId) -> StoreResult<Vec<ContestLetter>> {
        Ok(self.tables.letters.iter().filter(|letter| letter.user_id == user).cloned().collect())
    }

    fn unsent_contest_letters(
        &mut self,
        (states, stateless): (&[&str], bool),
        after: i64,
        limit: i64,
    ) -> StoreResult<Vec<(i64, ItemId)>> {
        let users = &self.tables.users;
        let state_of = |id| users.iter().find(|user| user.id == id).and_then(|user| user.state);
        let is_there = |letter: &ContestLetter| {
            state_of(letter.user_id).map_or(stateless, |state| states.contains(&state.name()))
        };
        let letters = (1..)
            .zip(&self.tables.letters)
            .filter(|(id, letter)| *id > after && letter.sent.is_none() && is_there(letter));
        Ok(letters.map(|(id, letter)| (id, letter.item)).take(usize::try_from(limit).unwrap()).collect())
    }

    fn store_contest_letter(&mut self, letter: &ContestLetter, _saved_at: DateTime<Utc>) -> StoreResult<()> {
        self.must_hold_item(letter.item.payable());
        self.tables.letters.retain(|stored| stored.item != letter.item);
        self.tables.letters.push(letter.clone());
        Ok(())
    }

    fn delete_contest_letter(&mut self, item: ItemId) -> StoreResult<()> {
        self.must_hold_item(item.payable());
        self.tables.letters.retain(|letter| letter.item != item);
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns the letter about an item; `None` if there is no letter. Deleted files are removed from the letter's list
    /// of files.
    fn letter(&self, item: ItemId) -> Option<ContestLetter> {
        let mut letter = self.tables.letters.iter().find(|letter| letter.item == item).cloned()?;
        let files = &self.tables.item_files.files;
        letter.files.retain(|id| files.iter().any(|file| file.id == *id));
        Some(letter)
    }

    pub(super) fn contest_sent(&self, item: Payable) -> Option<SentContest> {
        if matches!(item, Payable::Lawyer(_)) || !self.filed(item)?.details().is_disputed() {
            return None;
        }
        self.letter(item.into())?.sent.map(SentContest::from)
    }
}
