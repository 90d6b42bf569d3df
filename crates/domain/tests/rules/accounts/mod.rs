mod login_throttling;
mod password;
mod session;
pub mod session_record;
mod verification;
