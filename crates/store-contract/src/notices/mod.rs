pub mod calendar;
pub mod messages;
pub mod numbers;
pub mod planning;
pub mod replies;
pub mod unconfirmed;
