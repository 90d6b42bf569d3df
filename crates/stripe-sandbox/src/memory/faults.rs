//! Faults that can be switched on while the sandbox runs: each has a count, and is gone when it is used up.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::memory::bounds;

/// Whether a fault strikes before the work of a call or after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nothing has been done, and nothing stays under the idempotency key.
    Before,
    /// The work is done; the answer stays under the idempotency key.
    #[default]
    After,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FaultKind {
    /// The work is done, then the connection is dropped without an answer.
    LostAnswer,
    /// The call takes this much longer.
    Slow {
        /// How much longer, in milliseconds.
        ms: u64,
        /// Before the work (a retry meets 409 meanwhile) or after it (a retry gets the first answer).
        #[serde(default)]
        stage: Stage,
    },
    /// The call is answered with this status: 403 (the key may not), 429 or 5xx.
    Error {
        /// The status.
        status: u16,
        /// Before the work (a retry does it) or after it (a retry is answered the same error again).
        #[serde(default = "before")]
        stage: Stage,
    },
    /// An event is made but not delivered.
    WebhooksOff,
    /// An event is delivered twice.
    WebhooksDuplicated,
    /// Events are held until `count` of them are there, then delivered one by one, last first.
    WebhooksReordered,
    /// A confirmed payment stays processing before it succeeds.
    PaymentProcessing,
    /// A refund is pending before it succeeds.
    RefundPending,
    /// A refund is pending before it fails.
    RefundFailing,
    /// A refund is refused: the balance has too little.
    BalanceInsufficient,
    /// The call is answered with this status, and so is every later one with the same idempotency key.
    SavedError {
        /// The status.
        status: u16,
        /// Whether the work was done after all.
        #[serde(default)]
        made: bool,
    },
    /// An event is listed and delivered this much later.
    EventsLate {
        /// How much later, in milliseconds.
        ms: u64,
    },
}

fn before() -> Stage {
    Stage::Before
}

/// One fault, how often it strikes and at which calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What goes wrong.
    #[serde(flatten)]
    pub kind: FaultKind,
    /// How often; without a count it lasts until the faults are cleared.
    #[serde(default = "once")]
    pub count: Option<u32>,
    /// Only calls with this method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Only calls whose path begins so, such as `/v1/payment_intents`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

#[expect(clippy::unnecessary_wraps, reason = "serde wants the field's own type")]
fn once() -> Option<u32> {
    Some(1)
}

impl Fault {
    /// A fault that strikes once.
    #[must_use]
    pub fn once(kind: FaultKind) -> Self {
        Self { kind, count: Some(1), method: None, path: None }
    }

    /// The next call's answer is lost.
    #[must_use]
    pub fn lost_answer() -> Self {
        Self::once(FaultKind::LostAnswer)
    }

    /// The next call's answer is late.
    #[must_use]
    pub fn slow(late: Duration, stage: Stage) -> Self {
        Self::once(FaultKind::Slow { ms: late.as_millis().try_into().unwrap_or(u64::MAX), stage })
    }

    /// The next call is answered with this status.
    #[must_use]
    pub fn error(status: u16, stage: Stage) -> Self {
        Self::once(FaultKind::Error { status, stage })
    }

    /// The next call is answered with this status, and its retries too; its work is done or not.
    #[must_use]
    pub fn saved_error(status: u16, made: bool) -> Self {
        Self::once(FaultKind::SavedError { status, made })
    }

    /// The same fault, so often.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// The same fault, until the faults are cleared.
    #[must_use]
    pub fn lasting(mut self) -> Self {
        self.count = None;
        self
    }

    /// The same fault, at these calls only.
    #[must_use]
    pub fn at(mut self, method: &str, path: &str) -> Self {
        self.method = Some(method.to_owned());
        self.path = Some(path.to_owned());
        self
    }

    /// Whether it is one that can be switched on.
    pub(crate) fn is_valid(&self) -> bool {
        match self.kind {
            FaultKind::Error { status, .. } | FaultKind::SavedError { status, .. } => {
                matches!(status, 403 | 429 | 500..=599)
            }
            FaultKind::WebhooksReordered => self.count.is_some_and(|count| count > 1),
            _ => true,
        }
    }
}

/// What goes wrong with one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub slow_before: Duration,
    pub slow_after: Duration,
    pub error_before: Option<u16>,
    pub error_after: Option<u16>,
    /// Nothing is done, and the error stays under the idempotency key all the same.
    pub error_instead: Option<u16>,
    pub lost: bool,
}

/// The faults that are switched on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    /// Adds one; the oldest goes when there are too many.
    pub(crate) fn add(&mut self, fault: Fault) {
        if self.0.len() >= bounds::FAULTS {
            self.0.remove(0);
        }
        self.0.push(fault);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn list(&self) -> &[Fault] {
        &self.0
    }

    /// Takes one strike of a fault of this kind, if there is one.
    pub(crate) fn take(&mut self, kind: &FaultKind) -> bool {
        let found = self.0.iter_mut().find(|fault| fault.kind == *kind);
        let struck = found.map(strike).is_some();
        self.drop_used();
        struck
    }

    /// Takes one strike of late events: how late, in milliseconds.
    pub(crate) fn take_late(&mut self) -> Option<u64> {
        let late = self.0.iter().find_map(|fault| match fault.kind {
            FaultKind::EventsLate { ms } => Some(ms),
            _ => None,
        })?;
        self.take(&FaultKind::EventsLate { ms: late });
        Some(late)
    }

    /// How many more events the reordering waits for, without taking one.
    pub(crate) fn reordering(&self) -> bool {
        self.0.iter().any(|fault| fault.kind == FaultKind::WebhooksReordered)
    }

    /// Takes what goes wrong with a call: each fault that matches it, once.
    pub(crate) fn strike(&mut self, method: &str, path: &str) -> Trouble {
        let mut trouble = Trouble::default();
        for fault in &mut self.0 {
            let elsewhere = fault.method.as_deref().is_some_and(|only| !only.eq_ignore_ascii_case(method))
                || fault.path.as_deref().is_some_and(|only| !path.starts_with(only));
            if elsewhere {
                continue;
            }
            match fault.kind {
                FaultKind::LostAnswer => trouble.lost = true,
                FaultKind::Slow { ms, stage: Stage::Before } => {
                    trouble.slow_before = Duration::from_millis(ms)
                }
                FaultKind::Slow { ms, stage: Stage::After } => trouble.slow_after = Duration::from_millis(ms),
                FaultKind::Error { status, stage: Stage::Before } => trouble.error_before = Some(status),
                FaultKind::Error { status, stage: Stage::After }
                | FaultKind::SavedError { status, made: true } => trouble.error_after = Some(status),
                FaultKind::SavedError { status, made: false } => trouble.error_instead = Some(status),
                _ => continue,
            }
            strike(fault);
        }
        self.drop_used();
        trouble
    }

    fn drop_used(&mut self) {
        self.0.retain(|fault| fault.count != Some(0));
    }
}

fn strike(fault: &mut Fault) {
    fault.count = fault.count.map(|count| count.saturating_sub(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_strikes_as_often_as_its_count_and_only_where_it_should() {
        let mut faults = Faults::default();
        faults.add(Fault::lost_answer().times(2).at("POST", "/v1/payment_intents"));
        faults.add(Fault::error(500, Stage::Before));
        assert!(!faults.strike("GET", "/v1/payment_intents/pi_1").lost);
        assert_eq!(faults.list().len(), 1, "the 500 is used up by the GET");
        assert!(faults.strike("POST", "/v1/payment_intents").lost);
        assert!(faults.strike("POST", "/v1/payment_intents/pi_1/confirm").lost);
        assert_eq!(faults.strike("POST", "/v1/payment_intents"), Trouble::default());
    }

    #[test]
    fn a_lasting_fault_lasts_until_cleared() {
        let mut faults = Faults::default();
        faults.add(Fault::once(FaultKind::WebhooksOff).lasting());
        assert!(faults.take(&FaultKind::WebhooksOff) && faults.take(&FaultKind::WebhooksOff));
        faults.clear();
        assert!(!faults.take(&FaultKind::WebhooksOff));
    }

    #[test]
    fn faults_are_read_from_json() {
        let read = |text: &str| serde_json::from_str::<Fault>(text).unwrap();
        assert_eq!(read(r#"{"kind": "lost_answer"}"#), Fault::lost_answer());
        assert_eq!(
            read(r#"{"kind": "error", "status": 503, "count": null, "path": "/v1/refunds"}"#),
            Fault { path: Some("/v1/refunds".into()), ..Fault::error(503, Stage::Before).lasting() }
        );
        assert!(!read(r#"{"kind": "error", "status": 200}"#).is_valid());
        assert!(!read(r#"{"kind": "webhooks_reordered"}"#).is_valid());
    }
}
