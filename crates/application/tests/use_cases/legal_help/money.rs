//! Refunds and chargebacks of payments for lawyers, during the case and after its decision.

use application::access::Actor;
use application::driving_record::standing::{WithStanding, add_standing};
use application::legal_help::cases::ends::{end_by_driver, reassign};
use application::legal_help::cases::guarantee::{refund_lost_case, refund_own_lost_case};
use application::legal_help::cases::steps::LawyerStep;
use application::legal_help::cases::view::show;
use application::payments::books::show::read;
use application::payments::refunds::by_staff::{self, RefundOrder};
use chrono::TimeDelta;
use domain::driving_record::standing::Standing;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::case::action::CaseAction;
use domain::legal_help::case::event::{CaseActor, CaseEventKind};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelpMode};
use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse, Won};
use domain::payments::ledger::Account;
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::RefundPayer;
use domain::payments::refund::RefundReason;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use rstest::rstest;

use super::build::*;
use crate::support::*;

/// Returns a world in which the court decided the case with this outcome.
fn world_with_decided_case(result: CaseOutcome) -> World {
    let world = world_with_appearance(1);
    let verdict = Verdict { outcome: result, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
    world
}

/// Refunds this many dollars as staff, who saw that `left` dollars could still be refunded.
fn refund(world: &World, amount: i64, left: i64) {
    let (amount, left) = (dollars(amount), dollars(left));
    let order = RefundOrder { amount, left, note: "The case was lost.".to_owned(), removes_item: false };
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order).unwrap();
}

fn shown_ticket(world: &World) -> WithStanding<Ticket> {
    let ticket = world.database.tables().tickets[0].clone();
    world.transact(|store| add_standing(&world.deps, store, ticket)).unwrap()
}

fn standing(world: &World) -> Standing {
    shown_ticket(world).item_standing.standing
}

#[test]
fn a_ticket_can_be_contested_only_before_its_case_is_decided() {
    assert!(shown_ticket(&World::new()).may_contest());
    let world = world_with_decided_case(CaseOutcome::Guilty);
    assert_eq!(standing(&world), Standing::Due);
    assert!(!shown_ticket(&world).may_contest());
}

#[test]
fn a_full_refund_changes_neither_the_step_nor_the_status_of_a_decided_case() {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    refund(&world, 75, 75);
    assert_eq!(world.statuses(), [PaymentStatus::Refunded]);
    assert_eq!((step(&world), status(&world)), (CaseStep::Decided, HireStatus::Completed));
    assert_eq!(standing(&world), Standing::Due);
}

#[rstest]
#[case::accepted(|| world_with_accepted_case(1))]
#[case::with_an_appearance(|| world_with_appearance(1))]
fn a_full_refund_ends_a_case_without_an_outcome(#[case] create_world: fn() -> World) {
    let world = create_world();
    refund(&world, 75, 75);
    assert_eq!((step(&world), status(&world)), (CaseStep::Ended, HireStatus::Cancelled));
    assert_eq!(last_event(&world).0, CaseEventKind::PaymentReturned);
    world.started(LAWYER);
}

#[test]
fn a_case_continues_during_a_chargeback_and_ends_when_the_chargeback_is_lost() {
    let world = world_with_appearance(1);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(step(&world), CaseStep::AppearanceFiled);
    world.deliver_chargeback(Lost);
    assert_eq!((step(&world), status(&world)), (CaseStep::Ended, HireStatus::Cancelled));
}

#[test]
fn a_case_continues_after_a_chargeback_was_won() {
    let world = world_with_appearance(1);
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(Won);
    assert_eq!((step(&world), world.statuses()), (CaseStep::AppearanceFiled, vec![PaymentStatus::Settled]));
}

#[rstest]
#[case::its_driver(driver(), CaseActor::Driver)]
#[case::staff(admin(), CaseActor::Staff)]
fn the_guarantee_refunds_the_price_of_a_lost_case(#[case] caller: Actor, #[case] actor: CaseActor) {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    world.advance(TimeDelta::days(400));
    let pay = if caller.is_admin() { refund_lost_case } else { refund_own_lost_case };
    pay(&world.deps, &caller, CASE, None).unwrap();
    assert_eq!(refunded(&world), [(RefundReason::Guarantee, dollars(75))]);
    assert_eq!(world.database.tables().refunds[0].guarantee_payer, Some(RefundPayer::Operator));
    assert_eq!((world.statuses(), status(&world)), (vec![PaymentStatus::Refunded], HireStatus::Completed));
    assert_eq!((step(&world), standing(&world)), (CaseStep::Decided, Standing::Due));
    let last = world.database.tables().legal_help.events.last().cloned().unwrap();
    assert_eq!((last.kind, last.actor), (CaseEventKind::MoneyBack, actor));
    assert_eq!(outcome(&pay(&world.deps, &caller, CASE, None)), "ChangedMeanwhile", "nothing is left");
}

#[rstest]
#[case::won(|| world_with_decided_case(CaseOutcome::Dismissed), driver(), "ChangedMeanwhile")]
#[case::not_decided(|| world_with_appearance(1), driver(), "ChangedMeanwhile")]
#[case::another_driver(|| world_with_decided_case(CaseOutcome::Guilty), other_driver(), "NotFound")]
#[case::its_lawyer(|| world_with_decided_case(CaseOutcome::Guilty), lawyer(1), "Forbidden")]
fn a_guarantee_refund_is_refused_if_the_case_is_not_lost_or_the_caller_is_not_its_driver(
    #[case] create_world: fn() -> World,
    #[case] caller: Actor,
    #[case] refused: &str,
) {
    let world = create_world();
    assert_eq!(outcome(&refund_own_lost_case(&world.deps, &caller, CASE, None)), refused);
    assert_eq!(outcome(&refund_lost_case(&world.deps, &driver(), CASE, None)), "Forbidden");
    assert_eq!(refunds(&world), []);
}

#[test]
fn the_guarantee_applies_the_terms_at_the_time_of_hire() {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    let nobody = Guarantee::new(GuaranteePayer::Nobody, GuaranteePayer::Nobody).unwrap();
    let terms = case(&world).fee.unwrap();
    world.database.tables().legal_help.cases[0].fee = Some(FeeTerms { guarantee: nobody, ..terms });
    assert_eq!(outcome(&refund_own_lost_case(&world.deps, &driver(), CASE, None)), "ChangedMeanwhile");
}

#[test]
fn only_the_driver_and_staff_see_the_refund_of_a_case() {
    let money = |world: &World, caller: &Actor| {
        let view = world.transact(|store| show(&world.deps, store, caller, CASE)).unwrap();
        let can = view.actions.contains(&CaseAction::MoneyBack);
        (view.money.map(|money| (money.at_end, money.money_back)), can)
    };
    let world = world_with_appearance(1);
    world.advance(TimeDelta::days(8));
    for caller in [driver(), admin()] {
        assert_eq!(money(&world, &caller), (Some((Some(Money::from_cents(3_750)), None)), false));
    }
    assert_eq!(money(&world, &lawyer(1)), (None, false));
    let verdict = Verdict { outcome: CaseOutcome::Guilty, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
    for caller in [driver(), admin()] {
        assert_eq!(money(&world, &caller), (Some((None, Some(dollars(75)))), true));
    }
    assert_eq!(money(&world, &lawyer(1)), (None, false));
}

#[test]
fn after_a_lost_chargeback_the_lawyer_is_notified_that_the_case_ended() {
    let world = world_with_appearance(1);
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(Lost);
    let jobs = world.database.tables().jobs.clone();
    assert!(jobs.iter().any(|row| row.job.payload.values().any(|value| value == "1 1 ended")), "an email");
}

/// Refunds and chargebacks of the lawyer's price don't change the court's decision.
#[test]
fn a_dismissed_ticket_stays_dismissed_after_a_lost_chargeback() {
    let world = world_with_decided_case(CaseOutcome::Dismissed);
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(Lost);
    assert_eq!((step(&world), standing(&world)), (CaseStep::Ended, Standing::Dismissed));
}

#[test]
fn a_payment_that_arrives_after_the_ticket_was_dismissed_is_refunded() {
    let world = world_with_appearance(1);
    let started = application::payments::start_payment::start_payment_despite_lawyer(
        &world.deps,
        &driver(),
        TICKET,
        dollars(150),
    )
    .unwrap();
    let dismissed =
        Verdict { outcome: CaseOutcome::Dismissed, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(dismissed), None).unwrap();
    assert!(world.pay(&started.intent_id));
    world.deliver_event("evt_ticket", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [PaymentStatus::Settled, PaymentStatus::Refunded]);
    assert!(!world.is_paid(TICKET));
    let reasons: Vec<_> = world.database.tables().refunds.iter().map(|refund| refund.reason).collect();
    assert_eq!(reasons, [RefundReason::NothingOwed], "the driver reads that they owed nothing");
}

/// Returns the balances of the accounts for lawyers' fees, in cents: owed to lawyers, to return to drivers, our own
/// legal fees, and guarantees. Credits are negative.
fn lawyer_fee_balances(world: &World) -> [i64; 4] {
    let books = &world.database.tables().books;
    [Account::Lawyers, Account::ToReturn, Account::LegalFees, Account::Guarantees]
        .map(|account| books.balance(account))
}

#[test]
fn the_books_show_a_lawyers_fee_as_held_minus_what_was_refunded() {
    let world = world_with_appearance(1);
    assert_eq!(lawyer_fee_balances(&world), [-7_500, 0, 0, 0]);
    world.advance(TimeDelta::days(8));
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [-3_750, 0, 0, 0], "the lawyer earned it");
}

#[test]
fn a_refund_beyond_the_money_held_for_the_case_is_posted_as_our_expense() {
    let world = world_with_appearance(1);
    end_by_driver(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [-3_750, 0, 0, 3_750], "within the window");
    let world = world_with_decided_case(CaseOutcome::Guilty);
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [-7_500, 0, 0, 7_500], "the guarantee");
    let world = world_with_appearance(2);
    reassign(&world.deps, &admin(), CASE, "Absent", None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [-11_250, 0, 0, 3_750], "another lawyer");
}

#[test]
fn no_fee_is_owed_to_a_lawyer_who_pays_the_guarantee() {
    let world = world_with_decided_case(CaseOutcome::Guilty);
    let lawyer_pays = Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Operator).unwrap();
    let terms = case(&world).fee.unwrap();
    world.database.tables().legal_help.cases[0].fee = Some(FeeTerms { guarantee: lawyer_pays, ..terms });
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [0, 0, 0, 0]);
}

#[test]
fn if_the_operator_is_a_law_firm_a_fee_becomes_revenue_when_it_is_earned() {
    let world = world_with_signed_agreement(1);
    let terms = case(&world).fee.unwrap();
    world.database.tables().legal_help.cases[0].fee =
        Some(FeeTerms { mode: LegalHelpMode::LawFirm, ..terms });
    assert_eq!(lawyer_fee_balances(&world), [-7_500, 0, 0, 0]);
    record_by_lawyer(&world, LawyerStep::Appearance, None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [-3_750, 0, -3_750, 0]);
    let verdict = Verdict { outcome: CaseOutcome::Guilty, fine: None, points: None, until: None, due: None };
    record_by_lawyer(&world, LawyerStep::Outcome(verdict), None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [0, 0, -7_500, 0]);
    refund_own_lost_case(&world.deps, &driver(), CASE, None).unwrap();
    assert_eq!(lawyer_fee_balances(&world), [0, 0, 0, 0], "the firm returns what it earned");
}

#[test]
fn after_a_lost_chargeback_the_lawyers_earned_fee_is_posted_as_our_expense() {
    let world = world_with_appearance(1);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(lawyer_fee_balances(&world), [-7_500, 0, 0, 0], "the case continues");
    world.deliver_chargeback(Lost);
    // In these tests, the bank takes $150, which is $75 more than was paid.
    assert_eq!(lawyer_fee_balances(&world), [-3_750, 0, 0, 3_750 + 7_500]);
}

#[test]
fn the_books_show_since_when_lawyers_fees_are_held_and_not_posted_as_revenue() {
    let world = world_with_appearance(1);
    let books = world.transact(read).unwrap();
    assert_eq!((books.total.held_for_lawyers, books.total.ours), (dollars(75), Money::ZERO));
    assert_eq!(books.lawyers_owed_since, None, "there was no revenue before");
    let since = noon() + TimeDelta::days(30);
    world.database.tables().books.lawyers_owed_since = since;
    let books = world.transact(read).unwrap();
    assert_eq!((books.total.held_for_lawyers, books.total.ours), (Money::ZERO, dollars(75)));
    assert_eq!(books.lawyers_owed_since, Some(since));
}
