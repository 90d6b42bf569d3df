//! A connection to the in-memory database, or a transaction. The database checks rules about locks:
//! for example, an item is locked before its payment, and money is recorded only if the rows that
//! it concerns are locked.

use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{PaymentId, TicketId};
use domain::shared::payable::Payable;
use ports::driving_record::items::PayableItem;
use ports::shared::limits::{Limit, Limits};
use ports::shared::store_error::StoreResult;

use crate::support::store::memory::Tables;

pub struct Unit<'a> {
    pub tables: &'a mut Tables,
    is_transaction: bool,
    pub items: Vec<Payable>,
    payments: Vec<PaymentId>,
    holds_register: bool,
}

/// Returns the item whose row is locked for a payable. For a lawyer, this is the ticket.
pub fn row(payable: Payable) -> Payable {
    match payable {
        Payable::Lawyer(ticket) => Payable::Ticket(ticket),
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => payable,
    }
}

pub fn is_live(payment: &Payment) -> bool {
    payment.status.is_live()
}

pub fn is_unfinished(payment: &Payment) -> bool {
    is_live(payment) || payment.status == PaymentStatus::RefundDue
}

impl<'a> Unit<'a> {
    pub fn connection(tables: &'a mut Tables) -> Self {
        Self { tables, is_transaction: false, items: vec![], payments: vec![], holds_register: false }
    }

    pub fn transaction(tables: &'a mut Tables) -> Self {
        Self { is_transaction: true, ..Self::connection(tables) }
    }

    pub fn must_be_transaction(&self) {
        assert!(self.is_transaction, "this means something in a transaction alone");
    }

    /// Locks the register of authorities. Use cases that change the register also lock items. They must
    /// lock the register first.
    pub fn lock_register(&mut self) {
        self.must_be_transaction();
        assert!(self.holds_register || self.items.is_empty(), "the register must be locked before any item");
        self.holds_register = true;
    }

    pub fn must_hold_register(&self) {
        assert!(self.holds_register, "the register is not locked");
    }

    /// Locks an item. First makes the change that a test has planned for the next lock, if any.
    pub fn lock_row(&mut self, payable: Payable) {
        assert!(self.is_transaction, "a row can be locked only inside a transaction");
        assert!(
            self.payments.is_empty() || self.items.contains(&row(payable)),
            "the item must be locked before its payment"
        );
        if let Some(commits) = self.tables.before_next_lock.take() {
            commits(self.tables);
        }
        self.items.push(row(payable));
    }

    /// Locks a payment, whose item must be locked.
    pub fn lock_payment_row(&mut self, payment: &Payment) {
        self.must_hold_item(payment.payable);
        self.payments.push(payment.id);
    }

    /// Locks a payment without locking its item. Several payments are locked in the order of their ids.
    pub fn lock_payment_alone(&mut self, id: PaymentId) {
        self.payments.push(id);
    }

    pub fn must_hold_item(&self, payable: Payable) {
        assert!(self.items.contains(&row(payable)), "{payable:?} is not locked");
    }

    pub fn must_hold_payment(&self, id: PaymentId) {
        assert!(self.payments.contains(&id), "payment {id} is not locked");
    }

    /// Returns a payable's item: its driver, its label, its fine and whether it is paid. Returns
    /// `None` if the item doesn't exist. For a lawyer, the item is the ticket.
    pub fn item(&self, payable: Payable) -> Option<PayableItem> {
        match payable {
            Payable::Ticket(id) | Payable::Lawyer(id) => self.ticket_item(id),
            Payable::Parking(id) => {
                let found = self.tables.parking.iter().find(|item| item.id == id)?;
                Some(PayableItem {
                    user_id: found.user_id,
                    label: found.filed.violation_type.clone(),
                    fine: found.fine(),
                    is_paid: found.is_paid,
                })
            }
            Payable::Toll(id) => {
                let found = self.tables.tolls.iter().find(|item| item.id == id)?;
                Some(PayableItem {
                    user_id: found.user_id,
                    label: found.filed.toll_road.clone(),
                    fine: found.fine(),
                    is_paid: found.is_paid,
                })
            }
        }
    }

    fn ticket_item(&self, id: TicketId) -> Option<PayableItem> {
        let found = self.tables.tickets.iter().find(|item| item.id == id)?;
        Some(PayableItem {
            user_id: found.user_id,
            label: found.filed.violation_type.clone(),
            fine: found.fine(),
            is_paid: found.is_paid,
        })
    }

    /// Checks the keys and the constraints of the table of payments.
    pub fn check_payments(&self) {
        for (place, one) in self.tables.payments.iter().enumerate() {
            let needs_intent = !matches!(
                one.status,
                PaymentStatus::Creating | PaymentStatus::TimedOut | PaymentStatus::Cancelled
            );
            assert!(!needs_intent || one.provider_intent_id.is_some(), "{one:?} needs an intent");
            assert!(one.status != PaymentStatus::Settled || one.settled_at.is_some(), "{one:?} needs a time");
            for other in &self.tables.payments[place + 1..] {
                let same_intent =
                    one.provider_intent_id.is_some() && one.provider_intent_id == other.provider_intent_id;
                assert!(!same_intent, "{one:?} and {other:?} share an intent");
                let both_live = one.payable == other.payable && is_live(one) && is_live(other);
                assert!(!both_live, "{one:?} and {other:?} are both live");
            }
        }
    }
}

impl Limits for Unit<'_> {
    fn lock_limit(&mut self, _: Limit) -> StoreResult<()> {
        self.must_be_transaction();
        Ok(())
    }
}
