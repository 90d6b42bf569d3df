use domain::payments::card_testing::DeclineCount;
use domain::payments::payment::PaymentStatus;
use ports::payments::declines::Decline;
use ports::store::Database;

use crate::support::{at, items, payment_in, transaction, user};

/// Builds a decline of the charge with this id. `card` is the card's fingerprint.
fn decline(charge: &str, card: Option<&str>, second: i64) -> Decline {
    let fingerprint = card.map(str::to_owned);
    Decline { charge_id: charge.to_owned(), fingerprint, declined_at: at(second) }
}

pub fn each_decline_is_counted_once_for_its_account_address_and_card(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, ben) = (user(store, "ann@example.com"), user(store, "ben@example.com"));
        let ([ticket, ..], [other, ..]) = (items(store, ann), items(store, ben));
        let hers = payment_in(store, ann, ticket, "a", PaymentStatus::Open);
        let his = payment_in(store, ben, other, "b", PaymentStatus::Open);
        store.set_payment_ip_address(hers.id, "192.0.2.1", at(1)).unwrap();
        store.set_payment_ip_address(hers.id, "192.0.2.2", at(2)).unwrap();
        store.set_payment_ip_address(his.id, "192.0.2.2", at(2)).unwrap();
        assert_eq!(store.payment_ip_address(hers.id).unwrap().as_deref(), Some("192.0.2.2"));
        let two = [decline("ch_1", Some("card"), 10), decline("ch_2", None, 20)];
        assert_eq!(store.insert_declines(hers.id, &two).unwrap(), 2);
        assert_eq!(store.insert_declines(hers.id, &two).unwrap(), 0, "known declines are not inserted again");
        assert_eq!(store.insert_declines(hers.id, &[]).unwrap(), 0);
        assert_eq!(store.insert_declines(his.id, &[decline("ch_3", Some("card"), 30)]).unwrap(), 1);

        let counted = |times, second| DeclineCount { times, last: Some(at(second)) };
        assert_eq!(store.count_declines_of_account(ann, at(0)).unwrap(), counted(2, 20));
        assert_eq!(store.count_declines_of_account(ann, at(15)).unwrap(), counted(1, 20));
        assert_eq!(store.count_declines_of_address("192.0.2.2", at(0)).unwrap(), counted(3, 30));
        assert_eq!(store.count_declines_of_address("192.0.2.1", at(0)).unwrap(), DeclineCount::default());
        assert_eq!(store.count_declines_of_card("card", at(0)).unwrap(), 2);
        assert_eq!(store.count_declines_of_card("other", at(0)).unwrap(), 0);
    });
}

pub fn a_driver_counts_as_having_paid_after_a_settled_payment(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, ben) = (user(store, "ann@example.com"), user(store, "ben@example.com"));
        let ([ticket, ..], [other, ..]) = (items(store, ann), items(store, ben));
        payment_in(store, ann, ticket, "a", PaymentStatus::Settled);
        payment_in(store, ben, other, "b", PaymentStatus::Refunded);
        assert_eq!(
            (store.has_settled_payment(ann).unwrap(), store.has_settled_payment(ben).unwrap()),
            (true, false)
        );
    });
}
