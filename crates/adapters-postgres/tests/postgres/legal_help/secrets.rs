//! Tests of the keys, messages, files and consents of cases.

use domain::legal_help::agreement::{Agreement, PDF_TEXT};
use domain::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::secrets::Uploader;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{HireId, LawyerId, UserId};
use ports::legal_help::cases::Cases;
use ports::legal_help::secrets::{CaseFile, CaseFiles, CaseSecrets, NewCaseFile};
use ports::security::data_keys::{DataKeys, SealedKind};

use super::samples::{SEALED, case, event, lawyer};
use crate::support::{World, at};

/// Creates a case of the lawyer Ann, with a key. Returns the world and the ids of the driver, the case and Ann.
fn world() -> (World, UserId, HireId, LawyerId) {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    let id = case(&mut world, driver, "a", |case| case.lawyer_id = Some(ann)).id;
    world.store().insert_case_key(id, &SEALED, at(5)).unwrap();
    (world, driver, id, ann)
}

#[test]
fn the_content_of_a_case_file_is_due_for_deletion_once_its_case_key_is_deleted() {
    let (mut world, _, id, ann) = world();
    let mut store = world.store();
    let file = store
        .insert_case_file(&NewCaseFile {
            case: id,
            lawyer_id: Some(ann),
            sealed_name: &SEALED,
            kind: FileKind::Png,
            bytes: 15 * 1024 * 1024,
            content_name: "a-name",
            added_at: at(6),
        })
        .unwrap();
    assert_eq!(file.content_name.as_deref(), Some("a-name"));
    assert_eq!(store.case_file(file.id).unwrap(), Some(file.clone()));
    assert_eq!(store.case_files(id).unwrap(), [file]);
    assert_eq!((store.count_messages_and_files(id).unwrap().files, store.case_file(99).unwrap()), (1, None));
    world.db.execute("DELETE FROM case_keys");
    let due = world.db.value("SELECT content_name FROM content_deletions");
    assert_eq!(due.as_deref(), Some("a-name"));
}

#[test]
fn the_contents_of_case_files_from_earlier_releases_are_read_from_the_database() {
    let (mut world, _, id, _) = world();
    world.db.execute(&format!(
        "INSERT INTO case_files (hire_id, is_from_lawyer, sealed_name, kind, bytes, added_at)
             VALUES ({id}, true, decode(repeat('07', 41), 'hex'), 'pdf', 4, now());
         INSERT INTO case_file_pieces (file_id, number, content)
             SELECT id, number, convert_to(number || 'x', 'UTF8') FROM case_files, generate_series(0, 1) AS number"
    ));
    let mut store = world.store();
    let [file] = &store.case_files(id).unwrap()[..] else { panic!("one file") };
    assert_eq!(file.content_name, None);
    assert_eq!(store.case_file_content(file.id).unwrap(), b"0x1x");
    world.db.execute("DELETE FROM case_keys");
    assert_eq!(world.db.value("SELECT content_name FROM content_deletions"), None);
}

#[test]
fn the_migration_sets_the_uploader_of_an_older_case_file_to_the_lawyer_of_that_time() {
    let (mut world, _, id, ann) = world();
    let ben = lawyer(&mut world, "Ben").id;
    for (lawyer, second) in [(ann, 10), (ben, 30)] {
        world.db.execute(&format!(
            "INSERT INTO case_events (hire_id, kind, step, at, actor, lawyer_id)
             VALUES ({id}, 'lawyer_accepted', 'accepted', to_timestamp({second}), 'lawyer', {lawyer})"
        ));
    }
    for (is_from_lawyer, second) in [(true, 5), (true, 20), (true, 40), (false, 40)] {
        world.db.execute(&format!(
            "INSERT INTO case_files (hire_id, is_from_lawyer, sealed_name, kind, bytes, added_at) VALUES
             ({id}, {is_from_lawyer}, decode(repeat('07', 41), 'hex'), 'pdf', 4, to_timestamp({second}))"
        ));
    }
    world.db.execute(include_str!(
        "../../../../../migrations/2026-11-28-000931_store_uploaders_of_older_case_files/up.sql"
    ));
    let files = world.store().case_files(id).unwrap();
    let mut uploaders: Vec<_> = files.iter().map(|file| (file.id, file.uploader())).collect();
    uploaders.sort_by_key(|(id, _)| *id);
    let uploaders: Vec<_> = uploaders.into_iter().map(|(_, uploader)| uploader).collect();
    let expected = [None, Some(Uploader::Lawyer(ann)), Some(Uploader::Lawyer(ben)), Some(Uploader::Driver)];
    assert_eq!(uploaders, expected);
}

#[test]
fn a_case_file_counts_as_used_while_an_event_or_agreement_refers_to_it() {
    let (mut world, _, id, ann) = world();
    let mut store = world.store();
    let [evidence, contract, unused] = [Some(ann), Some(ann), None].map(|lawyer_id| {
        let new = NewCaseFile {
            case: id,
            lawyer_id,
            sealed_name: &SEALED,
            kind: FileKind::Pdf,
            bytes: 1,
            content_name: "a-name",
            added_at: at(6),
        };
        store.insert_case_file(&new).unwrap()
    });
    let uploaders = [&evidence, &unused].map(CaseFile::uploader);
    assert_eq!(uploaders, [Some(Uploader::Lawyer(ann)), Some(Uploader::Driver)]);
    let update = event(id, CaseEventKind::Update, CaseStep::Accepted);
    let update = NewCaseEvent { files: vec![evidence.id], ..update };
    store.add_case_event(&update).unwrap();
    assert_eq!(store.case_events(id).unwrap().pop().unwrap().event, update);
    let agreement = Agreement {
        lawyer_id: ann,
        text: PDF_TEXT.to_owned(),
        file: Some(contract.id),
        sha256: "ab".repeat(32),
        sent_at: at(7),
        signature: None,
    };
    store.set_agreement(id, &agreement).unwrap();
    assert_eq!(store.agreement(id, ann).unwrap(), Some(agreement.clone()));
    let used: Vec<_> = store.case_files(id).unwrap().into_iter().map(|file| file.is_used).collect();
    assert_eq!(used, [true, true, false]);
    store.set_agreement(id, &Agreement { file: None, ..agreement }).unwrap();
    assert!(!store.case_file(contract.id).unwrap().unwrap().is_used, "another agreement replaced it");
}

#[test]
fn a_resealed_case_key_replaces_the_stored_key_only_if_that_key_has_not_changed() {
    let (mut world, _, id, _) = world();
    let mut store = world.store();
    let found = |store: &mut dyn DataKeys, marks: &[Vec<u8>], after| {
        store.values_to_reseal(SealedKind::CaseKeys, marks, UserId(after), 9).unwrap()
    };
    let values = found(&mut store, &[], i32::MIN);
    let [value] = &values[..] else { panic!("one key: {values:?}") };
    assert_eq!((value.user, &value.sealed[..]), (UserId(i32::MIN + id.0), &SEALED[..]));
    assert!(found(&mut store, &[], value.user.0).is_empty());
    assert!(
        found(&mut store, &[vec![7; 6]], i32::MIN).is_empty(),
        "a value with a skipped prefix is not found"
    );
    assert!(store.replace_sealed_value(SealedKind::CaseKeys, value, &[8; 60]).unwrap());
    assert!(
        !store.replace_sealed_value(SealedKind::CaseKeys, value, &[9; 60]).unwrap(),
        "the value has changed since it was read"
    );
    assert_eq!(store.case_key(id).unwrap(), Some(vec![8; 60]));
}
