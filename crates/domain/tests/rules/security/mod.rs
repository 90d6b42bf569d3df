//! Data keys, seals of the audit trail, and CSP reports.

mod csp_report;
mod data_key;
mod seal;
