use domain::driving_record::kinds::ItemKind;
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::payments::remittances::proof::MAX_PROOF;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{PaymentId, ProofId, RemittanceId, SecondBillId};
use ports::payments::remittances::billed_again::{SecondBill, SecondBillResolution};
use ports::payments::remittances::proofs::NewProof;
use ports::store::{Database, Store};

use crate::payments::records::add_transaction;
use crate::payments::samples::{city, owed};
use crate::support::{at, authority, item, items, transaction, user};

pub fn a_proof_file_of_any_size_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &[]));
        let ann = user(store, "ann@example.com");
        let [ticket, ..] = items(store, ann);
        owed(store, ann, ticket, Some("City of Houston"), 10);
        let remittance_id = store.prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap().id;
        let piece = 256 * 1024;
        let proofs = [1, piece - 1, piece, piece + 1, MAX_PROOF].map(|length| {
            let content: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
            let new = NewProof {
                remittance_id,
                name: "statement.pdf",
                kind: FileKind::Pdf,
                content: &content,
                by: ann,
                at: at(50),
            };
            let proof = store.insert_proof(&new).unwrap();
            assert_eq!(proof.bytes, i64::try_from(length).unwrap());
            assert!(store.proof_content(proof.id).unwrap() == content, "{length} bytes");
            proof
        });
        assert_eq!(store.proofs_of(&[remittance_id, RemittanceId(99)]).unwrap(), proofs);
        assert_eq!(store.proof(proofs[0].id).unwrap().as_ref(), Some(&proofs[0]));
        let is_removed = [(); 2].map(|()| store.remove_proof(proofs[4].id).unwrap());
        assert_eq!(is_removed, [true, false]);
        assert_eq!(store.proofs_of(&[remittance_id]).unwrap(), proofs[..4]);
        for id in [proofs[4].id, ProofId(99)] {
            assert_eq!((store.proof(id).unwrap(), store.proof_content(id).unwrap()), (None, vec![]));
        }
        assert_eq!(store.proofs_of(&[]).unwrap(), []);
    });
}

/// Builds the resolution of a second bill at this second.
pub(crate) fn settled(second: i64) -> SecondBillResolution {
    SecondBillResolution {
        at: at(second),
        by: None,
        outcome: SecondBillOutcome::SentAgain,
        note: "Sent by cheque.".to_owned(),
    }
}

fn ids(bills: Vec<SecondBill>) -> Vec<SecondBillId> {
    bills.into_iter().map(|bill| bill.id).collect()
}

pub fn a_payment_can_have_only_one_open_second_bill(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [ticket, ..] = items(store, ann);
        let transaction = add_transaction(store, ticket, ann, "a");
        let payment = transaction.payment_id.unwrap();
        let first = store.open_second_bill(payment, transaction.id, ann, at(20)).unwrap().unwrap();
        assert_eq!(store.open_second_bill(payment, transaction.id, ann, at(21)).unwrap(), None);
        let settled = SecondBillResolution { by: Some(ann), ..settled(30) };
        let is_settled =
            [first.id, first.id, SecondBillId(99)].map(|id| store.resolve_second_bill(id, &settled).unwrap());
        assert_eq!(is_settled, [true, false, false]);
        assert_eq!(store.second_bill(first.id).unwrap().unwrap().settled, Some(settled));
        assert_eq!(store.second_bill(SecondBillId(99)).unwrap(), None);
        let second = store.open_second_bill(payment, transaction.id, ann, at(40)).unwrap().unwrap();
        assert_eq!(store.newest_second_bills(&[payment, PaymentId(99)]).unwrap(), [second]);
        let since = [19, 20, 40].map(|second| store.count_second_bills_since(ann, at(second)).unwrap());
        assert_eq!(since, [2, 1, 0], "a report at that time isn't counted");
    });
}

pub fn open_second_bills_are_listed_oldest_first_and_resolved_second_bills_newest_first(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let opened = |store: &mut dyn Store, user, key: &str, second| {
            let toll = item(store, user, ItemKind::Toll);
            let transaction = add_transaction(store, toll, user, key);
            let payment = transaction.payment_id.unwrap();
            store.open_second_bill(payment, transaction.id, user, at(second)).unwrap().unwrap()
        };
        let late = opened(store, ann, "a", 30);
        let early = opened(store, bob, "b", 10);
        let middle = opened(store, ann, "c", 20);
        assert_eq!(ids(store.open_second_bills(9).unwrap()), [early.id, middle.id, late.id]);
        assert_eq!(ids(store.open_second_bills(1).unwrap()), [early.id]);
        assert_eq!(store.resolved_second_bills(9).unwrap(), []);
        for (id, second) in [(late.id, 50), (early.id, 70), (middle.id, 60)] {
            store.resolve_second_bill(id, &settled(second)).unwrap();
        }
        assert_eq!(ids(store.resolved_second_bills(9).unwrap()), [early.id, middle.id, late.id]);
        assert_eq!(ids(store.resolved_second_bills(2).unwrap()), [early.id, middle.id]);
        assert_eq!(store.count_second_bills_since(ann, at(0)).unwrap(), 2);
        let payments = [middle.payment_id, late.payment_id];
        assert_eq!(ids(store.newest_second_bills(&payments).unwrap()), [late.id, middle.id], "by payment");
    });
}
