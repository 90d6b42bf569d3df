//! The sandbox's state, stored in one JSON file between restarts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::memory::bounds;
use crate::memory::ids;
use crate::memory::money::{Dispute, Payout, Transaction};
use crate::memory::records::{Charge, Delivery, Event, Intent, Method, Refund, StoredResponse};

/// All objects of a sandbox, as stored in its file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct State {
    pub seq: u64,
    pub intents: BTreeMap<String, Intent>,
    pub methods: BTreeMap<String, Method>,
    pub charges: BTreeMap<String, Charge>,
    pub refunds: BTreeMap<String, Refund>,
    pub disputes: BTreeMap<String, Dispute>,
    pub transactions: BTreeMap<String, Transaction>,
    pub payouts: BTreeMap<String, Payout>,
    /// Sum of the deleted balance transactions in cents, by currency. The balance includes this sum.
    pub carried: BTreeMap<String, i64>,
    pub events: BTreeMap<String, Event>,
    pub deliveries: Vec<Delivery>,
    pub answered: BTreeMap<String, StoredResponse>,
}

const DAY: i64 = 24 * 60 * 60;

impl State {
    /// Returns the next sequence number. Newer objects have higher numbers.
    pub(crate) fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    /// Deletes idempotency keys that are older than a day. Also deletes all but the newest objects of each kind, to
    /// limit the use of memory and the size of the state file. Keeps all events with pending deliveries.
    pub(crate) fn delete_old(&mut self) {
        let now = ids::now();
        self.answered.retain(|_, answered| now - answered.at < DAY);
        bounds::keep_newest(&mut self.answered, bounds::OBJECTS, |answered| answered.seq);
        bounds::keep_newest(&mut self.intents, bounds::OBJECTS, |intent| intent.seq);
        bounds::keep_newest(&mut self.methods, bounds::OBJECTS, |method| method.seq);
        bounds::keep_newest(&mut self.charges, bounds::OBJECTS, |charge| charge.seq);
        bounds::keep_newest(&mut self.refunds, bounds::OBJECTS, |refund| refund.seq);
        self.add_stored_to_carried(1);
        bounds::keep_newest(&mut self.transactions, bounds::OBJECTS, |transaction| transaction.seq);
        self.add_stored_to_carried(-1);
        bounds::keep_newest(&mut self.disputes, bounds::DISPUTES_AND_PAYOUTS, |dispute| dispute.seq);
        bounds::keep_newest(&mut self.payouts, bounds::DISPUTES_AND_PAYOUTS, |payout| payout.seq);
        let first = self.deliveries.len().saturating_sub(bounds::EVENTS);
        self.deliveries.drain(..first);
        let waiting = self.deliveries.iter().map(|delivery| delivery.event.as_str()).collect();
        bounds::keep_newest_and_protected(&mut self.events, bounds::EVENTS, |event| event.seq, &waiting);
    }

    /// Adds the sum of all stored balance transactions to `carried` if `sign` is 1, or subtracts it if `sign` is -1.
    fn add_stored_to_carried(&mut self, sign: i64) {
        for transaction in self.transactions.values() {
            *self.carried.entry(transaction.currency.clone()).or_default() += sign * transaction.net();
        }
    }

    /// Returns whether the number of objects of some kind is so far above its limit
    /// that [`Self::delete_old`] should run.
    pub(crate) fn is_full(&self) -> bool {
        let objects = [
            self.answered.len(),
            self.intents.len(),
            self.methods.len(),
            self.charges.len(),
            self.refunds.len(),
            self.transactions.len(),
        ];
        objects.into_iter().any(|count| bounds::is_full(count, bounds::OBJECTS))
            || [self.disputes.len(), self.payouts.len()]
                .into_iter()
                .any(|count| bounds::is_full(count, bounds::DISPUTES_AND_PAYOUTS))
            || bounds::is_full(self.deliveries.len(), bounds::EVENTS)
            || bounds::is_full(self.events.len().saturating_sub(self.deliveries.len()), bounds::EVENTS)
    }

    /// Returns the refunds of the charge with the id `charge`, newest first.
    pub(crate) fn refunds_of(&self, charge: &str) -> Vec<&Refund> {
        let mut refunds: Vec<&Refund> =
            self.refunds.values().filter(|refund| refund.charge == charge).collect();
        refunds.sort_unstable_by_key(|refund| std::cmp::Reverse(refund.seq));
        refunds
    }

    /// Returns whether a bank has withdrawn a charge's money in a dispute.
    pub(crate) fn is_charged_back(&self, charge: &Charge) -> bool {
        charge.disputed
            && self
                .disputes
                .values()
                .any(|dispute| dispute.charge == charge.id && dispute.status.holds_money())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::memory::text::StoredJson;

    #[test]
    fn a_cleanup_deletes_old_events_without_pending_deliveries() {
        let mut state = State::default();
        let stored_count = u64::try_from(bounds::EVENTS).unwrap();
        for seq in 1..=stored_count * 13 / 10 {
            let event = Event {
                id: format!("evt_{seq}"),
                seq,
                created: 0,
                kind: String::new(),
                object: StoredJson::of(&Value::Null),
                previous: None,
                request: None,
                idempotency_key: None,
                listed_from: None,
            };
            state.events.insert(event.id.clone(), event);
        }
        let waiting =
            Delivery { id: 1, event: "evt_7".into(), attempts: 0, due: 0, after: None, in_flight: false };
        state.deliveries.push(waiting);
        assert!(state.is_full());
        state.delete_old();
        assert!(!state.is_full());
        assert_eq!(state.events.len(), bounds::EVENTS + 1);
        let oldest = stored_count * 3 / 10 + 1;
        assert!(state.events.contains_key("evt_7") && state.events.contains_key(&format!("evt_{oldest}")));
        assert!(!state.events.contains_key(&format!("evt_{}", oldest - 1)));
    }

    #[test]
    fn a_cleanup_limits_the_number_of_pending_deliveries() {
        let mut state = State::default();
        for id in 1..=u64::try_from(bounds::EVENTS * 2).unwrap() {
            let event = format!("evt_{id}");
            state.deliveries.push(Delivery { id, event, attempts: 0, due: 0, after: None, in_flight: false });
        }
        assert!(state.is_full());
        state.delete_old();
        assert_eq!(state.deliveries.len(), bounds::EVENTS);
        assert_eq!(
            state.deliveries.last().map(|delivery| delivery.id),
            u64::try_from(bounds::EVENTS * 2).ok()
        );
    }
}
