//! Files whose contents are outside the database: keys, names, and the deletion of contents.

pub mod cleanup;
pub mod key;
pub mod named;
