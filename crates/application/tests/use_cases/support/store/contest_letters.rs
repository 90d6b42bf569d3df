//! In-memory store of letters in which drivers contest items.

use chrono::{DateTime, Utc};
use domain::driving_record::contesting::letter::ContestLetter;
use domain::driving_record::contesting::sent::SentContest;
use domain::driving_record::item_file::ItemId;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::driving_record::contest_letters::{ContestLetters, DriverStates};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl ContestLetters for Unit<'_> {
    fn contest_letter(&mut self, item: ItemId) -> StoreResult<Option<ContestLetter>> {
        Ok(self.letter(item))
    }

    fn contest_letters_of(&mut self, user: UserId) -> StoreResult<Vec<ContestLetter>> {
        let own = self.tables.letters.iter().filter(|letter| letter.user_id == user);
        Ok(own.filter_map(|letter| self.letter(letter.item)).collect())
    }

    fn unsent_contest_letters(
        &mut self,
        states: DriverStates<'_>,
        after: i64,
        limit: i64,
    ) -> StoreResult<Vec<(i64, ItemId)>> {
        let users = &self.tables.users;
        let state_of = |id| users.iter().find(|user| user.id == id).and_then(|user| user.state);
        let is_there = |letter: &ContestLetter| {
            state_of(letter.user_id)
                .map_or(states.includes_unknown, |state| states.names.contains(&state.name()))
        };
        let unsent = self.tables.letters.iter().filter(|letter| letter.sent.is_none() && is_there(letter));
        let unsent: Vec<ItemId> = unsent.map(|letter| letter.item).collect();
        let mut letters: Vec<_> = unsent.into_iter().map(|item| (self.letter_id(item), item)).collect();
        letters.retain(|(id, _)| *id > after);
        letters.sort_by_key(|(id, _)| *id);
        letters.truncate(usize::try_from(limit).unwrap());
        Ok(letters)
    }

    fn store_contest_letter(&mut self, letter: &ContestLetter, _saved_at: DateTime<Utc>) -> StoreResult<()> {
        self.must_hold_item(letter.item.payable());
        self.letter_id(letter.item);
        match self.tables.letters.iter_mut().find(|stored| stored.item == letter.item) {
            Some(stored) => stored.clone_from(letter),
            None => self.tables.letters.push(letter.clone()),
        }
        Ok(())
    }

    fn delete_contest_letter(&mut self, item: ItemId) -> StoreResult<()> {
        self.must_hold_item(item.payable());
        self.tables.letters.retain(|letter| letter.item != item);
        self.tables.letter_ids.retain(|(of, _)| *of != item);
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns the id of the letter about an item. If a test added the letter without
    /// an id, assigns one.
    fn letter_id(&mut self, item: ItemId) -> i64 {
        if let Some((_, id)) = self.tables.letter_ids.iter().find(|(of, _)| *of == item) {
            return *id;
        }
        let id = i64::from(self.tables.next_id("letters", 0));
        self.tables.letter_ids.push((item, id));
        id
    }

    /// Returns the letter about an item; `None` if there is no letter. Deleted files are removed from the
    /// letter's list of files.
    fn letter(&self, item: ItemId) -> Option<ContestLetter> {
        let mut letter = self.tables.letters.iter().find(|letter| letter.item == item).cloned()?;
        let files = &self.tables.item_files.files;
        letter.files.retain(|id| files.iter().any(|file| file.id == *id));
        Some(letter)
    }

    /// Returns how the driver contested an item; `None` if the item isn't disputed or its letter wasn't sent.
    pub(super) fn contest_sent(&self, item: Payable) -> Option<SentContest> {
        if matches!(item, Payable::Lawyer(_)) || !self.filed(item)?.details().is_disputed() {
            return None;
        }
        self.letter(item.into())?.sent.map(SentContest::from)
    }
}
