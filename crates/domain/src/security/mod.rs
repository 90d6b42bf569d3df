//! Security events, environment findings, CSP reports, IP addresses, data keys, and the audit
//! trail with its seals.

pub mod audit;
pub mod audit_subject;
pub mod csp_report;
pub mod data_key;
pub mod environment;
pub mod event;
pub mod findings;
pub mod network;
pub mod seal;
