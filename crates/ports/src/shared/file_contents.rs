//! Storage for the content of files, outside the database.

/// Why the content of a file couldn't be stored, read or deleted.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// No content is stored under this name.
    #[error("no content is stored under this name")]
    Missing,
    /// The storage can't be reached or refuses the request.
    #[error("the storage of files is unavailable")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Stores the contents of files by name. The caller encrypts the contents. Calls block, so they shouldn't be
/// made inside a transaction.
pub trait FileContents: Send + Sync {
    /// Stores a file's content under a name, and replaces earlier content of that name.
    fn put(&self, name: &str, content: Vec<u8>) -> Result<(), ContentError>;
    /// Returns the content under this name.
    fn get(&self, name: &str) -> Result<Vec<u8>, ContentError>;
    /// Deletes the content under this name, if there is any.
    fn delete(&self, name: &str) -> Result<(), ContentError>;
}
