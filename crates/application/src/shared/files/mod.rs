//! Files whose contents are outside the database: their keys, their names, and the deletion of their contents.

pub mod cleanup;
pub mod key;
pub mod named;
