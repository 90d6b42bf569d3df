//! Tests of the amount that a lawyer has earned, of the claims to the fee, and of the refund for the driver.

use domain::legal_help::case::event::CaseEventKind::{
    self, AgreementSigned, AppearanceFiled, CourtDateSet, CourtDecided, CourtDeferred, LawyerAccepted,
    MoneyBack,
};
use domain::legal_help::case::event::{CaseActor, NewCaseEvent};
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::case_money::CaseClaims;
use domain::legal_help::fee::{EarlyEnd, FeeTerms, Milestone};
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelpMode, LegalHelpRule};
use domain::shared::ids::{HireId, LawyerId};
use domain::shared::money::Money;
use proptest::prelude::*;
use rstest::rstest;

use super::build::case;
use crate::build::{date, time};

fn terms(price: i64, appearance_earns: u8) -> FeeTerms {
    let rule = LegalHelpRule { appearance_earns, ..LegalHelpRule::DEVELOPMENT };
    FeeTerms::new(Money::from_cents(price), rule)
}

fn event(kind: CaseEventKind, lawyer: i32) -> NewCaseEvent {
    NewCaseEvent {
        case: HireId(1),
        kind,
        step: CaseStep::Accepted,
        at: time("2026-03-02T12:00:00Z"),
        actor: CaseActor::Lawyer,
        actor_id: None,
        lawyer_id: Some(LawyerId(lawyer)),
        note: None,
        court_date: None,
        court_time: None,
        verdict: None,
        files: vec![],
    }
}

#[rstest]
#[case::nothing_happened(&[], Milestone::Agreement)]
#[case::signed(&[LawyerAccepted, AgreementSigned], Milestone::Agreement)]
#[case::appeared(&[AgreementSigned, AppearanceFiled, CourtDateSet], Milestone::Appearance)]
#[case::deferred(&[AppearanceFiled, CourtDeferred], Milestone::Appearance)]
#[case::decided(&[AppearanceFiled, CourtDeferred, CourtDecided], Milestone::Decision)]
#[case::corrected_to_a_deferral(&[AppearanceFiled, CourtDecided, CourtDeferred], Milestone::Appearance)]
fn the_steps_that_the_lawyer_recorded_determine_the_milestone(
    #[case] kinds: &[CaseEventKind],
    #[case] expected: Milestone,
) {
    let events: Vec<_> = kinds.iter().map(|kind| event(*kind, 1)).collect();
    assert_eq!(Milestone::reached(LawyerId(1), &events), expected);
    assert_eq!(Milestone::reached(LawyerId(2), &events), Milestone::Agreement, "another lawyer's work");
}

#[rstest]
#[case(7_500, 50, Milestone::Agreement, 0)]
#[case(7_500, 50, Milestone::Appearance, 3_750)]
#[case(7_500, 50, Milestone::Decision, 7_500)]
#[case::half_a_cent(7_501, 50, Milestone::Appearance, 3_751)]
#[case::nothing_for_the_appearance(7_500, 0, Milestone::Appearance, 0)]
#[case::all_for_the_appearance(7_500, 100, Milestone::Appearance, 7_500)]
fn each_milestone_earns_its_part_of_the_fee(
    #[case] price: i64,
    #[case] percent: u8,
    #[case] milestone: Milestone,
    #[case] earned: i64,
) {
    assert_eq!(terms(price, percent).earned(milestone), Money::from_cents(earned));
}

#[rstest]
#[case::by_choice(EarlyEnd::ByChoice, false, 3_750)]
#[case::in_the_window(EarlyEnd::ByChoice, true, 0)]
#[case::no_lawyer(EarlyEnd::WithoutLawyer, false, 0)]
fn a_driver_whose_case_ends_early_pays_what_the_lawyer_earned_or_nothing(
    #[case] end: EarlyEnd,
    #[case] is_in_window: bool,
    #[case] kept: i64,
) {
    let kept_at_end = terms(7_500, 50).kept_at_end(Milestone::Appearance, end, is_in_window);
    assert_eq!(kept_at_end, Money::from_cents(kept));
}

#[rstest]
#[case::lost(CaseStep::Decided, CaseOutcome::Guilty, GuaranteePayer::Lawyer)]
#[case::lost_and_closed(CaseStep::Closed, CaseOutcome::Guilty, GuaranteePayer::Lawyer)]
#[case::won(CaseStep::Decided, CaseOutcome::Dismissed, GuaranteePayer::Nobody)]
#[case::at_work(CaseStep::CourtDateSet, CaseOutcome::Guilty, GuaranteePayer::Nobody)]
#[case::ended(CaseStep::Ended, CaseOutcome::Guilty, GuaranteePayer::Nobody)]
fn a_guarantee_refund_has_a_payer_only_after_the_case_was_decided_and_lost(
    #[case] step: CaseStep,
    #[case] outcome: CaseOutcome,
    #[case] payer: GuaranteePayer,
) {
    let guarantee = Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Operator).unwrap();
    let lost = Case {
        verdict: Some(Verdict { outcome, fine: None, points: None, until: None, due: None }),
        at_hire: Some(TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_dollars(150), points: 3 }),
        fee: Some(FeeTerms { guarantee, ..terms(7_500, 50) }),
        offense_class: OffenseClass::Infraction,
        ..case(Handling::Matched, step)
    };
    let today = date("2026-03-02");
    assert_eq!(lost.guarantee_refund_payer(today), payer);
    assert_eq!(
        Case { fee: None, ..lost }.guarantee_refund_payer(today),
        GuaranteePayer::Nobody,
        "staff decide"
    );
}

/// Returns the claims of a case's lawyers, and the unclaimed price while the case has no lawyer, in cents.
fn lawyers_claims(case: &Case, events: &[NewCaseEvent]) -> (Vec<i64>, i64) {
    let Some(CaseClaims::OfLawyers { claims, open }) = case.fee_claims(events) else { panic!("no lawyers") };
    (claims.iter().map(|claim| claim.amount.cents()).collect(), open.cents())
}

/// `kinds` has each event's kind and the id of its lawyer. `expected` has the lawyers' claims, and `expected_open`
/// has the part of the fee that no lawyer claims yet, all in cents.
#[rstest]
#[case::no_lawyer_yet(CaseStep::Offered, None, &[], &[], 7_500)]
#[case::at_work(CaseStep::AppearanceFiled, Some(1), &[(LawyerAccepted, 1), (AppearanceFiled, 1)], &[7_500], 0)]
#[case::ended(CaseStep::Ended, Some(1), &[(LawyerAccepted, 1), (AppearanceFiled, 1)], &[3_750], 0)]
#[case::looking_for_another(
    CaseStep::Hired, None, &[(LawyerAccepted, 1), (AppearanceFiled, 1)], &[3_750], 7_500
)]
#[case::another_lawyer(
    CaseStep::Accepted, Some(2), &[(LawyerAccepted, 1), (AppearanceFiled, 1), (LawyerAccepted, 2)], &[3_750, 7_500], 0
)]
#[case::another_lawyer_and_ended(
    CaseStep::Ended, Some(2), &[(LawyerAccepted, 1), (AppearanceFiled, 1), (LawyerAccepted, 2)], &[3_750, 0], 0
)]
#[case::closed_by_staff_without_a_decision(
    CaseStep::Closed, Some(1), &[(LawyerAccepted, 1), (AppearanceFiled, 1)], &[3_750], 0
)]
#[case::closed_by_staff_without_a_lawyer(CaseStep::Closed, None, &[], &[], 0)]
#[case::lost_and_paid_back(
    CaseStep::Decided, Some(1), &[(LawyerAccepted, 1), (CourtDecided, 1), (MoneyBack, 1)], &[7_500], 0
)]
fn the_price_is_held_for_the_lawyer_during_a_case_and_the_earned_amount_after_it(
    #[case] step: CaseStep,
    #[case] lawyer: Option<i32>,
    #[case] kinds: &[(CaseEventKind, i32)],
    #[case] expected: &[i64],
    #[case] expected_open: i64,
) {
    let events: Vec<_> = kinds.iter().map(|(kind, lawyer)| event(*kind, *lawyer)).collect();
    let case_with_fee = |fee| Case { fee, lawyer_id: lawyer.map(LawyerId), ..case(Handling::Matched, step) };
    let terms = terms(7_500, 50);
    let (amounts, open) = lawyers_claims(&case_with_fee(Some(terms)), &events);
    assert_eq!((amounts.as_slice(), open), (expected, expected_open));
    assert_eq!(case_with_fee(None).fee_claims(&events), None);
    let firm = case_with_fee(Some(FeeTerms { mode: LegalHelpMode::LawFirm, ..terms })).fee_claims(&events);
    let may_earn = !step.is_broken_off() && step != CaseStep::Closed;
    assert!(matches!(firm, Some(CaseClaims::OfFirm { is_open, .. }) if is_open == may_earn));
}

#[test]
fn a_lawyer_who_pays_the_guarantee_is_owed_nothing_after_the_driver_claims_the_guarantee() {
    let guarantee = Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Operator).unwrap();
    let fee = Some(FeeTerms { guarantee, ..terms(7_500, 50) });
    let infraction = Case {
        fee,
        lawyer_id: Some(LawyerId(1)),
        offense_class: OffenseClass::Infraction,
        ..case(Handling::Matched, CaseStep::Decided)
    };
    let events = [event(LawyerAccepted, 1), event(CourtDecided, 1), event(MoneyBack, 1)];
    assert_eq!(lawyers_claims(&infraction, &events), (vec![0], 0));
    let full = (vec![7_500], 0);
    assert_eq!(lawyers_claims(&infraction, &events[..2]), full, "the driver hasn't asked");
    let misdemeanor = Case { offense_class: OffenseClass::Unknown, ..infraction };
    assert_eq!(lawyers_claims(&misdemeanor, &events), full, "the operator pays");
}

proptest! {
    #[test]
    fn each_milestone_earns_at_least_the_previous_milestone_and_at_most_the_price(
        price in 50..100_000_000_i64, percent in 0..=100_u8,
    ) {
        let terms = terms(price, percent);
        let [agreement, appearance, decision] =
            [Milestone::Agreement, Milestone::Appearance, Milestone::Decision].map(|at| terms.earned(at));
        prop_assert!(agreement <= appearance && appearance <= decision);
        prop_assert_eq!(decision, terms.price);
        for end in [EarlyEnd::ByChoice, EarlyEnd::WithoutLawyer] {
            let kept = terms.kept_at_end(Milestone::Appearance, end, false);
            prop_assert!(kept <= appearance);
        }
    }
}
