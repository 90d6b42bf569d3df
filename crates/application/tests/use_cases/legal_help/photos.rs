//! Photos of lawyers.

use std::sync::Arc;

use application::access::Actor;
use application::error::{Error, Result};
use application::legal_help::lawyers::photo::{check_may_upload, remove, show, show_of_case, upload};
use domain::security::audit::AuditAction;
use domain::shared::ids::LawyerId;
use ports::shared::malware::{MalwareScanner, ScanError, ScanResult};
use rstest::rstest;

use super::build::*;
use crate::support::*;

const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";
const LAWYER: LawyerId = LawyerId(1);

fn show_photo_of_case(world: &World, caller: &Actor) -> Result<Vec<u8>> {
    world.transact(|store| show_of_case(store, caller, CASE))
}

#[test]
fn the_driver_sees_the_photo_of_the_lawyer_who_accepted() {
    let world = world_with_hire(2);
    upload(&world.deps, &admin(), LAWYER, PICTURE).unwrap();
    assert_eq!(outcome(&show_photo_of_case(&world, &driver())), "NotFound", "no lawyer accepted yet");
    assert_eq!(outcome(&show_photo_of_case(&world, &lawyer(1))), "NotFound");
    application::legal_help::cases::offers::accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    let photo = show_photo_of_case(&world, &driver()).unwrap();
    assert!(photo.ends_with(b"drawn again 256"), "re-encoded as a square");
    for (caller, expected) in
        [(admin(), "Ok"), (lawyer(1), "Ok"), (lawyer(2), "NotFound"), (other_driver(), "NotFound")]
    {
        assert_eq!(outcome(&show_photo_of_case(&world, &caller)), expected);
    }
    remove(&world.deps, &admin(), LAWYER).unwrap();
    assert_eq!(outcome(&show_photo_of_case(&world, &driver())), "NotFound");
}

#[test]
fn staff_replace_and_remove_a_photo_and_each_change_is_audited() {
    let world = world_with_lawyers(1);
    let photo = || world.transact(|store| show(store, &admin(), LAWYER));
    assert_eq!(outcome(&photo()), "NotFound");
    for _ in 0..2 {
        upload(&world.deps, &admin(), LAWYER, PICTURE).unwrap();
    }
    assert!(photo().is_ok());
    for _ in 0..2 {
        remove(&world.deps, &admin(), LAWYER).unwrap();
    }
    assert_eq!(outcome(&photo()), "NotFound");
    assert_eq!(world.audited(), [AuditAction::LawyerChanged; 3], "removing nothing isn't a change");
}

#[rstest]
#[case::a_document(b"%PDF-1.7 a letter %%EOF\n", "Choose a JPEG or PNG file.")]
#[case::half_a_document(b"%PDF-1.7 a letter", "Choose a JPEG or PNG file.")]
#[case::a_page(b"<html>", "Choose a JPEG or PNG file.")]
#[case::half_a_picture(b"\x89PNG\r\n\x1A\n", "This file is incomplete. Save or scan it again.")]
#[case::a_bomb(b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!bomb", "")]
fn only_images_are_accepted_as_a_lawyers_photo(#[case] content: &[u8], #[case] sentence: &str) {
    let world = world_with_lawyers(1);
    match upload(&world.deps, &admin(), LAWYER, content) {
        Err(Error::Fields(fields)) => {
            assert_eq!(fields[0].0, "file");
            assert!(fields[0].1.starts_with(sentence), "{fields:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::a_driver(driver())]
#[case::the_lawyer(lawyer(1))]
fn only_staff_can_show_and_change_a_lawyers_photo_in_the_back_office(#[case] caller: Actor) {
    let world = world_with_lawyers(1);
    assert_eq!(outcome(&upload(&world.deps, &caller, LAWYER, PICTURE)), "Forbidden");
    assert_eq!(outcome(&world.transact(|store| check_may_upload(store, &caller, LAWYER))), "Forbidden");
    assert_eq!(outcome(&remove(&world.deps, &caller, LAWYER)), "Forbidden");
    assert_eq!(outcome(&world.transact(|store| show(store, &caller, LAWYER))), "Forbidden");
    assert_eq!(outcome(&upload(&world.deps, &admin(), LawyerId(9), PICTURE)), "NotFound");
}

/// A fake scanner that finds malware in every file, or can't be reached.
struct Scanner {
    is_reachable: bool,
}

impl MalwareScanner for Scanner {
    fn scan(&self, _: &[u8]) -> std::result::Result<ScanResult, ScanError> {
        if self.is_reachable { Ok(ScanResult::Malware) } else { Err(ScanError("no answer".into())) }
    }
}

#[rstest]
#[case::malware(true, "Fields")]
#[case::without_an_answer(false, "ScannerUnavailable")]
fn a_photo_is_scanned_before_it_is_stored(#[case] is_reachable: bool, #[case] expected: &str) {
    let mut world = world_with_lawyers(1);
    world.deps.malware = Some(Arc::new(Scanner { is_reachable }));
    assert_eq!(outcome(&upload(&world.deps, &admin(), LAWYER, PICTURE)), expected);
    assert_eq!(outcome(&world.transact(|store| show(store, &admin(), LAWYER))), "NotFound");
}
