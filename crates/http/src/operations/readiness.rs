//! Checks whether the database is reachable. All callers share one check per
//! second (docs/product/running.md#operators-address).

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::rt;
use tokio::sync::Mutex;
use tokio::time::timeout_at;

use crate::shared::error::ApiError;

/// How long the result of a check is reused.
const GOOD_FOR: Duration = Duration::from_secs(1);
/// Maximum wait for a check. A proxy must get a response even if the database is frozen.
const MAX_WAIT: Duration = Duration::from_millis(1500);

/// The result of the last check of the database, and the time when that check started.
#[derive(Default)]
pub struct Readiness {
    last: Arc<Mutex<Option<ReadinessResult>>>,
}

type ReadinessResult = (Instant, Result<(), ApiError>);

impl Readiness {
    /// Returns a recent result, or the result of a new check; `None` if there is no result within 1.5 seconds.
    /// Callers that arrive during a check wait for its result. A check continues even after its callers have
    /// disconnected, so that only one check runs at a time.
    pub async fn recent_result(
        &self,
        now: Instant,
        check: impl Future<Output = Result<(), ApiError>> + 'static,
    ) -> Option<Result<(), ApiError>> {
        let end = tokio::time::Instant::now() + MAX_WAIT;
        let mut last = timeout_at(end, self.last.clone().lock_owned()).await.ok()?;
        if let Some((at, found)) = &*last
            && now.saturating_duration_since(*at) < GOOD_FOR
        {
            return Some(found.clone());
        }
        let checked = rt::spawn(async move {
            let found = check.await;
            *last = Some((now, found.clone()));
            found
        });
        timeout_at(end, checked).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use application::Error;
    use futures_util::future::join_all;
    use tokio::sync::Notify;

    use super::*;

    #[actix_web::test]
    async fn a_readiness_result_is_cached_for_one_second_and_shared_by_concurrent_callers() {
        let (readiness, start) = (Readiness::default(), Instant::now());
        let (checks, running) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(false)));
        let ask = async |millis, is_ready| {
            let (counted, running) = (checks.clone(), running.clone());
            let check = async move {
                assert!(!running.replace(true), "two checks ran at the same time");
                rt::task::yield_now().await;
                running.set(false);
                counted.set(counted.get() + 1);
                if is_ready { Ok(()) } else { Err(ApiError::of(Error::NotFound, "one")) }
            };
            readiness.recent_result(start + Duration::from_millis(millis), check).await.unwrap().is_ok()
        };
        assert_eq!(join_all((0..9).map(|_| ask(0, true))).await, [true; 9]);
        assert_eq!(checks.get(), 1, "waiting callers share one check");
        assert!(ask(999, false).await);
        assert!(!ask(1_000, false).await, "a change is reported after one second");
        assert!(!ask(1_999, true).await, "a failed check is cached for a second too");
        assert!(ask(2_000, true).await);
        assert_eq!(checks.get(), 3);
    }

    #[actix_web::test]
    async fn callers_stop_waiting_for_a_slow_readiness_check_and_no_second_check_starts() {
        let (readiness, start) = (Readiness::default(), Instant::now());
        let (checks, answers) = (Rc::new(Cell::new(0)), Rc::new(Notify::new()));
        let ask = |millis| {
            let (counted, answers) = (checks.clone(), answers.clone());
            let check = async move {
                counted.set(counted.get() + 1);
                answers.notified().await;
                Ok(())
            };
            readiness.recent_result(start + Duration::from_millis(millis), check)
        };
        let waits = join_all([ask(0), ask(0), ask(5_000)]);
        assert!(waits.await.iter().all(Option::is_none));
        assert_eq!(checks.get(), 1, "callers that gave up start no other check");
        answers.notify_one();
        assert!(ask(500).await.is_some_and(|found| found.is_ok()), "the result of the slow check is used");
    }
}
