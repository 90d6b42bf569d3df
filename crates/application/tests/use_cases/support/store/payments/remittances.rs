//! In-memory store of remittances.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::payee::{Payee, PayeeId};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::payments::remittances::remittance::{
    ExcludedPayments, Remittance, RemittanceStatus, TransferRecord,
};
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId, UserId};
use domain::shared::money::Money;
use ports::payments::books::{Books, NewEntry};
use ports::payments::remittances::billed_again::SecondBill;
use ports::payments::remittances::proofs::Proof;
use ports::payments::remittances::{
    Obligation, ObligationKey, Obligations, PostedSumsByPayment, Remittances,
};
use ports::shared::store_error::StoreResult;

use crate::support::build::noon;
use crate::support::store::payments::obligations::MemoryObligation;
use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct RemittanceTables {
    pub authorities: Vec<Authority>,
    pub obligations: Vec<MemoryObligation>,
    /// How much of each payment a lawyer has earned.
    pub earned: Vec<((PaymentId, LawyerId), Money)>,
    pub remittances: Vec<Remittance>,
    /// The names under which authorities got money before they were merged.
    pub sent_to: BTreeMap<RemittanceId, String>,
    /// Name of the lawyer's trust account when staff downloaded the file of the remittance.
    pub trust_accounts: BTreeMap<RemittanceId, String>,
    pub proofs: Vec<(Proof, Vec<u8>)>,
    pub billed_again: Vec<SecondBill>,
}

impl RemittanceTables {
    /// Returns the authority that has this name.
    pub fn named(&self, issuer: Option<&str>) -> Option<AuthorityId> {
        let key = issuer.map(issuer_key)?;
        let mut all = self.authorities.iter();
        all.find(|authority| authority.details.keys().contains(&key)).map(|found| found.id)
    }

    /// Returns the name of an authority other than `own` that already has one of these names; `None` if there is none.
    pub fn name_in_use(&self, own: Option<AuthorityId>, details: &AuthorityDetails) -> Option<String> {
        let keys = details.keys();
        let others = self.authorities.iter().filter(|other| Some(other.id) != own);
        let others = others.filter(|other| other.details.keys().iter().any(|key| keys.contains(key)));
        others.map(|other| other.details.name.clone()).min()
    }

    pub fn obligation_mut(&mut self, key: ObligationKey) -> Option<&mut MemoryObligation> {
        self.obligations.iter_mut().find(|one| one.key() == key)
    }
}

impl Unit<'_> {
    /// Returns a remittance with its payee's name. If it is only prepared, its totals are computed from the amounts
    /// that can be sent now.
    fn as_of_now(&mut self, remittance: Remittance) -> Remittance {
        let (id, payee) = (remittance.id, remittance.payee.id);
        let sent_to = self.tables.remittances.sent_to.get(&id).cloned();
        let name = sent_to.unwrap_or_else(|| self.tables.name_of(payee));
        let mut lawyers = self.tables.legal_help.lawyers.iter();
        let lawyer = lawyers.find(|one| Some(one.id) == payee.lawyer());
        let trust_account = lawyer.map(|lawyer| {
            let downloaded = self.tables.remittances.trust_accounts.get(&id);
            downloaded.unwrap_or(&lawyer.record.trust_account_name).clone()
        });
        let remittance = Remittance { payee: Payee { id: payee, name }, trust_account, ..remittance };
        if remittance.status != RemittanceStatus::Prepared {
            return remittance;
        }
        let inside = self.obligations_in(remittance.id, noon(), i64::MAX).unwrap();
        let prepared: Vec<PreparedPayment> = inside.iter().filter_map(|one| one.prepared).collect();
        let sum = |of: fn(&PreparedPayment) -> i64| Money::from_cents(prepared.iter().map(of).sum());
        let count =
            |is: fn(&&PreparedPayment) -> bool| i64::try_from(prepared.iter().filter(is).count()).unwrap();
        Remittance {
            payments: count(|one| one.sendable > Money::ZERO),
            amount: sum(|one| one.sendable.cents()),
            left_out: ExcludedPayments {
                payments: count(|one| one.sendable < one.prepared),
                amount: sum(|one| one.prepared.cents() - one.sendable.cents()),
            },
            ..remittance
        }
    }
}

impl Remittances for Unit<'_> {
    fn prepare_remittance(
        &mut self,
        payee: PayeeId,
        prepared_by: UserId,
        prepared_at: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Option<Remittance>> {
        let is_ready = |one: &Obligation| {
            one.payee.as_ref().is_some_and(|to| to.id == payee)
                && one.status == ObligationStatus::Owed
                && !one.is_held_back
                && one.amount > Money::ZERO
        };
        let ready = self.first_obligations(prepared_at, limit, is_ready);
        if ready.is_empty() {
            return Ok(None);
        }
        let id = RemittanceId(self.tables.next_id("remittances", self.tables.remittances.remittances.len()));
        let tables = &mut self.tables.remittances;
        for one in &ready {
            let row = tables.obligation_mut(one.key()).unwrap();
            (row.status, row.remittance, row.amount) =
                (ObligationStatus::Prepared, Some(id), Some(one.amount));
            row.filed = Money::ZERO;
        }
        tables.remittances.push(Remittance {
            id,
            payee: Payee { id: payee, name: String::new() },
            trust_account: None,
            status: RemittanceStatus::Prepared,
            payments: 0,
            amount: Money::ZERO,
            left_out: ExcludedPayments::default(),
            downloaded_at: None,
            prepared_by: Some(prepared_by),
            prepared_at,
            sent: None,
            sent_at: None,
            accepted_on: None,
        });
        self.remittance(id)
    }

    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        self.remittance(id)
    }

    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        let found = self.tables.remittances.remittances.iter().find(|one| one.id == id).cloned();
        Ok(found.map(|found| self.as_of_now(found)))
    }

    fn remittances(&mut self, before: Option<RemittanceId>, limit: i64) -> StoreResult<Vec<Remittance>> {
        let all = self.tables.remittances.remittances.iter().rev();
        let older = all.filter(|one| before.is_none_or(|before| one.id < before)).cloned();
        let page: Vec<Remittance> = older.take(usize::try_from(limit).unwrap()).collect();
        Ok(page.into_iter().map(|one| self.as_of_now(one)).collect())
    }

    fn undo_remittance(&mut self, id: RemittanceId) -> StoreResult<()> {
        let tables = &mut self.tables.remittances;
        for row in tables.obligations.iter_mut().filter(|row| row.remittance == Some(id)) {
            (row.status, row.remittance, row.amount) = (ObligationStatus::Owed, None, None);
        }
        tables.remittances.retain(|one| one.id != id);
        Ok(())
    }

    fn record_remittance_download(
        &mut self,
        id: RemittanceId,
        downloaded_at: DateTime<Utc>,
        file: &[(PaymentId, Money)],
    ) -> StoreResult<()> {
        let trust_account = self.remittance(id)?.and_then(|one| one.trust_account);
        let tables = &mut self.tables.remittances;
        tables.trust_accounts.extend(trust_account.map(|name| (id, name)));
        for one in tables.remittances.iter_mut().filter(|one| one.id == id) {
            one.downloaded_at = Some(downloaded_at);
        }
        for row in tables.obligations.iter_mut().filter(|row| row.remittance == Some(id)) {
            let amount = file.iter().find(|(payment, _)| *payment == row.new.payment_id);
            row.filed = amount.map_or(row.filed, |(_, amount)| *amount);
        }
        Ok(())
    }

    fn record_sent(
        &mut self,
        id: RemittanceId,
        sending: &TransferRecord,
        recorded_at: DateTime<Utc>,
        sent: &[(PaymentId, Money)],
    ) -> StoreResult<()> {
        let tables = &mut self.tables.remittances;
        for row in tables.obligations.iter_mut().filter(|row| row.remittance == Some(id)) {
            match sent.iter().find(|(payment, _)| *payment == row.new.payment_id) {
                Some((_, amount)) => (row.status, row.amount) = (ObligationStatus::Sent, Some(*amount)),
                None => (row.status, row.remittance, row.amount) = (ObligationStatus::Owed, None, None),
            }
        }
        for one in tables.remittances.iter_mut().filter(|one| one.id == id) {
            one.payments = i64::try_from(sent.len()).unwrap();
            one.amount = Money::from_cents(sent.iter().map(|(_, amount)| amount.cents()).sum());
            (one.status, one.sent, one.sent_at) =
                (RemittanceStatus::Sent, Some(sending.clone()), Some(recorded_at));
        }
        Ok(())
    }

    fn mark_accepted_if_complete(&mut self, id: RemittanceId, on: NaiveDate) -> StoreResult<bool> {
        let tables = &mut self.tables.remittances;
        let mut inside = tables.obligations.iter().filter(|row| row.remittance == Some(id));
        let is_all = inside.all(|row| row.status == ObligationStatus::Accepted);
        let mut sent = tables.remittances.iter_mut().filter(|one| one.status == RemittanceStatus::Sent);
        let complete = sent.find(|one| is_all && one.id == id);
        Ok(complete
            .map(|one| (one.status, one.accepted_on) = (RemittanceStatus::Accepted, Some(on)))
            .is_some())
    }

    fn lock_payments_with_sums(&mut self, remittance: RemittanceId) -> StoreResult<PostedSumsByPayment> {
        let rows = self.tables.remittances.obligations.iter();
        let inside: BTreeSet<PaymentId> =
            rows.filter(|row| row.remittance == Some(remittance)).map(|row| row.new.payment_id).collect();
        let mut all = vec![];
        for payment in inside {
            self.lock_payment_alone(payment);
            let mut sums = self.posted_sums_of_payment(payment)?.sums;
            sums.sort_by_key(|(kind, line)| (kind.as_str(), line.account.as_str()));
            all.push((payment, sums));
        }
        all.retain(|(_, sums)| !sums.is_empty());
        Ok(all)
    }

    fn post_entries(&mut self, entries: &[NewEntry]) -> StoreResult<()> {
        for entry in entries {
            self.post_entry(entry)?;
        }
        Ok(())
    }
}
