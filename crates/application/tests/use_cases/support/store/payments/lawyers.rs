//! In-memory store of obligations to lawyers.

use chrono::{DateTime, Utc};
use domain::payments::ledger::{Account, LawyerShare};
use domain::payments::remittances::payee::PayeeId;
use domain::shared::ids::{LawyerId, PaymentId};
use domain::shared::money::Money;
use ports::legal_help::hires::FeeTotals;
use ports::payments::remittances::lawyers::{LawyerObligations, NewLawyerObligation};
use ports::payments::remittances::{NewObligation, ObligationKey};
use ports::shared::store_error::StoreResult;

use crate::support::store::memory::Tables;
use crate::support::store::payments::obligations::MemoryObligation;
use crate::support::store::unit::Unit;

impl Tables {
    /// Returns the name of an authority or of a lawyer.
    pub fn name_of(&self, payee: PayeeId) -> String {
        match payee {
            PayeeId::Authority(id) => {
                let found = self.remittances.authorities.iter().find(|one| one.id == id);
                found.unwrap().details.name.clone()
            }
            PayeeId::Lawyer(id) => {
                let found = self.legal_help.lawyers.iter().find(|one| one.id == id);
                found.unwrap().record.name.clone()
            }
        }
    }
}

impl Tables {
    pub fn fee_totals(&self) -> FeeTotals {
        let cents = |all: &mut dyn Iterator<Item = Money>| Money::from_cents(all.map(Money::cents).sum());
        let shares = || self.remittances.obligations.iter().filter_map(|one| one.lawyer);
        let firm = -self.books.balance(Account::LegalFees);
        let lines =
            self.books.entries.iter().flat_map(|entry| entry.postings.iter().map(move |line| (entry, line)));
        let held = lines
            .filter(|(entry, line)| line.account == Account::Lawyers && !self.is_old_revenue(entry, line));
        let held: i64 = held.map(|(_, line)| -line.amount.cents()).sum();
        let earned = cents(&mut self.remittances.earned.iter().map(|(_, earned)| *earned));
        FeeTotals {
            held: Money::from_cents(held),
            sent: cents(&mut shares().map(|(_, share)| share.sent())),
            earned: Money::from_cents(earned.cents() + firm),
            to_recover: cents(&mut shares().map(|(_, share)| share.to_recover())),
        }
    }
}

impl LawyerObligations for Unit<'_> {
    fn store_lawyer_obligation_if_new(&mut self, new: NewLawyerObligation) -> StoreResult<()> {
        let key = ObligationKey { payment_id: new.payment_id, lawyer_id: Some(new.lawyer_id) };
        let tables = &mut self.tables.remittances;
        if tables.obligation_mut(key).is_none() {
            let stored = NewObligation {
                payment_id: new.payment_id,
                issuer: None,
                charged_at: new.accepted_at,
                send_by: new.send_by,
                is_late_notified: true,
            };
            let lawyer = Some((new.lawyer_id, LawyerShare::default()));
            tables.obligations.push(MemoryObligation { lawyer, ..MemoryObligation::new(stored, None) });
        }
        Ok(())
    }

    fn lawyer_shares(&mut self, payment: PaymentId) -> StoreResult<Vec<(LawyerId, LawyerShare)>> {
        let all = self.tables.remittances.obligations.iter();
        let of_payment = all.filter(|one| one.new.payment_id == payment).filter_map(|one| one.lawyer);
        let mut shares: Vec<(LawyerId, LawyerShare)> = of_payment.collect();
        shares.sort_by_key(|(lawyer, _)| *lawyer);
        Ok(shares)
    }

    fn set_lawyer_earned(&mut self, payment: PaymentId, lawyer: LawyerId, earned: Money) -> StoreResult<()> {
        let key = ObligationKey { payment_id: payment, lawyer_id: Some(lawyer) };
        if self.tables.remittances.obligation_mut(key).is_some() {
            let earned_by = &mut self.tables.remittances.earned;
            earned_by.retain(|(key, _)| *key != (payment, lawyer));
            earned_by.push(((payment, lawyer), earned));
        }
        Ok(())
    }

    fn set_lawyer_share(
        &mut self,
        payment: PaymentId,
        lawyer: LawyerId,
        share: LawyerShare,
        send_by: DateTime<Utc>,
    ) -> StoreResult<()> {
        let key = ObligationKey { payment_id: payment, lawyer_id: Some(lawyer) };
        let Some(row) = self.tables.remittances.obligation_mut(key) else { return Ok(()) };
        row.lawyer = Some((lawyer, share));
        if row.status.is_sent() && share.owed().cents() > 0 {
            row.reopen(send_by);
        }
        Ok(())
    }
}
