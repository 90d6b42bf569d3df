//! Data keys, and seals of the audit trail.

mod data_key;
mod seal;
