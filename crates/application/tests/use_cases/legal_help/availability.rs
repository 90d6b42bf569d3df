//! What a driver sees about legal help before paying.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::Deps;
use application::error::Result;
use application::legal_help::cases::availability::{Availability, availability, store_named_court};
use application::legal_help::cases::court::correction::{CourtCorrection, correct_court};
use application::legal_help::cases::offers::accept;
use domain::driving_record::standing::LawyerUnavailable;
use domain::legal_help::case::event::{CaseActor, CaseEventKind, NewCaseEvent};
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::PracticeArea;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelp, LegalHelpMode, LegalHelpRule};
use domain::payments::refund::RefundReason;
use domain::shared::ids::{AuthorityId, TicketId};
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::*;
use crate::support::*;

fn show_offer(world: &World, caller: &application::access::Actor) -> Result<Availability> {
    world.transact(|store| availability(&world.deps, store, caller, TicketId(1)))
}

fn item_standing(world: &World) -> domain::driving_record::standing::ItemStanding {
    let ticket = world.database.tables().tickets[0].clone();
    let of = |store: &mut dyn ports::store::Store| {
        application::driving_record::standing::add_standing(&world.deps, store, ticket)
    };
    world.transact(of).unwrap().item_standing
}

#[test]
fn without_lawyers_on_record_legal_help_is_offered_without_a_deadline_or_guarantee() {
    let world = World::new();
    let shown = show_offer(&world, &driver()).unwrap();
    assert_eq!((shown.unavailable, shown.accept_by, shown.guarantee.len()), (None, None, 0));
    assert!(item_standing(&world).may_hire_lawyer);
}

#[test]
fn the_legal_help_offer_states_the_deadline_to_accept_and_what_counts_as_won() {
    let world = world_with_lawyers(1);
    let shown = show_offer(&world, &driver()).unwrap();
    assert_eq!((shown.unavailable, shown.guarantee.len()), (None, 9));
    assert_eq!(shown.accept_by.unwrap().day, date("2026-03-16"));
    assert_eq!((shown.court.state, shown.is_court_state_assumed), (Some(UsState::NewYork), true));
}

/// Returns a world with this many dismissed and lost cases, and the ticket that the offer is for.
fn world_with_decided_cases(dismissed: usize, lost: usize) -> World {
    let world = world_with_lawyers(1);
    let outcomes = [(CaseOutcome::Dismissed, dismissed), (CaseOutcome::Guilty, lost)];
    let all = outcomes.into_iter().flat_map(|(outcome, count)| std::iter::repeat_n(outcome, count));
    for (number, outcome) in (100..).zip(all) {
        let verdict = Verdict { outcome, fine: None, points: None, until: None, due: None };
        let case = Case {
            handling: Handling::Matched,
            step: CaseStep::Decided,
            verdict: Some(verdict),
            at_hire: Some(TermsAtHire { rule: GuaranteeRule::First, fine: dollars(150), points: 2 }),
            ..Case::outside(&hire(number, DRIVER))
        };
        let event = NewCaseEvent {
            case: case.id,
            kind: CaseEventKind::CourtDecided,
            step: CaseStep::Decided,
            at: noon(),
            actor: CaseActor::Lawyer,
            actor_id: None,
            lawyer_id: None,
            note: None,
            court_date: None,
            court_time: None,
            verdict: Some(verdict),
            files: vec![],
        };
        world.database.tables().legal_help.cases.push(case);
        world.database.tables().legal_help.events.push(event);
    }
    world
}

#[test]
fn the_legal_help_offer_shows_the_share_of_won_cases_if_at_least_50_cases_are_decided() {
    assert_eq!(show_offer(&world_with_decided_cases(49, 0), &driver()).unwrap().measured_share, None);
    let share = show_offer(&world_with_decided_cases(40, 10), &driver()).unwrap().measured_share.unwrap();
    assert_eq!((share.percent, share.cases), (80, 50));
    assert_eq!((share.from, share.until), (date("2026-03-02"), date("2026-03-02")));
}

#[test]
fn the_legal_help_offer_shows_no_share_of_won_cases_in_a_state_where_such_claims_are_hidden() {
    let world = world_with_decided_cases(40, 10);
    let rule = LegalHelpRule { claims_shown: false, ..LegalHelpRule::DEVELOPMENT };
    let legal_help = Arc::new(LegalHelp::in_production(BTreeMap::from([(UsState::NewYork, rule)])));
    let deps = Deps { legal_help, ..world.deps.clone() };
    let shown = world.transact(|store| availability(&deps, store, &driver(), TicketId(1))).unwrap();
    assert_eq!((shown.unavailable, shown.measured_share), (None, None));
}

#[test]
fn legal_help_is_not_offered_for_a_court_in_which_no_lawyer_takes_cases() {
    let world = world_with_lawyers(1);
    world.database.tables().tickets[0].filed.court_state = Some("Ohio".to_owned());
    let shown = show_offer(&world, &driver()).unwrap();
    assert_eq!(shown.unavailable, Some("No lawyer takes cases in this court right now."));
    assert!(!shown.is_court_state_assumed);
    let item_standing = item_standing(&world);
    assert!(!item_standing.may_hire_lawyer);
    assert_eq!(item_standing.lawyer_unavailable, Some(LawyerUnavailable::NoLawyerForCourt));
    assert_eq!(outcome(&world.start(LAWYER)), "NoLawyerForCourt");
}

fn name_court(
    world: &World,
    caller: &application::access::Actor,
    court: (UsState, Option<&str>),
) -> Result<Availability> {
    world.transact(|store| store_named_court(&world.deps, store, caller, TicketId(1), court))
}

#[test]
fn a_driver_can_name_the_court_until_they_hire_a_lawyer() {
    let world = world_with_lawyers(1);
    assert!(show_offer(&world, &driver()).unwrap().may_change_court);
    let in_ohio = name_court(&world, &driver(), (UsState::Ohio, Some(" Akron Court "))).unwrap();
    assert_eq!(in_ohio.court.state, Some(UsState::Ohio));
    assert_eq!(in_ohio.court.name.as_deref(), Some("Akron Court"));
    assert_eq!((in_ohio.is_court_state_assumed, in_ohio.may_change_court), (false, true));
    assert_eq!(in_ohio.unavailable, Some("No lawyer takes cases in this court right now."));
    assert!(!item_standing(&world).may_hire_lawyer);
    assert_eq!(outcome(&world.start(LAWYER)), "NoLawyerForCourt");

    let back = name_court(&world, &driver(), (UsState::NewYork, Some("  "))).unwrap();
    assert_eq!((back.court.name, back.unavailable), (None, None));
    world.pay_and_settle(LAWYER);
    assert_eq!(case(&world).court.state, Some(UsState::NewYork));
    assert_eq!(outcome(&name_court(&world, &driver(), (UsState::Ohio, None))), "CourtKnown");
}

#[test]
fn the_court_cannot_change_while_a_payment_for_a_lawyer_is_open() {
    let world = world_with_lawyers(1);
    world.start(LAWYER).unwrap();
    assert_eq!(outcome(&name_court(&world, &driver(), (UsState::Ohio, None))), "CourtKnown");
}

#[test]
fn a_court_that_staff_entered_cannot_be_replaced_by_the_driver() {
    let world = world_with_lawyers(1);
    name_court(&world, &driver(), (UsState::Ohio, None)).unwrap();
    world.database.tables().tickets[0].filed.court_state = Some("New York".to_owned());
    assert_eq!(show_offer(&world, &driver()).unwrap().court.state, Some(UsState::NewYork));
    assert_eq!(outcome(&name_court(&world, &driver(), (UsState::Ohio, None))), "CourtKnown");
}

#[rstest]
#[case::another_driver(other_driver(), Some("Akron Court"), "NotFound")]
#[case::staff(admin(), Some("Akron Court"), "Forbidden")]
#[case::a_lawyer(lawyer(1), Some("Akron Court"), "Forbidden")]
#[case::a_control_character(driver(), Some("Akron\u{7}"), "Fields")]
fn only_the_tickets_driver_can_name_its_court_and_only_with_a_valid_name(
    #[case] caller: application::access::Actor,
    #[case] name: Option<&str>,
    #[case] expected: &str,
) {
    let world = world_with_lawyers(1);
    assert_eq!(outcome(&name_court(&world, &caller, (UsState::Ohio, name))), expected);
    assert!(show_offer(&world, &driver()).unwrap().is_court_state_assumed);
}

#[rstest]
#[case::another_driver(other_driver(), "NotFound")]
#[case::staff(admin(), "Ok")]
#[case::a_lawyer(lawyer(1), "Forbidden")]
fn only_the_tickets_driver_and_staff_see_its_legal_help_offer(
    #[case] caller: application::access::Actor,
    #[case] expected: &str,
) {
    assert_eq!(outcome(&show_offer(&world_with_lawyers(1), &caller)), expected);
}

#[test]
fn only_staff_can_correct_a_cases_court_and_the_price_is_refunded_if_no_lawyer_takes_that_court() {
    let world = world_with_hire(1);
    let ohio = CourtCorrection { state: UsState::Ohio, name: Some(" Akron Court ".to_owned()), id: None };
    assert_eq!(outcome(&correct_court(&world.deps, &driver(), CASE, &ohio, None)), "Forbidden");
    let case = correct_court(&world.deps, &admin(), CASE, &ohio, None).unwrap();
    assert_eq!((case.court.state, case.court.name.as_deref()), (Some(UsState::Ohio), Some("Akron Court")));
    assert_eq!(case.offense_class, OffenseClass::Unknown, "the usual class of the new state");
    assert_eq!(case.step, CaseStep::NoLawyer, "no lawyer is licensed in Ohio");
    assert_eq!((offered_to(&world), refunds(&world)), (None, vec![RefundReason::NoLawyer]));
    assert_eq!(outcome(&accept(&world.deps, &lawyer(1), CASE, None, None)), "MatchingStopped");
}

#[test]
fn a_corrected_court_must_be_in_the_register() {
    let unknown = CourtCorrection { state: UsState::Ohio, name: None, id: Some(AuthorityId(9)) };
    assert_eq!(outcome(&correct_court(&world_with_hire(1).deps, &admin(), CASE, &unknown, None)), "Fields");
}

/// Makes lawyer 2 take cases in Ohio instead of New York.
fn with_a_lawyer_of_ohio(world: &World) {
    let mut tables = world.database.tables();
    let record = &mut tables.legal_help.lawyers[1].record;
    record.licenses[0].state = UsState::Ohio;
    record.areas = vec![PracticeArea::State(UsState::Ohio)];
    record.takes_misdemeanors = true;
}

fn in_ohio(name: &str) -> CourtCorrection {
    CourtCorrection { state: UsState::Ohio, name: Some(name.to_owned()), id: None }
}

#[test]
fn correcting_the_court_of_a_case_offers_the_case_to_a_lawyer_of_the_new_state() {
    let world = world_with_lawyers(2);
    with_a_lawyer_of_ohio(&world);
    world.pay_and_settle(LAWYER);
    assert_eq!(offered_to(&world), Some(1));
    let case = correct_court(&world.deps, &admin(), CASE, &in_ohio("Akron Court"), None).unwrap();
    assert_eq!((case.step, offered_to(&world)), (CaseStep::Offered, Some(2)));
    assert!(events(&world).contains(&CaseEventKind::LawyerSkipped));
    correct_court(&world.deps, &admin(), CASE, &in_ohio("Toledo Court"), None).unwrap();
    assert_eq!(offered_to(&world), Some(2), "the lawyer takes this court too");
}

#[test]
fn correcting_the_court_to_a_state_without_legal_help_refunds_the_price() {
    let world = world_with_lawyers(2);
    with_a_lawyer_of_ohio(&world);
    world.pay_and_settle(LAWYER);
    let off = LegalHelpRule { mode: LegalHelpMode::Off, ..LegalHelpRule::DEVELOPMENT };
    let legal_help = Arc::new(LegalHelp::in_development(BTreeMap::from([(UsState::Ohio, off)])));
    let deps = Deps { legal_help, ..world.deps.clone() };
    let case = correct_court(&deps, &admin(), CASE, &in_ohio("Akron Court"), None).unwrap();
    assert_eq!((case.step, refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

#[test]
fn the_fee_terms_change_with_the_courts_state_until_a_lawyer_accepts() {
    let nobody = Guarantee::new(GuaranteePayer::Nobody, GuaranteePayer::Nobody).unwrap();
    let rule = LegalHelpRule { guarantee: nobody, ..LegalHelpRule::DEVELOPMENT };
    let legal_help = Arc::new(LegalHelp::in_development(BTreeMap::from([(UsState::Ohio, rule)])));
    for (accepts_first, expected) in [(false, nobody), (true, LegalHelpRule::DEVELOPMENT.guarantee)] {
        let world = world_with_lawyers(2);
        with_a_lawyer_of_ohio(&world);
        world.pay_and_settle(LAWYER);
        if accepts_first {
            accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
        }
        let deps = Deps { legal_help: Arc::clone(&legal_help), ..world.deps.clone() };
        let case = correct_court(&deps, &admin(), CASE, &in_ohio("Akron Court"), None).unwrap();
        assert_eq!(case.fee.unwrap().guarantee, expected);
        assert_eq!(case.lawyer_id.is_some(), accepts_first);
    }
}
