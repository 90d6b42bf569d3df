//! Agreement, steps, court dates, prosecutor's offers and outcomes.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::legal_help::cases::agreement::{show_template, sign};
use application::legal_help::cases::contact::record_contact;
use application::legal_help::cases::plea::answer;
use application::legal_help::cases::steps::{LawyerStep, StepEntry, record_step};
use domain::driving_record::standing::Standing;
use domain::legal_help::agreement_template::AgreementTemplate;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::plea::PleaAnswer;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::LegalHelp;
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::*;
use crate::support::*;

fn verdict(result: CaseOutcome) -> Verdict {
    Verdict { outcome: result, fine: None, points: None, until: None, due: None }
}

#[test]
fn the_driver_signs_the_agreement_with_the_accounts_name() {
    let world = world_with_accepted_case(1);
    let text = world.transact(|store| show_template(&world.deps, store, &lawyer(1), CASE)).unwrap();
    assert!(text.contains("Lawyer 1 of Firm 1, New York bar license NY-1"), "{text}");
    assert!(text.contains("$75"), "{text}");
    send_text(&world, &lawyer(1), &text).unwrap();
    let case = sign(&world.deps, &driver(), CASE, "dana  driver", false, None).unwrap();
    assert_eq!((case.step, case.sign_by), (CaseStep::AgreementSigned, None));
    let (_, agreement) = world.database.tables().legal_help.agreements[0].clone();
    assert_eq!(agreement.text, text.trim());
    assert_eq!(agreement.sha256.len(), 64);
    assert_eq!(agreement.signature.unwrap().name, "dana  driver");
    assert_eq!(status(&world), HireStatus::InProgress);
}

#[test]
fn the_courts_state_determines_the_agreement_template() {
    let mut world = world_with_accepted_case(1);
    let show = |world: &World| world.transact(|store| show_template(&world.deps, store, &lawyer(1), CASE));
    let own = AgreementTemplate::parse("{client} hires {lawyer} for {fee}.").unwrap();
    let legal_help = |state| {
        let agreements = BTreeMap::from([(state, own.clone())]);
        Arc::new(LegalHelp::in_development(BTreeMap::new()).with_agreements(agreements))
    };
    world.deps.legal_help = legal_help(UsState::Texas);
    assert!(show(&world).unwrap().starts_with("Agreement for legal services"));
    world.deps.legal_help = legal_help(UsState::NewYork);
    let text = show(&world).unwrap();
    assert_eq!(text, "Dana Driver hires Lawyer 1 of Firm 1, New York bar license NY-1 for $75.");
}

#[test]
fn a_signature_with_another_name_than_the_accounts_must_be_confirmed() {
    let world = world_with_accepted_case(1);
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    let sign_as = |name, confirmed| outcome(&sign(&world.deps, &driver(), CASE, name, confirmed, None));
    assert_eq!(sign_as("", true), "Fields");
    assert_eq!(sign_as("D. Driver", false), "NameDiffers");
    assert_eq!(step(&world), CaseStep::Accepted);
    assert_eq!(sign_as("D. Driver", true), "Ok");
    assert_eq!(sign_as("D. Driver", true), "ChangedMeanwhile", "it is signed");
}

#[test]
fn only_the_driver_can_sign_and_only_the_version_they_saw() {
    let world = world_with_accepted_case(1);
    assert_eq!(outcome(&sign(&world.deps, &driver(), CASE, "Dana Driver", false, None)), "NotFound");
    let seen = send_text(&world, &lawyer(1), "We agree.").unwrap().version;
    assert_eq!(outcome(&sign(&world.deps, &other_driver(), CASE, "Dana Driver", false, None)), "NotFound");
    assert_eq!(outcome(&sign(&world.deps, &admin(), CASE, "Dana Driver", false, None)), "Forbidden");
    assert_eq!(outcome(&sign(&world.deps, &lawyer(1), CASE, "Dana Driver", false, None)), "Forbidden");
    send_text(&world, &lawyer(1), "We agree on something else.").unwrap();
    let late = sign(&world.deps, &driver(), CASE, "Dana Driver", false, Some(seen));
    assert_eq!(outcome(&late), "ChangedMeanwhile");
    assert_eq!(world.database.tables().legal_help.agreements.len(), 1, "the second text replaced the first");
}

#[test]
fn only_the_lawyer_of_a_case_can_send_an_agreement_and_only_before_the_signature() {
    let world = world_with_accepted_case(2);
    assert_eq!(outcome(&send_text(&world, &lawyer(2), "We agree.")), "NotFound");
    assert_eq!(outcome(&send_text(&world, &lawyer(1), "  ")), "Fields");
    let world = world_with_signed_agreement(1);
    assert_eq!(outcome(&send_text(&world, &lawyer(1), "We agree.")), "ChangedMeanwhile");
}

#[test]
fn recording_an_appearance_sets_the_step_the_label_and_the_next_update() {
    let world = world_with_signed_agreement(1);
    world.advance(chrono::TimeDelta::days(7));
    let case = record_by_lawyer(&world, LawyerStep::Appearance, Some("Filed today.")).unwrap();
    assert_eq!((case.step, status(&world)), (CaseStep::AppearanceFiled, HireStatus::Contacted));
    assert_eq!(case.update_due, Some(time("2026-04-09T04:00:00Z")));
    assert_eq!(last_event(&world), (CaseEventKind::AppearanceFiled, Some("Filed today.".to_owned())));
}

#[rstest]
#[case::before_the_signature(LawyerStep::Appearance)]
#[case::an_offer(LawyerStep::Plea)]
#[case::an_outcome(LawyerStep::Outcome(verdict(CaseOutcome::Dismissed)))]
#[case::the_end(LawyerStep::Closed)]
fn a_lawyer_cannot_record_a_later_case_step_before_the_agreement_is_signed(#[case] step: LawyerStep) {
    let world = world_with_accepted_case(1);
    assert_eq!(outcome(&record_by_lawyer(&world, step, Some("Note"))), "ChangedMeanwhile");
}

#[test]
fn only_the_lawyer_of_a_case_can_record_steps() {
    let world = world_with_signed_agreement(2);
    let entry = entry(LawyerStep::Appearance);
    for (caller, expected) in [
        (lawyer(2), "NotFound"),
        (driver(), "Forbidden"),
        (other_driver(), "Forbidden"),
        (admin(), "Forbidden"),
    ] {
        assert_eq!(outcome(&record_step(&world.deps, &caller, CASE, &entry, None)), expected);
    }
    let stale = record_step(&world.deps, &lawyer(1), CASE, &entry, Some(case(&world).version - 1));
    assert_eq!(outcome(&stale), "ChangedMeanwhile");
}

#[test]
fn a_court_date_is_written_to_the_ticket() {
    let world = world_with_appearance(1);
    let date = date("2026-04-01");
    let step = |date| LawyerStep::CourtDate(date, Some("9:30 AM".to_owned()));
    let case = record_by_lawyer(&world, step(date), None).unwrap();
    assert_eq!((case.step, case.court_date), (CaseStep::CourtDateSet, Some(date)));
    assert_eq!(case.update_due, Some(time("2026-04-02T04:00:00Z")), "30 days are earlier");
    let filed = world.database.tables().tickets[0].filed.clone();
    assert_eq!((filed.court_date, filed.court_time.as_deref()), (Some(date), Some("9:30 AM")));
    assert!(filed.is_court_required);
    let past = record_by_lawyer(&world, step("2026-03-01".parse().unwrap()), None);
    assert!(format!("{past:?}").contains("courtDate"), "{past:?}");
}

#[test]
fn the_driver_answers_the_prosecutors_offer() {
    let world = world_with_appearance(1);
    assert_eq!(outcome(&record_by_lawyer(&world, LawyerStep::Plea, None)), "Fields", "the note is the offer");
    let offer = |text| record_by_lawyer(&world, LawyerStep::Plea, Some(text)).unwrap();
    let reply = |kind, text| answer(&world.deps, &driver(), CASE, kind, text, None);
    assert_eq!(outcome(&reply(PleaAnswer::Accept, None)), "ChangedMeanwhile", "there is no offer");
    offer("Half the fine, no points.");
    assert_eq!(outcome(&reply(PleaAnswer::Ask, None)), "Fields", "a question needs a text");
    assert_eq!(reply(PleaAnswer::Ask, Some("And my insurance?")).unwrap().step, CaseStep::OfferPending);
    assert_eq!(last_event(&world), (CaseEventKind::PleaQuestion, Some("And my insurance?".to_owned())));
    assert_eq!(reply(PleaAnswer::Refuse, None).unwrap().step, CaseStep::AppearanceFiled);
    offer("A third of the fine.");
    for (caller, expected) in [(other_driver(), "NotFound"), (admin(), "Forbidden"), (lawyer(1), "Forbidden")]
    {
        let other = answer(&world.deps, &caller, CASE, PleaAnswer::Accept, None, None);
        assert_eq!(outcome(&other), expected);
    }
    assert_eq!(reply(PleaAnswer::Accept, Some("Yes")).unwrap().step, CaseStep::AppearanceFiled);
}

fn standing(world: &World) -> Standing {
    let ticket = world.database.tables().tickets[0].clone();
    world
        .transact(|store| application::driving_record::standing::add_standing(&world.deps, store, ticket))
        .unwrap()
        .item_standing
        .standing
}

#[test]
fn after_a_dismissal_nothing_is_due_for_the_ticket() {
    let world = world_with_appearance(1);
    assert_eq!(standing(&world), Standing::WithLawyer);
    let decided = LawyerStep::Outcome(verdict(CaseOutcome::Dismissed));
    let case = record_by_lawyer(&world, decided, None).unwrap();
    assert_eq!((case.step, case.update_due), (CaseStep::Decided, None));
    assert_eq!((status(&world), standing(&world)), (HireStatus::Completed, Standing::Dismissed));
    assert_eq!(outcome(&world.start(TICKET)), "Dismissed");
    assert_eq!(outcome(&world.start(LAWYER)), "AlreadyPaid");
    assert_eq!(refunds(&world), []);
}

#[test]
fn after_a_reduction_the_ticket_is_due_with_the_new_fine_points_and_due_date() {
    let world = world_with_appearance(1);
    let lost = Verdict {
        fine: Some(Money::from_cents(12_050)),
        points: Some(2),
        due: Some(date("2026-05-01")),
        ..verdict(CaseOutcome::Reduced)
    };
    record_by_lawyer(&world, LawyerStep::Outcome(lost), None).unwrap();
    let ticket = world.database.tables().tickets[0].clone();
    assert_eq!((ticket.fine(), ticket.filed.points), (Money::from_cents(12_050), 2));
    assert_eq!((ticket.filed.due_date, standing(&world)), (Some(date("2026-05-01")), Standing::Due));
    assert_eq!(case(&world).at_hire.unwrap().fine, dollars(150), "the terms at hire stay");
}

#[test]
fn correcting_an_outcome_keeps_both_outcomes_in_the_timeline() {
    let world = world_with_appearance(1);
    let decide = |result| record_by_lawyer(&world, LawyerStep::Outcome(verdict(result)), None).unwrap();
    decide(CaseOutcome::Guilty);
    assert_eq!(standing(&world), Standing::Due);
    decide(CaseOutcome::Dismissed);
    assert_eq!(
        (standing(&world), case(&world).verdict),
        (Standing::Dismissed, Some(verdict(CaseOutcome::Dismissed)))
    );
    let recorded: Vec<_> =
        world.database.tables().legal_help.events.iter().filter_map(|event| event.verdict).collect();
    assert_eq!(recorded, [verdict(CaseOutcome::Guilty), verdict(CaseOutcome::Dismissed)]);
}

#[test]
fn a_deferred_case_stays_open_until_it_is_decided() {
    let world = world_with_appearance(1);
    let deferred = Verdict { until: Some(date("2026-09-01")), ..verdict(CaseOutcome::Deferred) };
    let case = record_by_lawyer(&world, LawyerStep::Outcome(deferred), None).unwrap();
    assert_eq!((case.step, standing(&world)), (CaseStep::Deferred, Standing::WithLawyer));
    assert!(case.update_due.is_some());
    record_by_lawyer(&world, LawyerStep::Outcome(verdict(CaseOutcome::Dismissed)), None).unwrap();
    record_by_lawyer(&world, LawyerStep::AppealWindow, None).unwrap();
    record_by_lawyer(&world, LawyerStep::Closed, None).unwrap();
    assert_eq!((step(&world), standing(&world)), (CaseStep::Closed, Standing::Dismissed));
}

#[test]
fn invalid_outcomes_are_refused_and_change_nothing() {
    let world = world_with_appearance(1);
    let record = |verdict| record_by_lawyer(&world, LawyerStep::Outcome(verdict), None);
    assert_eq!(outcome(&record(verdict(CaseOutcome::Reduced))), "Fields");
    assert_eq!(outcome(&record(verdict(CaseOutcome::Deferred))), "Fields");
    let past = Verdict { due: Some(date("2026-01-15")), ..verdict(CaseOutcome::Guilty) };
    assert_eq!(outcome(&record(past)), "Fields");
    assert_eq!((step(&world), case(&world).verdict), (CaseStep::AppearanceFiled, None));
}

#[test]
fn a_lawyers_update_needs_a_note_and_does_not_change_the_step() {
    let world = world_with_appearance(1);
    assert_eq!(outcome(&record_by_lawyer(&world, LawyerStep::Update, Some("  "))), "Fields");
    world.advance(chrono::TimeDelta::days(20));
    let case = record_by_lawyer(&world, LawyerStep::Update, Some("Waiting for the court.")).unwrap();
    assert_eq!((case.step, case.update_due), (CaseStep::AppearanceFiled, Some(time("2026-04-22T04:00:00Z"))));
}

#[test]
fn the_lawyer_confirms_the_class_of_the_offense_with_a_step() {
    let world = world_with_signed_agreement(1);
    let entry = StepEntry { offense_class: Some(OffenseClass::Misdemeanor), ..entry(LawyerStep::Appearance) };
    let case = record_step(&world.deps, &lawyer(1), CASE, &entry, Some(case(&world).version)).unwrap();
    assert_eq!(case.offense_class, OffenseClass::Misdemeanor);
    assert!(events(&world).ends_with(&[CaseEventKind::OffenseConfirmed, CaseEventKind::AppearanceFiled]));
}

/// The class decides whether the lawyer pays the guarantee. If the class could change after the outcome, a lawyer could
/// change it to avoid paying.
#[test]
fn the_class_of_the_offense_cannot_change_after_the_outcome() {
    let world = world_with_appearance(1);
    record_by_lawyer(&world, LawyerStep::Outcome(verdict(CaseOutcome::Guilty)), None).unwrap();
    let with_class = |class| StepEntry {
        note: Some("Nothing new.".to_owned()),
        offense_class: Some(class),
        ..entry(LawyerStep::Update)
    };
    let class = case(&world).offense_class;
    let other =
        if class == OffenseClass::Infraction { OffenseClass::Misdemeanor } else { OffenseClass::Infraction };
    let update = |class| record_step(&world.deps, &lawyer(1), CASE, &with_class(class), None);
    assert_eq!(outcome(&update(other)), "Fields");
    assert_ne!(outcome(&update(class)), "Fields");
}

#[rstest]
#[case::staff(admin(), "Ok")]
#[case::its_lawyer(lawyer(1), "Ok")]
#[case::its_driver(driver(), "Forbidden")]
#[case::another_driver(other_driver(), "NotFound")]
#[case::another_lawyer(lawyer(2), "NotFound")]
fn only_staff_and_the_cases_lawyer_can_record_the_first_contact(
    #[case] caller: application::access::Actor,
    #[case] expected: &str,
) {
    let world = world_with_accepted_case(2);
    assert_eq!(outcome(&record_contact(&world.deps, &caller, CASE)), expected);
    assert_eq!(case(&world).contacted_at.is_some(), expected == "Ok");
    world.advance(chrono::TimeDelta::hours(1));
    let again = record_contact(&world.deps, &admin(), CASE).unwrap();
    let first = if expected == "Ok" { noon() } else { noon() + chrono::TimeDelta::hours(1) };
    assert_eq!(again.contacted_at, Some(first));
}

#[test]
fn a_step_can_be_recorded_for_a_removed_ticket() {
    let world = world_with_appearance(1);
    world.remove_ticket();
    let guilty = Verdict { fine: Some(dollars(90)), ..verdict(CaseOutcome::Guilty) };
    record_by_lawyer(&world, LawyerStep::Outcome(guilty), None).unwrap();
    assert_eq!(step(&world), CaseStep::Decided);
}
