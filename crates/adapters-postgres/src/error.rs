//! Converts database errors to the errors of the ports.

use diesel::result::{DatabaseErrorKind as Kind, Error};
use ports::shared::store_error::{StoreError, UniqueKey};

/// Parts of error messages about temporary problems. Messages are compared, because diesel doesn't
/// expose PostgreSQL's error codes.
const PASSING: &[&str] = &[
    "canceling statement due to",
    "terminating connection",
    "deadlock detected",
    "the database system is",
    "too many clients",
    "remaining connection slots",
    "server closed the connection",
    "no connection to the server",
    "could not receive data",
    "could not send data",
    "connection to server",
    "No space left on device",
];

/// Converts the error of a query to an error of the ports.
pub(crate) fn store_error(error: Error) -> StoreError {
    match error {
        Error::DatabaseError(Kind::UniqueViolation, about) => {
            StoreError::Duplicate(unique_key(about.constraint_name()))
        }
        Error::RollbackErrorOnCommit { commit_error, .. } => store_error(*commit_error),
        error if is_temporary(&error) => StoreError::Unavailable(Box::new(error)),
        error => StoreError::Failed(Box::new(error)),
    }
}

/// Whether the same query may succeed later, for example because only the connection was lost.
fn is_temporary(error: &Error) -> bool {
    match error {
        Error::BrokenTransactionManager => true,
        Error::DatabaseError(
            Kind::ClosedConnection
            | Kind::UnableToSendCommand
            | Kind::SerializationFailure
            | Kind::ReadOnlyTransaction,
            _,
        ) => true,
        Error::DatabaseError(Kind::Unknown, about) => {
            PASSING.iter().any(|words| about.message().contains(words))
        }
        _ => false,
    }
}

/// Returns the unique key that a violated `constraint` protects.
fn unique_key(constraint: Option<&str>) -> UniqueKey {
    match constraint {
        Some("users_email_key") => UniqueKey::Email,
        Some("users_verified_plate_key" | "users_verified_license_key") => UniqueKey::Verified,
        Some("payments_live_ticket_key" | "payments_live_parking_key" | "payments_live_toll_key") => {
            UniqueKey::LivePayment
        }
        Some("lawyers_email_key") => UniqueKey::LawyerEmail,
        Some("lawyer_licenses_number_key") => UniqueKey::BarLicense,
        Some(
            "hardship_requests_open_ticket_key"
            | "hardship_requests_open_parking_key"
            | "hardship_requests_open_toll_key",
        ) => UniqueKey::OpenHardshipRequest,
        _ => UniqueKey::Other,
    }
}

/// A stored value that the domain doesn't know.
#[derive(Debug, thiserror::Error)]
#[error("{column} has a value that this build doesn't know")]
struct UnknownValue {
    column: &'static str,
}

/// Returns the error for an unexpected value in `column`.
pub(crate) fn unknown_value(column: &'static str) -> StoreError {
    StoreError::Failed(Box::new(UnknownValue { column }))
}

#[cfg(test)]
mod tests {
    use diesel::result::{DatabaseErrorKind as Kind, Error};
    use ports::shared::store_error::StoreError;

    use super::store_error;

    /// Returns the port's error for a database error of this `kind` with this `message`.
    fn error_with_message(kind: Kind, message: &str) -> StoreError {
        store_error(Error::DatabaseError(kind, Box::new(message.to_owned())))
    }

    #[test]
    fn temporary_database_errors_map_to_unavailable_and_others_to_failed() {
        for (kind, message) in [
            (Kind::ClosedConnection, "gone"),
            (Kind::SerializationFailure, "could not serialize access"),
            (Kind::Unknown, "canceling statement due to statement timeout"),
            (Kind::Unknown, "terminating connection due to administrator command"),
            (Kind::Unknown, "deadlock detected"),
        ] {
            assert!(matches!(error_with_message(kind, message), StoreError::Unavailable(_)), "{message}");
        }
        for (kind, message) in [
            (Kind::CheckViolation, "violates check constraint"),
            (Kind::Unknown, "column \"x\" does not exist"),
        ] {
            assert!(matches!(error_with_message(kind, message), StoreError::Failed(_)), "{message}");
        }
        assert!(matches!(store_error(Error::NotFound), StoreError::Failed(_)));
    }
}
