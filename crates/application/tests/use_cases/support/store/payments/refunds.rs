//! In-memory store of refunds.

use chrono::TimeDelta;
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundStatus};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use ports::payments::refunds::{NewRefund, RefundCheckTimes, Refunds};
use ports::shared::store_error::StoreResult;

use crate::support::store::audit_trail::without_nul;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

impl Refunds for Unit<'_> {
    fn insert_refund(&mut self, new: &NewRefund) -> StoreResult<Refund> {
        self.must_hold_payment(new.payment_id);
        let refund = Refund {
            id: RefundId(next_id(&self.tables.refunds)),
            payment_id: new.payment_id,
            amount: new.amount,
            reason: new.reason,
            note: new.note.clone(),
            requested_by: new.requested_by,
            status: RefundStatus::Due,
            idempotency_key: new.idempotency_key.clone(),
            requested_at: None,
            provider_refund_id: None,
            provider_words: None,
            completed_at: None,
            created_at: new.created_at,
            updated_at: new.created_at,
            guarantee_payer: new.guarantee_payer,
        };
        self.tables.refunds.push(refund.clone());
        Ok(refund)
    }

    fn refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>> {
        Ok(self.tables.refunds.iter().find(|refund| refund.id == id).cloned())
    }

    fn lock_refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>> {
        let found = self.refund(id)?;
        if let Some(refund) = &found {
            self.must_hold_payment(refund.payment_id);
        }
        Ok(found)
    }

    fn refund_by_provider_id(&mut self, provider_refund_id: &str) -> StoreResult<Option<Refund>> {
        let mut all = self.tables.refunds.iter();
        Ok(all.find(|refund| refund.provider_refund_id.as_deref() == Some(provider_refund_id)).cloned())
    }

    fn refunds_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Refund>> {
        Ok(self.tables.refunds.iter().filter(|refund| refund.payment_id == payment).cloned().collect())
    }

    fn update_refund(&mut self, refund: &Refund) -> StoreResult<()> {
        self.must_hold_payment(refund.payment_id);
        let mut all = self.tables.refunds.iter_mut();
        let stored = all.find(|stored| stored.id == refund.id).unwrap();
        let provider_words = refund.provider_words.as_deref().map(without_nul);
        *stored = Refund { provider_words, ..refund.clone() };
        Ok(())
    }

    fn refunds_to_check(&mut self, before: RefundCheckTimes, limit: i64) -> StoreResult<Vec<RefundId>> {
        let is_wanted = |refund: &&Refund| {
            let age = refund.updated_at - refund.created_at;
            let was_left = |since, rest| refund.updated_at < since && refund.updated_at + rest < before.now;
            match refund.status {
                RefundStatus::Due | RefundStatus::Pending => {
                    was_left(before.open, (age / 4).min(TimeDelta::hours(6)))
                }
                RefundStatus::Refused => {
                    refund.requested_at.is_some()
                        && was_left(before.refused, age / 2)
                        && refund.created_at >= before.oldest_refused
                }
                RefundStatus::Succeeded => {
                    was_left(before.arrived, age) && refund.created_at >= before.oldest_arrived
                }
                RefundStatus::Failed | RefundStatus::PaidOtherwise | RefundStatus::CalledOff => false,
            }
        };
        let mut due: Vec<&Refund> = self.tables.refunds.iter().filter(is_wanted).collect();
        due.sort_by_key(|refund| (refund.updated_at, refund.id));
        Ok(due.into_iter().map(|refund| refund.id).take(usize::try_from(limit).unwrap()).collect())
    }

    fn refunds_under_way(
        &mut self,
        user_id: Option<UserId>,
        limit: i64,
    ) -> StoreResult<Vec<(Refund, Payment)>> {
        let tables = &*self.tables;
        let is_shown = |status: RefundStatus| status.is_open() || status == RefundStatus::Failed;
        let open = tables.refunds.iter().filter(|refund| is_shown(refund.status)).map(|refund| {
            let payment = tables.payments.iter().find(|payment| payment.id == refund.payment_id).unwrap();
            (refund.clone(), payment.clone())
        });
        let wanted = open.filter(|(_, payment)| user_id.is_none_or(|user| payment.user_id == user));
        Ok(wanted.take(usize::try_from(limit).unwrap()).collect())
    }
}
