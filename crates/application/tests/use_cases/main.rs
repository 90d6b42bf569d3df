//! The use cases, module by module: who may do what, and in which order things happen, whatever the provider, the network
//! and the driver do in between. No database, no server, no clock.

#[cfg(test)]
mod access;
#[cfg(test)]
mod account;
#[cfg(test)]
mod confirm_payment;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod filing;
#[cfg(test)]
mod guard;
#[cfg(test)]
mod help;
#[cfg(test)]
mod hires;
#[cfg(test)]
mod history;
#[cfg(test)]
mod import_tables;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod items;
#[cfg(test)]
mod log_in;
#[cfg(test)]
mod mails;
#[cfg(test)]
mod mark_paid;
#[cfg(test)]
mod order;
#[cfg(test)]
mod overview;
#[cfg(test)]
mod queues;
#[cfg(test)]
mod receipts;
#[cfg(test)]
mod reconciliation;
#[cfg(test)]
mod refunds;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod second_factor;
#[cfg(test)]
mod settlement;
#[cfg(test)]
mod sign_up;
#[cfg(test)]
mod start_payment;
#[cfg(test)]
mod start_payment_troubles;
#[cfg(test)]
mod storms;
#[cfg(test)]
mod support;
#[cfg(test)]
mod users;
#[cfg(test)]
mod webhook;
#[cfg(test)]
mod work;
