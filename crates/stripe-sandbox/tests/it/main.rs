//! The sandbox over HTTP, as its clients meet it: one program, so that it is linked once.

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
