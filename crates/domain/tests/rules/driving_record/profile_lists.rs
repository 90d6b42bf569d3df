//! Tests of the items that the driving profile's lists show. `cases/visibility.json` has further tests.

use chrono::TimeDelta;
use domain::driving_record::visibility::is_listed;
use proptest::prelude::*;

use crate::build::time;

const NOW: &str = "2026-01-15T12:00:00Z";

proptest! {
    #[test]
    fn a_paid_item_that_left_the_current_list_never_returns_to_it(ago in 0..1_000_000_i64, later in 0..1_000_000_i64) {
        let now = time(NOW);
        let paid_at = Some(now - TimeDelta::seconds(ago));
        prop_assert!(is_listed(true, paid_at, now) || !is_listed(true, paid_at, now + TimeDelta::seconds(later)));
    }
}
