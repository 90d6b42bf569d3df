use chrono::NaiveDate;
use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::{CaseActor, CaseEventKind, NewCaseEvent};
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
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::filing::{FiledItems, Removal};
use ports::legal_help::cases::{CaseDeadline, CaseDeadlineSummary, Cases};
use ports::legal_help::hires::Hires;
use ports::shared::store_error::{StoreError, UniqueKey};

use super::samples::{case, event, hire, lawyer, offer};
use crate::support::{World, at};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A release of Lanewise that has no cases stores only the hire.
#[test]
fn a_hire_without_a_stored_case_is_handled_outside_and_its_step_follows_its_status() {
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
fn a_case_round_trips() {
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
fn events_are_returned_in_order_with_the_name_of_their_user() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ruth = lawyer(&mut world, "Ruth");
    let id = case(&mut world, driver, "a", |_| {}).id;
    let hired = event(id, CaseEventKind::Hired, CaseStep::Hired);
    let decided = NewCaseEvent {
        at: at(1),
        actor: CaseActor::Lawyer,
        actor_id: ruth.user_id,
        lawyer_id: Some(ruth.id),
        note: Some("The court has decided.".to_owned()),
        court_date: Some(day("2026-12-20")),
        court_time: Some("9:30 AM".to_owned()),
        verdict: Some(Verdict {
            outcome: CaseOutcome::Guilty,
            fine: Some(Money::from_cents(20_000)),
            points: Some(2),
            until: None,
            due: Some(day("2027-01-15")),
        }),
        ..event(id, CaseEventKind::CourtDecided, CaseStep::Decided)
    };
    let mut store = world.store();
    store.add_case_event(&hired).unwrap();
    store.add_case_event(&decided).unwrap();
    let found = store.case_events(id).unwrap();
    let names: Vec<_> = found.iter().map(|one| one.actor_name.as_deref()).collect();
    assert_eq!(names, [None, Some("Ann Example")]);
    assert!(found[0].id < found[1].id);
    assert_eq!(found.into_iter().map(|one| one.event).collect::<Vec<_>>(), [hired, decided]);
    assert!(store.case_events(HireId(99)).unwrap().is_empty());
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

#[test]
fn an_agreement_can_be_replaced_until_it_is_signed() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(&mut world, name).id);
    let id = case(&mut world, driver, "a", |_| {}).id;
    let sent = |text: &str, seconds| Agreement {
        lawyer_id: ann,
        text: text.to_owned(),
        file: None,
        sha256: "ab".repeat(32),
        sent_at: at(seconds),
        signature: None,
    };
    let mut store = world.store();
    store.set_agreement(id, &sent("First", 1)).unwrap();
    store.set_agreement(id, &sent("Second", 2)).unwrap();
    assert_eq!(store.agreement(id, ann).unwrap(), Some(sent("Second", 2)));
    assert_eq!(store.agreement(id, bob).unwrap(), None);
    let signature = Signature { name: "Ann Example".to_owned(), at: at(3) };
    store.sign_agreement(id, ann, &signature).unwrap();
    let signed = Agreement { signature: Some(signature), ..sent("Second", 2) };
    assert_eq!(store.agreement(id, ann).unwrap(), Some(signed.clone()));
    store.set_agreement(id, &sent("Third", 4)).unwrap();
    assert_eq!(store.agreement(id, ann).unwrap(), Some(signed));
}

#[test]
fn a_drivers_cases_are_listed_newest_first() {
    let mut world = World::new();
    let (driver, other) = (world.user("driver@example.com"), world.user("other@example.com"));
    let first = case(&mut world, driver, "a", |_| {}).id;
    case(&mut world, other, "b", |_| {});
    let last = case(&mut world, driver, "c", |case| case.step = CaseStep::Ended).id;
    let found = world.store().cases_of_driver(driver).unwrap();
    assert_eq!(found.into_iter().map(|case| case.id).collect::<Vec<_>>(), [last, first]);
}

#[test]
fn a_lawyers_open_cases_are_listed_by_nearest_date_and_closed_ones_last() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(&mut world, name).id);
    let mut of_ann = |key: &str, change: &dyn Fn(&mut Case)| {
        case(&mut world, driver, key, |case| {
            (case.step, case.lawyer_id, case.accept_by) = (CaseStep::Accepted, Some(ann), None);
            change(case);
        })
        .id
    };
    let undated = of_ann("a", &|_| {});
    let update = of_ann("b", &|case| case.update_due = Some(at(86_400 * 20)));
    let court = of_ann("c", &|case| {
        case.update_due = Some(at(86_400 * 30));
        case.court_date = Some(at(86_400 * 10).date_naive());
    });
    let unsigned = of_ann("g", &|case| case.accept_by = Some(at(86_400 * 5)));
    let over = of_ann("d", &|case| case.step = CaseStep::Closed);
    let offered = of_ann("e", &|case| {
        (case.step, case.lawyer_id, case.answer_by) = (CaseStep::Offered, None, Some(at(90)));
    });
    let of_bob = of_ann("f", &|case| case.lawyer_id = Some(bob));
    let mut store = world.store();
    store.insert_offer(&offer(offered, ann)).unwrap();
    let ids = |found: Vec<Case>| found.into_iter().map(|case| case.id).collect::<Vec<_>>();
    assert_eq!(ids(store.cases_of_lawyer(ann).unwrap()), [offered, unsigned, court, update, undated, over]);
    assert_eq!(ids(store.cases_of_lawyer(bob).unwrap()), [of_bob]);
    store.end_offer(offered, OfferEnd::Declined, at(6), None).unwrap();
    assert_eq!(ids(store.cases_of_lawyer(ann).unwrap()), [unsigned, court, update, undated, over]);
}

#[test]
fn a_case_is_due_when_a_deadline_has_passed_or_no_lawyer_has_an_offer() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    let mut with = |key: &str, step: CaseStep, change: &dyn Fn(&mut Case)| {
        case(&mut world, driver, key, |case| {
            (case.step, case.accept_by) = (step, Some(at(5_000)));
            if !step.is_matching() {
                case.lawyer_id = Some(ann);
            }
            change(case);
        })
        .id
    };
    let unanswered = with("a", CaseStep::Offered, &|case| case.answer_by = Some(at(10)));
    with("b", CaseStep::Offered, &|case| case.answer_by = Some(at(11)));
    let too_late = with("c", CaseStep::ConflictCleared, &|case| {
        (case.accept_by, case.answer_by) = (Some(at(9)), Some(at(11)));
    });
    let unasked = with("d", CaseStep::Hired, &|case| case.accept_by = Some(at(4_000)));
    let unsigned = with("e", CaseStep::Accepted, &|case| case.sign_by = Some(at(10)));
    with("f", CaseStep::Accepted, &|case| case.sign_by = Some(at(11)));
    with("g", CaseStep::AgreementSigned, &|case| case.accept_by = Some(at(1)));
    with("h", CaseStep::Hired, &|case| case.handling = Handling::ByStaff);
    with("i", CaseStep::Ended, &|case| (case.answer_by, case.sign_by) = (Some(at(1)), Some(at(1))));
    let never_signed = with("k", CaseStep::Accepted, &|case| {
        (case.accept_by, case.sign_by) = (Some(at(7)), Some(at(2)));
    });
    let removed = with("l", CaseStep::CourtDateSet, &|case| case.accept_by = Some(at(6)));
    hire(&mut world, driver, "j");
    let mut store = world.store();
    let ticket = store.case_of_hire(removed).unwrap().unwrap().ticket_id.unwrap();
    let removal = Removal { by: driver, result: "A mistake".to_owned(), at: at(1) };
    store.remove_item(Payable::Ticket(ticket), &removal).unwrap();
    let due = [removed, never_signed, too_late, unanswered, unsigned];
    assert_eq!(store.due_cases(at(10), 9).unwrap(), due);
    assert_eq!(store.due_cases(at(10), 2).unwrap(), [removed, never_signed]);
    assert_eq!(store.due_cases(at(1), 9).unwrap(), [removed]);
    assert_eq!(store.cases_waiting_for_lawyer().unwrap(), [unasked]);
}

#[test]
fn the_desk_counts_deadlines_of_open_cases() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    let new = case(&mut world, driver, "a", |case| {
        (case.contact_by, case.accept_by) = (Some(at(10)), Some(at(2_000)));
    })
    .id;
    let worked_on = case(&mut world, driver, "b", |case| {
        (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(ann));
        (case.contact_by, case.contacted_at) = (Some(at(10)), Some(at(9)));
        (case.update_due, case.sign_by) = (Some(at(150)), Some(at(9)));
    })
    .id;
    case(&mut world, driver, "c", |case| {
        (case.step, case.contact_by, case.update_due) = (CaseStep::Ended, Some(at(1)), Some(at(1)));
    });
    case(&mut world, driver, "e", |case| {
        (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(ann));
        (case.accept_by, case.sign_by) = (Some(at(4_000)), None);
    });
    case(&mut world, driver, "d", |case| {
        (case.handling, case.contact_by) = (Handling::ByStaff, Some(at(3_000)));
    });
    let deadline = |case, kind, seconds| CaseDeadline { case, user_id: driver, kind, at: at(seconds) };
    let next = vec![
        deadline(new, CaseDeadlineKind::Contact, 10),
        deadline(worked_on, CaseDeadlineKind::Update, 150),
    ];
    let desk = world.store().case_deadline_summary(at(100), at(200), 2).unwrap();
    assert_eq!(desk, CaseDeadlineSummary { late: 1, today: 1, later: 3, next });
}
