//! Tests of data keys, of the seals of the audit trail, and of CSP reports.

mod csp_report;
mod data_key;
mod seal;
