//! Tests of the use cases: permissions, and the order of steps, no matter what the provider, the network
//! and the driver do in between. The tests use no real database, server or clock.

#[cfg(test)]
mod access;
#[cfg(test)]
mod accounts;
#[cfg(test)]
mod back_office;
#[cfg(test)]
mod driving_record;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod help;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod legal_help;
#[cfg(test)]
mod notices;
#[cfg(test)]
mod order;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod security;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod staff;
#[cfg(test)]
mod store_contract;
#[cfg(test)]
mod support;
