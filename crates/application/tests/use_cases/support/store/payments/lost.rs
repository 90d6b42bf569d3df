//! In-memory store of lost payments: the provider received the money, but a restored backup doesn't contain the
//! payment.

use domain::payments::attention::MoneyProblemKind;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::payments::lost::{LostPayment, LostPayments, RebuiltPayment};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Returns the lost payments that staff haven't resolved.
    fn unresolved_lost_payments(&self) -> impl Iterator<Item = &LostPayment> {
        let all = self.tables.lost_payments.iter();
        all.filter(|lost| self.is_open(MoneyProblemKind::Orphan, &lost.intent_id))
    }

    pub fn is_lost(&self, intent_id: Option<&str>) -> bool {
        self.unresolved_lost_payments().any(|lost| Some(lost.intent_id.as_str()) == intent_id)
    }
}

/// Returns the ticket if `item` is a ticket's lawyer; otherwise, returns `item` unchanged.
fn ticket_of(item: Payable) -> Payable {
    match item {
        Payable::Lawyer(ticket) => Payable::Ticket(ticket),
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => item,
    }
}

impl LostPayments for Unit<'_> {
    fn store_lost_payment_if_new(&mut self, lost: &LostPayment) -> StoreResult<bool> {
        let is_orphan = self.tables.orphans.iter().any(|orphan| orphan.intent_id == lost.intent_id);
        assert!(is_orphan, "its orphan is stored first");
        let is_new = self.lost_payment(&lost.intent_id)?.is_none();
        if is_new {
            self.tables.lost_payments.push(lost.clone());
        }
        Ok(is_new)
    }

    fn lost_payments(&mut self, user_id: Option<UserId>, limit: i64) -> StoreResult<Vec<LostPayment>> {
        let wanted =
            self.unresolved_lost_payments().filter(|lost| user_id.is_none_or(|user| lost.user_id == user));
        let mut wanted: Vec<LostPayment> = wanted.cloned().collect();
        wanted.sort_by(|one, other| (one.seen_at, &one.intent_id).cmp(&(other.seen_at, &other.intent_id)));
        wanted.truncate(usize::try_from(limit).unwrap());
        Ok(wanted)
    }

    fn lost_payment(&mut self, intent_id: &str) -> StoreResult<Option<LostPayment>> {
        Ok(self.tables.lost_payments.iter().find(|lost| lost.intent_id == intent_id).cloned())
    }

    fn has_lost_payment(&mut self, item: Payable) -> StoreResult<bool> {
        Ok(self.unresolved_lost_payments().any(|lost| lost.item.map(ticket_of) == Some(ticket_of(item))))
    }

    fn insert_rebuilt_payment(&mut self, rebuilt: &RebuiltPayment) -> StoreResult<Payment> {
        self.must_hold_item(rebuilt.payment.payable);
        if self.has_same_key_or_number(&rebuilt.payment) {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        let payment = Payment {
            status: PaymentStatus::Cancelled,
            provider_intent_id: Some(rebuilt.intent_id.clone()),
            updated_at: rebuilt.rebuilt_at,
            ..self.new_payment(&rebuilt.payment)
        };
        self.tables.payments.push(payment.clone());
        self.check_payments();
        Ok(payment)
    }

    fn has_payment_numbered(&mut self, confirmation_number: &str) -> StoreResult<bool> {
        Ok(self.tables.payments.iter().any(|payment| payment.confirmation_number == confirmation_number))
    }
}
