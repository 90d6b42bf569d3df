//! Money, numbers, people, contact details, and retention.

mod citation_number;
mod contact;
mod money;
mod numbers;
mod person;
mod retention;
