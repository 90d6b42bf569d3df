//! The tests of this crate that use a PostgreSQL server.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod back_office;
#[cfg(test)]
mod connection;
#[cfg(test)]
mod driving_record;
#[cfg(test)]
mod help;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod legal_help;
#[cfg(test)]
mod notices;
#[cfg(test)]
mod payments;
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
