//! Changes of a ticket's court and court date. The ticket's open case gets the same changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::Deps;
use application::driving_record::filing::{ItemEdit, change_item};
use application::legal_help::cases::court::correction::{CourtCorrection, correct_court};
use application::legal_help::cases::deadlines::handle_case_deadlines;
use application::legal_help::cases::ends::{end_by_staff, reassign};
use application::legal_help::cases::offers::{accept, decline};
use application::payments::remittances::merging::{MergeRequest, merge_authorities};
use application::payments::remittances::register;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::PracticeArea;
use domain::legal_help::offer::{LegalHelp, LegalHelpRule};
use domain::payments::refund::RefundReason;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::{AuthorityId, HireId};
use domain::shared::us_state::UsState;

use super::build::*;
use crate::support::*;

/// Runs the job that handles case deadlines. Returns how many cases the job tried to handle.
fn run_deadline_job(world: &World) -> usize {
    handle_case_deadlines(&world.deps).unwrap()
}

/// Adds a court to the register, and returns its id.
fn add_court(world: &World, name: &str, state: &str) -> AuthorityId {
    let details = AuthorityDetails::parse(name, AuthorityKind::Court, &[], None).unwrap();
    let details = details.with_location(Some(state), None, None).unwrap();
    register::add_authority(&world.deps, &admin(), &details).unwrap().id
}

/// Changes a field of the ticket as staff.
fn change_ticket(world: &World, field: &'static str, value: &str) {
    change_item(&world.deps, &admin(), TICKET, &ItemEdit::default(), |draft| draft.with(field, value))
        .unwrap();
}

#[test]
fn lawyers_of_a_court_assigned_to_the_ticket_become_candidates_for_its_open_case() {
    let world = world_with_hire(2);
    let court = add_court(&world, "Albany City Court", "New York");
    let areas = vec![PracticeArea::Court(UsState::NewYork, court)];
    world.database.tables().legal_help.lawyers[1].record.areas = areas;
    change_ticket(&world, "court_id", &court.to_string());
    assert_eq!(run_deadline_job(&world), 1);
    assert_eq!(case(&world).court.name.as_deref(), Some("Albany City Court"));
    assert_eq!((offered_to(&world), last_event(&world).0), (Some(1), CaseEventKind::CourtCorrected));
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    assert_eq!((offered_to(&world), run_deadline_job(&world)), (Some(2), 0));
}

#[test]
fn merging_a_court_keeps_the_offer_to_a_lawyer_who_takes_cases_only_in_that_court() {
    let world = world_with_hire(1);
    let kept = add_court(&world, "Albany City Court", "New York");
    let merged = add_court(&world, "Albany Court", "New York");
    let areas = vec![PracticeArea::Court(UsState::NewYork, merged)];
    world.database.tables().legal_help.lawyers[0].record.areas = areas;
    change_ticket(&world, "court_id", &merged.to_string());
    run_deadline_job(&world);
    let request = MergeRequest { merged: (merged, 1), into: (kept, 1) };
    merge_authorities(&world.deps, &admin(), request).unwrap();
    run_deadline_job(&world);
    assert_eq!((offered_to(&world), case(&world).court.id), (Some(1), Some(kept)));
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
}

#[test]
fn an_offer_ends_with_a_refund_if_the_ticket_moves_to_a_state_without_lawyers() {
    let world = world_with_hire(1);
    change_ticket(&world, "court_state", "Ohio");
    run_deadline_job(&world);
    assert_eq!((step(&world), refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

/// Changes the ticket's court date, without an edit by staff.
fn move_court_date(world: &World, day: &str) {
    let mut tables = world.database.tables();
    let filed = &mut tables.tickets[0].filed;
    (filed.is_court_required, filed.court_date) = (true, Some(date(day)));
    filed.court_time = Some("9:30 AM".to_owned());
}

#[test]
fn a_court_date_changed_on_the_ticket_changes_the_case_and_its_next_update() {
    let world = world_with_appearance(1);
    move_court_date(&world, "2026-03-10");
    assert_eq!(run_deadline_job(&world), 1);
    let changed = case(&world);
    assert_eq!(
        (changed.court_date, changed.court_time.as_deref()),
        (Some(date("2026-03-10")), Some("9:30 AM"))
    );
    assert_eq!(
        (changed.step, last_event(&world).0),
        (CaseStep::CourtDateSet, CaseEventKind::CourtDateChanged)
    );
    assert_eq!(changed.update_due, Some(time("2026-03-13T04:00:00Z")), "two business days after the date");
    assert_eq!(run_deadline_job(&world), 0);
}

#[test]
fn an_earlier_court_date_shortens_the_deadline_to_accept_and_a_later_one_does_not_extend_it() {
    let world = world_with_hire(2);
    let first = case(&world).accept_by;
    for (day, expected) in [("2026-12-01", first), ("2026-03-12", Some(time("2026-03-06T05:00:00Z")))] {
        move_court_date(&world, day);
        assert_eq!(run_deadline_job(&world), 1);
        assert_eq!((case(&world).accept_by, step(&world)), (expected, CaseStep::Offered));
    }
}

#[test]
fn an_earlier_court_date_shortens_the_deadline_of_an_open_offer_and_the_lawyer_cannot_accept_after_it() {
    let world = world_with_hire(1);
    move_court_date(&world, "2026-03-03");
    run_deadline_job(&world);
    let accept_by = case(&world).accept_by.unwrap();
    assert_eq!(case(&world).answer_by, Some(accept_by), "no answer is possible later");
    world.advance(accept_by - noon());
    assert_eq!(outcome(&accept(&world.deps, &lawyer(1), CASE, None, None)), "MatchingStopped");
    run_deadline_job(&world);
    assert_eq!((step(&world), refunds(&world)), (CaseStep::NoLawyer, vec![RefundReason::NoLawyer]));
}

#[test]
fn changing_the_courts_state_keeps_the_offense_class_and_fee_terms_after_a_lawyer_accepted() {
    let world = world_with_appearance(1);
    let (class, terms) = (case(&world).offense_class, case(&world).fee);
    change_ticket(&world, "court_state", "California");
    run_deadline_job(&world);
    assert_eq!(case(&world).court.state, Some(UsState::California));
    assert_eq!((case(&world).offense_class, case(&world).fee), (class, terms));
}

#[test]
fn moving_a_case_to_another_state_keeps_the_fee_terms_after_a_lawyer_earned_a_part() {
    let world = world_with_appearance(2);
    let terms = case(&world).fee;
    reassign(&world.deps, &admin(), CASE, "Ill", None).unwrap();
    let off = LegalHelpRule { appearance_earns: 0, ..LegalHelpRule::DEVELOPMENT };
    let legal_help = Arc::new(LegalHelp::in_development(BTreeMap::from([(UsState::Ohio, off)])));
    let deps = Deps { legal_help, ..world.deps };
    let corrected = correct_court(&deps, &admin(), CASE, &in_ohio(None), None).unwrap();
    assert_eq!(corrected.fee, terms);
}

#[test]
fn a_case_that_staff_handle_gets_the_court_and_court_date_of_its_ticket() {
    let world = world_with_hire(0);
    move_court_date(&world, "2026-03-10");
    change_ticket(&world, "court_state", "Ohio");
    run_deadline_job(&world);
    let changed = case(&world);
    assert_eq!((changed.court.state, changed.court_date), (Some(UsState::Ohio), Some(date("2026-03-10"))));
    assert_eq!((changed.step, refunds(&world)), (CaseStep::Hired, vec![]));
}

/// Returns a court in Ohio as staff enter it: by its id in the register, or by a name.
fn in_ohio(id: Option<AuthorityId>) -> CourtCorrection {
    let name = id.is_none().then(|| "Akron Court".to_owned());
    CourtCorrection { state: UsState::Ohio, name, id }
}

#[test]
fn a_corrected_court_is_written_to_the_ticket_so_that_the_next_hire_starts_with_it() {
    for is_registered in [false, true] {
        let world = world_with_accepted_case(1);
        let id = is_registered.then(|| add_court(&world, "Akron Court", "Ohio"));
        correct_court(&world.deps, &admin(), CASE, &in_ohio(id), None).unwrap();
        let filed = world.database.tables().tickets[0].filed.clone();
        assert_eq!((filed.court_state.as_deref(), filed.court_id), (Some("Ohio"), id.map(|id| id.0)));
        assert_eq!(run_deadline_job(&world), 0, "the case has the ticket's court");
        end_by_staff(&world.deps, &admin(), CASE, "A mistake", None).unwrap();
        let mut licensed = record(1);
        licensed.licenses[0].state = UsState::Ohio;
        licensed.areas = vec![PracticeArea::State(UsState::Ohio)];
        licensed.takes_misdemeanors = true;
        world.database.tables().legal_help.lawyers[0].record = licensed;
        hire_another(&world, LAWYER);
        let next = world.database.tables().cases().into_iter().find(|case| case.id == HireId(2)).unwrap();
        assert_eq!(
            (next.court.state, next.court.name.as_deref()),
            (Some(UsState::Ohio), Some("Akron Court"))
        );
        assert_eq!((next.court.id, next.step), (id, CaseStep::Offered));
    }
}

#[test]
fn a_court_correction_that_contradicts_the_register_is_refused() {
    let world = world_with_accepted_case(1);
    add_court(&world, "Albany City Court", "New York");
    change_ticket(&world, "issuer", "Albany City Court");
    run_deadline_job(&world);
    let corrected = correct_court(&world.deps, &admin(), CASE, &in_ohio(None), None);
    assert_eq!(outcome(&corrected), "Fields");
    assert_eq!(case(&world).court.name.as_deref(), Some("Albany City Court"));
}
