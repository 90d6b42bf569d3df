use chrono::NaiveDate;
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelpMode};
use domain::legal_help::replaced_terms::ReplacedTerms;
use domain::shared::ids::{AuthorityId, HireId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use ports::legal_help::cases::Cases;
use ports::legal_help::hires::Hires;
use ports::shared::store_error::{StoreError, UniqueKey};

use super::samples::{case, hire, lawyer, offer};
use crate::support::{World, at};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A release of Lanewise that has no cases stores only the hire.
#[test]
fn a_hire_without_a_stored_case_is_handled_outside_and_gets_its_step_from_its_status() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let id = hire(&mut world, driver, "a");
    let mut store = world.store();
    let opened = store.case_of_hire(id).unwrap().unwrap();
    assert_eq!((opened.handling, opened.step, opened.version), (Handling::Outside, CaseStep::Hired, 1));
    assert_eq!((opened.user_id, opened.created_at), (driver, at(3)));
    let mut step_at = |status| {
        store.set_hire_status(id, status).unwrap();
        store.case_of_hire(id).unwrap().unwrap().step
    };
    assert_eq!(step_at(HireStatus::Contacted), CaseStep::Hired);
    assert_eq!(step_at(HireStatus::Completed), CaseStep::Closed);
    assert_eq!(step_at(HireStatus::Cancelled), CaseStep::Ended);
    assert_eq!(step_at(HireStatus::Pending), CaseStep::Hired);
}

#[test]
fn setting_a_hires_status_does_not_change_the_step_of_a_stored_case() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let outside = hire(&mut world, driver, "a");
    let matched = case(&mut world, driver, "b", |_| {}).id;
    let by_staff = case(&mut world, driver, "c", |case| case.handling = Handling::ByStaff).id;
    let mut store = world.store();
    let kept = Case { is_label_by_staff: true, ..store.case_of_hire(outside).unwrap().unwrap() };
    store.update_case(&kept).unwrap();
    for id in [outside, matched, by_staff] {
        store.set_hire_status(id, HireStatus::Cancelled).unwrap();
        assert_eq!(store.case_of_hire(id).unwrap().unwrap().step, CaseStep::Hired);
    }
}

#[test]
fn a_case_is_read_as_it_was_stored() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ruth = lawyer(&mut world, "Ruth").id;
    let court =
        "INSERT INTO authorities (name, kind) VALUES ('Austin Municipal Court', 'court') RETURNING id";
    let court = world.db.value(court).unwrap().parse().unwrap();
    let stored = case(&mut world, driver, "a", |case| {
        case.at_hire =
            Some(TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_cents(30_100), points: 3 });
        case.contact_by = Some(at(43_200));
        case.fee = Some(FeeTerms {
            price: Money::from_cents(15_050),
            mode: LegalHelpMode::RegisteredService,
            guarantee: Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Nobody).unwrap(),
            appearance_earns: 40,
        });
    });
    assert_eq!((stored.handling, stored.version), (Handling::Matched, 1));
    assert_eq!(stored.accept_by, Some(at(1_000)));
    let full = Case {
        step: CaseStep::Decided,
        lawyer_id: Some(ruth),
        court: CaseCourt {
            state: Some(UsState::Texas),
            name: Some("Municipal Court".to_owned()),
            id: Some(AuthorityId(court)),
            county: Some("Travis".to_owned()),
        },
        offense_class: OffenseClass::Infraction,
        verdict: Some(Verdict {
            outcome: CaseOutcome::Reduced,
            fine: Some(Money::from_cents(7_550)),
            points: Some(0),
            until: Some(day("2027-03-01")),
            due: Some(day("2027-01-15")),
        }),
        replaced: ReplacedTerms {
            amount: Some("$301".to_owned()),
            points: Some(3),
            due: Some(day("2026-12-31")),
        },
        answer_by: Some(at(1)),
        sign_by: Some(at(2)),
        update_due: Some(at(3)),
        contacted_at: Some(at(4)),
        is_label_by_staff: true,
        driver_excused_at: Some(at(5)),
        court_date: Some(day("2026-12-20")),
        court_time: Some("9:30 AM".to_owned()),
        ..stored
    };
    let mut store = world.store();
    let updated = store.update_case(&full).unwrap().unwrap();
    assert_eq!(updated, Case { version: 2, ..full.clone() });
    assert_eq!(store.lock_case_of_hire(stored.id).unwrap(), Some(updated));
    let bare = store.update_case(&stored).unwrap().unwrap();
    assert_eq!(bare, Case { version: 3, ..stored.clone() });
    let without_terms = store.update_case(&Case { fee: None, ..stored.clone() }).unwrap().unwrap();
    assert_eq!(without_terms, Case { version: 4, fee: None, ..stored });
    assert_eq!(store.case_of_hire(HireId(99)).unwrap(), None);
    assert_eq!(store.lock_case_of_hire(HireId(99)).unwrap(), None);
}

#[test]
fn a_case_has_at_most_one_open_offer() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(&mut world, name).id);
    let id = case(&mut world, driver, "a", |_| {}).id;
    let mut store = world.store();
    assert_eq!(store.open_offer(id).unwrap(), None);
    store.insert_offer(&offer(id, ann)).unwrap();
    assert_eq!(store.open_offer(id).unwrap(), Some(offer(id, ann)));
    let second = store.insert_offer(&offer(id, bob));
    assert!(matches!(second, Err(StoreError::Duplicate(UniqueKey::Other))));
    store.end_offer(id, OfferEnd::Declined, at(6), Some("A conflict of interest")).unwrap();
    assert_eq!(store.open_offer(id).unwrap(), None);
    store.end_offer(id, OfferEnd::Lapsed, at(7), None).unwrap();
    assert_eq!(
        world.db.value("SELECT result || ' ' || reason FROM case_offers").as_deref(),
        Some("declined A conflict of interest"),
        "an ended offer doesn't change"
    );
    let mut store = world.store();
    store.insert_offer(&offer(id, bob)).unwrap();
    assert_eq!(store.lawyers_ever_offered(id).unwrap(), [ann, bob]);
}

#[test]
fn of_two_concurrent_offers_the_second_is_refused() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(&mut world, name).id);
    let id = case(&mut world, driver, "a", |_| {}).id;
    let (_, second) = world.run_overlapping(
        |store| store.insert_offer(&offer(id, ann)),
        |store| Ok(store.insert_offer(&offer(id, bob))),
    );
    assert!(matches!(second, Err(StoreError::Duplicate(UniqueKey::Other))));
    assert_eq!(world.store().open_offer(id).unwrap(), Some(offer(id, ann)));
}

#[test]
fn concurrent_changes_of_a_case_run_one_after_the_other() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let id = case(&mut world, driver, "a", |_| {}).id;
    let (_, seen) = world.run_overlapping(
        |store| {
            let held = store.lock_case_of_hire(id)?.unwrap();
            store.update_case(&Case { step: CaseStep::NoLawyer, ..held })
        },
        |store| store.lock_case_of_hire(id),
    );
    assert_eq!(seen.map(|case| (case.step, case.version)), Some((CaseStep::NoLawyer, 2)));
}
