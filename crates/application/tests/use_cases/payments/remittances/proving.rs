//! Proofs: files that show that a remittance was sent.

use application::payments::remittances::proving;
use domain::payments::remittances::proof::{MAX_PROOF, MAX_PROOFS};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::ProofId;
use ports::payments::remittances::proofs::Proof;

use super::*;

const DOCUMENT: &[u8] = b"%PDF-1.7 the bank's statement %%EOF\n";
const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";

fn add(world: &World, content: &[u8]) -> Result<Proof> {
    let added = proving::add_proof(&world.deps, &admin(), RemittanceId(1), "statement.pdf", content);
    added.map(|(proof, _)| proof)
}

fn stored_proofs(world: &World) -> Vec<Proof> {
    world
        .transact(|store| sending::show_remittance(&world.deps, store, &admin(), RemittanceId(1)))
        .unwrap()
        .proofs
}

fn fetch(world: &World, id: ProofId) -> Result<Vec<u8>> {
    Ok(world.transact(|store| proving::read_proof(&world.deps, store, &admin(), id))?.1)
}

fn audited_values(world: &World, field: &str) -> Vec<String> {
    let tables = world.database.tables();
    let values = tables.audit.iter().flat_map(|entry| &entry.after);
    values.filter(|(name, _)| *name == field).map(|(_, value)| value.clone()).collect()
}

#[test]
fn a_pdf_proof_is_stored_unchanged_and_an_image_is_reencoded() {
    let world = world();
    prepare_and_send(&world);
    let document = add(&world, DOCUMENT).unwrap();
    // The file's type is detected from its content, not from its name.
    let picture = add(&world, PICTURE).unwrap();
    assert_eq!((document.kind, picture.kind), (FileKind::Pdf, FileKind::Png));
    assert_eq!(fetch(&world, document.id).unwrap(), DOCUMENT);
    assert_eq!(fetch(&world, picture.id).unwrap(), [PICTURE, b"drawn again"].concat());
    let shown = world
        .transact(|store| sending::show_remittance(&world.deps, store, &admin(), RemittanceId(1)))
        .unwrap();
    assert_eq!(shown.proofs, [document.clone(), picture]);
    assert!(shown.names.contains_key(&document.added_by.unwrap()), "{:?}", shown.names);
    assert_eq!(audited_values(&world, "proofAdded"), ["1", "2"]);
}

#[test]
fn a_proof_can_be_deleted_and_the_deletion_is_audited() {
    let world = world();
    prepare_and_send(&world);
    let proof = add(&world, DOCUMENT).unwrap();
    let (removed, names) = proving::remove_proof(&world.deps, &admin(), proof.id).unwrap();
    assert!(names.contains_key(&removed.added_by.unwrap()), "{names:?}");
    assert_eq!(stored_proofs(&world), []);
    assert_eq!(audited_values(&world, "proofRemoved"), ["1"]);
    assert_eq!(outcome(&proving::remove_proof(&world.deps, &admin(), proof.id)), "NotFound");
    assert_eq!(outcome(&fetch(&world, proof.id).map(drop)), "NotFound");
}

#[test]
fn a_proof_can_be_added_only_to_a_sent_remittance() {
    let world = world();
    prepare_for_court(&world);
    assert_eq!(outcome(&add(&world, DOCUMENT).map(drop)), "ChangedMeanwhile");
    let nowhere = proving::add_proof(&world.deps, &admin(), RemittanceId(9), "a.pdf", DOCUMENT);
    assert_eq!(outcome(&nowhere.map(drop)), "NotFound");
}

#[test]
fn a_remittance_has_a_maximum_number_of_proofs() {
    let world = world();
    prepare_and_send(&world);
    for _ in 0..MAX_PROOFS {
        add(&world, DOCUMENT).unwrap();
    }
    assert_eq!(outcome(&add(&world, DOCUMENT).map(drop)), "TooManyProofs");
    proving::remove_proof(&world.deps, &admin(), ProofId(2)).unwrap();
    add(&world, DOCUMENT).unwrap();
    assert_eq!(stored_proofs(&world).len(), MAX_PROOFS);
}

#[test]
fn an_invalid_proof_is_refused_with_a_message_and_not_stored() {
    let world = world();
    prepare_and_send(&world);
    let huge = vec![b' '; MAX_PROOF + 1];
    let bomb = [PICTURE, b"bomb"].concat();
    let wrong: [(&[u8], &str); 6] = [
        (b"", "empty"),
        (b"<html><script>alert(1)</script>", "Choose a PDF"),
        (b"%PDF-1.7 the bank's", "incomplete"),
        (b"\x89PNG\r\n\x1A\n\0\0\0\x09IDAT", "incomplete"),
        (&bomb, "40 million"),
        (&huge, "10 MB"),
    ];
    for (content, sentence) in wrong {
        let refused = add(&world, content);
        assert!(error_text(&refused).contains(sentence), "{}", error_text(&refused));
    }
    let unnamed = proving::add_proof(&world.deps, &admin(), RemittanceId(1), " ", DOCUMENT);
    assert!(error_text(&unnamed).contains("fileName"), "{}", error_text(&unnamed));
    assert_eq!(stored_proofs(&world), []);
}

#[test]
fn drivers_can_neither_upload_nor_see_proofs() {
    let world = world();
    prepare_and_send(&world);
    let proof = add(&world, DOCUMENT).unwrap();
    let (deps, caller) = (&world.deps, &driver());
    let refusals = [
        outcome(&world.transact(|store| proving::check_may_add_proof(store, caller, RemittanceId(1)))),
        outcome(&proving::add_proof(deps, caller, RemittanceId(1), "a.pdf", DOCUMENT).map(drop)),
        outcome(&world.transact(|store| proving::read_proof(deps, store, caller, proof.id).map(drop))),
        outcome(&proving::remove_proof(deps, caller, proof.id)),
    ];
    assert_eq!(refusals, ["Forbidden"; 4]);
}
