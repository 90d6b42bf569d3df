//! Messages to drivers (codes, reminders, news, notices about changes), their sending times and limits,
//! and drivers' replies (docs/product/notices.md#reminders).

pub mod change;
pub mod change_wording;
pub mod clock;
pub mod notice;
pub mod reminder_dates;
pub mod reply;
pub mod sms;
pub mod unconfirmed;
pub mod wording;
