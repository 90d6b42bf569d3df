use domain::imports::import::ImportKind;
use ports::store::Database;

use crate::support::{ALL, transaction};

/// Only a migration adds plate reviews: one for each item that an earlier release filed by a plate that the driver
/// didn't have on the item's day. So the list of a new database is empty.
pub fn the_list_of_plate_reviews_starts_empty(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.plate_reviews(ALL).unwrap().total, 0);
        assert!(!store.close_plate_review(ImportKind::Parking, 1).unwrap());
    });
}
