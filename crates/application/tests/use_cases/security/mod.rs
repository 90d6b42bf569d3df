//! Failed logins and what they cost; CSP reports.

mod csp_reports;
mod guard;
