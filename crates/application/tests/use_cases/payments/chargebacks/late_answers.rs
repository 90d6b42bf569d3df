//! The provider's responses may arrive in a different order than the provider sent them. A response that is
//! older than the stored state changes nothing.

use application::payments::chargebacks::evidence::update_evidence;
use chrono::TimeDelta;
use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse, UnderReview, Won};
use domain::payments::payment::PaymentStatus::ChargedBack;
use domain::shared::ids::ChargebackId;

use super::evidence::evidence_update;
use crate::support::*;

/// Two processes fetch the chargeback at the same time, and the older response arrives last.
#[test]
fn an_older_response_does_not_overwrite_a_newer_status() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(UnderReview);
    let racing = world.clone();
    world.set_chargeback_status(NeedsResponse);
    world.provider.run_during(Call::Chargeback, When::After, move || {
        racing.advance(TimeDelta::seconds(1));
        racing.deliver_chargeback(Lost);
    });
    world.deliver_chargeback_event("evt_early", "du_1");
    assert_eq!((world.chargeback().status, world.statuses()), (Lost, vec![ChargedBack]));
}

/// The transaction that stores the newer response holds the lock. The older response waits for the lock.
#[test]
fn an_older_response_that_waited_for_the_lock_does_not_overwrite_a_newer_status() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let racing = world.clone();
    world.provider.run_during(Call::Chargeback, When::After, move || {
        racing.set_chargeback_status(Won);
        racing.database.tables().before_next_lock = Some(|tables| {
            let known = &mut tables.chargebacks[0];
            (known.status, known.is_withdrawn) = (Won, false);
            known.checked_at = known.checked_at.or(Some(noon())).map(|at| at + TimeDelta::milliseconds(1));
        });
    });
    world.deliver_chargeback_event("evt_slow", "du_1");
    assert_eq!((world.chargeback().status, world.provider.count(Call::Chargeback)), (Won, 3));
}

/// The bank decides right away. Another process stores the decision before this process gets the response
/// to the submitted evidence.
#[test]
fn the_response_to_an_evidence_submission_does_not_overwrite_a_newer_status() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let racing = world.clone();
    world.provider.run_during(Call::Evidence, When::After, move || racing.deliver_chargeback(Won));
    let submitted =
        update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(true, 1)).unwrap();
    assert_eq!((submitted.status, world.chargeback().status), (Won, Won));
}
