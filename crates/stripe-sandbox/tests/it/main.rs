//! Tests that use the sandbox over HTTP, in one binary so that they are linked only once.

#[cfg(test)]
mod balance;
#[cfg(test)]
mod disputes;
#[cfg(test)]
mod events;
#[cfg(test)]
mod past;
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
