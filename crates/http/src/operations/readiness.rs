//! Whether the database answers: asked once a second at the most, however many want to know (docs/PRODUCT.md#operators-address).

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::shared::error::ApiError;

/// What was found is true for so long.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// What the last check found, and when it began.
#[derive(Default)]
pub struct Readiness {
    last: Mutex<Option<(Instant, Result<(), ApiError>)>>,
}

impl Readiness {
    /// What was found a moment ago, or what this check finds. Who comes while one is made waits for it.
    ///
    /// # Errors
    /// What stands against it.
    pub async fn found(
        &self,
        now: Instant,
        check: impl Future<Output = Result<(), ApiError>>,
    ) -> Result<(), ApiError> {
        let mut last = self.last.lock().await;
        if let Some((at, found)) = &*last
            && now.saturating_duration_since(*at) < GOOD_FOR
        {
            return found.clone();
        }
        let found = check.await;
        *last = Some((now, found.clone()));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use application::Error;
    use futures_util::future::join_all;

    use super::*;

    #[actix_web::test]
    async fn a_check_counts_for_a_second_and_one_is_made_at_a_time() {
        let (readiness, start) = (Readiness::default(), Instant::now());
        let (checks, running) = (Cell::new(0), Cell::new(false));
        let ask = async |millis, is_ready| {
            let check = async {
                assert!(!running.replace(true), "another is being made");
                actix_web::rt::task::yield_now().await;
                running.set(false);
                checks.set(checks.get() + 1);
                if is_ready { Ok(()) } else { Err(ApiError::of(Error::NotFound, "one")) }
            };
            readiness.found(start + Duration::from_millis(millis), check).await.is_ok()
        };
        assert_eq!(join_all((0..9).map(|_| ask(0, true))).await, [true; 9]);
        assert_eq!(checks.get(), 1, "who waits for a check takes what it finds");
        assert!(ask(999, false).await);
        assert!(!ask(1_000, false).await, "what has changed is said after a second");
        assert!(!ask(1_999, true).await, "a database that is away is not asked more often either");
        assert!(ask(2_000, true).await);
        assert_eq!(checks.get(), 3);
    }
}
