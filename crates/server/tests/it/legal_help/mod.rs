//! Legal help over HTTP, a real PostgreSQL and the payment sandbox.

mod cases;
mod client;
mod hiring;
mod lawyers;
mod money;
mod secrets;
mod sent_fees;
mod statements;
mod world;
