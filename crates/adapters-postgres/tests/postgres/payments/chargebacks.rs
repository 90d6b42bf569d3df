//! Tests of chargebacks in the database.

use domain::driving_record::standing::StandingFacts;
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::receipt::ReceiptStatus;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::search::Search;
use ports::driving_record::standings::Standings;
use ports::payments::chargebacks::Chargebacks;
use ports::payments::history::{History, HistoryFilter};
use ports::payments::lists::ChargebackQuery;
use ports::payments::records::Payments;
use ports::shared::list::Lists;
use ports::shared::paging::Page;
use store_contract::samples::{new_chargeback, new_transaction};

use crate::support::{World, at};

const PAGE: Page = Page { limit: 50, offset: 0 };

/// Creates a chargeback that has this status.
fn chargeback_in(world: &mut World, payment: &Payment, id: &str, status: ChargebackStatus) -> Chargeback {
    let mut store = world.store();
    let mut chargeback = store.insert_chargeback(&new_chargeback(payment, id)).unwrap();
    chargeback.status = status;
    chargeback.closed_at = status.is_over().then(|| at(9));
    store.update_chargeback(&chargeback).unwrap();
    chargeback
}

fn add_settled_payment(world: &mut World) -> (UserId, Payment) {
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    let payment = world.payment_in(user, ticket, "a", PaymentStatus::Settled);
    (user, payment)
}

#[test]
fn chargebacks_are_searched_by_confirmation_number_and_driver() {
    let mut world = World::new();
    let (user, payment) = add_settled_payment(&mut world);
    let mut store = world.store();
    for id in ["a", "b"] {
        store.insert_chargeback(&new_chargeback(&payment, id)).unwrap();
    }
    for (q, found) in [("conf-a", 2), ("nothing", 0), (user.to_string().as_str(), 2)] {
        let query = ChargebackQuery::all(PAGE).with_search(Search::parse(q));
        assert_eq!(store.list(&query).unwrap().total, found, "{q}");
    }
}

#[test]
fn an_items_standing_and_the_payment_history_reflect_chargebacks() {
    let mut world = World::new();
    let (user, payment) = add_settled_payment(&mut world);
    let mut store = world.store();
    store.insert_transaction(&new_transaction(&payment)).unwrap();
    let chargeback = chargeback_in(&mut world, &payment, "a", ChargebackStatus::Inquiry);
    for (status, is_open, shown, charged) in [
        (ChargebackStatus::Inquiry, false, ReceiptStatus::Completed, 15_050),
        (ChargebackStatus::NeedsResponse, true, ReceiptStatus::Chargeback, 0),
        (ChargebackStatus::UnderReview, true, ReceiptStatus::Chargeback, 0),
        (ChargebackStatus::Won, false, ReceiptStatus::Completed, 15_050),
        (ChargebackStatus::Lost, false, ReceiptStatus::ChargedBack, 0),
    ] {
        let mut store = world.store();
        store.update_chargeback(&Chargeback { status, ..chargeback.clone() }).unwrap();
        let facts = StandingFacts { is_chargeback_open: is_open, ..StandingFacts::default() };
        assert_eq!(store.standing_facts(payment.payable).unwrap(), facts, "{status}");
        let paid = store.paid_items(user, &HistoryFilter::default(), PAGE).unwrap().items;
        assert_eq!(paid[0].status, shown, "{status}");
        let total = store.amount_charged(user, at(0), at(1_000_000)).unwrap();
        assert_eq!(total, Money::from_cents(charged), "{status}");
    }
}
