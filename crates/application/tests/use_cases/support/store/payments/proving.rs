//! In-memory store of remittances' proofs and of second bills.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::shared::ids::{PaymentId, ProofId, RemittanceId, SecondBillId, TransactionId, UserId};
use ports::payments::remittances::billed_again::{SecondBill, SecondBillResolution, SecondBills};
use ports::payments::remittances::proofs::{NewProof, Proof, Proofs};
use ports::shared::store_error::StoreResult;

use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

impl Proofs for Unit<'_> {
    fn insert_proof(&mut self, new: &NewProof<'_>) -> StoreResult<Proof> {
        let id = self.tables.next_id("proofs", self.tables.remittances.proofs.len());
        let proof = Proof {
            id: ProofId(id),
            remittance_id: new.remittance_id,
            name: new.name.to_owned(),
            kind: new.kind,
            bytes: i64::try_from(new.content.len()).unwrap(),
            added_by: Some(new.by),
            added_at: new.at,
        };
        self.tables.remittances.proofs.push((proof.clone(), new.content.to_vec()));
        Ok(proof)
    }

    fn proofs_of(&mut self, remittances: &[RemittanceId]) -> StoreResult<Vec<Proof>> {
        let proofs = self.tables.remittances.proofs.iter().map(|(proof, _)| proof);
        Ok(proofs.filter(|proof| remittances.contains(&proof.remittance_id)).cloned().collect())
    }

    fn proof(&mut self, id: ProofId) -> StoreResult<Option<Proof>> {
        let mut proofs = self.tables.remittances.proofs.iter();
        Ok(proofs.find(|(proof, _)| proof.id == id).map(|(proof, _)| proof.clone()))
    }

    fn proof_content(&mut self, id: ProofId) -> StoreResult<Vec<u8>> {
        let mut proofs = self.tables.remittances.proofs.iter();
        Ok(proofs.find(|(proof, _)| proof.id == id).map(|(_, content)| content.clone()).unwrap_or_default())
    }

    fn remove_proof(&mut self, id: ProofId) -> StoreResult<bool> {
        let proofs = &mut self.tables.remittances.proofs;
        let before = proofs.len();
        proofs.retain(|(proof, _)| proof.id != id);
        Ok(proofs.len() < before)
    }
}

impl SecondBills for Unit<'_> {
    fn open_second_bill(
        &mut self,
        payment_id: PaymentId,
        transaction_id: TransactionId,
        user_id: UserId,
        opened_at: DateTime<Utc>,
    ) -> StoreResult<Option<SecondBill>> {
        let cases = &mut self.tables.remittances.billed_again;
        if cases.iter().any(|case| case.payment_id == payment_id && case.settled.is_none()) {
            return Ok(None);
        }
        let id = SecondBillId(next_id(cases));
        let case = SecondBill { id, payment_id, transaction_id, user_id, opened_at, settled: None };
        cases.push(case.clone());
        Ok(Some(case))
    }

    fn count_second_bills_since(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64> {
        let cases = self.tables.remittances.billed_again.iter();
        let count = cases.filter(|case| case.user_id == user && case.opened_at > since).count();
        Ok(i64::try_from(count).unwrap())
    }

    fn newest_second_bills(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<SecondBill>> {
        let cases = &self.tables.remittances.billed_again;
        let newest = |payment| cases.iter().rev().find(|case| case.payment_id == payment).cloned();
        let payments: BTreeSet<PaymentId> = payments.iter().copied().collect();
        Ok(payments.into_iter().filter_map(newest).collect())
    }

    fn second_bill(&mut self, id: SecondBillId) -> StoreResult<Option<SecondBill>> {
        Ok(self.tables.remittances.billed_again.iter().find(|case| case.id == id).cloned())
    }

    fn open_second_bills(&mut self, limit: i64) -> StoreResult<Vec<SecondBill>> {
        let mut cases = self.tables.remittances.billed_again.clone();
        cases.retain(|case| case.settled.is_none());
        cases.sort_by_key(|case| case.opened_at);
        cases.truncate(usize::try_from(limit).unwrap());
        Ok(cases)
    }

    fn resolved_second_bills(&mut self, limit: i64) -> StoreResult<Vec<SecondBill>> {
        let mut cases = self.tables.remittances.billed_again.clone();
        cases.retain(|case| case.settled.is_some());
        cases.sort_by_key(|case| Reverse(case.settled.as_ref().map(|settled| settled.at)));
        cases.truncate(usize::try_from(limit).unwrap());
        Ok(cases)
    }

    fn resolve_second_bill(&mut self, id: SecondBillId, settled: &SecondBillResolution) -> StoreResult<bool> {
        let mut cases = self.tables.remittances.billed_again.iter_mut();
        let open = cases.find(|case| case.id == id && case.settled.is_none());
        Ok(open.map(|case| case.settled = Some(settled.clone())).is_some())
    }
}
