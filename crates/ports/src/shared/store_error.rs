//! What can go wrong in the database, in words that use cases understand.

/// Any error of the layer below, kept as the source.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A unique key that a write ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueKey {
    /// Another account has this e-mail.
    Email,
    /// Another account has this license or plate verified.
    Verified,
    /// This item has a live payment already.
    LivePayment,
    /// Any other one.
    Other,
}

/// Why the database did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No connection in time, a lost one, or a statement that took too long: worth another try later.
    #[error("the database cannot be reached")]
    Unavailable(#[source] BoxError),
    /// A unique key stands against it.
    #[error("a record with this key exists: {0:?}")]
    Duplicate(UniqueKey),
    /// Anything else: a defect on our side.
    #[error("the database refused the query")]
    Failed(#[source] BoxError),
}

/// Result of a repository's call.
pub type StoreResult<T> = Result<T, StoreError>;
