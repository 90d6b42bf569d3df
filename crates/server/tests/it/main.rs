//! The whole program over HTTP and a real PostgreSQL: one test binary, so that the server is linked once.

#[cfg(test)]
mod account;
#[cfg(test)]
mod calendar;
#[cfg(test)]
mod chat;
#[cfg(test)]
mod config;
#[cfg(test)]
mod crash;
#[cfg(test)]
mod edge;
#[cfg(test)]
mod filing;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod legal_help;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod paying;
#[cfg(test)]
mod queues;
#[cfg(test)]
mod receipts;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod roles;
#[cfg(test)]
mod security;
#[cfg(test)]
mod sockets;
#[cfg(test)]
mod staff;
#[cfg(test)]
mod support;
