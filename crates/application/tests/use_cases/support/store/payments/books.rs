//! In-memory store of the ledger and of the provider's balance changes.

use chrono::{DateTime, Datelike, Utc};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::matching::{DifferenceKind, MovementKind, ObjectBalances};
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
use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct BookTables {
    pub entries: Vec<NewEntry>,
    pub movements: Vec<(Movement, bool)>,
    pub differences: Vec<(DifferenceKind, ObjectBalances)>,
    pub matching: MatchingProgress,
    /// Whether all money for lawyers was posted before the account became a liability.
    pub is_old_revenue: bool,
}

impl BookTables {
    pub fn balance(&self, account: Account) -> i64 {
        let lines = self.entries.iter().flat_map(|entry| &entry.postings);
        lines.filter(|line| line.account == account).map(|line| line.amount.cents()).sum()
    }

    fn position(&self, is_wanted: impl Fn(&NewEntry) -> bool) -> PostedSums {
        let mut position = PostedSums::default();
        for entry in self.entries.iter().filter(|entry| is_wanted(entry)) {
            position.entries += 1;
            position.sums.extend(entry.postings.iter().map(|line| (entry.kind, *line)));
        }
        position
    }
}

impl Unit<'_> {
    fn payment_of_intent(&self, intent: Option<&String>) -> Option<PaymentId> {
        let intent = intent?;
        let mut payments = self.tables.payments.iter();
        payments.find(|payment| payment.provider_intent_id.as_ref() == Some(intent)).map(|found| found.id)
    }

    fn sides(&self, subject: &str) -> ObjectBalances {
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
        Ok(self.tables.books.position(|entry| entry.payment_id == Some(payment)))
    }

    fn posted_sums_of_object(&mut self, subject: &str) -> StoreResult<PostedSums> {
        Ok(self.tables.books.position(|entry| entry.subject.as_deref() == Some(subject)))
    }

    fn trial_balance(&mut self) -> StoreResult<Vec<Posting>> {
        let books = &self.tables.books;
        let of = |account: &Account| Posting {
            account: *account,
            amount: Money::from_cents(books.balance(*account)),
        };
        Ok(Account::ALL.iter().map(of).collect())
    }

    fn unbalanced_entries(&mut self) -> StoreResult<i64> {
        Ok(0)
    }

    fn lawyers_owed_since(&mut self) -> StoreResult<DateTime<Utc>> {
        Ok(noon())
    }

    fn sums_by_month(&mut self) -> StoreResult<Vec<MonthSum>> {
        let mut sums = Vec::new();
        for entry in &self.tables.books.entries {
            let day = entry.happened_at.with_timezone(&BUSINESS_ZONE).date_naive();
            let month = day.with_day(1).unwrap();
            sums.extend(entry.postings.iter().map(|line| MonthSum {
                month,
                kind: entry.kind,
                posting: *line,
                is_old_revenue: line.account == Account::Lawyers && self.tables.books.is_old_revenue,
            }));
        }
        sums.sort_by_key(|sum| std::cmp::Reverse(sum.month));
        Ok(sums)
    }
}

impl Matching for Unit<'_> {
    fn first_payment_at(&mut self) -> StoreResult<Option<DateTime<Utc>>> {
        Ok(self.tables.payments.iter().map(|payment| payment.created_at).min())
    }

    fn unposted_payments(&mut self, _limit: i64) -> StoreResult<Vec<PaymentId>> {
        let tables = &*self.tables;
        let is_posted = |source: String| tables.books.entries.iter().any(|entry| entry.source == source);
        let charges = tables.payments.iter().filter(|payment| {
            let intent = payment.provider_intent_id.clone().unwrap_or_default();
            payment.is_received() && !is_posted(format!("charge:{intent}"))
        });
        Ok(charges.map(|payment| payment.id).collect())
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
        Ok(open
            .map(|(movement, _)| OpenMovement {
                movement: movement.clone(),
                payment_id: self.payment_of_intent(movement.intent_id.as_ref()).filter(|id| {
                    self.tables.payments.iter().any(|payment| payment.id == *id && payment.is_received())
                }),
            })
            .collect())
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
        let sides = subjects.iter().map(|subject| self.sides(subject));
        Ok(sides.filter(|one| one.ours != one.theirs || one.questioned != Money::ZERO).collect())
    }

    fn replace_differences(&mut self, differences: &[(DifferenceKind, ObjectBalances)]) -> StoreResult<()> {
        self.tables.books.differences = differences.to_vec();
        Ok(())
    }

    fn differences(&mut self, _limit: i64) -> StoreResult<Vec<Difference>> {
        let differences = self.tables.books.differences.iter();
        Ok(differences
            .map(|(kind, sides)| Difference {
                subject: sides.subject.clone(),
                kind: *kind,
                ours: sides.ours,
                theirs: sides.theirs,
                currency: sides.currency.clone(),
                payment_id: self.payment_of_intent(Some(&sides.subject)),
                confirmation_number: None,
                moved_at: sides.moved_at,
            })
            .collect())
    }

    fn count_faults(&mut self) -> StoreResult<i64> {
        let faults = self.tables.books.differences.iter().filter(|(kind, _)| kind.is_fault());
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
