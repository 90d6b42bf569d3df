mod clock;
mod reply;
mod sms;
mod wording;
