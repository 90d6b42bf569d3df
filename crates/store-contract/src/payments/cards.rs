use domain::payments::card::CardFacts;
use domain::shared::ids::PaymentId;
use ports::store::Database;

use crate::support::{items, payment, transaction, user};

pub fn the_card_of_a_payment_is_replaced_by_a_later_one(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, _] = items(store, user);
        let (paid, other) = (payment(store, user, ticket, "a"), payment(store, user, parking, "b"));
        assert_eq!(store.card_of_payment(paid.id).unwrap(), None);
        let card = |last_four: &str| CardFacts::read("visa", last_four).unwrap();
        for digits in ["4242", "0005"] {
            store.store_card(paid.id, &card(digits)).unwrap();
            assert_eq!(store.card_of_payment(paid.id).unwrap(), Some(card(digits)));
        }
        assert_eq!(store.card_of_payment(other.id).unwrap(), None);
        assert_eq!(store.card_of_payment(PaymentId(99)).unwrap(), None);
    });
}
