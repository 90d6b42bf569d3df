//! The database in memory, by subject.

pub mod accounts;
mod choices;
pub mod desk;
mod filing;
pub mod guarding;
pub mod helpdesk;
pub mod imports;
pub mod lists;
pub mod memory;
pub mod notices;
pub mod outbox;
pub mod payments;
pub mod queues;
pub mod repositories;
pub mod requests;
pub mod sources;
pub mod staff;
pub mod standings;
pub mod unit;
