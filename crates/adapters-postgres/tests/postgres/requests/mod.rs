//! Missing tickets and texts.

mod reports_and_texts;
