//! Mails, as development shows them.

pub mod routes;
