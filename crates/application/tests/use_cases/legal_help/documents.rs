//! Documents of steps, agreements in a PDF, and deletion of files.

use application::access::Actor;
use application::error::{Error, Result};
use application::legal_help::cases::agreement::{AgreementEntry, send, sign};
use application::legal_help::cases::ends::reassign;
use application::legal_help::cases::offers::accept;
use application::legal_help::cases::secrets::{files, messages};
use application::legal_help::cases::steps::{LawyerStep, StepEntry, record_step};
use application::legal_help::cases::view::show;
use application::shared::files::cleanup::delete_due_contents;
use chrono::TimeDelta;
use domain::legal_help::agreement::PDF_TEXT;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::HireId;
use rstest::rstest;

use super::build::*;
use crate::support::*;

const DOCUMENT: &[u8] = b"%PDF-1.7 the court's letter %%EOF\n";
const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";

/// Uploads a file and returns its id.
fn upload(world: &World, caller: &Actor, name: &str, content: &[u8]) -> i64 {
    files::add(&world.deps, caller, CASE, name, content).unwrap();
    world.database.tables().legal_help.secrets.files.last().unwrap().0.id
}

/// Records a step with these files as lawyer 1.
fn record_with(world: &World, step: LawyerStep, files: &[i64], is_document_pending: bool) -> Result<Case> {
    let entry = StepEntry { files: files.to_vec(), is_document_pending, ..entry(step) };
    record_step(&world.deps, &lawyer(1), CASE, &entry, None)
}

fn send_pdf(world: &World, file: i64) -> Result<Case> {
    send(&world.deps, &lawyer(1), CASE, &AgreementEntry::Pdf(file), None)
}

fn guilty() -> LawyerStep {
    let outcome = CaseOutcome::Guilty;
    LawyerStep::Outcome(Verdict { outcome, fine: None, points: None, until: None, due: None })
}

/// Returns the name of the first invalid field.
fn invalid_field<T: std::fmt::Debug>(result: Result<T>) -> &'static str {
    match result {
        Err(Error::Fields(fields)) => fields[0].0,
        other => panic!("{other:?}"),
    }
}

/// Returns the ids of the files that the caller may delete.
fn deletable(world: &World, caller: &Actor) -> Vec<i64> {
    let found = world.transact(|store| messages::read(&world.deps, store, caller, CASE)).unwrap();
    found.files.into_iter().filter(|(_, may_delete)| *may_delete).map(|(file, _)| file.id).collect()
}

#[test]
fn driver_lawyer_and_staff_see_which_files_document_a_step() {
    let world = world_with_signed_agreement(1);
    let photo = upload(&world, &driver(), "Photo.pdf", DOCUMENT);
    let motion = upload(&world, &lawyer(1), "Motion.pdf", DOCUMENT);
    record_with(&world, LawyerStep::Appearance, &[motion, photo], false).unwrap();
    for caller in [driver(), lawyer(1), admin()] {
        let seen = world.transact(|store| show(&world.deps, store, &caller, CASE)).unwrap();
        assert_eq!(seen.events.last().unwrap().event.event.files, [motion, photo]);
    }
}

#[rstest]
#[case::a_file_of_no_case(&[99])]
#[case::the_same_file_twice(&[1, 1])]
#[case::a_file_of_another_case(&[2])]
fn a_lawyers_step_can_refer_only_to_files_of_its_case_and_to_no_file_twice(#[case] chosen: &[i64]) {
    let world = world_with_signed_agreement(1);
    upload(&world, &lawyer(1), "Motion.pdf", DOCUMENT);
    let other = upload(&world, &lawyer(1), "Other.pdf", DOCUMENT);
    world.database.tables().legal_help.secrets.files[1].0.case = HireId(7);
    assert_eq!(other, 2);
    let refused = record_with(&world, LawyerStep::Appearance, chosen, false);
    assert_eq!((invalid_field(refused), step(&world)), ("files", CaseStep::AgreementSigned));
}

#[test]
fn a_lawyer_must_attach_the_courts_document_to_a_decision_unless_the_court_has_issued_none() {
    let world = world_with_appearance(1);
    assert_eq!(invalid_field(record_with(&world, guilty(), &[], false)), "files");
    record_with(&world, guilty(), &[], true).unwrap();
    let order = upload(&world, &lawyer(1), "Order.pdf", DOCUMENT);
    record_with(&world, guilty(), &[order], false).unwrap();
    record_with(&world, LawyerStep::AppealWindow, &[], false).unwrap();
}

#[test]
fn the_driver_signs_a_pdf_whose_hash_is_stored() {
    let world = world_with_accepted_case(1);
    let file = upload(&world, &lawyer(1), "Agreement.pdf", DOCUMENT);
    send_pdf(&world, file).unwrap();
    sign(&world.deps, &driver(), CASE, "Dana Driver", false, None).unwrap();
    let (_, agreement) = world.database.tables().legal_help.agreements[0].clone();
    assert_eq!((agreement.text.as_str(), agreement.file), (PDF_TEXT, Some(file)));
    let hash: String = world.deps.tokens.sha256(DOCUMENT).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((agreement.sha256, agreement.signature.unwrap().name), (hash, "Dana Driver".to_owned()));
}

#[test]
fn an_agreements_file_must_be_a_pdf_that_a_lawyer_uploaded_to_the_case() {
    let world = world_with_accepted_case(2);
    let of_driver = upload(&world, &driver(), "Mine.pdf", DOCUMENT);
    let picture = upload(&world, &lawyer(1), "Page.png", PICTURE);
    let elsewhere = upload(&world, &lawyer(1), "Other.pdf", DOCUMENT);
    world.database.tables().legal_help.secrets.files[2].0.case = HireId(7);
    for file in [of_driver, picture, elsewhere, 99] {
        assert_eq!(invalid_field(send_pdf(&world, file)), "fileId");
    }
    let entry = AgreementEntry::Pdf(picture);
    for (caller, expected) in [(lawyer(2), "NotFound"), (driver(), "Forbidden"), (admin(), "Forbidden")] {
        assert_eq!(outcome(&send(&world.deps, &caller, CASE, &entry, None)), expected);
    }
}

#[test]
fn a_deleted_file_no_longer_counts_toward_the_limit_and_its_event_omits_its_name() {
    let world = world_with_accepted_case(1);
    let first = upload(&world, &driver(), "My face.pdf", DOCUMENT);
    for _ in 1..20 {
        upload(&world, &driver(), "Photo.pdf", DOCUMENT);
    }
    let more = files::add(&world.deps, &driver(), CASE, "More.pdf", DOCUMENT);
    assert_eq!(outcome(&more), "TooManyFiles");
    assert_eq!(files::delete(&world.deps, &driver(), first).unwrap(), CASE);
    assert_eq!(last_event(&world), (CaseEventKind::FileDeleted, None));
    upload(&world, &driver(), "More.pdf", DOCUMENT);
    assert_eq!(outcome(&files::delete(&world.deps, &driver(), first)), "NotFound");
}

#[test]
fn the_content_of_a_deleted_file_is_deleted_from_the_storage() {
    let world = world_with_accepted_case(1);
    let photo = upload(&world, &driver(), "Photo.pdf", DOCUMENT);
    let motion = upload(&world, &lawyer(1), "Motion.pdf", DOCUMENT);
    files::delete(&world.deps, &driver(), photo).unwrap();
    assert_eq!(world.contents.names().len(), 2, "a later job deletes it");
    world.advance(TimeDelta::minutes(2));
    assert_eq!(delete_due_contents(&world.deps).unwrap(), 1);
    assert_eq!(world.contents.names().len(), 1);
    let kept = world.transact(|store| files::fetch(&world.deps, store, &driver(), motion)).unwrap();
    assert_eq!(files::open(&world.deps, kept).unwrap().1, DOCUMENT);
}

#[test]
fn only_the_uploader_of_a_file_can_delete_it() {
    let world = world_with_accepted_case(2);
    let photo = upload(&world, &driver(), "Photo.pdf", DOCUMENT);
    let motion = upload(&world, &lawyer(1), "Motion.pdf", DOCUMENT);
    let delete = |caller: &Actor, file| outcome(&files::delete(&world.deps, caller, file));
    for (caller, file, expected) in [
        (driver(), motion, "Forbidden"),
        (lawyer(1), photo, "Forbidden"),
        (lawyer(2), photo, "NotFound"),
        (other_driver(), photo, "NotFound"),
        (admin(), photo, "Forbidden"),
    ] {
        assert_eq!(delete(&caller, file), expected);
    }
    assert_eq!((deletable(&world, &driver()), deletable(&world, &lawyer(1))), (vec![photo], vec![motion]));
    reassign(&world.deps, &admin(), CASE, "Absent", None).unwrap();
    accept(&world.deps, &lawyer(2), CASE, None, None).unwrap();
    assert_eq!(delete(&lawyer(2), motion), "Forbidden", "a former lawyer uploaded it");
    world.database.tables().set_first_case(CaseStep::Closed);
    assert_eq!(delete(&driver(), photo), "MessagesClosed");
    assert!(deletable(&world, &driver()).is_empty());
}

#[test]
fn a_file_that_a_step_or_the_agreement_refers_to_cannot_be_deleted() {
    let world = world_with_accepted_case(1);
    let [contract, motion] =
        ["Agreement.pdf", "Motion.pdf"].map(|name| upload(&world, &lawyer(1), name, DOCUMENT));
    send_pdf(&world, contract).unwrap();
    sign(&world.deps, &driver(), CASE, "Dana Driver", false, None).unwrap();
    record_with(&world, LawyerStep::Appearance, &[motion], false).unwrap();
    for file in [contract, motion] {
        assert_eq!(outcome(&files::delete(&world.deps, &lawyer(1), file)), "FileInUse");
    }
    assert!(deletable(&world, &lawyer(1)).is_empty());
    assert_eq!(world.database.tables().legal_help.secrets.files.len(), 2);
}
