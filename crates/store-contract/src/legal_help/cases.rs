use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::{CaseActor, CaseEventKind, NewCaseEvent};
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::measured_share::DecidedCases;
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::fee::FeeTerms;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::{Guarantee, GuaranteePayer, LegalHelpMode};
use domain::legal_help::replaced_terms::ReplacedTerms;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::HireId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::filing::Removal;
use ports::legal_help::cases::{CaseDeadline, CaseDeadlineSummary};
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Database, Store};

use super::samples::{case, event, hire, lawyer, offer};
use crate::support::{at, authority, date, transaction, user};

pub fn a_hire_without_a_stored_case_has_a_case_with_the_handling_outside(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let id = hire(store, driver, "a");
        let opened = store.case_of_hire(id).unwrap().unwrap();
        assert_eq!((opened.handling, opened.step, opened.version), (Handling::Outside, CaseStep::Hired, 1));
        assert_eq!((opened.user_id, opened.created_at), (driver, at(3)));
        assert_eq!(store.case_of_hire(HireId(99)).unwrap(), None);
    });
}

pub fn a_case_is_stored_and_each_change_increments_its_version(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let ruth = lawyer(store, "Ruth").id;
        let terms = TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_cents(30_100), points: 3 };
        let court =
            AuthorityDetails::parse("Austin Municipal Court", AuthorityKind::Court, &[], None).unwrap();
        let court = authority(store, &court).id;
        let fee = FeeTerms {
            price: Money::from_cents(15_050),
            mode: LegalHelpMode::RegisteredService,
            guarantee: Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Nobody).unwrap(),
            appearance_earns: 40,
        };
        let stored = case(store, driver, "a", |case| {
            (case.at_hire, case.contact_by, case.fee) = (Some(terms), Some(at(43_200)), Some(fee));
        });
        assert_eq!((stored.handling, stored.version, stored.at_hire), (Handling::Matched, 1, Some(terms)));
        assert_eq!((stored.accept_by, stored.fee), (Some(at(1_000)), Some(fee)));
        let full = Case {
            step: CaseStep::Decided,
            lawyer_id: Some(ruth),
            court: CaseCourt {
                state: Some(UsState::Texas),
                name: Some("Municipal Court".to_owned()),
                id: Some(court),
                county: Some("Travis".to_owned()),
            },
            offense_class: OffenseClass::Infraction,
            verdict: Some(Verdict {
                outcome: CaseOutcome::Reduced,
                fine: Some(Money::from_cents(7_550)),
                points: Some(0),
                until: Some(date("2027-03-01")),
                due: Some(date("2027-01-15")),
            }),
            replaced: ReplacedTerms {
                amount: Some("$301".to_owned()),
                points: Some(3),
                due: Some(date("2026-12-31")),
            },
            answer_by: Some(at(1)),
            sign_by: Some(at(2)),
            update_due: Some(at(3)),
            contacted_at: Some(at(4)),
            is_label_by_staff: true,
            driver_excused_at: Some(at(5)),
            court_date: Some(date("2026-12-20")),
            court_time: Some("9:30 AM".to_owned()),
            ..stored.clone()
        };
        let updated = store.update_case(&full).unwrap().unwrap();
        assert_eq!(updated, Case { version: 2, ..full });
        assert_eq!(store.lock_case_of_hire(stored.id).unwrap(), Some(updated));
        let bare = store.update_case(&stored).unwrap().unwrap();
        assert_eq!(bare, Case { version: 3, ..stored.clone() });
        let without_terms = store.update_case(&Case { fee: None, ..stored.clone() }).unwrap().unwrap();
        assert_eq!(without_terms, Case { version: 4, fee: None, ..stored });
        assert_eq!(store.lock_case_of_hire(HireId(99)).unwrap(), None);
    });
}

pub fn case_events_are_returned_in_order_with_the_names_of_their_users(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let ruth = lawyer(store, "Ruth");
        let id = case(store, driver, "a", |_| {}).id;
        let hired = event(id, CaseEventKind::Hired, CaseStep::Hired);
        let decided = NewCaseEvent {
            at: at(1),
            actor: CaseActor::Lawyer,
            actor_id: ruth.user_id,
            lawyer_id: Some(ruth.id),
            note: Some("The court has decided.".to_owned()),
            court_date: Some(date("2026-12-20")),
            court_time: Some("9:30 AM".to_owned()),
            verdict: Some(Verdict {
                outcome: CaseOutcome::Guilty,
                fine: Some(Money::from_cents(20_000)),
                points: Some(2),
                until: None,
                due: Some(date("2027-01-15")),
            }),
            ..event(id, CaseEventKind::CourtDecided, CaseStep::Decided)
        };
        store.add_case_event(&hired).unwrap();
        store.add_case_event(&decided).unwrap();
        let found = store.case_events(id).unwrap();
        let names: Vec<_> = found.iter().map(|one| one.actor_name.as_deref()).collect();
        assert_eq!(names, [None, Some("Ann Example")]);
        assert!(found[0].id < found[1].id);
        assert_eq!(found.into_iter().map(|one| one.event).collect::<Vec<_>>(), [hired, decided]);
        assert!(store.case_events(HireId(99)).unwrap().is_empty());
    });
}

pub fn a_case_has_at_most_one_open_offer(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(store, name).id);
        let id = case(store, driver, "a", |_| {}).id;
        assert_eq!(store.open_offer(id).unwrap(), None);
        store.insert_offer(&offer(id, ann)).unwrap();
        assert_eq!(store.open_offer(id).unwrap(), Some(offer(id, ann)));
        let second = store.insert_offer(&offer(id, bob));
        assert!(matches!(second, Err(StoreError::Duplicate(UniqueKey::Other))));
        store.end_offer(id, OfferEnd::Declined, at(6), Some("A conflict of interest")).unwrap();
        assert_eq!(store.open_offer(id).unwrap(), None);
        store.end_offer(id, OfferEnd::Lapsed, at(7), None).unwrap();
        store.insert_offer(&offer(id, bob)).unwrap();
        assert_eq!(store.lawyers_ever_offered(id).unwrap(), [ann, bob]);
    });
}

pub fn an_agreement_can_be_replaced_until_it_is_signed(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(store, name).id);
        let id = case(store, driver, "a", |_| {}).id;
        let sent = |text: &str, seconds| Agreement {
            lawyer_id: ann,
            text: text.to_owned(),
            file: None,
            sha256: "ab".repeat(32),
            sent_at: at(seconds),
            signature: None,
        };
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
    });
}

fn ids(cases: Vec<Case>) -> Vec<HireId> {
    cases.into_iter().map(|case| case.id).collect()
}

pub fn a_drivers_cases_are_listed_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, other) = (user(store, "driver@example.com"), user(store, "other@example.com"));
        let first = case(store, driver, "a", |_| {}).id;
        case(store, other, "b", |_| {});
        let last = case(store, driver, "c", |case| case.step = CaseStep::Ended).id;
        assert_eq!(ids(store.cases_of_driver(driver).unwrap()), [last, first]);
        let newest = |store: &mut dyn Store, limit| ids(store.newest_cases_of_driver(driver, limit).unwrap());
        assert_eq!(newest(store, 1), [last]);
        assert_eq!(newest(store, 2), [last, first]);
    });
}

pub fn a_lawyers_open_cases_are_listed_by_nearest_date_and_closed_cases_last(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(store, name).id);
        let of_ann = |store: &mut dyn Store, key: &str, change: &dyn Fn(&mut Case)| {
            case(store, driver, key, |case| {
                (case.step, case.lawyer_id, case.accept_by) = (CaseStep::Accepted, Some(ann), None);
                change(case);
            })
            .id
        };
        let undated = of_ann(store, "a", &|_| {});
        let update = of_ann(store, "b", &|case| case.update_due = Some(at(86_400 * 20)));
        let court = of_ann(store, "c", &|case| {
            case.update_due = Some(at(86_400 * 30));
            case.court_date = Some(at(86_400 * 10).date_naive());
        });
        let unsigned = of_ann(store, "g", &|case| case.accept_by = Some(at(86_400 * 5)));
        let over = of_ann(store, "d", &|case| case.step = CaseStep::Closed);
        let offered = of_ann(store, "e", &|case| {
            (case.step, case.lawyer_id, case.answer_by) = (CaseStep::Offered, None, Some(at(90)));
        });
        let of_bob = of_ann(store, "f", &|case| case.lawyer_id = Some(bob));
        store.insert_offer(&offer(offered, ann)).unwrap();
        let listed = ids(store.cases_of_lawyer(ann).unwrap());
        assert_eq!(listed, [offered, unsigned, court, update, undated, over]);
        assert_eq!(ids(store.cases_of_lawyer(bob).unwrap()), [of_bob]);
        store.end_offer(offered, OfferEnd::Declined, at(6), None).unwrap();
        assert_eq!(ids(store.cases_of_lawyer(ann).unwrap()), [unsigned, court, update, undated, over]);
    });
}

pub fn a_case_is_due_when_a_deadline_has_passed_or_its_ticket_was_removed(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let ann = lawyer(store, "Ann").id;
        let with = |store: &mut dyn Store, key: &str, step: CaseStep, change: &dyn Fn(&mut Case)| {
            case(store, driver, key, |case| {
                (case.step, case.accept_by) = (step, Some(at(5_000)));
                if !step.is_matching() {
                    case.lawyer_id = Some(ann);
                }
                change(case);
            })
            .id
        };
        let unanswered = with(store, "a", CaseStep::Offered, &|case| case.answer_by = Some(at(10)));
        with(store, "b", CaseStep::Offered, &|case| case.answer_by = Some(at(11)));
        let too_late = with(store, "c", CaseStep::ConflictCleared, &|case| {
            (case.accept_by, case.answer_by) = (Some(at(9)), Some(at(11)));
        });
        let unasked = with(store, "d", CaseStep::Hired, &|case| case.accept_by = Some(at(4_000)));
        let unsigned = with(store, "e", CaseStep::Accepted, &|case| case.sign_by = Some(at(10)));
        with(store, "f", CaseStep::Accepted, &|case| case.sign_by = Some(at(11)));
        with(store, "g", CaseStep::AgreementSigned, &|case| case.accept_by = Some(at(1)));
        with(store, "h", CaseStep::Hired, &|case| case.handling = Handling::ByStaff);
        with(store, "i", CaseStep::Ended, &|case| {
            (case.answer_by, case.sign_by) = (Some(at(1)), Some(at(1)));
        });
        let never_signed = with(store, "k", CaseStep::Accepted, &|case| {
            (case.accept_by, case.sign_by) = (Some(at(7)), Some(at(2)));
        });
        let removed = with(store, "l", CaseStep::CourtDateSet, &|case| case.accept_by = Some(at(6)));
        hire(store, driver, "j");
        let ticket = Payable::Ticket(store.case_of_hire(removed).unwrap().unwrap().ticket_id.unwrap());
        store.lock_item(ticket).unwrap();
        let removal = Removal { by: driver, result: "A mistake".to_owned(), at: at(1) };
        store.remove_item(ticket, &removal).unwrap();
        let due = [removed, never_signed, too_late, unanswered, unsigned];
        assert_eq!(store.due_cases(at(10), 9).unwrap(), due);
        assert_eq!(store.due_cases(at(10), 2).unwrap(), due[..2]);
        assert_eq!(store.due_cases(at(1), 9).unwrap(), [removed]);
        assert_eq!(store.cases_waiting_for_lawyer().unwrap(), [unasked]);
    });
}

pub fn open_deadlines_are_counted_and_the_earliest_are_returned(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let ann = lawyer(store, "Ann").id;
        let new = case(store, driver, "a", |case| {
            (case.contact_by, case.accept_by) = (Some(at(10)), Some(at(2_000)));
        })
        .id;
        let worked_on = case(store, driver, "b", |case| {
            (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(ann));
            (case.contact_by, case.contacted_at) = (Some(at(10)), Some(at(9)));
            (case.update_due, case.sign_by) = (Some(at(150)), Some(at(9)));
        })
        .id;
        case(store, driver, "c", |case| {
            (case.step, case.contact_by, case.update_due) = (CaseStep::Ended, Some(at(1)), Some(at(1)));
        });
        case(store, driver, "d", |case| {
            (case.handling, case.contact_by) = (Handling::ByStaff, Some(at(3_000)));
        });
        case(store, driver, "e", |case| {
            (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(ann));
            (case.accept_by, case.sign_by) = (Some(at(4_000)), None);
        });
        let deadline = |case, kind, seconds| CaseDeadline { case, user_id: driver, kind, at: at(seconds) };
        let next = vec![
            deadline(new, CaseDeadlineKind::Contact, 10),
            deadline(worked_on, CaseDeadlineKind::Update, 150),
        ];
        let desk = store.case_deadline_summary(at(100), at(200), 2).unwrap();
        assert_eq!(desk, CaseDeadlineSummary { late: 1, today: 1, later: 3, next });
    });
}

const AT_HIRE: TermsAtHire =
    TermsAtHire { rule: GuaranteeRule::First, fine: Money::from_dollars(200), points: 2 };

pub fn decided_cases_with_the_same_verdict_and_terms_are_one_group(database: &dyn Database) {
    let dismissed =
        Verdict { outcome: CaseOutcome::Dismissed, fine: None, points: None, until: None, due: None };
    let (fine, points) = (Some(Money::from_dollars(90)), Some(1));
    let reduced = Verdict { outcome: CaseOutcome::Reduced, fine, points, ..dismissed };
    let deferred = Verdict { outcome: CaseOutcome::Deferred, until: Some(date("2027-03-01")), ..dismissed };
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let decide =
            |store: &mut dyn Store, key: &str, verdicts: &[(Verdict, i64)], change: &dyn Fn(&mut Case)| {
                let id = case(store, driver, key, |case| {
                    (case.step, case.at_hire) = (CaseStep::Decided, Some(AT_HIRE));
                    case.verdict = verdicts.last().map(|(verdict, _)| *verdict);
                    change(case);
                })
                .id;
                for (verdict, seconds) in verdicts {
                    let event = event(id, CaseEventKind::CourtDecided, CaseStep::Decided);
                    store
                        .add_case_event(&NewCaseEvent { verdict: Some(*verdict), at: at(*seconds), ..event })
                        .unwrap();
                }
            };
        decide(store, "a", &[(dismissed, 10)], &|_| {});
        decide(store, "b", &[(reduced, 5), (dismissed, 30)], &|_| {});
        decide(store, "c", &[(reduced, 20)], &|_| {});
        decide(store, "d", &[(deferred, 40)], &|_| {});
        // A case without terms, a case that staff handle, and an undecided case aren't counted.
        decide(store, "e", &[(dismissed, 50)], &|case| case.at_hire = None);
        decide(store, "f", &[(dismissed, 50)], &|case| case.handling = Handling::ByStaff);
        decide(store, "g", &[], &|_| {});
        let mut found = store.decided_cases().unwrap();
        found.sort_by_key(|group| group.first);
        let group = |verdict, cases, first, last| DecidedCases {
            verdict,
            at_hire: AT_HIRE,
            cases,
            first: at(first),
            last: at(last),
        };
        let reduced = group(reduced, 1, 20, 20);
        assert_eq!(found, [group(dismissed, 2, 10, 30), reduced, group(deferred, 1, 40, 40)]);
    });
}
