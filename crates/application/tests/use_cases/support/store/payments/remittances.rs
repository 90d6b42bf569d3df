//! In-memory store of authorities, obligations and remittances.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::ledger::{HeldMoney, LawyerShare};
use domain::payments::refund::RefundStatus;
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::payments::remittances::obligation::{MoneyTrail, ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::{Payee, PayeeId};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::payments::remittances::remittance::{
    ExcludedPayments, Remittance, RemittanceStatus, TransferRecord,
};
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::{Books, NewEntry};
use ports::payments::remittances::billed_again::SecondBill;
use ports::payments::remittances::proofs::Proof;
use ports::payments::remittances::{
    AmountOwed, NewObligation, Obligation, ObligationFilter, ObligationKey, Obligations, PostedSumsByPayment,
    Remittances, UnrecordedTransaction,
};
use ports::shared::store_error::StoreResult;

use crate::support::build::noon;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

#[derive(Clone)]
pub struct MemoryObligation {
    pub new: NewObligation,
    pub authority: Option<AuthorityId>,
    pub status: ObligationStatus,
    pub remittance: Option<RemittanceId>,
    pub amount: Option<Money>,
    pub filed: Money,
    pub accepted_on: Option<NaiveDate>,
    pub is_late_notified: bool,
    pub lawyer: Option<(LawyerId, LawyerShare)>,
}

impl MemoryObligation {
    pub fn new(new: NewObligation, authority: Option<AuthorityId>) -> Self {
        Self {
            authority,
            status: ObligationStatus::Owed,
            remittance: None,
            amount: None,
            filed: Money::ZERO,
            accepted_on: None,
            is_late_notified: new.is_late_notified,
            lawyer: None,
            new,
        }
    }

    pub fn key(&self) -> ObligationKey {
        ObligationKey { payment_id: self.new.payment_id, lawyer_id: self.lawyer.map(|(lawyer, _)| lawyer) }
    }

    pub fn is_owed_again(&mut self) {
        (self.status, self.remittance, self.amount) = (ObligationStatus::Owed, None, None);
        self.accepted_on = None;
    }
}

#[derive(Clone, Default)]
pub struct RemittanceTables {
    pub authorities: Vec<Authority>,
    pub obligations: Vec<MemoryObligation>,
    /// The amount of each payment that a lawyer has earned.
    pub earned: Vec<((PaymentId, LawyerId), Money)>,
    pub remittances: Vec<Remittance>,
    pub proofs: Vec<(Proof, Vec<u8>)>,
    pub billed_again: Vec<SecondBill>,
}

impl RemittanceTables {
    pub fn named(&self, issuer: Option<&str>) -> Option<AuthorityId> {
        let key = issuer.map(issuer_key)?;
        let mut all = self.authorities.iter();
        all.find(|authority| authority.details.keys().contains(&key)).map(|found| found.id)
    }

    pub fn taken(&self, own: Option<AuthorityId>, details: &AuthorityDetails) -> Option<String> {
        let keys = details.keys();
        let others = self.authorities.iter().filter(|other| Some(other.id) != own);
        let mut others = others.filter(|other| other.details.keys().iter().any(|key| keys.contains(key)));
        others.next().map(|other| other.details.name.clone())
    }

    pub fn change(&mut self, key: ObligationKey) -> Option<&mut MemoryObligation> {
        self.obligations.iter_mut().find(|one| one.key() == key)
    }

    fn inside(&mut self, remittance: RemittanceId, payment: PaymentId) -> &mut MemoryObligation {
        let is_it =
            |one: &&mut MemoryObligation| one.remittance == Some(remittance) && one.new.payment_id == payment;
        self.obligations.iter_mut().find(is_it).unwrap()
    }
}

impl Unit<'_> {
    fn seen(&mut self, row: &MemoryObligation, now: DateTime<Utc>) -> Obligation {
        let payment_id = row.new.payment_id;
        let held = HeldMoney::of(&self.posted_sums_of_payment(payment_id).unwrap().sums);
        let payment = self.tables.payments.iter().find(|payment| payment.id == payment_id).unwrap();
        let waits = [RefundStatus::Due, RefundStatus::Pending, RefundStatus::Refused];
        let is_held_back = self
            .tables
            .refunds
            .iter()
            .any(|refund| refund.payment_id == payment_id && waits.contains(&refund.status))
            || self.tables.chargebacks.iter().any(|one| one.payment_id == payment_id && one.is_withholding());
        let share = row.lawyer.map(|(_, share)| share);
        let owed = share.map_or(held.owed_to_authority(), LawyerShare::owed);
        let id = row.lawyer.map(|(lawyer, _)| PayeeId::Lawyer(lawyer));
        let id = id.or(row.authority.map(PayeeId::Authority));
        let payee = id.map(|id| Payee { id, name: self.tables.name_of(id) });
        let file_of = row.remittance.filter(|_| row.status == ObligationStatus::Prepared).and_then(|id| {
            let remittances = &self.tables.remittances.remittances;
            remittances.iter().find(|one| one.id == id).unwrap().downloaded_at
        });
        let prepared = row
            .amount
            .filter(|_| row.status == ObligationStatus::Prepared)
            .map(|prepared| PreparedPayment::new(prepared, owed, is_held_back, file_of.map(|_| row.filed)));
        let is_late = !row.status.is_sent() && row.new.send_by < now && owed > Money::ZERO && !is_held_back;
        Obligation {
            payment_id,
            payable: payment.payable,
            user_id: payment.user_id,
            label: None,
            number: self.tables.citation_number(payment.payable),
            confirmation_number: payment.confirmation_number.clone(),
            payee,
            share,
            issuer: row.new.issuer.clone(),
            status: row.status,
            remittance_id: row.remittance,
            amount: prepared.map(|prepared| prepared.sendable).or(row.amount).unwrap_or(owed),
            prepared,
            to_recover: share.map_or(held.to_recover(), LawyerShare::to_recover),
            with_payee: share.map_or(held.with_authority(), LawyerShare::kept),
            is_held_back,
            charged_at: row.new.charged_at,
            send_by: row.new.send_by,
            accepted_on: row.accepted_on,
            lateness: is_late.then_some(ObligationProblem::NotSent),
        }
    }

    /// Returns a remittance. If it is only prepared, its totals are computed from the amounts that
    /// can be sent now.
    fn as_of_now(&mut self, remittance: Remittance) -> Remittance {
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
                payments: count(|one| one.is_reduced()),
                amount: sum(|one| one.prepared.cents() - one.sendable.cents()),
            },
            ..remittance
        }
    }

    fn all_seen(&mut self, now: DateTime<Utc>) -> Vec<Obligation> {
        let rows = self.tables.remittances.obligations.clone();
        rows.iter().map(|row| self.seen(row, now)).collect()
    }
}

impl Obligations for Unit<'_> {
    fn issuer_of(&mut self, payable: Payable) -> StoreResult<Option<String>> {
        Ok(match payable {
            Payable::Ticket(id) | Payable::Lawyer(id) => {
                let ticket = self.tables.tickets.iter().find(|ticket| ticket.id == id);
                let filed = ticket.map(|ticket| &ticket.filed);
                filed.and_then(|filed| filed.issuer.clone().or(filed.issuing_officer_agency.clone()))
            }
            Payable::Toll(id) => {
                let toll = self.tables.tolls.iter().find(|toll| toll.id == id);
                toll.map(|toll| toll.filed.issuer.clone().unwrap_or_else(|| toll.filed.toll_road.clone()))
            }
            Payable::Parking(id) => {
                let parking = self.tables.parking.iter().find(|parking| parking.id == id);
                parking.and_then(|parking| parking.filed.issuer.clone())
            }
        })
    }

    fn update_obligation_issuer(&mut self, payable: Payable, issuer: &str) -> StoreResult<()> {
        let payments = self.tables.payments.iter().filter(|payment| payment.payable == payable);
        let payments: Vec<PaymentId> = payments.map(|payment| payment.id).collect();
        let tables = &mut self.tables.remittances;
        let authority = tables.named(Some(issuer));
        let is_open = |one: &&mut MemoryObligation| {
            payments.contains(&one.new.payment_id)
                && one.authority.is_none()
                && one.status == ObligationStatus::Owed
        };
        for one in tables.obligations.iter_mut().filter(is_open) {
            (one.new.issuer, one.authority) = (Some(issuer.to_owned()), authority);
        }
        Ok(())
    }

    fn record_obligation(&mut self, new: &NewObligation) -> StoreResult<()> {
        let tables = &mut self.tables.remittances;
        if tables.change(new.payment_id.into()).is_none() {
            let authority = tables.named(new.issuer.as_deref());
            tables.obligations.push(MemoryObligation::new(new.clone(), authority));
        }
        Ok(())
    }

    fn transactions_without_obligation(
        &mut self,
        after: TransactionId,
        _limit: i64,
    ) -> StoreResult<Vec<UnrecordedTransaction>> {
        let noted = &self.tables.remittances.obligations;
        let missing = self.tables.transactions.iter().filter_map(|transaction| {
            let payment = transaction.payment_id.filter(|_| transaction.id > after)?;
            let is_noted = noted.iter().any(|one| one.new.payment_id == payment);
            (!is_noted).then_some(UnrecordedTransaction {
                id: transaction.id,
                payment_id: payment,
                payable: transaction.payable,
                charged_at: transaction.created_at,
            })
        });
        Ok(missing.collect())
    }

    fn amounts_owed(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<AmountOwed>> {
        let mut owed: Vec<AmountOwed> = vec![];
        for one in self.all_seen(now).iter().filter(|one| one.status == ObligationStatus::Owed) {
            if one.share.is_some() && one.amount == Money::ZERO {
                continue;
            }
            let payee = one.payee.as_ref().map(|payee| payee.id);
            let name = one.payee.as_ref().map(|payee| payee.name.clone()).or(one.issuer.clone());
            let found = owed.iter().position(|to| to.payee == payee && to.name == name);
            let at = found.unwrap_or_else(|| {
                owed.push(AmountOwed {
                    payee,
                    name,
                    payments: 0,
                    amount: Money::ZERO,
                    held_back: 0,
                    since: one.charged_at,
                    late: 0,
                });
                owed.len() - 1
            });
            let to = &mut owed[at];
            if one.is_held_back {
                to.held_back += 1;
            } else {
                to.payments += 1;
                to.amount = Money::from_cents(to.amount.cents() + one.amount.cents());
                to.late += i64::from(one.lateness.is_some());
            }
        }
        Ok(owed)
    }

    fn obligations_owed(
        &mut self,
        which: &ObligationFilter,
        now: DateTime<Utc>,
        _limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let is_it = |one: &Obligation| {
            let key = one.issuer.as_deref().map(issuer_key).unwrap_or_default();
            one.status == ObligationStatus::Owed
                && one.share.is_none()
                && one.payee.as_ref().and_then(|payee| payee.id.authority()) == which.to
                && which.issuer_key.as_ref().is_none_or(|asked| *asked == key)
        };
        Ok(self.all_seen(now).into_iter().filter(is_it).collect())
    }

    fn obligations_in(
        &mut self,
        remittance: RemittanceId,
        now: DateTime<Utc>,
        _limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        Ok(self.all_seen(now).into_iter().filter(|one| one.remittance_id == Some(remittance)).collect())
    }

    fn obligations_to_recover(&mut self, now: DateTime<Utc>, _limit: i64) -> StoreResult<Vec<Obligation>> {
        Ok(self.all_seen(now).into_iter().filter(|one| one.to_recover > Money::ZERO).collect())
    }

    fn obligations_open_at_source(
        &mut self,
        _now: DateTime<Utc>,
        _limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        Ok(vec![])
    }

    fn late_obligations_to_notify(
        &mut self,
        now: DateTime<Utc>,
        _limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let notified = self.tables.remittances.obligations.iter().filter(|one| one.is_late_notified);
        let notified: Vec<ObligationKey> = notified.map(MemoryObligation::key).collect();
        let late = self.all_seen(now).into_iter().filter(|one| one.lateness.is_some());
        Ok(late.filter(|one| !notified.contains(&one.key())).collect())
    }

    fn mark_late_notified(&mut self, payment: PaymentId, _at: DateTime<Utc>) -> StoreResult<bool> {
        let row = self.tables.remittances.change(payment.into()).filter(|row| !row.is_late_notified);
        Ok(row.map(|row| row.is_late_notified = true).is_some())
    }

    fn obligation(&mut self, key: ObligationKey, now: DateTime<Utc>) -> StoreResult<Option<Obligation>> {
        Ok(self.all_seen(now).into_iter().find(|one| one.key() == key))
    }

    fn change_obligation_status(
        &mut self,
        key: ObligationKey,
        new_status: ObligationStatus,
        accepted_on: Option<NaiveDate>,
    ) -> StoreResult<bool> {
        let row = self.tables.remittances.change(key).filter(|row| row.status.can_become(new_status));
        let Some(row) = row else { return Ok(false) };
        (row.status, row.accepted_on) = (new_status, accepted_on);
        if new_status == ObligationStatus::Owed {
            (row.remittance, row.amount) = (None, None);
        }
        Ok(true)
    }

    fn reopen_obligation(&mut self, payment: PaymentId) -> StoreResult<()> {
        if let Some(row) = self.tables.remittances.change(payment.into()).filter(|row| row.status.is_sent()) {
            row.is_owed_again();
        }
        Ok(())
    }

    fn payments_settled_at_source(&mut self, _limit: i64) -> StoreResult<Vec<(PaymentId, NaiveDate)>> {
        Ok(vec![])
    }

    fn money_trails(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<(PaymentId, MoneyTrail)>> {
        let tables = &self.tables.remittances;
        let rows = tables.obligations.iter().filter(|row| row.lawyer.is_none());
        let rows = rows.filter(|row| payments.contains(&row.new.payment_id));
        let trail = |row: &MemoryObligation| {
            let authority = tables.authorities.iter().find(|one| Some(one.id) == row.authority);
            let remittance = tables.remittances.iter().find(|one| Some(one.id) == row.remittance);
            let sent = remittance.and_then(|one| one.sent.clone());
            let trail = MoneyTrail {
                charged_at: row.new.charged_at,
                send_by: row.new.send_by,
                authority: authority.map(|one| one.details.name.clone()),
                sent_on: sent.as_ref().map(|sent| sent.on),
                reference: sent.map(|sent| sent.reference),
                accepted_on: row.accepted_on,
            };
            (row.new.payment_id, trail)
        };
        Ok(rows.map(trail).collect())
    }
}

impl Remittances for Unit<'_> {
    fn prepare_remittance(
        &mut self,
        payee: PayeeId,
        prepared_by: UserId,
        prepared_at: DateTime<Utc>,
        _limit: i64,
    ) -> StoreResult<Option<Remittance>> {
        let ready: Vec<(ObligationKey, Money)> = self
            .all_seen(prepared_at)
            .iter()
            .filter(|one| one.payee.as_ref().is_some_and(|to| to.id == payee))
            .filter(|one| one.status == ObligationStatus::Owed)
            .filter(|one| !one.is_held_back && one.amount > Money::ZERO)
            .map(|one| (one.key(), one.amount))
            .collect();
        if ready.is_empty() {
            return Ok(None);
        }
        let payee = Payee { id: payee, name: self.tables.name_of(payee) };
        let tables = &mut self.tables.remittances;
        let id = RemittanceId(next_id(&tables.remittances));
        for (key, amount) in &ready {
            let row = tables.change(*key).unwrap();
            (row.status, row.remittance, row.amount) = (ObligationStatus::Prepared, Some(id), Some(*amount));
            row.filed = Money::ZERO;
        }
        let remittance = Remittance {
            id,
            trust_account: payee.id.lawyer().map(|_| "Client Trust Account".to_owned()),
            payee,
            status: RemittanceStatus::Prepared,
            payments: i64::try_from(ready.len()).unwrap(),
            amount: Money::from_cents(ready.iter().map(|(_, amount)| amount.cents()).sum()),
            left_out: ExcludedPayments::default(),
            downloaded_at: None,
            prepared_by: Some(prepared_by),
            prepared_at,
            sent: None,
            sent_at: None,
            accepted_on: None,
        };
        tables.remittances.push(remittance.clone());
        Ok(Some(remittance))
    }

    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        self.remittance(id)
    }

    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        let found = self.tables.remittances.remittances.iter().find(|one| one.id == id).cloned();
        Ok(found.map(|found| self.as_of_now(found)))
    }

    fn remittances(&mut self, _before: Option<RemittanceId>, _limit: i64) -> StoreResult<Vec<Remittance>> {
        let all: Vec<Remittance> = self.tables.remittances.remittances.iter().rev().cloned().collect();
        Ok(all.into_iter().map(|one| self.as_of_now(one)).collect())
    }

    fn undo_remittance(&mut self, id: RemittanceId) -> StoreResult<()> {
        let tables = &mut self.tables.remittances;
        for row in tables.obligations.iter_mut().filter(|row| row.remittance == Some(id)) {
            (row.status, row.remittance, row.amount) = (ObligationStatus::Owed, None, None);
        }
        tables.remittances.retain(|one| one.id != id);
        Ok(())
    }

    fn record_download(
        &mut self,
        id: RemittanceId,
        downloaded_at: DateTime<Utc>,
        file: &[(PaymentId, Money)],
    ) -> StoreResult<()> {
        let tables = &mut self.tables.remittances;
        for one in tables.remittances.iter_mut().filter(|one| one.id == id) {
            one.downloaded_at = Some(downloaded_at);
        }
        for (payment, amount) in file {
            tables.inside(id, *payment).filed = *amount;
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
        for one in tables.remittances.iter_mut().filter(|one| is_all && one.id == id) {
            (one.status, one.accepted_on) = (RemittanceStatus::Accepted, Some(on));
        }
        Ok(is_all)
    }

    fn lock_payments_with_sums(&mut self, remittance: RemittanceId) -> StoreResult<PostedSumsByPayment> {
        let rows = self.tables.remittances.obligations.iter();
        let inside: Vec<PaymentId> =
            rows.filter(|row| row.remittance == Some(remittance)).map(|row| row.new.payment_id).collect();
        inside
            .into_iter()
            .map(|payment| {
                self.lock_payment_alone(payment);
                Ok((payment, self.posted_sums_of_payment(payment)?.sums))
            })
            .collect()
    }

    fn post_entries(&mut self, entries: &[NewEntry]) -> StoreResult<()> {
        for entry in entries {
            self.post_entry(entry)?;
        }
        Ok(())
    }
}
