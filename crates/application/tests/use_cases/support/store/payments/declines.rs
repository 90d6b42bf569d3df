//! In-memory store of declined cards.

use chrono::{DateTime, Utc};
use domain::payments::card_testing::DeclineCount;
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::{PaymentId, UserId};
use ports::payments::declines::{Decline, Declines};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

#[derive(Clone)]
pub struct MemoryDecline {
    pub user: UserId,
    pub address: Option<String>,
    pub decline: Decline,
}

impl Unit<'_> {
    /// Counts the declines for which `is_meant` returns true, at or after the time `since`.
    fn count_declines(
        &self,
        is_meant: impl Fn(&MemoryDecline) -> bool,
        since: DateTime<Utc>,
    ) -> DeclineCount {
        let matching = self.tables.declines.iter().filter(|row| is_meant(row));
        let times: Vec<_> =
            matching.map(|row| row.decline.declined_at).filter(|declined_at| *declined_at >= since).collect();
        DeclineCount { times: i64::try_from(times.len()).unwrap(), last: times.into_iter().max() }
    }
}

impl Declines for Unit<'_> {
    fn set_payment_ip_address(
        &mut self,
        payment: PaymentId,
        address: &str,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.tables.askers.retain(|(id, _)| *id != payment);
        self.tables.askers.push((payment, address.to_owned()));
        Ok(())
    }

    fn payment_ip_address(&mut self, payment: PaymentId) -> StoreResult<Option<String>> {
        Ok(self.tables.askers.iter().find(|(id, _)| *id == payment).map(|(_, address)| address.clone()))
    }

    fn insert_declines(&mut self, payment: PaymentId, declines: &[Decline]) -> StoreResult<usize> {
        self.must_be_transaction();
        let address = self.payment_ip_address(payment)?;
        let user = self.tables.payments.iter().find(|row| row.id == payment).unwrap().user_id;
        let known = self.tables.declines.len();
        for decline in declines {
            if !self.tables.declines.iter().any(|row| row.decline.charge_id == decline.charge_id) {
                let row = MemoryDecline { user, address: address.clone(), decline: decline.clone() };
                self.tables.declines.push(row);
            }
        }
        Ok(self.tables.declines.len() - known)
    }

    fn count_declines_of_account(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<DeclineCount> {
        Ok(self.count_declines(|row| row.user == user, since))
    }

    fn count_declines_of_address(
        &mut self,
        address: &str,
        since: DateTime<Utc>,
    ) -> StoreResult<DeclineCount> {
        Ok(self.count_declines(|row| row.address.as_deref() == Some(address), since))
    }

    fn count_declines_of_card(&mut self, fingerprint: &str, since: DateTime<Utc>) -> StoreResult<i64> {
        Ok(self.count_declines(|row| row.decline.fingerprint.as_deref() == Some(fingerprint), since).times)
    }

    fn has_settled_payment(&mut self, user: UserId) -> StoreResult<bool> {
        let mut payments = self.tables.payments.iter();
        Ok(payments.any(|row| row.user_id == user && row.status == PaymentStatus::Settled))
    }
}
