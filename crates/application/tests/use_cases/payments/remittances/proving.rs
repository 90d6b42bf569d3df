//! Files that prove that a remittance was sent.

use application::payments::remittances::proving;
use domain::payments::remittances::proof::{LARGEST_PROOF, MOST_PROOFS, ProofKind};
use domain::shared::ids::ProofId;
use ports::payments::remittances::proofs::Proof;

use super::*;

const DOCUMENT: &[u8] = b"%PDF-1.7 the bank's statement %%EOF\n";
const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";

fn add(world: &World, content: &[u8]) -> Result<Proof> {
    proving::add(&world.deps, &admin(), RemittanceId(1), "statement.pdf", content)
}

fn kept(world: &World) -> Vec<Proof> {
    world.transact(|store| sending::show(&world.deps, store, &admin(), RemittanceId(1))).unwrap().proofs
}

fn fetched(world: &World, id: ProofId) -> Result<Vec<u8>> {
    Ok(world.transact(|store| proving::fetch(&world.deps, store, &admin(), id))?.1)
}

fn told(world: &World, field: &str) -> Vec<String> {
    let tables = world.database.tables();
    let values = tables.audit.iter().flat_map(|entry| &entry.after);
    values.filter(|(name, _)| *name == field).map(|(_, value)| value.clone()).collect()
}

#[test]
fn a_document_is_kept_as_it_is_and_a_picture_is_drawn_again() {
    let world = world();
    sent(&world);
    let document = add(&world, DOCUMENT).unwrap();
    // The file's name doesn't determine its type.
    let picture = add(&world, PICTURE).unwrap();
    assert_eq!((document.kind, picture.kind), (ProofKind::Pdf, ProofKind::Png));
    assert_eq!(fetched(&world, document.id).unwrap(), DOCUMENT);
    assert_eq!(fetched(&world, picture.id).unwrap(), [PICTURE, b"drawn again"].concat());
    let shown = world.transact(|store| sending::show(&world.deps, store, &admin(), RemittanceId(1))).unwrap();
    assert_eq!(shown.proofs, [document.clone(), picture]);
    assert!(shown.names.contains_key(&document.added_by.unwrap()), "{:?}", shown.names);
    assert_eq!(told(&world, "proofAdded"), ["1", "2"]);
}

#[test]
fn it_can_be_taken_away_which_is_told() {
    let world = world();
    sent(&world);
    let proof = add(&world, DOCUMENT).unwrap();
    proving::remove(&world.deps, &admin(), proof.id).unwrap();
    assert_eq!(kept(&world), []);
    assert_eq!(told(&world, "proofRemoved"), ["1"]);
    assert_eq!(outcome(&proving::remove(&world.deps, &admin(), proof.id)), "NotFound");
    assert_eq!(outcome(&fetched(&world, proof.id).map(drop)), "NotFound");
}

#[test]
fn nothing_proves_what_was_not_sent() {
    let world = world();
    prepared(&world);
    assert_eq!(outcome(&add(&world, DOCUMENT).map(drop)), "ChangedMeanwhile");
    let nowhere = proving::add(&world.deps, &admin(), RemittanceId(9), "a.pdf", DOCUMENT);
    assert_eq!(outcome(&nowhere.map(drop)), "NotFound");
}

#[test]
fn so_many_are_kept_and_no_more() {
    let world = world();
    sent(&world);
    for _ in 0..MOST_PROOFS {
        add(&world, DOCUMENT).unwrap();
    }
    assert_eq!(outcome(&add(&world, DOCUMENT).map(drop)), "TooManyProofs");
    proving::remove(&world.deps, &admin(), ProofId(2)).unwrap();
    add(&world, DOCUMENT).unwrap();
    assert_eq!(kept(&world).len(), MOST_PROOFS);
}

#[test]
fn what_will_not_do_is_refused_with_a_sentence_and_nothing_is_kept() {
    let world = world();
    sent(&world);
    let huge = vec![b' '; LARGEST_PROOF + 1];
    let bomb = [PICTURE, b"bomb"].concat();
    let wrong: [(&[u8], &str); 6] = [
        (b"", "empty"),
        (b"<html><script>alert(1)</script>", "Choose a PDF"),
        (b"%PDF-1.7 the bank's", "cut off"),
        (b"\x89PNG\r\n\x1A\n\0\0\0\x09IDAT", "cut off"),
        (&bomb, "40 million"),
        (&huge, "10 MB"),
    ];
    for (content, sentence) in wrong {
        let refused = add(&world, content);
        assert!(said(&refused).contains(sentence), "{}", said(&refused));
    }
    let unnamed = proving::add(&world.deps, &admin(), RemittanceId(1), " ", DOCUMENT);
    assert!(said(&unnamed).contains("fileName"), "{}", said(&unnamed));
    assert_eq!(kept(&world), []);
}

#[test]
fn drivers_neither_bring_nor_see_it() {
    let world = world();
    sent(&world);
    let proof = add(&world, DOCUMENT).unwrap();
    let (deps, who) = (&world.deps, &driver());
    let refusals = [
        outcome(&world.transact(|store| proving::may_bring(store, who, RemittanceId(1)))),
        outcome(&proving::add(deps, who, RemittanceId(1), "a.pdf", DOCUMENT).map(drop)),
        outcome(&world.transact(|store| proving::fetch(deps, store, who, proof.id).map(drop))),
        outcome(&proving::remove(deps, who, proof.id)),
    ];
    assert_eq!(refusals, ["Forbidden"; 4]);
}
