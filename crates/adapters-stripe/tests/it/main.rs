//! Tests of the adapter against the Stripe sandbox. The tests are one binary, so that they are linked only
//! once.

#[cfg(test)]
mod balance;
#[cfg(test)]
mod calls;
#[cfg(test)]
mod chargebacks;
#[cfg(test)]
mod events;
#[cfg(test)]
mod shapes;
#[cfg(test)]
mod support;
#[cfg(test)]
mod trouble;
#[cfg(test)]
mod webhooks;
