use chrono::{Datelike, Days, NaiveDate};

use super::{FeesDraft, MOST_POINTS, Wrong};
use crate::driving_record::ticket::{FeeType, Fees};
use crate::shared::money::Money;
use crate::shared::text;

/// A percentage in hundredths of a per cent: the whole amount.
const WHOLE: Money = Money::from_dollars(100);
const FIRST_YEAR: i32 = 1900;
const LAST_YEAR: i32 = 2100;

/// Collects what is wrong while the parts are read.
pub(super) struct Reader {
    wrong: Wrong,
    today: NaiveDate,
}

/// Text that is there.
fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

impl Reader {
    pub(super) fn new(today: NaiveDate) -> Self {
        Self { wrong: vec![], today }
    }

    fn note(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.wrong.push((field, sentence.into()));
    }

    fn check<T, E: std::fmt::Display>(&mut self, field: &'static str, parsed: Result<T, E>) -> Option<T> {
        parsed.map_err(|error| self.note(field, error.to_string())).ok()
    }

    fn there<'a>(
        &mut self,
        field: &'static str,
        text: Option<&'a str>,
        missing: &'static str,
    ) -> Option<&'a str> {
        self.check(field, given(text).ok_or(missing))
    }

    pub(super) fn required(
        &mut self,
        field: &'static str,
        text: Option<&str>,
        missing: &'static str,
        max: usize,
    ) -> Option<String> {
        let text = self.there(field, text, missing)?;
        self.check(field, text::line(text, max))
    }

    pub(super) fn line(&mut self, field: &'static str, text: Option<&str>, max: usize) -> Option<String> {
        given(text).and_then(|text| self.check(field, text::line(text, max)))
    }

    pub(super) fn paragraph(&mut self, field: &'static str, text: Option<&str>) -> Option<String> {
        given(text).and_then(|text| self.check(field, text::paragraph(text, 2000)))
    }

    fn any_date(&mut self, field: &'static str, text: &str) -> Option<NaiveDate> {
        let date = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d")
            .map_err(|_| "Enter a date as YYYY-MM-DD.")
            .and_then(|date| {
                let is_likely = (FIRST_YEAR..=LAST_YEAR).contains(&date.year());
                if is_likely { Ok(date) } else { Err("Please check the year.") }
            });
        self.check(field, date)
    }

    pub(super) fn date(&mut self, text: Option<&str>) -> Option<NaiveDate> {
        let date =
            self.there("date", text, "Date is required").and_then(|text| self.any_date("date", text))?;
        // Where the ticket was written it may be tomorrow already.
        if self.today.checked_add_days(Days::new(1)).is_some_and(|last| date > last) {
            self.note("date", "The date is in the future.");
            return None;
        }
        Some(date)
    }

    pub(super) fn other_date(&mut self, field: &'static str, text: Option<&str>) -> Option<NaiveDate> {
        given(text).and_then(|text| self.any_date(field, text))
    }

    pub(super) fn due_date(&mut self, text: Option<&str>, date: Option<NaiveDate>) -> Option<NaiveDate> {
        let due = self.other_date("dueDate", text)?;
        if date.is_some_and(|date| due < date) {
            self.note("dueDate", "The due date is before the date.");
        }
        Some(due)
    }

    pub(super) fn amount(&mut self, text: Option<&str>, held: Option<&str>) -> Option<String> {
        let amount = self.required("amount", text, "Amount is required", 100)?;
        if Money::parse_amount_text(&amount).is_none() && held != Some(amount.as_str()) {
            self.note("amount", "Enter the amount as a number, such as $150.");
            return None;
        }
        Some(amount)
    }

    pub(super) fn points(&mut self, points: Option<i32>) -> Option<i32> {
        let points = self.check("points", points.ok_or("Points are required"))?;
        let is_likely = (0..=MOST_POINTS).contains(&points);
        self.check("points", is_likely.then_some(points).ok_or("Points are a whole number from 0 to 11."))
    }

    pub(super) fn word<T>(
        &mut self,
        field: &'static str,
        text: Option<&str>,
        default: Option<T>,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        match (given(text), default) {
            (None, Some(default)) => Some(default),
            (None, None) => self.check(field, Err::<T, _>("This is required.")),
            (Some(word), _) => self.check(field, parse(word.trim()).ok_or("Choose one from the list.")),
        }
    }

    pub(super) fn refuse_without_court(&mut self, field: &'static str, is_given: bool) {
        if is_given {
            self.note(field, "Only a ticket that requires court has this.");
        }
    }

    pub(super) fn fees(&mut self, draft: &FeesDraft, default: Fees) -> Fees {
        let fee_type =
            self.word("processingFeeType", draft.fee_type.as_deref(), Some(default.fee_type), FeeType::parse);
        let processing_fee =
            self.fee("processingFeeAmount", draft.processing_fee.as_deref(), default.processing_fee);
        if fee_type == Some(FeeType::Percentage) && processing_fee > WHOLE {
            self.note("processingFeeAmount", "A percentage is at most 100.");
        }
        let our_fee = self.fee("ourProcessingFee", draft.our_fee.as_deref(), default.our_fee);
        Fees { fee_type: fee_type.unwrap_or(default.fee_type), processing_fee, our_fee }
    }

    fn fee(&mut self, field: &'static str, text: Option<&str>, default: Money) -> Money {
        let Some(text) = given(text) else { return default };
        let parsed = Money::parse_decimal(text.trim())
            .ok_or("A number of 0 or more with at most two decimals, such as 2.99.");
        self.check(field, parsed).unwrap_or(default)
    }

    pub(super) fn finish<T>(self, details: Option<T>) -> Result<T, Wrong> {
        match details {
            Some(details) if self.wrong.is_empty() => Ok(details),
            _ => Err(self.wrong),
        }
    }
}
