//! Tests of the outcomes of cases, which are counted in groups.

use domain::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::measured_share::DecidedCases;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::legal_help::cases::Cases;
use ports::legal_help::outcomes::Outcomes;

use super::samples::{case, event};
use crate::support::{World, at};

const AT_HIRE: TermsAtHire =
    TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_dollars(200), points: 2 };
const DISMISSED: Verdict =
    Verdict { outcome: CaseOutcome::Dismissed, fine: None, points: None, until: None, due: None };

/// Adds a decided case with one event for each verdict. The last verdict is the case's verdict.
fn decide(
    world: &mut World,
    driver: UserId,
    key: &str,
    verdicts: &[(Verdict, i64)],
    change: impl FnOnce(&mut Case),
) {
    let made = case(world, driver, key, |case| {
        (case.step, case.at_hire) = (CaseStep::Decided, Some(AT_HIRE));
        case.verdict = verdicts.last().map(|(verdict, _)| *verdict);
        change(case);
    });
    for (verdict, seconds) in verdicts {
        let event = event(made.id, CaseEventKind::CourtDecided, CaseStep::Decided);
        let event = NewCaseEvent { verdict: Some(*verdict), at: at(*seconds), ..event };
        world.store().add_case_event(&event).unwrap();
    }
}

#[test]
fn cases_with_the_same_verdict_and_terms_are_one_group() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let (fine, points) = (Some(Money::from_dollars(90)), Some(1));
    let reduced = Verdict { outcome: CaseOutcome::Reduced, fine, points, ..DISMISSED };
    let until = Some(at(0).date_naive());
    let deferred = Verdict { outcome: CaseOutcome::Deferred, until, ..DISMISSED };
    decide(&mut world, driver, "a", &[(DISMISSED, 10)], |_| {});
    decide(&mut world, driver, "b", &[(reduced, 5), (DISMISSED, 30)], |_| {});
    decide(&mut world, driver, "c", &[(reduced, 20)], |_| {});
    decide(&mut world, driver, "d", &[(deferred, 40)], |_| {});
    // A case without terms, a case that staff handle, and an undecided case aren't counted.
    decide(&mut world, driver, "e", &[(DISMISSED, 50)], |case| case.at_hire = None);
    decide(&mut world, driver, "f", &[(DISMISSED, 50)], |case| case.handling = Handling::ByStaff);
    decide(&mut world, driver, "g", &[], |_| {});
    let mut found = world.store().decided_cases().unwrap();
    found.sort_by_key(|group| group.first);
    let group = |verdict, cases, first, last| DecidedCases {
        verdict,
        at_hire: AT_HIRE,
        cases,
        first: at(first),
        last: at(last),
    };
    assert_eq!(found, [group(DISMISSED, 2, 10, 30), group(reduced, 1, 20, 20), group(deferred, 1, 40, 40)]);
}
