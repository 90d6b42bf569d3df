//! Tests of selecting the open payments that must be checked with the provider.

use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{PaymentId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::standings::Standings;
use ports::payments::records::{OpenPaymentFilter, Payments};

use crate::support::{World, at};

/// Creates a payment with this status. `created` and `touched` are the seconds at which it was started and last
/// updated.
fn add_payment(
    world: &mut World,
    user: UserId,
    status: PaymentStatus,
    created: i64,
    touched: i64,
) -> Payment {
    let ticket = world.ticket(user);
    let key = format!("{status}-{created}-{touched}");
    let mut payment = world.payment_in(user, Payable::Ticket(ticket), &key, status);
    world.db.execute(&format!(
        "UPDATE payments SET created_at = to_timestamp({}) WHERE id = {}",
        at(created).timestamp(),
        payment.id
    ));
    payment.updated_at = at(touched);
    world.store().update_payment(&payment).unwrap();
    payment
}

#[test]
fn live_payments_are_listed_least_recently_changed_first() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for (number, status) in PaymentStatus::ALL.iter().enumerate() {
        add_payment(&mut world, user, *status, 0, 100 - i64::try_from(number).unwrap());
    }
    let mut found = |which, limit| -> Vec<PaymentStatus> {
        let found = world.store().payments_to_reconcile(which, limit).unwrap();
        found.iter().map(|payment| payment.status).collect()
    };
    use PaymentStatus::{Creating, Open, TimedOut};
    assert_eq!(found(OpenPaymentFilter::ChangedBefore(at(1000)), 50), [Open, TimedOut, Creating]);
    assert_eq!(found(OpenPaymentFilter::ChangedBefore(at(1000)), 2), [Open, TimedOut]);
    assert_eq!(found(OpenPaymentFilter::ChangedBefore(at(99)), 50), [Open], "changed before, not at");
    assert_eq!(found(OpenPaymentFilter::WithoutIntent(at(1000)), 50), [TimedOut, Creating]);
    assert_eq!(found(OpenPaymentFilter::WithoutIntent(at(100)), 50), [TimedOut]);
}

#[test]
fn open_payments_to_reconcile_are_found_by_age_and_time_of_the_last_check() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let open = PaymentStatus::Open;
    let [new, recent, old] = [(900, 900), (900, 960), (100, 500)]
        .map(|(from, to)| add_payment(&mut world, user, open, from, to).id);
    add_payment(&mut world, user, PaymentStatus::TimedOut, 900, 900);
    let mut found = |which| -> Vec<PaymentId> {
        world.store().payments_to_reconcile(which, 50).unwrap().iter().map(|payment| payment.id).collect()
    };
    let young =
        |now| OpenPaymentFilter::Recent { now: at(now), touched: at(now), begun: at(600), slowing: 4 };
    assert_eq!(found(young(1200)), [new], "the other was checked a minute after its start");
    assert_eq!(found(young(1201)), [new, recent]);
    let aged = |started_before, touched| OpenPaymentFilter::Started {
        begun: at(started_before),
        touched: at(touched),
    };
    assert_eq!(found(aged(900, 1000)), [old]);
    assert_eq!(found(aged(901, 1000)), [old, new, recent]);
    assert_eq!(found(aged(901, 900)), [old]);
    assert_eq!(found(OpenPaymentFilter::Processing(at(1000))), []);
    for id in [recent, old] {
        world.store().set_processing(id, true).unwrap();
    }
    let processing = |world: &mut World, before| {
        world.store().payments_to_reconcile(OpenPaymentFilter::Processing(before), 50)
    };
    assert_eq!(processing(&mut world, at(1000)).unwrap().len(), 2);
    assert_eq!(processing(&mut world, at(960)).unwrap().len(), 1);
}
