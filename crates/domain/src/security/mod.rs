//! Security events, what staff should know of the surroundings, and the audit trail.

pub mod audit;
pub mod audit_subject;
pub mod csp_report;
pub mod data_key;
pub mod environment;
pub mod event;
pub mod findings;
pub mod network;
pub mod seal;
