//! Chargebacks in the database.

use chrono::{DateTime, Utc};
use domain::driving_record::standing::StandingFacts;
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::receipt::ReceiptStatus;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::search::Search;
use ports::back_office::queues::Queues;
use ports::driving_record::standings::Standings;
use ports::payments::chargebacks::{Chargebacks, NewChargeback};
use ports::payments::history::{History, HistoryFilter};
use ports::payments::lists::{ChargebackFilter, ChargebackQuery, ChargebackSort};
use ports::payments::records::{NewTransaction, Payments};
use ports::shared::list::Lists;
use ports::shared::paging::Page;

use crate::support::{World, at};

const PAGE: Page = Page { limit: 50, offset: 0 };

/// Builds a chargeback of a payment. `id` makes the provider's id unique, and `due` is the deadline for evidence.
fn new_chargeback(payment: &Payment, id: &str, due: Option<DateTime<Utc>>) -> NewChargeback {
    NewChargeback {
        payment_id: payment.id,
        user_id: payment.user_id,
        confirmation_number: payment.confirmation_number.clone(),
        provider_id: format!("du_{id}"),
        amount: Money::from_cents(15_050),
        reason: "fraudulent".to_owned(),
        evidence_due_by: due,
        status: ChargebackStatus::NeedsResponse,
        is_withdrawn: true,
        opened_at: at(1),
    }
}

/// Creates a chargeback that has this status.
fn chargeback_in(world: &mut World, payment: &Payment, id: &str, status: ChargebackStatus) -> Chargeback {
    let mut store = world.store();
    let mut chargeback = store.insert_chargeback(&new_chargeback(payment, id, Some(at(100)))).unwrap();
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
fn chargebacks_are_listed_by_earliest_deadline() {
    let mut world = World::new();
    let (user, payment) = add_settled_payment(&mut world);
    let mut store = world.store();
    for (id, due) in [("b", Some(at(200))), ("none", None), ("a", Some(at(100)))] {
        store.insert_chargeback(&new_chargeback(&payment, id, due)).unwrap();
    }
    let mut over = store.insert_chargeback(&new_chargeback(&payment, "over", Some(at(50)))).unwrap();
    over.status = ChargebackStatus::UnderReview;
    store.update_chargeback(&over).unwrap();
    let open = ChargebackFilter { is_answered: Some(false), ..ChargebackFilter::default() };
    let query = ChargebackQuery {
        sort: ChargebackSort::DueBy,
        is_descending: false,
        ..ChargebackQuery::newest(open, PAGE)
    };
    let ids: Vec<_> = store.list(&query).unwrap().items.into_iter().map(|one| one.provider_id).collect();
    assert_eq!(ids, ["du_a", "du_b", "du_none"]);
    let sum = store.summary(&ChargebackQuery::all(PAGE)).unwrap();
    assert_eq!(
        (sum.total, sum.waiting, sum.under_review, sum.withheld),
        (4, 3, 1, Money::from_cents(60_200))
    );
    for (q, found) in [("conf-a", 4), ("nothing", 0), (user.to_string().as_str(), 4)] {
        let query = ChargebackQuery::all(PAGE).with_search(Search::parse(q));
        assert_eq!(store.list(&query).unwrap().total, found, "{q}");
    }
    assert_eq!(store.unsolved_counts().unwrap().chargebacks, 3);
}

#[test]
fn an_items_standing_and_the_payment_history_reflect_chargebacks() {
    let mut world = World::new();
    let (user, payment) = add_settled_payment(&mut world);
    let mut store = world.store();
    store
        .insert_transaction(&NewTransaction {
            user_id: user,
            payment_id: payment.id,
            payable: payment.payable,
            violation_type: None,
            amount: Money::from_cents(15_050),
            processing_fee: Money::ZERO,
            our_fee: Money::ZERO,
            confirmation_number: payment.confirmation_number.clone(),
            created_at: at(5),
            recorded_at: at(5),
        })
        .unwrap();
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
