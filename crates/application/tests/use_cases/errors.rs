//! Conversion of the ports' errors to errors of use cases.

use application::Error;
use ports::payments::gateway::GatewayError;
use ports::shared::store_error::{StoreError, UniqueKey};
use rstest::rstest;

use crate::support::outcome;

#[rstest]
#[case(StoreError::Duplicate(UniqueKey::Email), "EmailTaken")]
#[case(StoreError::Duplicate(UniqueKey::LivePayment), "Defect")]
#[case(StoreError::Duplicate(UniqueKey::Other), "Defect")]
#[case(StoreError::Unavailable("gone".into()), "StoreDown")]
#[case(StoreError::Failed("bad".into()), "Defect")]
fn store_errors_map_to_application_errors(#[case] error: StoreError, #[case] expected: &str) {
    assert_eq!(outcome::<()>(&Err(error.into())), expected);
}

#[rstest]
#[case(GatewayError::TimedOut, "GatewayDown")]
#[case(GatewayError::Unavailable("503".into()), "GatewayDown")]
#[case(GatewayError::Refused { code: "c".to_owned(), message: "m".to_owned() }, "PaymentRefused")]
#[case(GatewayError::NotFound, "Defect")]
#[case(GatewayError::NotUnderstood("?".into()), "Defect")]
fn gateway_errors_map_to_application_errors(#[case] error: GatewayError, #[case] expected: &str) {
    assert_eq!(outcome::<()>(&Err(error.into())), expected);
}

#[test]
fn an_errors_message_does_not_contain_its_internal_cause() {
    let error = Error::from(StoreError::Failed("relation users does not exist".into()));
    assert_eq!(error.to_string(), "Something went wrong on our side.");
    assert!(std::error::Error::source(&error).is_some());
}
