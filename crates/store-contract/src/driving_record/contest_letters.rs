use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::ground::Ground;
use domain::driving_record::contesting::letter::{
    ContestLetter, Correspondent, LetterContents, SendingDetails,
};
use domain::driving_record::item_file::ItemId;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::driving_record::contest_letters::DriverStates;
use ports::store::{Database, Store};

use super::files::add_file;
use crate::support::{at, date, items, transaction, user};

/// Builds an unsent letter that encloses the files with these ids.
pub fn letter(item: ItemId, user_id: UserId, files: Vec<i64>) -> ContestLetter {
    ContestLetter {
        item,
        user_id,
        contents: LetterContents {
            grounds: vec![Ground::of(item.kind)[0], Ground::Other],
            words: "سرعة 😀\nSecond line".to_owned(),
            sender: Correspondent { name: "Ann".to_owned(), address: "1 Main St\nAustin".to_owned() },
            issuer: Correspondent { name: "Austin".to_owned(), address: String::new() },
        },
        files,
        deadline: ContestDeadline { is_on_notice: true, counted: Some(date("2026-03-20")) },
        sent: None,
        version: 1,
    }
}

/// Returns the details of a sent letter. `made_disputed` says whether sending it marked the item as disputed.
fn sent(made_disputed: bool) -> Option<SendingDetails> {
    Some(SendingDetails { sent_on: date("2026-03-08"), made_disputed, is_own_form: true })
}

/// Adds a driver with an item of each kind, and locks the items.
fn driver(store: &mut dyn Store, email: &str) -> (UserId, [ItemId; 3]) {
    let driver = user(store, email);
    let items: [Payable; 3] = items(store, driver);
    for item in items {
        store.lock_item(item).unwrap();
    }
    (driver, items.map(ItemId::from))
}

pub fn letters_about_each_kind_of_item_round_trip(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, items) = driver(store, "ann@example.com");
        let letters: Vec<ContestLetter> = (1..)
            .zip(items)
            .map(|(number, item)| letter(item, driver, vec![add_file(store, item, driver, number)]))
            .collect();
        for letter in &letters {
            assert_eq!(store.contest_letter(letter.item).unwrap(), None);
            store.store_contest_letter(letter, at(7)).unwrap();
            assert_eq!(store.contest_letter(letter.item).unwrap().as_ref(), Some(letter));
        }
        assert_eq!(store.contest_letters_of(driver).unwrap(), letters);
        assert_eq!(store.contest_letters_of(UserId(99)).unwrap(), []);
        for stored in letters {
            let changed = ContestLetter {
                files: vec![],
                contents: LetterContents::default(),
                deadline: ContestDeadline { is_on_notice: false, counted: None },
                sent: sent(true),
                version: 2,
                ..stored
            };
            store.store_contest_letter(&changed, at(8)).unwrap();
            assert_eq!(store.contest_letter(changed.item).unwrap(), Some(changed));
        }
    });
}

pub fn unsent_letters_are_read_page_by_page_for_drivers_of_some_states(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, items) = driver(store, "ann@example.com");
        let in_texas = DriverStates { names: &["Texas"], includes_unknown: false };
        let in_ohio_or_unknown = DriverStates { names: &["Ohio"], includes_unknown: true };
        for item in items {
            store.store_contest_letter(&letter(item, driver, vec![]), at(7)).unwrap();
        }
        let of = |found: &[(i64, ItemId)]| found.iter().map(|(_, item)| *item).collect::<Vec<_>>();
        let first = store.unsent_contest_letters(in_texas, 0, 2).unwrap();
        assert_eq!(of(&first), items[..2]);
        let next = store.unsent_contest_letters(in_texas, first[1].0, 2).unwrap();
        assert_eq!(of(&next), items[2..]);
        assert_eq!(store.unsent_contest_letters(in_ohio_or_unknown, 0, 9).unwrap(), []);
        let changed = ContestLetter { sent: sent(false), version: 2, ..letter(items[1], driver, vec![]) };
        store.store_contest_letter(&changed, at(8)).unwrap();
        let unsent = store.unsent_contest_letters(in_texas, 0, 9).unwrap();
        assert_eq!(of(&unsent), [items[0], items[2]]);
        assert_eq!(unsent[0].0, first[0].0, "a letter's id doesn't change");
        store.delete_contest_letter(items[0]).unwrap();
        store.delete_contest_letter(items[0]).unwrap();
        assert_eq!(store.contest_letter(items[0]).unwrap(), None);
        let left = store.unsent_contest_letters(in_texas, 0, 9).unwrap();
        assert_eq!(left, [unsent[1]], "the ids of other letters don't change");
    });
}

pub fn a_letter_no_longer_encloses_a_deleted_file(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, [_, parking, _]) = driver(store, "ann@example.com");
        let files = [1, 2].map(|number| add_file(store, parking, driver, number));
        store.store_contest_letter(&letter(parking, driver, files.to_vec()), at(7)).unwrap();
        store.delete_item_file(files[0]).unwrap();
        assert_eq!(store.contest_letter(parking).unwrap().unwrap().files, [files[1]]);
        store.close_user(driver, at(9)).unwrap();
        assert_eq!(store.contest_letters_of(driver).unwrap(), [], "closing the account deletes its letters");
    });
}
