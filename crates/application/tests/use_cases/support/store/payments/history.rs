//! In-memory payment history.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use domain::driving_record::ticket::Item;
use domain::payments::chargeback::{ChargebackStatus, transaction_status};
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::payments::receipt::ReceiptStatus;
use domain::payments::refund::Refund;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{PaymentId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use domain::shared::search::fold_text;
use ports::payments::history::{History, HistoryFilter, PaidItem, PaidRecord};
use ports::payments::remittances::Obligations;
use ports::payments::remittances::billed_again::SecondBills;
use ports::shared::list::CitedBy;
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

/// An entry of the history, without the facts that depend on its payment.
struct Paid {
    record: PaidRecord,
    item: Option<Payable>,
    label: Option<String>,
    amount: Money,
    confirmation_number: Option<String>,
    paid_at: DateTime<Utc>,
    payment: Option<PaymentId>,
    /// The status if there is no payment.
    status: ReceiptStatus,
}

fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    Money::from_cents(amounts.map(Money::cents).sum())
}

impl Unit<'_> {
    /// Returns all entries of a driver's history.
    fn history_of(&self, user: UserId) -> Vec<Paid> {
        let tables = &*self.tables;
        let transactions = tables.transactions.iter().filter(|record| record.user_id == user);
        let mut all: Vec<Paid> = transactions
            .map(|record| Paid {
                record: PaidRecord::Transaction(record.id),
                item: Some(record.payable),
                label: record.violation_type.clone(),
                amount: record.amount,
                confirmation_number: Some(record.confirmation_number.clone()),
                paid_at: record.created_at,
                payment: record.payment_id,
                status: match record.status {
                    TransactionStatus::Refunded => ReceiptStatus::Refunded,
                    _ => ReceiptStatus::Completed,
                },
            })
            .collect();
        let cases = tables.cases();
        let hires = tables.hires.iter().filter(|hire| hire.user_id == user).map(|hire| {
            let mut cases = cases.iter();
            let is_broken_off = cases.any(|case| case.id == hire.id && case.step.is_broken_off());
            Paid {
                record: PaidRecord::Hire(hire.id),
                item: hire.ticket_id.map(Payable::Lawyer),
                label: hire.violation_type.clone(),
                amount: hire.amount,
                confirmation_number: Some(hire.confirmation_number.clone()),
                paid_at: hire.created_at,
                payment: hire.payment_id,
                status: if is_broken_off { ReceiptStatus::RefundPending } else { ReceiptStatus::Completed },
            }
        });
        all.extend(hires);
        let has_record = |id| all.iter().any(|paid| paid.payment == Some(id));
        let returned: Vec<Paid> = tables
            .payments
            .iter()
            .filter(|payment| payment.user_id == user && payment.is_received())
            .filter(|payment| payment.status != PaymentStatus::Settled && !has_record(payment.id))
            .map(|payment| Paid {
                record: PaidRecord::Returned(payment.id),
                item: Some(payment.payable),
                label: self.label(payment.payable),
                amount: payment.amount_received.unwrap_or(payment.amount),
                confirmation_number: Some(payment.confirmation_number.clone()),
                paid_at: payment.charged_at.unwrap_or(payment.created_at),
                payment: Some(payment.id),
                status: ReceiptStatus::RefundPending,
            })
            .collect();
        all.extend(returned);
        let pays = |record: &PaymentTransaction| {
            use TransactionStatus::{ChargedBack, RefundPending, Refunded};
            !matches!(record.status, Refunded | RefundPending | ChargedBack)
        };
        for item in self.all_items().into_iter().filter(|item| item.user_id() == user) {
            let (payable, paid_at) = (item.payable(), paid_at(&item));
            let mut transactions = tables.transactions.iter();
            let has_transaction = transactions.any(|record| record.payable == payable && pays(record));
            all.extend(paid_at.filter(|_| !has_transaction).map(|paid_at| Paid {
                record: PaidRecord::ByHand,
                item: Some(payable),
                label: self.label(payable),
                amount: self.item(payable).unwrap().fine,
                confirmation_number: None,
                paid_at,
                payment: None,
                status: ReceiptStatus::Recorded,
            }));
        }
        all
    }

    /// Returns the refunds of a payment that were made or are under way.
    fn refunds_from(&self, payment: Option<PaymentId>) -> impl Iterator<Item = &Refund> {
        let all = self.tables.refunds.iter().filter(move |refund| Some(refund.payment_id) == payment);
        all.filter(|refund| refund.status.is_claimed() && !refund.needs_decision())
    }

    /// Returns the total of a payment's refunds: of those that reached the driver if `has_arrived`,
    /// otherwise of those under way.
    fn refunded(&self, payment: Option<PaymentId>, has_arrived: bool) -> Money {
        let of = self.refunds_from(payment);
        sum(of.filter(|one| one.status.has_reached_driver() == has_arrived).map(|one| one.amount))
    }

    fn payment_of(&self, paid: &Paid) -> Option<&Payment> {
        self.tables.payments.iter().find(|payment| Some(payment.id) == paid.payment)
    }

    fn paid_item(&mut self, paid: &Paid) -> StoreResult<PaidItem> {
        let payments: Vec<PaymentId> = paid.payment.into_iter().collect();
        let trail = self.money_trails(&payments)?.pop().map(|(_, trail)| trail);
        let billed_again = self.newest_second_bills(&payments)?.pop();
        let citation = paid.item.and_then(|item| self.citation(CitedBy::Item(item)));
        let (refunded, under_way) = (self.refunded(paid.payment, true), self.refunded(paid.payment, false));
        let status = self.payment_of(paid).map_or(paid.status, |payment| {
            let is_returned = matches!(paid.record, PaidRecord::Returned(_));
            let status = if is_returned && refunded < paid.amount {
                ReceiptStatus::RefundPending
            } else {
                ReceiptStatus::of(paid.amount, refunded, under_way)
            };
            let chargebacks = self.tables.chargebacks.iter().filter(|one| one.payment_id == payment.id);
            let chargebacks: Vec<_> = chargebacks.cloned().collect();
            status.adjust_for_payment(payment.status).adjust_for_chargeback(transaction_status(&chargebacks))
        });
        let newest = self.refunds_from(paid.payment).last();
        Ok(PaidItem {
            record: paid.record,
            kind: kind(paid),
            item_id: paid.item.map(Payable::item_id),
            citation_number: citation.as_ref().and_then(|one| one.number.clone()),
            issuer: citation.and_then(|one| one.issuer),
            label: paid.label.clone(),
            amount: paid.amount,
            confirmation_number: paid.confirmation_number.clone(),
            card: self.payment_of(paid).and_then(|payment| payment.card.clone()),
            paid_at: paid.paid_at,
            status,
            refunded,
            refund_reason: newest
                .map(|one| one.note.clone().unwrap_or_else(|| one.reason.sentence().to_owned())),
            trail,
            billed_again,
        })
    }

    fn matches_filter(&self, paid: &Paid, filter: &HistoryFilter) -> bool {
        let has = |text: Option<&str>, part: &str| text.is_some_and(|text| text.contains(part));
        let is_named = filter.query.as_ref().is_none_or(|query| {
            let (words, number) = (fold_text(query), normalize_citation_number(query));
            let citation = paid.item.and_then(|item| self.citation(CitedBy::Item(item)));
            let cited = citation.and_then(|one| one.number).map(|own| normalize_citation_number(&own));
            has(paid.label.as_deref().map(fold_text).as_deref(), &words)
                || has(paid.confirmation_number.as_deref().map(str::to_lowercase).as_deref(), &words)
                || (!number.is_empty() && has(cited.as_deref(), &number))
        });
        is_named
            && filter.kind.is_none_or(|wanted| kind(paid) == wanted)
            && filter.item.is_none_or(|id| paid.item.map(Payable::item_id) == Some(id))
    }
}

/// Returns when the item was paid; `None` if it is unpaid.
fn paid_at(item: &Item) -> Option<DateTime<Utc>> {
    let paid_at = match item {
        Item::Ticket(one) => one.paid_at,
        Item::Parking(one) => one.paid_at,
        Item::Toll(one) => one.paid_at,
    };
    paid_at.filter(|_| item.is_paid())
}

fn kind(paid: &Paid) -> PayableKind {
    paid.item.map_or(PayableKind::Lawyer, Payable::kind)
}

/// Returns the fields by which payments of the same time are ordered.
fn sort_key(paid: &Paid) -> (bool, Reverse<Option<PaymentId>>, &'static str, &'static str, Reverse<i32>) {
    let (source, id) = match paid.record {
        PaidRecord::Transaction(id) => ("transaction", id.0),
        PaidRecord::Hire(id) => ("hire", id.0),
        PaidRecord::Returned(id) => ("payment", id.0),
        PaidRecord::ByHand => ("item", paid.item.map_or(0, Payable::item_id)),
    };
    (paid.payment.is_none(), Reverse(paid.payment), source, kind(paid).as_str(), Reverse(id))
}

impl History for Unit<'_> {
    fn paid_items(
        &mut self,
        user: UserId,
        filter: &HistoryFilter,
        page: Page,
    ) -> StoreResult<Paged<PaidItem>> {
        let mut found = self.history_of(user);
        found.retain(|paid| self.matches_filter(paid, filter));
        found.sort_by_key(|paid| (Reverse(paid.paid_at), sort_key(paid)));
        let total = i64::try_from(found.len()).unwrap();
        let (skip, take) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
        let items = found.iter().skip(skip).take(take).map(|paid| self.paid_item(paid));
        Ok(Paged::new(items.collect::<StoreResult<_>>()?, total))
    }

    fn amount_charged(
        &mut self,
        user: UserId,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> StoreResult<Money> {
        let is_charged = |paid: &&Paid| {
            let is_returning =
                self.payment_of(paid).is_some_and(|one| one.status == PaymentStatus::RefundDue);
            let is_refunded = paid.payment.is_none() && paid.status == ReceiptStatus::Refunded;
            paid.record != PaidRecord::ByHand
                && from <= paid.paid_at
                && paid.paid_at < until
                && !is_returning
                && !is_refunded
        };
        let charged = |paid: &Paid| {
            let withdrawn = self.tables.chargebacks.iter().filter(|one| {
                Some(one.payment_id) == paid.payment
                    && (one.status.is_open() || one.status == ChargebackStatus::Lost)
            });
            let gone = sum(self.refunds_from(paid.payment).map(|one| one.amount));
            let taken = sum(withdrawn.map(|one| one.amount));
            Money::from_cents((paid.amount.cents() - gone.cents() - taken.cents()).max(0))
        };
        let all = self.history_of(user);
        Ok(sum(all.iter().filter(is_charged).map(charged)))
    }
}
