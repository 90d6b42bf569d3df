//! The sandbox over HTTP, as clients use it, in one binary so that it is linked only once.

#[cfg(test)]
mod balance;
#[cfg(test)]
mod disputes;
#[cfg(test)]
mod events;
#[cfg(test)]
mod payments;
#[cfg(test)]
mod refunds;
#[cfg(test)]
mod support;
#[cfg(test)]
mod trouble;
#[cfg(test)]
mod webhooks;
