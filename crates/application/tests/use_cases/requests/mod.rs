//! Missing tickets and texts.

mod found;
mod reports_and_texts;
