//! What drivers are to be told, were told and answered.

mod calendar;
mod messages;
mod numbers;
mod planning;
mod plans;
mod replies;
mod rows;
mod unconfirmed;
