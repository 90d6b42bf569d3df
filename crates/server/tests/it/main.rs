//! Tests of the whole server over HTTP with a real PostgreSQL. All are in one test program, so that
//! the server is linked only once.

#[cfg(test)]
mod account;
#[cfg(test)]
mod attacks;
#[cfg(test)]
mod back_office;
#[cfg(test)]
mod citations;
#[cfg(test)]
mod closed_account;
#[cfg(test)]
mod driving_record;
#[cfg(test)]
mod help;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod legal_help;
#[cfg(test)]
mod operations;
#[cfg(test)]
mod operators;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod reminders;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod security;
#[cfg(test)]
mod session_cache;
#[cfg(test)]
mod soak;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod staff;
#[cfg(test)]
mod step_up;
#[cfg(test)]
mod support;
