//! Money, numbers, people, contact details, and retention.

mod contact;
mod money;
mod numbers;
mod person;
mod retention;
