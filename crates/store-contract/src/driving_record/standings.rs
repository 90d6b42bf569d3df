use domain::driving_record::standing::StandingFacts;
use domain::shared::ids::TicketId;
use domain::shared::payable::Payable;
use ports::store::Database;

use crate::support::{items, transaction, user};

pub fn an_item_without_payments_and_hires_has_the_default_standing_facts(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let items = items(store, user);
        for item in items.into_iter().chain([Payable::Lawyer(TicketId(items[0].item_id()))]) {
            assert_eq!(store.standing_facts(item).unwrap(), StandingFacts::default(), "{item:?}");
        }
    });
}
