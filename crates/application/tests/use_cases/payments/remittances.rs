//! Remittances: money that is owed to authorities, sent, accepted, and returned.

use application::driving_record::filing::{ItemEdit, change_item};
use application::error::{Error, Result};
use application::payments::refunds::by_staff::{self, RefundOrder};
use application::payments::remittances::sending::InclusionChoices;
use application::payments::remittances::{owed, recovering, register, sending, watch};
use chrono::TimeDelta;
use domain::payments::ledger::Account;
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::payments::remittances::obligation::ObligationStatus::{self, Accepted, Owed, Prepared, Sent};
use domain::payments::remittances::obligation::send_by;
use domain::payments::remittances::prepared::InclusionChoice;
use domain::payments::remittances::remittance::{Remittance, RemittanceStatus, TransferRecord};
use domain::security::audit::AuditAction;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{AuthorityId, PaymentId, RemittanceId, TransactionId};
use domain::shared::money::Money;
use ports::payments::gateway::RefundStatus;
use ports::payments::remittances::{Obligation, ObligationFilter};

use crate::support::*;

mod billed_again;
mod left_out;
mod merging;
mod proving;

const PAID: PaymentId = PaymentId(1);
const AGENCY: &str = "Houston Municipal Court";

fn details(name: &str, also_called: &[&str]) -> AuthorityDetails {
    let also_called: Vec<String> = also_called.iter().map(|name| (*name).to_owned()).collect();
    AuthorityDetails::parse(name, AuthorityKind::Court, &also_called, None).unwrap()
}

/// Returns a world in which the driver paid a ticket of the court [`AGENCY`].
fn world() -> World {
    let world = World::new();
    for ticket in &mut world.database.tables().tickets {
        ticket.filed.issuing_officer_agency = Some(AGENCY.to_owned());
    }
    world.pay_and_settle(TICKET);
    world
}

/// Adds the court to the register. [`AGENCY`] is another name of the court.
fn court(world: &World) -> Authority {
    register::add_authority(&world.deps, &admin(), &details("City of Houston", &["HOUSTON municipal court."]))
        .unwrap()
}

#[test]
fn a_paid_fine_is_owed_to_the_tickets_issuer_or_else_to_the_officers_agency() {
    let world = World::new();
    world.database.tables().tickets[0].filed.issuing_officer_agency = Some("Austin PD".to_owned());
    world.pay_and_settle(TICKET);
    assert_eq!(
        (obligation(&world).issuer.as_deref(), obligation(&world).authority_id()),
        (Some("Austin PD"), None)
    );
    let court = court(&world);
    let version = world.database.tables().tickets[0].version;
    let edit = ItemEdit { version: Some(version), user_id: None, is_paid: None };
    change_item(&world.deps, &admin(), TICKET, &edit, |draft| draft.with("issuer", AGENCY)).unwrap();
    assert_eq!(obligation(&world).authority_id(), Some(court.id));

    let world = World::new();
    let mut tables = world.database.tables();
    tables.tickets[0].filed.issuer = Some(AGENCY.to_owned());
    tables.tickets[0].filed.issuing_officer_agency = Some("Austin PD".to_owned());
    tables.tickets[0].filed.citation_number = Some("AB-1".to_owned());
    drop(tables);
    world.pay_and_settle(TICKET);
    let obligation = obligation(&world);
    assert_eq!((obligation.issuer.as_deref(), obligation.number.as_deref()), (Some(AGENCY), Some("AB-1")));
}

fn sent_today() -> TransferRecord {
    TransferRecord { on: noon().date_naive(), reference: "ACH 4711".to_owned() }
}

/// Adds the court, and prepares a remittance to it.
fn prepare_for_court(world: &World) -> Remittance {
    let court = court(world);
    sending::prepare_remittance(&world.deps, &admin(), court.id.into()).unwrap()
}

fn prepare_and_send(world: &World) -> Remittance {
    let prepared = prepare_for_court(world);
    sending::record_sent(&world.deps, &admin(), prepared.id, &sent_today(), &InclusionChoices::new()).unwrap()
}

/// Returns the obligation of the payment for the ticket.
fn obligation(world: &World) -> Obligation {
    world.transact(|store| Ok(store.obligation(PAID.into(), noon())?.unwrap())).unwrap()
}

fn status(world: &World) -> ObligationStatus {
    obligation(world).status
}

fn balance(world: &World, account: Account) -> i64 {
    world.database.tables().books.balance(account)
}

/// Refunds the whole payment of the ticket to the driver.
fn refund_payment(world: &World) {
    let order = RefundOrder {
        amount: dollars(150),
        left: dollars(150),
        note: "A mistake".to_owned(),
        removes_item: false,
    };
    by_staff::order_refund(&world.deps, &admin(), PAID, &order).unwrap();
    world.reconcile();
}

fn error_text<T>(result: &Result<T>) -> String {
    result.as_ref().err().map(|error| format!("{error:?}")).unwrap_or_default()
}

#[test]
fn a_fine_is_owed_to_the_tickets_court_and_a_toll_to_the_authority_that_staff_assign() {
    let world = world();
    assert_eq!((obligation(&world).authority_id(), status(&world)), (None, Owed));
    let court = court(&world);
    let found = world.transact(|store| owed::show_money_owed(&world.deps, store, &admin())).unwrap();
    let [to] = found.owed.as_slice() else { panic!("{found:?}") };
    assert_eq!((to.payee, to.payments, to.amount), (Some(court.id.into()), 1, dollars(150)));
    assert_eq!(to.name.as_deref(), Some("City of Houston"));
    // The driver also pays a toll whose authority isn't in the register.
    let toll = world.pay_without_event(TOLL);
    world.deliver_event("evt_toll", &toll.intent_id).unwrap();
    let nobodys = world
        .transact(|store| owed::list_obligations(&world.deps, store, &admin(), &ObligationFilter::default()))
        .unwrap()
        .0;
    let [toll] = nobodys.as_slice() else { panic!("{nobodys:?}") };
    assert_eq!(register::assign_payments(&world.deps, &admin(), court.id, &[toll.payment_id]).unwrap(), 1);
    let to_court = ObligationFilter { to: Some(court.id), ..ObligationFilter::default() };
    let both =
        world.transact(|store| owed::list_obligations(&world.deps, store, &admin(), &to_court)).unwrap().0;
    assert_eq!(both.len(), 2);
    let nowhere = register::assign_payments(&world.deps, &admin(), AuthorityId(99), &[toll.payment_id]);
    assert_eq!(outcome(&nowhere), "NotFound");
}

#[test]
fn a_lawyers_payment_is_owed_to_no_authority() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    assert!(world.database.tables().remittances.obligations.is_empty());
}

#[test]
fn a_remittance_is_prepared_sent_and_accepted_once() {
    let world = world();
    let made = prepare_for_court(&world);
    assert_eq!((made.payments, made.amount, status(&world)), (1, dollars(150), Prepared));
    let again = sending::prepare_remittance(&world.deps, &admin(), made.payee.id);
    assert_eq!(outcome(&again), "NothingToSend");
    let early = sending::record_acceptance(&world.deps, &admin(), made.id, sent_today().on, None);
    assert_eq!(outcome(&early), "ChangedMeanwhile");

    let sent = sending::record_sent(&world.deps, &admin(), made.id, &sent_today(), &InclusionChoices::new())
        .unwrap();
    assert_eq!((sent.status, status(&world)), (RemittanceStatus::Sent, Sent));
    assert_eq!((balance(&world, Account::TrafficFines), balance(&world, Account::Bank)), (0, -15_000));
    let twice = sending::record_sent(&world.deps, &admin(), made.id, &sent_today(), &InclusionChoices::new());
    assert_eq!(outcome(&twice), "ChangedMeanwhile");
    let apart = sending::undo_remittance(&world.deps, &admin(), made.id);
    assert_eq!(outcome(&apart), "ChangedMeanwhile");

    let unknown = ["CONF-NOBODYS".to_owned(), "1".to_owned()];
    let wrong = sending::record_acceptance(&world.deps, &admin(), made.id, sent_today().on, Some(&unknown));
    assert!(error_text(&wrong).contains("CONF-NOBODYS and 1 more"), "{}", error_text(&wrong));
    let number = [obligation(&world).confirmation_number.to_lowercase()];
    for _ in 0..2 {
        let after =
            sending::record_acceptance(&world.deps, &admin(), made.id, sent_today().on, Some(&number))
                .unwrap();
        assert_eq!((after.status, after.accepted_on), (RemittanceStatus::Accepted, Some(sent_today().on)));
    }
    assert_eq!(status(&world), Accepted);
    let trail = world.transact(|store| Ok(store.money_trails(&[PAID])?)).unwrap().pop().unwrap().1;
    assert_eq!(trail.authority.as_deref(), Some("City of Houston"));
    assert_eq!((trail.sent_on, trail.reference.as_deref()), (Some(sent_today().on), Some("ACH 4711")));
    let audited = world.audited();
    assert_eq!(audited.iter().filter(|action| **action == AuditAction::RemittanceChanged).count(), 3);
}

#[test]
fn undoing_a_remittance_makes_its_payments_owed_again() {
    let world = world();
    let made = prepare_for_court(&world);
    sending::undo_remittance(&world.deps, &admin(), made.id).unwrap();
    assert_eq!(status(&world), Owed);
    let gone = world.transact(|store| sending::show_remittance(&world.deps, store, &admin(), made.id));
    assert_eq!(outcome(&gone), "NotFound");
    assert_eq!(
        sending::prepare_remittance(&world.deps, &admin(), made.payee.id).unwrap().amount,
        dollars(150)
    );
}

#[test]
fn a_payment_with_a_pending_refund_is_not_sent_to_the_authority() {
    let world = world();
    let court = court(&world);
    world.provider.books().refunds_begin.push_back(RefundStatus::Pending);
    refund_payment(&world);
    let nothing = sending::prepare_remittance(&world.deps, &admin(), court.id.into());
    assert_eq!(outcome(&nothing), "NothingToSend");
}

#[test]
fn money_refunded_after_the_remittance_was_sent_is_recovered_or_written_off() {
    let world = world();
    prepare_and_send(&world);
    refund_payment(&world);
    assert_eq!((obligation(&world).to_recover, balance(&world, Account::ToReturn)), (dollars(150), 0));
    let much = recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(151), "Cheque 12");
    assert!(error_text(&much).contains("Enter at most $150.00."), "{}", error_text(&much));
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(100), "Cheque 12").unwrap();
    let left =
        recovering::write_off(&world.deps, &admin(), PAID.into(), dollars(50), "They keep a fee").unwrap();
    assert_eq!(left.to_recover, Money::ZERO);
    assert_eq!((balance(&world, Account::WrittenOff), balance(&world, Account::Bank)), (5_000, -5_000));
    let more = recovering::write_off(&world.deps, &admin(), PAID.into(), dollars(1), "More");
    assert!(error_text(&more).contains("Enter at most $0.00."), "{}", error_text(&more));
    let nothing = recovering::record_returned(&world.deps, &admin(), PAID.into(), Money::ZERO, "Cheque 13");
    assert_eq!(outcome(&nothing), "ChangedMeanwhile");
    let audited = world.audited();
    assert!(
        audited.contains(&AuditAction::MoneyRecovered) && audited.contains(&AuditAction::MoneyWrittenOff)
    );
}

#[test]
fn money_refunded_while_the_remittance_is_being_sent_must_be_recovered() {
    let world = world();
    let made = prepare_for_court(&world);
    sending::export_remittance(&world.deps, &admin(), made.id).unwrap();
    refund_payment(&world);
    let choices = InclusionChoices::from([(PAID, InclusionChoice::Sent)]);
    sending::record_sent(&world.deps, &admin(), made.id, &sent_today(), &choices).unwrap();
    assert_eq!(obligation(&world).to_recover, dollars(150));
    assert_eq!(balance(&world, Account::TrafficFines), 0);
}

#[test]
fn money_that_an_authority_returns_for_a_paid_item_is_owed_again() {
    let world = world();
    prepare_and_send(&world);
    let part = recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(149), "Wrong account");
    assert!(error_text(&part).contains("Enter the full amount: $150.00."), "{}", error_text(&part));
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(150), "Wrong account").unwrap();
    assert_eq!((status(&world), balance(&world, Account::Bank)), (Owed, 0));
    let twice =
        recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(150), "Wrong account");
    assert_eq!(outcome(&twice), "ChangedMeanwhile");
    let court = obligation(&world).authority_id().unwrap();
    assert_eq!(
        sending::prepare_remittance(&world.deps, &admin(), court.into()).unwrap().amount,
        dollars(150)
    );
}

#[test]
fn an_authority_can_return_the_rest_of_a_partly_refunded_payment() {
    let world = world();
    prepare_and_send(&world);
    let order = RefundOrder {
        amount: dollars(30),
        left: dollars(150),
        note: "Too much".to_owned(),
        removes_item: false,
    };
    by_staff::order_refund(&world.deps, &admin(), PAID, &order).unwrap();
    world.reconcile();
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(30), "Cheque 12").unwrap();
    let all = recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(150), "Wrong account");
    assert!(error_text(&all).contains("Enter the full amount: $120.00."), "{}", error_text(&all));
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(120), "Wrong account").unwrap();
    assert_eq!((status(&world), balance(&world, Account::TrafficFines)), (Owed, -12_000));
    assert_eq!(balance(&world, Account::Bank), 0);
}

#[test]
fn recovered_money_is_owed_to_the_authority_again_if_the_drivers_refund_fails() {
    let world = world();
    prepare_and_send(&world);
    refund_payment(&world);
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(150), "Cheque 12").unwrap();
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::days(2));
    world.reconcile();
    assert!(world.is_paid(TICKET));
    assert_eq!((status(&world), balance(&world, Account::TrafficFines)), (Owed, -15_000));
    assert_eq!(obligation(&world).send_by, send_by(world.deps.clock.now(), BUSINESS_ZONE));
}

#[test]
fn money_of_a_refund_that_fails_before_sending_is_owed_in_the_next_remittance() {
    let world = world();
    let order = RefundOrder {
        amount: dollars(30),
        left: dollars(150),
        note: "Too much".to_owned(),
        removes_item: false,
    };
    by_staff::order_refund(&world.deps, &admin(), PAID, &order).unwrap();
    world.reconcile();
    let prepared = prepare_for_court(&world);
    assert_eq!(prepared.amount, dollars(120));
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::days(2));
    world.reconcile();
    let sent_on = TransferRecord { on: world.deps.clock.now().date_naive(), ..sent_today() };
    sending::record_sent(&world.deps, &admin(), prepared.id, &sent_on, &InclusionChoices::new()).unwrap();
    assert_eq!((status(&world), balance(&world, Account::TrafficFines)), (Owed, -3_000));
    let court = obligation(&world).authority_id().unwrap();
    assert_eq!(sending::prepare_remittance(&world.deps, &admin(), court.into()).unwrap().amount, dollars(30));
}

#[test]
fn the_driver_is_notified_once_that_a_remittance_is_late() {
    let world = world();
    court(&world);
    assert_eq!(watch::check_obligations(&world.deps).unwrap(), 0);
    world.advance(TimeDelta::days(5));
    assert_eq!(watch::check_obligations(&world.deps).unwrap(), 1);
    assert_eq!(watch::check_obligations(&world.deps).unwrap(), 0);
    let late = world.transact(|store| owed::show_money_owed(&world.deps, store, &admin())).unwrap();
    assert_eq!(late.owed[0].late, 1);
}

#[test]
fn money_that_an_authority_returned_is_owed_again_with_a_new_deadline() {
    let world = world();
    prepare_and_send(&world);
    world.advance(TimeDelta::days(20));
    recovering::record_returned(&world.deps, &admin(), PAID.into(), dollars(150), "Wrong account").unwrap();
    let now = world.deps.clock.now();
    assert_eq!((status(&world), obligation(&world).send_by), (Owed, send_by(now, BUSINESS_ZONE)));
    assert_eq!(watch::check_obligations(&world.deps).unwrap(), 0, "the driver gets no late email");
}

#[test]
fn payments_stored_by_an_earlier_version_of_lanewise_become_owed_to_authorities_without_notifying_drivers() {
    let world = world();
    world.database.tables().remittances.obligations.clear();
    world.advance(TimeDelta::days(5));
    let last = watch::add_missing_obligations(&world.deps, TransactionId(0)).unwrap();
    assert_eq!((status(&world), last), (Owed, TransactionId(1)));
    assert_eq!(watch::add_missing_obligations(&world.deps, last).unwrap(), last);
    assert_eq!(watch::check_obligations(&world.deps).unwrap(), 0);
}

#[test]
fn the_register_of_authorities_refuses_names_in_use_and_outdated_changes() {
    let world = world();
    let court = court(&world);
    let same =
        register::add_authority(&world.deps, &admin(), &details("Harris County", &["city-of-houston"]));
    assert!(error_text(&same).contains("already belongs to City of Houston"), "{}", error_text(&same));
    let changed =
        register::change_authority(&world.deps, &admin(), (court.id, 1), &details("Houston Court", &[]))
            .unwrap();
    assert_eq!(changed.version, 2);
    let late = register::change_authority(&world.deps, &admin(), (court.id, 1), &details("Houston", &[]));
    assert_eq!(outcome(&late), "ChangedMeanwhile");
    let gone =
        register::change_authority(&world.deps, &admin(), (AuthorityId(99), 1), &details("Dallas", &[]));
    assert_eq!(outcome(&gone), "NotFound");
}

#[test]
fn drivers_cannot_use_any_remittance_function() {
    let world = world();
    let (deps, caller) = (&world.deps, &driver());
    let id = RemittanceId(1);
    let refusals = [
        outcome(&register::add_authority(deps, caller, &details("X", &[])).map(drop)),
        outcome(&register::change_authority(deps, caller, (AuthorityId(1), 1), &details("X", &[])).map(drop)),
        outcome(&register::assign_payments(deps, caller, AuthorityId(1), &[PAID]).map(drop)),
        outcome(&world.transact(|store| register::list_authorities(store, caller).map(drop))),
        outcome(&world.transact(|store| owed::show_money_owed(deps, store, caller).map(drop))),
        outcome(&world.transact(|store| {
            owed::list_obligations(deps, store, caller, &ObligationFilter::default()).map(drop)
        })),
        outcome(&world.transact(|store| owed::list_remittances(store, caller, None).map(drop))),
        outcome(&world.transact(|store| sending::show_remittance(deps, store, caller, id).map(drop))),
        outcome(&sending::prepare_remittance(deps, caller, AuthorityId(1).into()).map(drop)),
        outcome(&sending::undo_remittance(deps, caller, id)),
        outcome(&sending::record_sent(deps, caller, id, &sent_today(), &InclusionChoices::new()).map(drop)),
        outcome(&sending::record_acceptance(deps, caller, id, sent_today().on, None).map(drop)),
        outcome(&recovering::record_returned(deps, caller, PAID.into(), dollars(1), "x").map(drop)),
        outcome(&recovering::write_off(deps, caller, PAID.into(), dollars(1), "x").map(drop)),
    ];
    assert!(refusals.iter().all(|refusal| refusal == "Forbidden"), "{refusals:?}");
}
