//! In-memory store of obligations to authorities and lawyers.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::Item;
use domain::payments::ledger::{HeldMoney, LawyerShare};
use domain::payments::remittances::obligation::{
    MoneyTrail, OPEN_AT_SOURCE_AFTER, ObligationProblem, ObligationStatus,
};
use domain::payments::remittances::payee::{Payee, PayeeId};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::shared::business_time::{BUSINESS_ZONE, business_date, start_of};
use domain::shared::citation_number::{issuer_key, normalize_citation_number};
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId, TransactionId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::Books;
use ports::payments::remittances::{
    AmountOwed, NewObligation, Obligation, ObligationFilter, ObligationKey, Obligations,
    UnrecordedTransaction,
};
use ports::shared::list::CitedBy;
use ports::shared::store_error::StoreResult;
use ports::sources::runs::SourceCitation;

use crate::support::store::unit::{Unit, row};

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

    /// Marks the money as owed again and removes it from its remittance. The deadline doesn't change.
    pub fn mark_owed_again(&mut self) {
        (self.status, self.remittance, self.amount) = (ObligationStatus::Owed, None, None);
        self.accepted_on = None;
    }

    /// Marks money that was already sent as owed again, with a new deadline.
    pub fn reopen(&mut self, send_by: DateTime<Utc>) {
        self.mark_owed_again();
        self.new.send_by = send_by;
    }
}

impl Unit<'_> {
    /// Returns an obligation as staff see it at this time.
    fn view(&mut self, row: &MemoryObligation, now: DateTime<Utc>) -> Obligation {
        let payment_id = row.new.payment_id;
        let held = HeldMoney::of(&self.posted_sums_of_payment(payment_id).unwrap().sums);
        let payment = self.tables.payments.iter().find(|payment| payment.id == payment_id).unwrap();
        let is_held_back = self
            .tables
            .refunds
            .iter()
            .any(|refund| refund.payment_id == payment_id && refund.status.is_open())
            || self.tables.chargebacks.iter().any(|one| one.payment_id == payment_id && one.status.is_open());
        let share = row.lawyer.map(|(_, share)| share);
        let owed = share.map_or(held.owed_to_authority(), LawyerShare::owed);
        let id = row.lawyer.map(|(lawyer, _)| PayeeId::Lawyer(lawyer));
        let id = id.or(row.authority.map(PayeeId::Authority));
        let payee = id.map(|id| Payee { id, name: self.tables.name_of(id) });
        let remittances = &self.tables.remittances.remittances;
        let remittance = remittances.iter().find(|one| Some(one.id) == row.remittance);
        let file = remittance.and_then(|one| one.downloaded_at).map(|_| row.filed);
        let prepared = row
            .amount
            .filter(|_| row.status == ObligationStatus::Prepared)
            .map(|prepared| PreparedPayment::new(prepared, owed, is_held_back, file));
        let city = self.city_data(payment.payable);
        let is_late = !row.status.is_sent() && row.new.send_by < now && owed > Money::ZERO && !is_held_back;
        let is_open_at_source = row.status == ObligationStatus::Sent
            && city.zip(remittance.and_then(|one| one.sent_at)).is_some_and(|(city, sent_at)| {
                city.owed > Money::ZERO && city.as_of >= sent_at + OPEN_AT_SOURCE_AFTER
            });
        let citation = self.citation(CitedBy::Item(payment.payable));
        let number = citation.and_then(|one| one.number).or_else(|| city.map(|city| city.number.clone()));
        Obligation {
            payment_id,
            payable: payment.payable,
            user_id: payment.user_id,
            label: self.label(payment.payable),
            number,
            confirmation_number: payment.confirmation_number.clone(),
            payee,
            share,
            issuer: row.new.issuer.clone(),
            status: row.status,
            remittance_id: row.remittance,
            amount: prepared.map(|prepared| prepared.sendable).or(row.amount).unwrap_or(owed),
            prepared,
            to_recover: share.map_or(held.to_recover(), LawyerShare::to_recover),
            with_payee: share.map_or(held.with_authority(), LawyerShare::not_to_return),
            is_held_back,
            charged_at: payment.charged_at.filter(|_| share.is_some()).unwrap_or(row.new.charged_at),
            send_by: row.new.send_by,
            accepted_on: row.accepted_on,
            lateness: is_late
                .then_some(ObligationProblem::NotSent)
                .or(is_open_at_source.then_some(ObligationProblem::OpenAtSource)),
        }
    }

    fn city_data(&self, item: Payable) -> Option<&SourceCitation> {
        self.tables.sources.citations.iter().find(|one| Payable::Parking(one.item) == item)
    }

    /// Returns all obligations, oldest first.
    fn all_obligations(&mut self, now: DateTime<Utc>) -> Vec<Obligation> {
        let mut rows = self.tables.remittances.obligations.clone();
        rows.sort_by_key(|row| (row.new.charged_at, row.key()));
        rows.iter().map(|row| self.view(row, now)).collect()
    }

    /// Returns at most `limit` obligations for which `is_wanted` returns true, oldest first.
    pub(super) fn first_obligations(
        &mut self,
        now: DateTime<Utc>,
        limit: i64,
        is_wanted: impl Fn(&Obligation) -> bool,
    ) -> Vec<Obligation> {
        let found = self.all_obligations(now).into_iter().filter(is_wanted);
        found.take(usize::try_from(limit).unwrap()).collect()
    }
}

impl Obligations for Unit<'_> {
    fn issuer_of(&mut self, payable: Payable) -> StoreResult<Option<String>> {
        let Some(item) = self.filed_or_removed(payable) else { return Ok(None) };
        let facts = self.facts_of(payable);
        let issuer = match &item {
            Item::Ticket(ticket) => ticket.authority_name(&facts),
            Item::Parking(parking) => parking.authority_name(&facts),
            Item::Toll(toll) => toll.authority_name(&facts),
        };
        Ok(issuer.map(str::to_owned))
    }

    fn update_obligation_issuer(&mut self, payable: Payable, issuer: &str) -> StoreResult<()> {
        let payments = self.tables.payments.iter().filter(|payment| row(payment.payable) == row(payable));
        let payments: Vec<PaymentId> = payments.map(|payment| payment.id).collect();
        let tables = &mut self.tables.remittances;
        let authority = tables.named(Some(issuer));
        let is_open = |one: &&mut MemoryObligation| {
            payments.contains(&one.new.payment_id)
                && one.lawyer.is_none()
                && one.authority.is_none()
                && one.status == ObligationStatus::Owed
        };
        for one in tables.obligations.iter_mut().filter(is_open) {
            (one.new.issuer, one.authority) = (Some(issuer.to_owned()), authority);
        }
        Ok(())
    }

    fn store_obligation_if_new(&mut self, new: &NewObligation) -> StoreResult<()> {
        let tables = &mut self.tables.remittances;
        if tables.obligation_mut(new.payment_id.into()).is_none() {
            let authority = tables.named(new.issuer.as_deref());
            tables.obligations.push(MemoryObligation::new(new.clone(), authority));
        }
        Ok(())
    }

    fn transactions_without_obligation(
        &mut self,
        after: TransactionId,
        limit: i64,
    ) -> StoreResult<Vec<UnrecordedTransaction>> {
        let tables = &*self.tables;
        let has_obligation = |payment| {
            let mut all = tables.remittances.obligations.iter();
            all.any(|one| one.key() == ObligationKey::from(payment))
        };
        let is_posted = |payment| tables.books.entries.iter().any(|entry| entry.payment_id == Some(payment));
        let missing = tables.transactions.iter().filter_map(|transaction| {
            let payment = transaction.payment_id.filter(|_| transaction.id > after)?;
            let payment = tables.payments.iter().find(|one| one.id == payment)?;
            (is_posted(payment.id) && !has_obligation(payment.id)).then(|| UnrecordedTransaction {
                id: transaction.id,
                payment_id: payment.id,
                payable: payment.payable,
                charged_at: payment.charged_at.or(payment.settled_at).unwrap_or(transaction.created_at),
            })
        });
        Ok(missing.take(usize::try_from(limit).unwrap()).collect())
    }

    fn amounts_owed(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<AmountOwed>> {
        let mut owed: BTreeMap<(Option<PayeeId>, String), AmountOwed> = BTreeMap::new();
        for row in self.tables.remittances.obligations.clone() {
            let one = self.view(&row, now);
            if one.status != ObligationStatus::Owed || one.amount == Money::ZERO {
                continue;
            }
            let payee = one.payee.as_ref().map(|payee| payee.id);
            let issuer = one.issuer.as_deref().filter(|_| payee.is_none());
            let to = owed.entry((payee, issuer.map(issuer_key).unwrap_or_default())).or_insert(AmountOwed {
                payee,
                name: one.payee.as_ref().map(|payee| payee.name.clone()),
                payments: 0,
                amount: Money::ZERO,
                held_back: 0,
                since: row.new.charged_at,
                late: 0,
            });
            to.since = to.since.min(row.new.charged_at);
            if payee.is_none() {
                to.name = to.name.take().into_iter().chain(issuer.map(str::to_owned)).min();
            }
            if one.is_held_back {
                to.held_back += 1;
            } else {
                to.payments += 1;
                to.amount = Money::from_cents(to.amount.cents() + one.amount.cents());
                to.late += i64::from(one.lateness.is_some());
            }
        }
        let mut owed: Vec<AmountOwed> = owed.into_values().collect();
        owed.sort_by(|one, other| {
            let key = |to: &AmountOwed| (to.since, to.name.is_none(), to.name.clone());
            key(one).cmp(&key(other))
        });
        Ok(owed)
    }

    fn obligations_owed(
        &mut self,
        which: &ObligationFilter,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let is_it = |one: &Obligation| {
            let key = one.issuer.as_deref().map(issuer_key).unwrap_or_default();
            let is_named = which.query.as_ref().is_none_or(|query| {
                let wanted = normalize_citation_number(query);
                let number = one.number.as_deref().map(normalize_citation_number).unwrap_or_default();
                one.confirmation_number.to_lowercase().contains(&query.to_lowercase())
                    || (!wanted.is_empty() && number.contains(&wanted))
            });
            one.status == ObligationStatus::Owed
                && one.share.is_none()
                && one.amount > Money::ZERO
                && one.authority_id() == which.to
                && which.issuer_key.as_ref().is_none_or(|asked| *asked == key)
                && is_named
        };
        Ok(self.first_obligations(now, limit, is_it))
    }

    fn obligations_in(
        &mut self,
        remittance: RemittanceId,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        Ok(self.first_obligations(now, limit, |one| one.remittance_id == Some(remittance)))
    }

    fn obligations_to_recover(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>> {
        let mut found = self.first_obligations(now, i64::MAX, |one| one.to_recover > Money::ZERO);
        found.sort_by_key(|one| (one.charged_at, one.key()));
        found.truncate(usize::try_from(limit).unwrap());
        Ok(found)
    }

    fn obligations_open_at_source(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>> {
        Ok(self.first_obligations(now, limit, |one| one.lateness == Some(ObligationProblem::OpenAtSource)))
    }

    fn late_obligations_to_notify(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>> {
        let notified = self.tables.remittances.obligations.iter().filter(|one| one.is_late_notified);
        let notified: Vec<ObligationKey> = notified.map(MemoryObligation::key).collect();
        let is_late = |one: &Obligation| {
            one.share.is_none()
                && one.lateness == Some(ObligationProblem::NotSent)
                && !notified.contains(&one.key())
        };
        Ok(self.first_obligations(now, limit, is_late))
    }

    fn mark_late_notified(&mut self, payment: PaymentId, _at: DateTime<Utc>) -> StoreResult<bool> {
        let row = self.tables.remittances.obligation_mut(payment.into()).filter(|row| !row.is_late_notified);
        Ok(row.map(|row| row.is_late_notified = true).is_some())
    }

    fn obligation(&mut self, key: ObligationKey, now: DateTime<Utc>) -> StoreResult<Option<Obligation>> {
        Ok(self.all_obligations(now).into_iter().find(|one| one.key() == key))
    }

    fn accept_obligation(&mut self, key: ObligationKey, accepted_on: NaiveDate) -> StoreResult<bool> {
        let row = self.tables.remittances.obligation_mut(key);
        let Some(row) = row.filter(|row| row.status.can_become(ObligationStatus::Accepted)) else {
            return Ok(false);
        };
        (row.status, row.accepted_on) = (ObligationStatus::Accepted, Some(accepted_on));
        Ok(true)
    }

    fn reopen_obligation(&mut self, payment: PaymentId, send_by: DateTime<Utc>) -> StoreResult<()> {
        if let Some(row) =
            self.tables.remittances.obligation_mut(payment.into()).filter(|row| row.status.is_sent())
        {
            row.reopen(send_by);
        }
        Ok(())
    }

    fn payments_settled_at_source(&mut self, limit: i64) -> StoreResult<Vec<(PaymentId, NaiveDate)>> {
        let tables = &self.tables.remittances;
        let sent = tables.obligations.iter().filter(|row| row.status == ObligationStatus::Sent);
        let settled = sent.filter_map(|row| {
            let payment = self.tables.payments.iter().find(|one| one.id == row.new.payment_id)?;
            let city = self.city_data(payment.payable).filter(|city| city.owed == Money::ZERO)?;
            let remittance = tables.remittances.iter().find(|one| Some(one.id) == row.remittance)?;
            let sent_on = start_of(remittance.sent.as_ref()?.on, BUSINESS_ZONE);
            (city.settled_at? >= sent_on).then(|| (payment.id, business_date(city.as_of)))
        });
        let mut settled: Vec<(PaymentId, NaiveDate)> = settled.collect();
        settled.sort_unstable();
        settled.truncate(usize::try_from(limit).unwrap());
        Ok(settled)
    }

    fn money_trails(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<(PaymentId, MoneyTrail)>> {
        let tables = &self.tables.remittances;
        let rows = tables.obligations.iter().filter(|row| row.lawyer.is_none());
        let rows = rows.filter(|row| payments.contains(&row.new.payment_id));
        let trail = |row: &MemoryObligation| {
            let authority = tables.authorities.iter().find(|one| Some(one.id) == row.authority);
            let remittance = tables.remittances.iter().find(|one| Some(one.id) == row.remittance);
            let sent = remittance.and_then(|one| one.sent.clone());
            let sent_to = row.remittance.and_then(|id| tables.sent_to.get(&id).cloned());
            let trail = MoneyTrail {
                charged_at: row.new.charged_at,
                send_by: row.new.send_by,
                authority: sent_to.or(authority.map(|one| one.details.name.clone())),
                sent_on: sent.as_ref().map(|sent| sent.on),
                reference: sent.map(|sent| sent.reference),
                accepted_on: row.accepted_on,
            };
            (row.new.payment_id, trail)
        };
        Ok(rows.map(trail).collect())
    }
}
