//! In-memory store of the ledger and of the provider's balance changes.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::matching::{DifferenceKind, MovementKind, ObjectBalances};
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use ports::payments::books::{
    Books as Ledger, Difference, Matching, MatchingProgress, MonthSum, Movement, NewEntry, OpenMovement,
    PostedSums,
};
use ports::payments::gateway::{IntentStatus, RefundStatus};
use ports::shared::store_error::StoreResult;

use crate::support::build::noon;
use crate::support::provider::Books;
use crate::support::store::memory::Tables;
use crate::support::store::unit::Unit;

#[derive(Clone)]
pub struct BookTables {
    pub entries: Vec<NewEntry>,
    pub movements: Vec<(Movement, bool)>,
    pub differences: Vec<Difference>,
    pub matching: MatchingProgress,
    pub lawyers_owed_since: DateTime<Utc>,
}

impl Default for BookTables {
    fn default() -> Self {
        Self {
            entries: vec![],
            movements: vec![],
            differences: vec![],
            matching: MatchingProgress::default(),
            lawyers_owed_since: noon(),
        }
    }
}

impl BookTables {
    pub fn balance(&self, account: Account) -> i64 {
        let lines = self.entries.iter().flat_map(|entry| &entry.postings);
        lines.filter(|line| line.account == account).map(|line| line.amount.cents()).sum()
    }

    /// Returns the sums of the entries for which `is_wanted` returns true, by kind of entry and account.
    fn sums_of_entries(&self, is_wanted: impl Fn(&NewEntry) -> bool) -> PostedSums {
        let mut position = PostedSums::default();
        for entry in self.entries.iter().filter(|entry| is_wanted(entry)) {
            position.entries += 1;
            for line in &entry.postings {
                let is_same = |(kind, sum): &&mut (EntryKind, Posting)| {
                    (*kind, sum.account) == (entry.kind, line.account)
                };
                match position.sums.iter_mut().find(is_same) {
                    Some((_, sum)) => add(sum, line.amount),
                    None => position.sums.push((entry.kind, *line)),
                }
            }
        }
        position
    }
}

fn add(sum: &mut Posting, amount: Money) {
    sum.amount = Money::from_cents(sum.amount.cents() + amount.cents());
}

impl Tables {
    /// Returns whether a posting is our revenue, because its payment settled before fees were owed to lawyers.
    pub(super) fn is_old_revenue(&self, entry: &NewEntry, line: &Posting) -> bool {
        let payment = self.payments.iter().find(|payment| Some(payment.id) == entry.payment_id);
        let settled_at = payment.and_then(|payment| payment.settled_at);
        line.account == Account::Lawyers && settled_at.is_some_and(|at| at < self.books.lawyers_owed_since)
    }
}

impl Unit<'_> {
    fn payment_of_intent(&self, intent: Option<&String>) -> Option<PaymentId> {
        let intent = intent?;
        let mut payments = self.tables.payments.iter();
        payments.find(|payment| payment.provider_intent_id.as_ref() == Some(intent)).map(|found| found.id)
    }

    /// Returns three balances of an object at the provider: the balance in the ledger, the part that was posted as
    /// unexplained, and the balance at the provider. `subject` is the provider's id of the object.
    fn balances_of(&self, subject: &str) -> ObjectBalances {
        let books = &self.tables.books;
        let posted = |is_question: bool| {
            let of = books.entries.iter().filter(move |entry| entry.subject.as_deref() == Some(subject));
            of.filter(move |entry| (entry.kind == EntryKind::InQuestion) == is_question)
                .flat_map(|entry| entry.postings.iter().map(|line| (*line, entry.happened_at)))
                .filter(|(line, _)| line.account == Account::Provider)
        };
        let sum = |is_question| posted(is_question).map(|(line, _)| line.amount.cents()).sum();
        let moved: Vec<&Movement> = books
            .movements
            .iter()
            .map(|(movement, _)| movement)
            .filter(|one| one.subject == subject)
            .collect();
        let times = posted(false).map(|(_, at)| at).chain(moved.iter().map(|one| one.happened_at));
        ObjectBalances {
            subject: subject.to_owned(),
            ours: Money::from_cents(sum(false)),
            questioned: Money::from_cents(sum(true)),
            questions: i64::try_from(posted(true).count()).unwrap(),
            theirs: Money::from_cents(moved.iter().map(|one| one.amount.cents() - one.fee.cents()).sum()),
            movements: i64::try_from(moved.len()).unwrap(),
            currency: moved.first().map_or("usd".to_owned(), |one| one.currency.clone()),
            is_foreign: posted(false).next().is_none()
                && moved.iter().any(|one| {
                    one.kind.is_of_a_payment()
                        && self.payment_of_intent(one.intent_id.as_ref()).is_none()
                        && !self.is_lost(one.intent_id.as_deref())
                }),
            moved_at: times.max().unwrap_or_default(),
        }
    }
}

/// Returns the fields by which postings are grouped and sums are ordered.
fn month_key(sum: &MonthSum) -> (Reverse<NaiveDate>, &'static str, &'static str, bool) {
    (Reverse(sum.month), sum.kind.as_str(), sum.posting.account.as_str(), sum.is_old_revenue)
}

impl Ledger for Unit<'_> {
    fn post_entry(&mut self, entry: &NewEntry) -> StoreResult<bool> {
        self.must_be_transaction();
        if let Some(payment) = entry.payment_id
            && !matches!(entry.kind, EntryKind::ProviderFee)
        {
            self.must_hold_payment(payment);
        }
        let sum: i64 = entry.postings.iter().map(|line| line.amount.cents()).sum();
        assert!(sum == 0 && !entry.postings.is_empty(), "{entry:?} does not sum to zero");
        if self.tables.books.entries.iter().any(|known| known.source == entry.source) {
            return Ok(false);
        }
        self.tables.books.entries.push(entry.clone());
        Ok(true)
    }

    fn posted_sums_of_payment(&mut self, payment: PaymentId) -> StoreResult<PostedSums> {
        Ok(self.tables.books.sums_of_entries(|entry| entry.payment_id == Some(payment)))
    }

    fn posted_sums_of_object(&mut self, subject: &str) -> StoreResult<PostedSums> {
        Ok(self.tables.books.sums_of_entries(|entry| entry.subject.as_deref() == Some(subject)))
    }

    fn trial_balance(&mut self) -> StoreResult<Vec<Posting>> {
        let books = &self.tables.books;
        let lines = books.entries.iter().flat_map(|entry| &entry.postings);
        let accounts: BTreeSet<Account> = lines.map(|line| line.account).collect();
        let of = |account| Posting { account, amount: Money::from_cents(books.balance(account)) };
        Ok(accounts.into_iter().map(of).collect())
    }

    fn unbalanced_entries(&mut self) -> StoreResult<i64> {
        Ok(0)
    }

    fn lawyers_owed_since(&mut self) -> StoreResult<DateTime<Utc>> {
        Ok(self.tables.books.lawyers_owed_since)
    }

    fn sums_by_month(&mut self) -> StoreResult<Vec<MonthSum>> {
        let mut sums: Vec<MonthSum> = Vec::new();
        for entry in &self.tables.books.entries {
            let day = entry.happened_at.with_timezone(&BUSINESS_ZONE).date_naive();
            for line in &entry.postings {
                let new = MonthSum {
                    month: day.with_day(1).unwrap(),
                    kind: entry.kind,
                    posting: *line,
                    is_old_revenue: self.tables.is_old_revenue(entry, line),
                };
                match sums.iter_mut().find(|sum| month_key(sum) == month_key(&new)) {
                    Some(sum) => add(&mut sum.posting, line.amount),
                    None => sums.push(new),
                }
            }
        }
        sums.sort_by_key(month_key);
        Ok(sums)
    }
}

impl Matching for Unit<'_> {
    fn first_payment_at(&mut self) -> StoreResult<Option<DateTime<Utc>>> {
        Ok(self.tables.payments.iter().map(|payment| payment.created_at).min())
    }

    fn unposted_payments(&mut self, limit: i64) -> StoreResult<Vec<PaymentId>> {
        let tables = &*self.tables;
        let is_posted = |source: String| tables.books.entries.iter().any(|entry| entry.source == source);
        let charges = tables.payments.iter().filter(|payment| {
            let intent = payment.provider_intent_id.clone().unwrap_or_default();
            payment.is_received()
                && payment.amount_received.is_some_and(|amount| amount > Money::ZERO)
                && !is_posted(format!("charge:{intent}"))
        });
        let refunds = tables.refunds.iter().filter(|refund| {
            use domain::payments::refund::RefundStatus::{Failed, PaidOtherwise, Pending, Succeeded};
            let id = refund.provider_refund_id.as_ref();
            let is_refund_missing = matches!(refund.status, Pending | Succeeded | Failed | PaidOtherwise)
                && id.is_some_and(|id| !is_posted(format!("refund:{id}")));
            is_refund_missing
                || refund.status == PaidOtherwise && !is_posted(format!("paid_otherwise:{}", refund.id))
        });
        let unmarked = tables.payments.iter().filter(|payment| {
            let mut transactions = tables.transactions.iter();
            payment.status == PaymentStatus::RefundDue
                && transactions.any(|record| {
                    record.payment_id == Some(payment.id)
                        && matches!(record.status, TransactionStatus::Completed | TransactionStatus::Won)
                })
        });
        let all = charges.chain(unmarked).map(|payment| payment.id);
        let ids: BTreeSet<PaymentId> = all.chain(refunds.map(|refund| refund.payment_id)).collect();
        Ok(ids.into_iter().take(usize::try_from(limit).unwrap()).collect())
    }

    fn matching_progress(&mut self) -> StoreResult<MatchingProgress> {
        Ok(self.tables.books.matching.clone())
    }

    fn lock_matching(&mut self) -> StoreResult<()> {
        self.must_be_transaction();
        Ok(())
    }

    fn set_matching_progress(&mut self, progress: &MatchingProgress) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.books.matching = progress.clone();
        Ok(())
    }

    fn store_movements(&mut self, movements: &[Movement]) -> StoreResult<()> {
        for movement in movements {
            let kept = &mut self.tables.books.movements;
            if !kept.iter().any(|(known, _)| known.id == movement.id) {
                kept.push((movement.clone(), false));
            }
        }
        Ok(())
    }

    fn open_movements(&mut self) -> StoreResult<Vec<OpenMovement>> {
        let open = self.tables.books.movements.iter().filter(|(_, is_closed)| !is_closed);
        let mut open: Vec<OpenMovement> = open
            .map(|(movement, _)| OpenMovement {
                movement: movement.clone(),
                payment_id: self.payment_of_intent(movement.intent_id.as_ref()).filter(|id| {
                    self.tables.payments.iter().any(|payment| payment.id == *id && payment.is_received())
                }),
            })
            .collect();
        open.sort_by(|one, other| {
            let key = |open: &OpenMovement| (open.movement.happened_at, open.movement.id.clone());
            key(one).cmp(&key(other))
        });
        Ok(open)
    }

    fn mark_movement_posted(&mut self, id: &str) -> StoreResult<()> {
        self.tables.books.movements.iter_mut().find(|(known, _)| known.id == id).unwrap().1 = true;
        Ok(())
    }

    fn differing_balances(&mut self) -> StoreResult<Vec<ObjectBalances>> {
        let books = &self.tables.books;
        let posted = books.entries.iter().filter_map(|entry| entry.subject.clone());
        let mut subjects: Vec<String> =
            posted.chain(books.movements.iter().map(|(movement, _)| movement.subject.clone())).collect();
        subjects.sort();
        subjects.dedup();
        let sides = subjects.iter().map(|subject| self.balances_of(subject));
        Ok(sides.filter(|one| one.ours != one.theirs || one.questioned != Money::ZERO).collect())
    }

    fn replace_differences(&mut self, differences: &[(DifferenceKind, ObjectBalances)]) -> StoreResult<()> {
        let stored = differences.iter().map(|(kind, balances)| {
            let books = &self.tables.books;
            let mut entries =
                books.entries.iter().filter(|one| one.subject.as_ref() == Some(&balances.subject));
            let mut moved = books.movements.iter().filter(|(one, _)| one.subject == balances.subject);
            let payment_id = entries
                .find_map(|entry| entry.payment_id)
                .or_else(|| moved.find_map(|(one, _)| self.payment_of_intent(one.intent_id.as_ref())));
            let payment = self.tables.payments.iter().find(|payment| Some(payment.id) == payment_id);
            Difference {
                subject: balances.subject.clone(),
                kind: *kind,
                ours: balances.ours,
                theirs: balances.theirs,
                currency: balances.currency.clone(),
                payment_id,
                confirmation_number: payment.map(|payment| payment.confirmation_number.clone()),
                moved_at: balances.moved_at,
            }
        });
        let mut stored: Vec<Difference> = stored.collect();
        stored.sort_by(|one, other| {
            let key = |one: &Difference| (!one.kind.is_fault(), Reverse(one.moved_at), one.subject.clone());
            key(one).cmp(&key(other))
        });
        self.tables.books.differences = stored;
        Ok(())
    }

    fn differences(&mut self, limit: i64) -> StoreResult<Vec<Difference>> {
        let differences = self.tables.books.differences.iter();
        Ok(differences.take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    fn count_differences_to_correct(&mut self) -> StoreResult<i64> {
        let faults = self.tables.books.differences.iter().filter(|one| one.kind.is_fault());
        Ok(i64::try_from(faults.count()).unwrap())
    }
}

/// Builds a change of the balance at the provider.
pub fn movement(id: &str, kind: MovementKind, cents: i64, subject: &str) -> Movement {
    Movement {
        id: id.to_owned(),
        kind,
        amount: Money::from_cents(cents),
        fee: Money::ZERO,
        currency: "usd".to_owned(),
        subject: subject.to_owned(),
        intent_id: None,
        happened_at: noon(),
    }
}

impl Books {
    /// Returns all changes of the balance at the provider: charges, refunds, chargebacks, and the changes
    /// that a test added.
    pub fn movements(&self) -> Vec<Movement> {
        let mut all = self.other_movements.clone();
        for intent in self.intents.iter().filter(|intent| intent.status == IntentStatus::Succeeded) {
            let charged = movement(
                &format!("txn_{}", intent.id),
                MovementKind::Charge,
                intent.amount_received.cents(),
                &intent.id,
            );
            all.push(Movement {
                fee: Money::from_cents(intent.amount_received.cents() * 29 / 1000 + 30),
                intent_id: Some(intent.id.clone()),
                happened_at: intent.created_at,
                ..charged
            });
        }
        for refund in &self.refunds {
            let cents = refund.amount.cents();
            let of =
                self.intents.iter().find(|intent| Some(&intent.id) == refund.intent_id.as_ref()).unwrap();
            let mut push = |name: &str, kind, cents| {
                let moved = movement(&format!("txn_{name}{}", refund.id), kind, cents, &refund.id);
                all.push(Movement {
                    intent_id: refund.intent_id.clone(),
                    happened_at: of.created_at,
                    ..moved
                });
            };
            push("", MovementKind::Refund, -cents);
            if refund.status == RefundStatus::Failed {
                push("failed_", MovementKind::RefundFailure, cents);
            }
        }
        for chargeback in &self.chargebacks {
            all.extend(chargeback.movements.iter().map(|moved| Movement {
                fee: moved.fee,
                intent_id: chargeback.intent_id.clone(),
                happened_at: moved.happened_at,
                ..movement(&moved.id, MovementKind::Chargeback, moved.amount.cents(), &chargeback.id)
            }));
        }
        all
    }
}
