//! Money, numbers, people, contact.

mod contact;
mod money;
mod numbers;
mod person;
mod retention;
