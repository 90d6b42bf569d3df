//! The rules of the domain, module by module: tables of cases, and properties over generated ones.

#[cfg(test)]
mod build;
#[cfg(test)]
mod calendar;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod contact;
#[cfg(test)]
mod driving;
#[cfg(test)]
mod import_columns;
#[cfg(test)]
mod import_lines;
#[cfg(test)]
mod ladder;
#[cfg(test)]
mod money;
#[cfg(test)]
mod new_item;
#[cfg(test)]
mod numbers;
#[cfg(test)]
mod password;
#[cfg(test)]
mod payment_moves;
#[cfg(test)]
mod person;
#[cfg(test)]
mod profile_lists;
#[cfg(test)]
mod refund;
#[cfg(test)]
mod session;
#[cfg(test)]
mod statuses;
#[cfg(test)]
mod ticket_order;
