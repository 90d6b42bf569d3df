//! Tests of the measured share of won cases.

use chrono::NaiveDate;
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::measured_share::{DecidedCases, MeasuredShare};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::shared::money::Money;

use crate::build::time;

const AT_HIRE: TermsAtHire =
    TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_dollars(200), points: 3 };

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn group(outcome: CaseOutcome, cases: i64) -> DecidedCases {
    let until = (outcome == CaseOutcome::Deferred).then(|| day("2026-11-28"));
    DecidedCases {
        verdict: Verdict { outcome, fine: None, points: None, until, due: None },
        at_hire: AT_HIRE,
        cases,
        first: time("2026-03-02T12:00:00Z"),
        last: time("2026-06-01T03:00:00Z"),
    }
}

fn share(groups: &[DecidedCases]) -> Option<MeasuredShare> {
    MeasuredShare::of(groups, day("2026-11-28"))
}

#[test]
fn the_share_of_won_cases_is_shown_only_from_50_decided_cases_on() {
    assert_eq!(share(&[]), None);
    assert_eq!(share(&[group(CaseOutcome::Dismissed, 49)]), None);
    assert_eq!(share(&[group(CaseOutcome::Dismissed, 49), group(CaseOutcome::Deferred, 1)]), None);
    let shown = share(&[group(CaseOutcome::Dismissed, 49), group(CaseOutcome::Guilty, 1)]).unwrap();
    assert_eq!((shown.percent, shown.cases), (98, 50));
}

#[test]
fn the_share_of_won_cases_is_rounded_down() {
    let percent = |won, lost| {
        share(&[group(CaseOutcome::NotGuilty, won), group(CaseOutcome::Default, lost)]).unwrap().percent
    };
    assert_eq!([percent(0, 60), percent(59, 1), percent(2, 58), percent(60, 0)], [0, 98, 3, 100]);
}

#[test]
fn a_reduction_counts_as_won_only_if_the_guarantee_counts_it_as_won() {
    let reduced = |fine| DecidedCases {
        verdict: Verdict { fine: Some(Money::from_dollars(fine)), ..group(CaseOutcome::Reduced, 1).verdict },
        ..group(CaseOutcome::Reduced, 30)
    };
    assert_eq!(share(&[reduced(100), reduced(101)]).unwrap().percent, 50);
}

#[test]
fn a_deferred_case_counts_as_won_after_the_last_day_of_the_deferral() {
    let groups = [group(CaseOutcome::Deferred, 50), group(CaseOutcome::Guilty, 50)];
    assert_eq!(share(&groups).unwrap().percent, 0);
    let later = MeasuredShare::of(&groups, day("2026-11-29")).unwrap();
    assert_eq!((later.percent, later.cases), (50, 100));
}

#[test]
fn the_period_of_the_share_lasts_from_the_first_to_the_last_decision_in_the_business_time_zone() {
    let earlier = DecidedCases { first: time("2026-01-02T04:00:00Z"), ..group(CaseOutcome::Guilty, 10) };
    let open = DecidedCases { first: time("2025-01-01T12:00:00Z"), ..group(CaseOutcome::Deferred, 10) };
    let shown = share(&[group(CaseOutcome::Dismissed, 40), earlier, open]).unwrap();
    assert_eq!((shown.from, shown.until), (day("2026-01-01"), day("2026-05-31")));
}
