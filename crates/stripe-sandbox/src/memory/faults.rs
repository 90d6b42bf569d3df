//! Faults that tests can switch on while the sandbox runs. A fault with a count ends after it has occurred that often.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::memory::bounds;

/// Whether a fault occurs before or after the sandbox performs the request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The fault occurs before the sandbox performs the request and stores a response under the idempotency key.
    Before,
    /// The fault occurs after the sandbox has performed the request and stored its response under the idempotency key.
    #[default]
    After,
}

/// A kind of failure that the sandbox can simulate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FaultKind {
    /// The sandbox performs the request, then drops the connection without a response.
    DroppedResponse,
    /// The sandbox responds late.
    Slow {
        /// How late the sandbox responds, in milliseconds.
        ms: u64,
        /// Whether the sandbox waits before it performs the request (a concurrent retry gets status 409) or
        /// afterward (a retry gets the stored response).
        #[serde(default)]
        stage: Stage,
    },
    /// The request fails with this status: 403 (the key has no permission), 429 or 5xx.
    Error {
        status: u16,
        /// Whether the request fails before the sandbox performs it (a retry performs it) or afterward (a retry
        /// gets the same error again).
        #[serde(default = "default_stage")]
        stage: Stage,
    },
    /// The sandbox creates an event but doesn't deliver it.
    WebhooksOff,
    /// The sandbox delivers an event twice.
    WebhooksDuplicated,
    /// The sandbox holds events back until there are [`Fault::count`] of them, then delivers them one by
    /// one in reverse order.
    WebhooksReordered,
    /// A confirmed payment stays processing before it succeeds.
    PaymentProcessing,
    /// A refund stays pending before it succeeds.
    RefundPending,
    /// A refund stays pending before it fails.
    RefundFailing,
    /// The sandbox refuses a refund because the balance is too low.
    BalanceInsufficient,
    /// The request fails with this status, and so does every later request with the same idempotency key.
    SavedError {
        status: u16,
        /// Whether the sandbox performs the request despite the error.
        #[serde(default, rename = "made")]
        is_performed: bool,
    },
    /// The sandbox lists and delivers an event late.
    EventsLate {
        /// The delay, in milliseconds.
        ms: u64,
    },
}

/// Default stage of a [`FaultKind::Error`] in a control request. Other faults have the default of [`Stage`].
fn default_stage() -> Stage {
    Stage::Before
}

/// A fault, how often it occurs, and which requests it affects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    #[serde(flatten)]
    pub kind: FaultKind,
    /// How many times the fault occurs. `None` means until the faults are cleared.
    #[serde(default = "default_count")]
    pub count: Option<u32>,
    /// If set, a dropped, slow or failed response affects only requests with this HTTP method. Other kinds of
    /// faults ignore this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// If set, a dropped, slow or failed response affects only requests whose path starts with this string,
    /// such as `/v1/payment_intents`. Other kinds of faults ignore this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// Default count of a fault in a control request.
#[expect(clippy::unnecessary_wraps, reason = "serde requires the field's own type")]
fn default_count() -> Option<u32> {
    Some(1)
}

impl Fault {
    /// Creates a fault that occurs once.
    #[must_use]
    pub fn once(kind: FaultKind) -> Self {
        Self { kind, count: Some(1), method: None, path: None }
    }

    /// Creates a fault that drops the connection instead of sending the response to the next request.
    #[must_use]
    pub fn dropped_response() -> Self {
        Self::once(FaultKind::DroppedResponse)
    }

    /// Creates a fault that delays the response to the next request. `stage` says whether the sandbox
    /// waits before or after it performs the request.
    #[must_use]
    pub fn slow(delay: Duration, stage: Stage) -> Self {
        Self::once(FaultKind::Slow { ms: delay.as_millis().try_into().unwrap_or(u64::MAX), stage })
    }

    /// Creates a fault that makes the next request fail with this HTTP status. `stage` says whether it
    /// fails before or after the sandbox performs the request.
    #[must_use]
    pub fn error(status: u16, stage: Stage) -> Self {
        Self::once(FaultKind::Error { status, stage })
    }

    /// Creates a fault that makes the next request and its retries fail with this HTTP status.
    /// `is_work_done` says whether the sandbox performs the request anyway.
    #[must_use]
    pub fn saved_error(status: u16, is_work_done: bool) -> Self {
        Self::once(FaultKind::SavedError { status, is_performed: is_work_done })
    }

    /// Returns the fault, changed to occur this many times.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// Returns the fault, changed to last until the faults are cleared.
    #[must_use]
    pub fn until_cleared(mut self) -> Self {
        self.count = None;
        self
    }

    /// Returns the fault, limited to requests with this method whose path starts with `path`.
    #[must_use]
    pub fn at(mut self, method: &str, path: &str) -> Self {
        self.method = Some(method.to_owned());
        self.path = Some(path.to_owned());
        self
    }

    /// Returns whether the fault's status is valid and, for a fault that reorders webhooks, whether its
    /// count is above 1.
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

/// The effects of the active faults on one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CallFaults {
    /// Delay before the sandbox performs the request.
    pub slow_before: Duration,
    /// Delay after the sandbox has performed the request.
    pub slow_after: Duration,
    /// Status of an error to return without performing the request; a retry performs it. `None` without such a fault.
    pub error_before: Option<u16>,
    /// Status of an error to return after performing the request; `None` without such a fault.
    pub error_after: Option<u16>,
    /// Status of an error to return instead of performing the request; `None` without such a fault. The sandbox stores
    /// the error for retries.
    pub error_instead: Option<u16>,
    pub drops_connection: bool,
}

/// All faults that are switched on, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault. If [`bounds::FAULTS`] faults are on, removes the oldest one.
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

    /// Uses up one occurrence of this kind of fault. Returns whether such a fault was on.
    pub(crate) fn take(&mut self, kind: &FaultKind) -> bool {
        let found = self.0.iter_mut().find(|fault| fault.kind == *kind);
        let struck = found.map(use_up).is_some();
        self.remove_used_up();
        struck
    }

    /// Uses up one occurrence of a fault that delays events, and returns the delay in milliseconds. Returns `None`
    /// if no such fault is on.
    pub(crate) fn take_event_delay(&mut self) -> Option<u64> {
        let late = self.0.iter().find_map(|fault| match fault.kind {
            FaultKind::EventsLate { ms } => Some(ms),
            _ => None,
        })?;
        self.take(&FaultKind::EventsLate { ms: late });
        Some(late)
    }

    /// Returns whether a fault that reorders webhooks is switched on, without using it up.
    pub(crate) fn is_reordering(&self) -> bool {
        self.0.iter().any(|fault| fault.kind == FaultKind::WebhooksReordered)
    }

    /// Uses up one occurrence of each dropped, slow or failed response fault that matches the request.
    /// Returns their effects on the request.
    pub(crate) fn take_for_call(&mut self, method: &str, path: &str) -> CallFaults {
        let mut effects = CallFaults::default();
        for fault in &mut self.0 {
            let elsewhere = fault.method.as_deref().is_some_and(|only| !only.eq_ignore_ascii_case(method))
                || fault.path.as_deref().is_some_and(|only| !path.starts_with(only));
            if elsewhere {
                continue;
            }
            match fault.kind {
                FaultKind::DroppedResponse => effects.drops_connection = true,
                FaultKind::Slow { ms, stage: Stage::Before } => {
                    effects.slow_before = Duration::from_millis(ms)
                }
                FaultKind::Slow { ms, stage: Stage::After } => effects.slow_after = Duration::from_millis(ms),
                FaultKind::Error { status, stage: Stage::Before } => effects.error_before = Some(status),
                FaultKind::Error { status, stage: Stage::After }
                | FaultKind::SavedError { status, is_performed: true } => effects.error_after = Some(status),
                FaultKind::SavedError { status, is_performed: false } => effects.error_instead = Some(status),
                _ => continue,
            }
            use_up(fault);
        }
        self.remove_used_up();
        effects
    }

    /// Removes the faults that have occurred as often as their counts allow.
    fn remove_used_up(&mut self) {
        self.0.retain(|fault| fault.count != Some(0));
    }
}

/// Counts one occurrence of a fault. A fault without a count stays on.
fn use_up(fault: &mut Fault) {
    fault.count = fault.count.map(|count| count.saturating_sub(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_affects_only_matching_requests_and_ends_after_its_count() {
        let mut faults = Faults::default();
        faults.add(Fault::dropped_response().times(2).at("POST", "/v1/payment_intents"));
        faults.add(Fault::error(500, Stage::Before));
        assert!(!faults.take_for_call("GET", "/v1/payment_intents/pi_1").drops_connection);
        assert_eq!(faults.list().len(), 1, "the 500 is used up by the GET");
        assert!(faults.take_for_call("POST", "/v1/payment_intents").drops_connection);
        assert!(faults.take_for_call("POST", "/v1/payment_intents/pi_1/confirm").drops_connection);
        assert_eq!(faults.take_for_call("POST", "/v1/payment_intents"), CallFaults::default());
    }

    #[test]
    fn a_fault_without_a_count_lasts_until_the_faults_are_cleared() {
        let mut faults = Faults::default();
        faults.add(Fault::once(FaultKind::WebhooksOff).until_cleared());
        assert!(faults.take(&FaultKind::WebhooksOff) && faults.take(&FaultKind::WebhooksOff));
        faults.clear();
        assert!(!faults.take(&FaultKind::WebhooksOff));
    }

    #[test]
    fn faults_are_parsed_from_json() {
        let read = |text: &str| serde_json::from_str::<Fault>(text).unwrap();
        assert_eq!(read(r#"{"kind": "dropped_response"}"#), Fault::dropped_response());
        assert_eq!(
            read(r#"{"kind": "error", "status": 503, "count": null, "path": "/v1/refunds"}"#),
            Fault { path: Some("/v1/refunds".into()), ..Fault::error(503, Stage::Before).until_cleared() }
        );
        assert!(!read(r#"{"kind": "error", "status": 200}"#).is_valid());
        assert!(!read(r#"{"kind": "webhooks_reordered"}"#).is_valid());
    }
}
