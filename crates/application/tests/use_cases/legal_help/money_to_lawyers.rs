//! Fees that are sent to lawyers after they accept a case, and money that lawyers must return.

use application::legal_help::cases::ends::{end_by_driver, reassign, withdraw};
use application::legal_help::cases::guarantee::refund_own_lost_case;
use application::legal_help::cases::offers::accept;
use application::legal_help::cases::steps::LawyerStep;
use application::legal_help::hires::fee_totals;
use application::payments::remittances::sending::InclusionChoices;
use application::payments::remittances::{owed, recovering, sending};
use chrono::TimeDelta;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelpMode};
use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse, Won};
use domain::payments::ledger::Account;
use domain::payments::remittances::obligation::{ObligationStatus, send_by};
use domain::payments::remittances::payee::PayeeKind;
use domain::payments::remittances::remittance::{Remittance, RemittanceStatus, TransferRecord};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{LawyerId, PaymentId};
use ports::payments::remittances::{Obligation, ObligationKey};

use super::build::*;
use crate::support::*;

/// Returns the key of the obligation to this lawyer.
fn obligation_key(lawyer: i32) -> ObligationKey {
    ObligationKey { payment_id: PaymentId(1), lawyer_id: Some(LawyerId(lawyer)) }
}

fn obligation(world: &World, lawyer: i32) -> Option<Obligation> {
    world.transact(|store| Ok(store.obligation(obligation_key(lawyer), world.deps.clock.now())?)).unwrap()
}

/// Prepares a remittance to this lawyer.
fn prepare_for_lawyer(world: &World, lawyer: i32) -> Remittance {
    sending::prepare_remittance(&world.deps, &admin(), LawyerId(lawyer).into()).unwrap()
}

fn record_sent(world: &World, remittance: &Remittance) -> application::error::Result<Remittance> {
    let now = world.deps.clock.now();
    let today = now.with_timezone(&BUSINESS_ZONE).date_naive();
    let sending = TransferRecord::parse(today, "ACH 12", now, BUSINESS_ZONE).unwrap();
    sending::record_sent(&world.deps, &admin(), remittance.id, &sending, &InclusionChoices::new())
}

/// Prepares a remittance to this lawyer, and records that it was sent.
fn prepare_and_send(world: &World, lawyer: i32) -> Remittance {
    record_sent(world, &prepare_for_lawyer(world, lawyer)).unwrap()
}

/// Returns the balances of the accounts for lawyers' fees, in cents: owed to lawyers, to return to drivers, to recover
/// from lawyers, guarantees, and written off. Debits are positive.
fn balances(world: &World) -> [i64; 5] {
    let books = &world.database.tables().books;
    [Account::Lawyers, Account::ToReturn, Account::ToRecover, Account::Guarantees, Account::WrittenOff]
        .map(|account| books.balance(account))
}

/// Records as lawyer 1 that the case was lost.
fn lose_case(world: &World) {
    let verdict = Verdict { outcome: CaseOutcome::Guilty, fine: None, points: None, until: None, due: None };
    record_by_lawyer(world, LawyerStep::Outcome(verdict), None).unwrap();
}

#[test]
fn the_price_is_owed_to_the_lawyer_who_accepts_and_is_due_within_two_business_days() {
    let world = world_with_hire(1);
    assert_eq!(obligation(&world, 1), None, "no lawyer has the case yet");
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    let one = obligation(&world, 1).unwrap();
    assert_eq!((one.status, one.amount), (ObligationStatus::Owed, dollars(75)));
    assert_eq!(one.send_by - noon(), TimeDelta::days(2));
    let overview = world.transact(|store| owed::show_money_owed(&world.deps, store, &admin())).unwrap();
    let row = &overview.owed[0];
    assert_eq!((row.payee, row.name.as_deref()), (Some(LawyerId(1).into()), Some("Lawyer 1")));
    assert_eq!((row.payments, row.amount, row.late), (1, dollars(75), 0));
    world.advance(TimeDelta::days(5));
    let overview = world.transact(|store| owed::show_money_owed(&world.deps, store, &admin())).unwrap();
    assert_eq!(overview.owed[0].late, 1);
}

#[test]
fn a_remittance_to_a_lawyer_is_sent_and_accepted() {
    let world = world_with_accepted_case(1);
    let sent = prepare_and_send(&world, 1);
    assert_eq!((sent.payee.id.kind(), sent.payee.name.as_str()), (PayeeKind::Lawyer, "Lawyer 1"));
    assert_eq!((sent.amount, sent.status), (dollars(75), RemittanceStatus::Sent));
    assert!(sent.trust_account.is_some());
    assert_eq!(balances(&world), [0; 5], "the lawyer has it");
    let today = noon().date_naive();
    let done = sending::record_acceptance(&world.deps, &admin(), sent.id, today, None).unwrap();
    assert_eq!(done.status, RemittanceStatus::Accepted);
    assert_eq!(obligation(&world, 1).unwrap().status, ObligationStatus::Accepted);
    assert_eq!(
        outcome(&sending::prepare_remittance(&world.deps, &admin(), LawyerId(1).into()).map(drop)),
        "NothingToSend"
    );
    assert_eq!(
        outcome(&sending::prepare_remittance(&world.deps, &admin(), LawyerId(9).into()).map(drop)),
        "NotFound"
    );
}

#[test]
fn if_the_operator_is_a_law_firm_no_fee_is_owed_to_a_lawyer() {
    let world = world_with_hire(1);
    let terms = case(&world).fee.unwrap();
    world.database.tables().legal_help.cases[0].fee =
        Some(FeeTerms { mode: LegalHelpMode::LawFirm, ..terms });
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    assert_eq!(obligation(&world, 1), None);
}

#[test]
fn no_fee_is_sent_to_the_lawyer_during_a_chargeback_and_the_case_continues() {
    let world = world_with_accepted_case(1);
    let prepared = prepare_for_lawyer(&world, 1);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(outcome(&record_sent(&world, &prepared).map(drop)), "NothingToSend");
    let shown = world.transact(|store| Ok(store.remittance(prepared.id)?.unwrap())).unwrap();
    assert_eq!((shown.payments, shown.amount), (0, dollars(0)));
    assert_eq!(step(&world), CaseStep::Accepted);
    world.deliver_chargeback(Won);
    assert_eq!(record_sent(&world, &prepared).unwrap().amount, dollars(75));
}

#[test]
fn after_a_lost_chargeback_the_unearned_part_of_the_sent_fee_must_be_recovered() {
    let world = world_with_appearance(1);
    prepare_and_send(&world, 1);
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(Lost);
    assert_eq!(step(&world), CaseStep::Ended);
    let one = obligation(&world, 1).unwrap();
    assert_eq!((one.to_recover.cents(), one.with_payee.cents()), (3_750, 3_750));
    // In these tests, the bank takes $150, which is $75 more than was paid.
    assert_eq!(balances(&world), [0, 0, 3_750, 3_750 + 7_500, 0]);
}

#[test]
fn the_unearned_part_of_a_fee_is_recovered_after_the_driver_was_refunded() {
    let world = world_with_appearance(1);
    prepare_and_send(&world, 1);
    world.advance(TimeDelta::days(8));
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(refunded(&world).iter().map(|(_, amount)| amount.cents()).sum::<i64>(), 3_750);
    assert_eq!(balances(&world), [0, 0, 3_750, 0, 0]);
    let more = recovering::record_returned(&world.deps, &admin(), obligation_key(1), dollars(38), "By check");
    assert_eq!(outcome(&more.map(drop)), "Fields");
    recovering::record_returned(&world.deps, &admin(), obligation_key(1), dollars(30), "By check").unwrap();
    assert_eq!(balances(&world), [0, 0, 750, 0, 0]);
    let left = obligation(&world, 1).unwrap().to_recover;
    recovering::write_off(&world.deps, &admin(), obligation_key(1), left, "The firm closed").unwrap();
    assert_eq!(balances(&world), [0, 0, 0, 0, 750]);
    assert_eq!(obligation(&world, 1).unwrap().to_recover.cents(), 0);
}

#[test]
fn a_refund_of_money_that_the_lawyer_earned_is_our_expense() {
    let world = world_with_appearance(1);
    prepare_and_send(&world, 1);
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(balances(&world), [0, 0, 3_750, 3_750, 0], "the full price within the window");
    let world = world_with_appearance(1);
    prepare_and_send(&world, 1);
    lose_case(&world);
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(balances(&world), [0, 0, 0, 7_500, 0], "the guarantee");
}

#[test]
fn a_lawyer_who_pays_the_guarantee_must_return_the_whole_fee() {
    let world = world_with_appearance(1);
    prepare_and_send(&world, 1);
    lose_case(&world);
    let lawyer_pays = Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Operator).unwrap();
    let terms = case(&world).fee.unwrap();
    world.database.tables().legal_help.cases[0].fee = Some(FeeTerms { guarantee: lawyer_pays, ..terms });
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(balances(&world), [0, 0, 7_500, 0, 0]);
    assert_eq!(
        world.database.tables().refunds[0].guarantee_payer,
        Some(domain::payments::refund::RefundPayer::Lawyer)
    );
}

#[test]
fn a_lawyer_who_withdraws_before_an_appearance_must_return_the_price() {
    let world = world_with_signed_agreement(1);
    prepare_and_send(&world, 1);
    withdraw(&world.deps, &lawyer(1), CASE, "Illness", None).unwrap();
    assert_eq!(balances(&world), [0, 0, 7_500, 0, 0]);
    recovering::record_returned(&world.deps, &admin(), obligation_key(1), dollars(75), "By check").unwrap();
    assert_eq!(balances(&world), [0; 5]);
}

#[test]
fn a_lawyer_who_withdraws_after_an_appearance_must_return_the_unearned_part() {
    let world = world_with_appearance(1);
    world.advance(TimeDelta::days(8));
    prepare_and_send(&world, 1);
    withdraw(&world.deps, &lawyer(1), CASE, "Illness", None).unwrap();
    assert_eq!(balances(&world), [0, 0, 3_750, 0, 0], "the driver gets the rest, and nothing is our expense");
}

#[test]
fn after_a_reassignment_the_next_lawyer_gets_the_full_price_and_the_first_keeps_the_earned_part() {
    let world = world_with_appearance(2);
    prepare_and_send(&world, 1);
    reassign(&world.deps, &admin(), CASE, "Absent", None).unwrap();
    assert_eq!(balances(&world), [-7_500, 0, 3_750, 3_750, 0], "the price waits for the next lawyer");
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    assert_eq!(obligation(&world, 2).unwrap().amount, dollars(75));
    assert_eq!(obligation(&world, 1).unwrap().to_recover.cents(), 3_750);
    assert_eq!(prepare_and_send(&world, 2).amount, dollars(75));
    recovering::record_returned(
        &world.deps,
        &admin(),
        obligation_key(1),
        obligation(&world, 1).unwrap().to_recover,
        "By check",
    )
    .unwrap();
    assert_eq!(balances(&world), [0, 0, 0, 3_750, 0]);
}

#[test]
fn money_that_a_lawyer_returns_during_the_case_is_owed_again() {
    let world = world_with_accepted_case(1);
    prepare_and_send(&world, 1);
    world.advance(TimeDelta::hours(12));
    let part =
        recovering::record_returned(&world.deps, &admin(), obligation_key(1), dollars(50), "Wrong account");
    assert_eq!(outcome(&part.map(drop)), "Fields");
    recovering::record_returned(&world.deps, &admin(), obligation_key(1), dollars(75), "Wrong account")
        .unwrap();
    assert_eq!(balances(&world), [-7_500, 0, 0, 0, 0]);
    let one = obligation(&world, 1).unwrap();
    assert_eq!((one.status, one.amount, one.remittance_id), (ObligationStatus::Owed, dollars(75), None));
    assert_eq!(one.send_by, send_by(world.deps.clock.now(), BUSINESS_ZONE), "with a new deadline");
    let again =
        recovering::record_returned(&world.deps, &admin(), obligation_key(1), dollars(75), "Wrong account");
    assert_eq!(outcome(&again.map(drop)), "ChangedMeanwhile");
    assert_eq!(prepare_and_send(&world, 1).amount, dollars(75));
}

#[test]
fn only_the_earned_part_of_a_fee_is_sent_after_the_case_ended() {
    let world = world_with_appearance(1);
    let prepared = prepare_for_lawyer(&world, 1);
    world.advance(TimeDelta::days(8));
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    let sent = record_sent(&world, &prepared).unwrap();
    assert_eq!((sent.amount.cents(), balances(&world)), (3_750, [0; 5]));
}

#[test]
fn staff_see_the_totals_of_held_sent_earned_and_recoverable_fees() {
    let totals = |world: &World| {
        let of = |store: &mut dyn ports::store::Store| fee_totals(store, &admin());
        let all = world.transact(of).unwrap();
        [all.held, all.sent, all.earned, all.to_recover].map(domain::shared::money::Money::cents)
    };
    let world = world_with_accepted_case(1);
    assert_eq!(totals(&world), [7_500, 0, 0, 0]);
    prepare_and_send(&world, 1);
    assert_eq!(totals(&world), [0, 7_500, 0, 0]);
    let world = world_with_appearance(1);
    prepare_and_send(&world, 1);
    assert_eq!(totals(&world), [0, 7_500, 3_750, 0]);
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(totals(&world), [0, 7_500, 3_750, 3_750]);
    let refused = world.transact(|store| fee_totals(store, &driver()).map(drop));
    assert_eq!(outcome(&refused), "Forbidden");
}
