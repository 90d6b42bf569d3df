//! Tests of the retention of data (docs/product/running.md#how-long-things-are-kept).

use chrono::TimeDelta;
use domain::shared::retention::{RetainedData, Retention};
use rstest::rstest;

#[test]
fn retention_has_defaults_without_a_setting() {
    for text in ["", "  "] {
        let retention = Retention::parse(text).unwrap();
        assert_eq!(retention, Retention::default());
        for old in RetainedData::ALL {
            assert_eq!(retention.of(*old), TimeDelta::days(old.days()));
            assert!(old.min_days().is_none_or(|fewest| fewest <= old.days()), "{old}");
        }
    }
}

#[test]
fn an_operator_can_override_some_retention_periods() {
    let retention = Retention::parse("chats=365, security_events=30").unwrap();
    assert_eq!(retention.of(RetainedData::Chats), TimeDelta::days(365));
    assert_eq!(retention.of(RetainedData::SecurityEvents), TimeDelta::days(30));
    assert_eq!(retention.of(RetainedData::Jobs), TimeDelta::days(30));
}

#[rstest]
#[case("chats", "is not name=days")]
#[case("chats=", "7 days or longer")]
#[case("chats=6", "7 days or longer")]
#[case("chats=-1", "7 days or longer")]
#[case("chats=99999999999999999999", "7 days or longer")]
#[case("provider_events=30", "35 days or longer")]
#[case("sessions=9", "can't be set")]
#[case("audit=9", "can't be set; these can: security_events")]
fn an_invalid_retention_setting_is_refused_with_a_reason(#[case] text: &str, #[case] why: &str) {
    let refused = Retention::parse(text).unwrap_err();
    assert!(refused.contains(why), "{refused}");
}
