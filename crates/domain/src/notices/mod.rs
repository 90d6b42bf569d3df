//! Reminders and news for drivers, and drivers' replies (docs/product/notices.md#reminders).

pub mod change;
pub mod change_wording;
pub mod clock;
pub mod ladder;
pub mod notice;
pub mod reply;
pub mod sms;
pub mod unconfirmed;
pub mod wording;
