use domain::imports::import::ImportKind;
use ports::store::Database;

use crate::support::{ALL, transaction};

/// A migration filled the list. In a new database, it is empty.
pub fn the_list_of_plate_reviews_starts_empty(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.plate_reviews(ALL).unwrap().total, 0);
        assert!(!store.close_plate_review(ImportKind::Parking, 1).unwrap());
    });
}
