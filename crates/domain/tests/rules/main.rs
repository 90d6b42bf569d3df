//! Tests of the domain's rules, grouped like the crate's modules. They check tables of cases, and
//! properties of generated cases.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod back_office;
#[cfg(test)]
mod build;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod driving_record;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod legal_help;
#[cfg(test)]
mod notices;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod security;
#[cfg(test)]
mod shared;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod statuses;
