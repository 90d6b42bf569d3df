//! Tests of the outcomes of a case and of the guarantee.

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::guarantee::{GuaranteeResult, GuaranteeRule, TermsAtHire, decide_guarantee};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::replaced_terms::TermsBeforeOutcome;
use domain::shared::money::Money;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::date;

fn verdict(outcome: CaseOutcome) -> Verdict {
    Verdict { outcome, fine: None, points: None, until: None, due: None }
}

#[test]
fn the_fields_of_a_verdict_are_validated_against_its_outcome_and_the_current_day() {
    let today = date("2026-03-02");
    let fields = |verdict: Verdict| {
        let errors = verdict.validated(today).err().unwrap_or_default();
        errors.into_iter().map(|(field, _)| field).collect::<Vec<_>>()
    };
    let fine = Some(Money::from_dollars(50));
    for outcome in [CaseOutcome::Dismissed, CaseOutcome::NotGuilty] {
        assert_eq!(fields(verdict(outcome)), [""; 0]);
        let owed = Verdict { fine, points: Some(0), due: Some(today), ..verdict(outcome) };
        assert_eq!(fields(owed), ["fine", "points", "due"], "nothing is owed");
    }
    let reduced = verdict(CaseOutcome::Reduced);
    assert_eq!(fields(reduced), ["fine"]);
    assert_eq!(fields(Verdict { fine, ..reduced }), [""; 0]);
    assert_eq!(fields(Verdict { points: Some(2), ..reduced }), [""; 0]);
    let waived = Verdict { fine: Some(Money::ZERO), ..reduced };
    assert_eq!(fields(waived), [""; 0]);
    assert_eq!(fields(Verdict { due: Some(today), ..waived }), ["due"], "nothing is due");
    assert_eq!(fields(Verdict { points: Some(12), ..reduced }), ["points"]);
    assert_eq!(fields(Verdict { fine: Some(Money::from_cents(-1)), ..reduced }), ["fine"]);
    let deferred = verdict(CaseOutcome::Deferred);
    assert_eq!(fields(deferred), ["until"]);
    assert_eq!(fields(Verdict { until: Some(date("2026-03-01")), ..deferred }), ["until"]);
    assert_eq!(fields(Verdict { until: Some(today), ..deferred }), [""; 0]);
    let guilty = verdict(CaseOutcome::Guilty);
    assert_eq!(fields(Verdict { until: Some(today), ..guilty }), ["until"]);
    assert_eq!(fields(Verdict { due: Some(date("2026-03-01")), ..guilty }), ["due"]);
}

#[rstest]
#[case::lower(CaseOutcome::Reduced, 60, true)]
#[case::the_same(CaseOutcome::Reduced, 75, true)]
#[case::higher(CaseOutcome::Reduced, 76, false)]
#[case::not_a_reduction(CaseOutcome::Guilty, 200, true)]
fn a_reduced_fine_cannot_be_higher_than_before(
    #[case] outcome: CaseOutcome,
    #[case] fine: i64,
    #[case] is_allowed: bool,
) {
    let before = Money::from_dollars(75);
    let before = TermsBeforeOutcome { amount: "75".to_owned(), fine: before, points: 3, due: None };
    let decided = Verdict { fine: Some(Money::from_dollars(fine)), ..verdict(outcome) };
    let sentence = "A reduced fine can’t be higher than the $75 before.";
    let expected = if is_allowed { Ok(()) } else { Err(vec![("fine", sentence.to_owned())]) };
    assert_eq!(before.validate(&decided), expected);
}

#[test]
fn only_the_outcome_deferred_is_recorded_as_a_deferral_instead_of_a_decision() {
    for outcome in CaseOutcome::ALL {
        let event = verdict(*outcome).event();
        let waits = *outcome == CaseOutcome::Deferred;
        let expected = if waits { CaseEventKind::CourtDeferred } else { CaseEventKind::CourtDecided };
        assert_eq!(event, expected, "{outcome}");
    }
}

#[rstest]
#[case(CaseOutcome::Dismissed, true)]
#[case(CaseOutcome::NotGuilty, true)]
#[case(CaseOutcome::Amended, false)]
#[case(CaseOutcome::Reduced, false)]
#[case(CaseOutcome::Deferred, false)]
#[case(CaseOutcome::TrafficSchool, false)]
#[case(CaseOutcome::Guilty, false)]
#[case(CaseOutcome::Default, false)]
fn nothing_is_owed_only_after_a_dismissal_or_an_acquittal(
    #[case] outcome: CaseOutcome,
    #[case] nothing: bool,
) {
    assert_eq!(outcome.owes_nothing(), nothing);
}

#[test]
fn the_guarantees_table_has_a_row_for_each_outcome_and_two_for_reductions() {
    assert_eq!(GuaranteeRule::CURRENT.table().len(), CaseOutcome::ALL.len() + 1);
    assert_eq!(GuaranteeRule::CURRENT.table().iter().filter(|line| line.is_won).count(), 5);
}

proptest! {
    #[test]
    fn a_larger_reduction_of_the_fine_never_counts_as_a_worse_outcome(
        at_hire in 1..100_000_i64,
        points_at_hire in 0..12,
        fine in 0..100_000_i64,
        lower_by in 0..1_000_i64,
        points in proptest::option::of(0..12),
    ) {
        let terms = TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_cents(at_hire), points: points_at_hire };
        let today = date("2026-03-02");
        let result = |fine| {
            let reduced = verdict(CaseOutcome::Reduced);
            decide_guarantee(&Verdict { fine: Some(Money::from_cents(fine)), points, ..reduced }, terms, today)
        };
        let (more, less) = (result(fine), result((fine - lower_by).max(0)));
        prop_assert!(more != GuaranteeResult::Won || less == GuaranteeResult::Won);
        prop_assert_ne!(more, GuaranteeResult::NotYet);
        prop_assert_eq!(more == GuaranteeResult::Won, fine * 2 <= at_hire || points.is_some_and(|points| points < points_at_hire));
    }
}
