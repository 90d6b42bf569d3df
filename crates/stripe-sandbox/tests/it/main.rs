//! Tests that use the sandbox over HTTP. All tests are in one binary, because linking one
//! binary is faster than linking several.

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
