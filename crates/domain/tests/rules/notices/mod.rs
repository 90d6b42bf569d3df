mod changes;
mod clock;
mod reply;
mod sms;
mod unconfirmed;
mod wording;
