//! Everything of this crate that needs a PostgreSQL.

#[cfg(test)]
mod accounts;
#[cfg(test)]
mod checks;
#[cfg(test)]
mod database;
#[cfg(test)]
mod embedded;
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
mod imports;
#[cfg(test)]
mod items;
#[cfg(test)]
mod jobs;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod overview;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod queues;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod staff;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tallies;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod timeline;
#[cfg(test)]
mod trail;
#[cfg(test)]
mod users;
