//! Messages to drivers (reminders, news, notices about changes), and drivers' replies
//! (docs/product/notices.md#reminders).

pub mod change;
pub mod change_wording;
pub mod clock;
pub mod notice;
pub mod reminder_dates;
pub mod reply;
pub mod sms;
pub mod unconfirmed;
pub mod wording;
