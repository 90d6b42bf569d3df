use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use super::limits::{FieldErrors, MAX_IN_PARAGRAPH, MAX_POINTS};
use super::table::{FEE_TYPE, OUR_FEE, PROCESSING_FEE};
use crate::driving_record::amount::{Amount, AmountError};
use crate::driving_record::court_zone;
use crate::driving_record::kinds::{FeeType, Fees};
use crate::shared::citation_number::CitationNumber;
use crate::shared::money::Money;
use crate::shared::text;
use crate::shared::us_state::UsState;

/// 100 percent. The cents of a percentage fee mean hundredths of a percent.
const WHOLE: Money = Money::from_dollars(100);

/// Parses a draft's fields and collects errors. Its methods are the rules that the tables in
/// `details.rs` name for each field, such as `date`. A rule returns `None` for a value that is
/// missing or can't be parsed, and `Some(None)` for an empty optional field. Two errors don't stop
/// a rule from returning the value: a due date before the item's date, and a court field if court
/// isn't required.
pub(super) struct Reader<'a> {
    texts: &'a BTreeMap<&'static str, String>,
    today: NaiveDate,
    stored_amount: Option<&'a str>,
    errors: FieldErrors,
}

impl<'a> Reader<'a> {
    /// Creates a reader of a draft's fields. `stored_amount` is the item's stored amount; `None` for a new item.
    pub(super) fn new(
        texts: &'a BTreeMap<&'static str, String>,
        today: NaiveDate,
        stored_amount: Option<&'a str>,
    ) -> Self {
        Self { texts, today, stored_amount, errors: vec![] }
    }

    /// Returns the field's value unless it is blank.
    fn text_of(&self, field: &'static str) -> Option<&'a str> {
        self.texts.get(field).map(String::as_str).filter(|text| !text.trim().is_empty())
    }

    /// Adds an error about a field. `sentence` says what the user should enter.
    fn add_error(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.errors.push((field, sentence.into()));
    }

    /// Returns the parsed value. If parsing failed, adds the error and returns `None`.
    fn ok_or_report<T, E: std::fmt::Display>(
        &mut self,
        field: &'static str,
        parsed: Result<T, E>,
    ) -> Option<T> {
        parsed.map_err(|error| self.add_error(field, error.to_string())).ok()
    }

    /// Returns the field's value. If it is blank, adds the error `missing` and returns `None`.
    fn required_text(&mut self, field: &'static str, missing: &'static str) -> Option<&'a str> {
        self.ok_or_report(field, self.text_of(field).ok_or(missing))
    }

    /// Parses an optional field with `read`. Returns `Some(None)` for a blank field.
    fn optional<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(&mut Self, &'a str) -> Option<T>,
    ) -> Option<Option<T>> {
        self.text_of(field).map_or(Some(None), |text| read(self, text).map(Some))
    }

    /// Parses a line of at most `max` characters. If it is blank, adds the error `missing`.
    pub(super) fn required(
        &mut self,
        field: &'static str,
        missing: &'static str,
        max: usize,
    ) -> Option<String> {
        let text = self.required_text(field, missing)?;
        self.ok_or_report(field, text::line(text, max))
    }

    /// Parses an optional line of at most `max` characters.
    pub(super) fn line(&mut self, field: &'static str, max: usize) -> Option<Option<String>> {
        self.optional(field, |reader, text| reader.ok_or_report(field, text::line(text, max)))
    }

    /// Parses an optional citation number.
    pub(super) fn citation_number(&mut self, field: &'static str) -> Option<Option<String>> {
        self.optional(field, |reader, text| {
            let number = reader.ok_or_report(field, CitationNumber::parse(text))?;
            Some(number.as_str().to_owned())
        })
    }

    /// Parses an optional US state, given as a name or a two-letter code, and returns its name.
    pub(super) fn state(&mut self, field: &'static str) -> Option<Option<String>> {
        self.optional(field, |reader, text| {
            let state = UsState::from_either(text).ok_or("Enter a US state or its two-letter code.");
            reader.ok_or_report(field, state).map(|state| state.name().to_owned())
        })
    }

    /// Parses an optional id of an authority. `0` means no authority, like an empty field.
    pub(super) fn authority(&mut self, field: &'static str) -> Option<Option<i32>> {
        let id = self.optional(field, |reader, text| {
            let id = text.trim().parse().ok().filter(|id| *id >= 0);
            reader.ok_or_report(field, id.ok_or("Choose one from the list."))
        })?;
        Some(id.filter(|id| *id > 0))
    }

    /// Parses the optional name of a time zone.
    pub(super) fn zone(&mut self, field: &'static str) -> Option<Option<String>> {
        self.optional(field, |reader, text| {
            reader
                .ok_or_report(field, court_zone::parse(text).ok_or("Choose one from the list."))
                .map(|zone| zone.name().to_owned())
        })
    }

    /// Parses an optional text of several lines.
    pub(super) fn paragraph(&mut self, field: &'static str) -> Option<Option<String>> {
        self.optional(field, |reader, text| {
            reader.ok_or_report(field, text::paragraph(text, MAX_IN_PARAGRAPH))
        })
    }

    /// Parses `text`, the value of `field`, as a date. The date may be in the future.
    fn any_date(&mut self, field: &'static str, text: &str) -> Option<NaiveDate> {
        self.ok_or_report(field, text::day(text))
    }

    /// Parses the item's date, which is required and must not be in the future.
    pub(super) fn date(&mut self, field: &'static str) -> Option<NaiveDate> {
        let date =
            self.required_text(field, "Date is required").and_then(|text| self.any_date(field, text))?;
        // The date may be tomorrow by our clock, because it is the local date where the violation happened.
        if self.today.checked_add_days(Days::new(1)).is_some_and(|last| date > last) {
            self.add_error(field, "The date is in the future.");
            return None;
        }
        Some(date)
    }

    /// Parses an optional due date, and adds an error if it is before the item's `date`.
    pub(super) fn not_before(
        &mut self,
        field: &'static str,
        date: Option<NaiveDate>,
    ) -> Option<Option<NaiveDate>> {
        let due = self.optional(field, |reader, text| reader.any_date(field, text))?;
        if due.zip(date).is_some_and(|(due, date)| due < date) {
            self.add_error(field, "The due date is before the date.");
        }
        Some(due)
    }

    /// Parses an amount that must be a number.
    pub(super) fn amount(&mut self, field: &'static str) -> Option<String> {
        self.amount_or(field, Err(AmountError::Unclear))
    }

    /// Parses a ticket's amount, which may be words, because Lanewise can estimate a ticket's fine.
    pub(super) fn amount_or_words(&mut self, field: &'static str) -> Option<String> {
        self.amount_or(field, Ok(()))
    }

    /// Parses an amount. `words` is the result for words instead of a number: `Ok`, or the error to
    /// add. The amount that is already stored is always accepted.
    fn amount_or(&mut self, field: &'static str, words: Result<(), AmountError>) -> Option<String> {
        let amount = self.required(field, "Amount is required", Amount::MAX_CHARS)?;
        if self.stored_amount == Some(amount.as_str()) {
            return Some(amount);
        }
        let read = match Amount::parse(&amount) {
            Ok(Amount::Fixed(_)) => Ok(()),
            Ok(Amount::Words) => words,
            Err(error) => Err(error),
        };
        self.ok_or_report(field, read).map(|()| amount)
    }

    /// Parses a required number of points.
    pub(super) fn points(&mut self, field: &'static str) -> Option<i32> {
        let text = self.required_text(field, "Points are required")?;
        let points = text.trim().parse().ok().filter(|points| (0..=MAX_POINTS).contains(points));
        self.ok_or_report(
            field,
            points.ok_or_else(|| format!("Enter a whole number from 0 to {MAX_POINTS}.")),
        )
    }

    /// Parses a word from a list. A blank field gets the `default` or, without one, an error.
    pub(super) fn word<T>(
        &mut self,
        field: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
        default: Option<T>,
    ) -> Option<T> {
        match (self.text_of(field), default) {
            (None, Some(default)) => Some(default),
            (None, None) => self.ok_or_report(field, Err::<T, _>("This is required.")),
            (Some(word), _) => {
                self.ok_or_report(field, parse(word.trim()).ok_or("Choose one from the list."))
            }
        }
    }

    /// Returns whether the field's text is `true`. Any other text means false, so the result is
    /// never `None`.
    pub(super) fn flag(&mut self, field: &'static str) -> Option<bool> {
        Some(self.text_of(field) == Some("true"))
    }

    /// Parses an optional court date. Adds an error if there is a date but court isn't required. `is_required` is the
    /// result of [`Reader::flag`] for the field that says whether court is required.
    pub(super) fn court_date(
        &mut self,
        field: &'static str,
        is_required: Option<bool>,
    ) -> Option<Option<NaiveDate>> {
        let date = self.optional(field, |reader, text| reader.any_date(field, text))?;
        self.in_court(field, is_required, date)
    }

    /// Parses an optional line about the court. Adds an error if there is a line but court isn't required.
    /// `is_required` is the result of [`Reader::flag`] for the field that says whether court is required.
    pub(super) fn court_line(
        &mut self,
        field: &'static str,
        is_required: Option<bool>,
        max: usize,
    ) -> Option<Option<String>> {
        let line = self.line(field, max)?;
        self.in_court(field, is_required, line)
    }

    /// Returns `value`, the value of a field about the court. Adds an error if there is a value but
    /// court isn't required.
    fn in_court<T>(
        &mut self,
        field: &'static str,
        is_required: Option<bool>,
        value: Option<T>,
    ) -> Option<Option<T>> {
        if value.is_some() && is_required != Some(true) {
            self.add_error(field, "Leave this empty unless court is required.");
        }
        Some(value)
    }

    /// Parses the item's fees. Fields that are blank or can't be parsed get the values of `default`. Each
    /// invalid field also adds an error.
    pub(super) fn fees(&mut self, default: Fees) -> Fees {
        let fee_type = self.word(FEE_TYPE, FeeType::parse, Some(default.fee_type));
        let processing_fee = self.fee(PROCESSING_FEE, default.processing_fee);
        if fee_type == Some(FeeType::Percentage) && processing_fee > WHOLE {
            self.add_error(PROCESSING_FEE, "Enter at most 100 percent.");
        }
        let our_fee = self.fee(OUR_FEE, default.our_fee);
        Fees { fee_type: fee_type.unwrap_or(default.fee_type), processing_fee, our_fee }
    }

    /// Parses an amount or a percentage. Returns `default` for a blank field. For an invalid field, adds an
    /// error and also returns `default`.
    fn fee(&mut self, field: &'static str, default: Money) -> Money {
        let Some(text) = self.text_of(field) else { return default };
        let parsed = Money::parse_decimal(text.trim())
            .ok_or("Enter a number of 0 or more with at most two decimals, such as 2.99.");
        self.ok_or_report(field, parsed).unwrap_or(default)
    }

    /// Returns the details, or all errors if there are any. `details` is `None` if a rule returned `None`.
    pub(super) fn finish<T>(self, details: Option<T>) -> Result<T, FieldErrors> {
        match details {
            Some(details) if self.errors.is_empty() => Ok(details),
            _ => Err(self.errors),
        }
    }
}
