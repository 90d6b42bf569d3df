//! The wording of reminders, news of items and confirmation codes (docs/product/notices.md#reminders). The
//! file `crates/application/src/notices/mails.rs` says where the texts of other emails are.
//!
//! Reminders help the driver make a plan (when, where, "What time will you leave?"), because such
//! reminders worked in trials. If an item has a text about the consequence of missing its date, the
//! reminder quotes that text. Messages name no violation or location, because other people may see
//! the driver's phone. Emails name the citation's issuer.

use chrono::{Datelike, NaiveDate, NaiveTime};

use crate::driving_record::calendar::COURT_PLACE;
use crate::driving_record::citation::Citation;
use crate::driving_record::fine::describe_fine;
use crate::notices::notice::CODE_MINUTES;
use crate::notices::reminder_dates::{DateKind, DueState, ItemNews, UpcomingDate};
use crate::notices::sms;
use crate::shared::payable::Payable;

/// A message before formatting as a text or an email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Subject of the email.
    pub subject: String,
    /// Content of the message. Each line is about one date, one change or one news item.
    pub lines: Vec<Line>,
    /// Whether the driver can reply 1 to confirm an appearance in court.
    pub asks_for_confirmation: bool,
}

/// The part of a message about one date, change or news item of a ticket, parking ticket or toll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The sentences about the ticket, parking ticket or toll.
    pub text: String,
    /// The citation's number and issuer.
    pub citation: Citation,
}

/// Maximum number of a message's lines that a text contains. The text gives only the
/// number of further lines.
const MAX_IN_TEXT: usize = 3;
/// Maximum length of a quoted consequence, in characters.
const MAX_CONSEQUENCE: usize = 140;

/// Returns the message that reminds the driver of these dates; `None` without dates.
pub fn reminder(coming: &[UpcomingDate], today: NaiveDate) -> Option<Message> {
    let first = coming.first()?;
    let when = format_day(first.day, today);
    let subject = match first.date {
        DateKind::Court { .. } => format!("Court is {when}"),
        DateKind::Due { .. } => format!("A payment is due {when}"),
        DateKind::LastToContest { .. } => format!("The last day to contest is {when}"),
        DateKind::Answer { sent, .. } if sent.is_own_form => {
            "Did the court or agency answer your form?".to_owned()
        }
        DateKind::Answer { .. } => "Did the court or agency answer your letter?".to_owned(),
    };
    let asks_for_confirmation = coming.iter().any(|coming| matches!(coming.date, DateKind::Court { .. }));
    let line =
        |coming: &UpcomingDate| Line { text: format_line(coming, today), citation: coming.citation.clone() };
    let lines = coming.iter().map(line).collect();
    Some(Message { subject, lines, asks_for_confirmation })
}

/// Returns the message about new and more expensive items; `None` without news.
pub fn news(news: &[ItemNews], today: NaiveDate) -> Option<Message> {
    let subject = match news {
        [] => return None,
        [one] if one.before.is_some() => format!("{} now costs more", noun_with_article(one.item)),
        [one] => format!("{} is new on your profile", noun_with_article(one.item)),
        many => format!("{} tickets or tolls are new or cost more", many.len()),
    };
    let text = |one: &ItemNews| {
        let amount = describe_fine(one.amount, one.is_estimated);
        let due = one.due.map(|day| due_phrase(day, today)).unwrap_or_default();
        match one.before {
            None => format!("{} is new on your profile: {amount}{due}.", noun_with_article(one.item)),
            Some(before) => {
                format!(
                    "{} now costs {amount}, up from {}{due}.",
                    noun_with_article(one.item),
                    before.for_display()
                )
            }
        }
    };
    let line = |one: &ItemNews| Line { text: text(one), citation: one.citation.clone() };
    Some(Message { subject, lines: news.iter().map(line).collect(), asks_for_confirmation: false })
}

impl Message {
    /// Returns the message's lines for an email, each with the citation's number and issuer.
    pub fn email_lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| format!("{}{}", line.text, format_citation(&line.citation))).collect()
    }

    /// Formats the message as a text of at most [`sms::MAX_SEGMENTS`], with as many lines as fit, at most three.
    /// Adds citation numbers only if they fit as well. Shortens the first line if even that line doesn't fit.
    pub fn text(&self, public_url: &str) -> String {
        let counts = (1..=MAX_IN_TEXT).rev().flat_map(|count| [(count, true), (count, false)]);
        let mut whole = counts.map(|(count, has_numbers)| {
            let lines: Vec<String> =
                self.lines.iter().take(count).map(|line| line.format_for_text(has_numbers)).collect();
            self.text_of(&lines.join(" "), count, public_url)
        });
        if let Some(text) = whole.find(|text| sms::fits(text)) {
            return text;
        }
        let words: Vec<&str> =
            self.lines.first().map(|line| line.text.split(' ').collect()).unwrap_or_default();
        let mut cut = (0..words.len()).rev().map(|count| {
            let lines: Vec<&str> = words.iter().take(count).copied().collect();
            self.text_of(&format!("{} ...", lines.join(" ")), 1, public_url)
        });
        cut.find(|text| sms::fits(text)).unwrap_or_else(|| self.text_of("", 0, public_url))
    }

    /// Formats the text. `sentences` has the first `lines` lines of the message, and the text says how
    /// many more there are.
    fn text_of(&self, sentences: &str, lines: usize, public_url: &str) -> String {
        let more = self.lines.len().saturating_sub(lines);
        let more = if more > 0 { format!(" See {more} more at") } else { String::new() };
        let answer = if self.asks_for_confirmation {
            "Reply 1 if you will be there, STOP to end texts."
        } else {
            "Reply STOP to end texts."
        };
        sms::to_gsm7(&format!("Lanewise: {sentences}{more} {public_url}/due {answer}"))
    }
}

impl Line {
    /// Returns the line for a text, with the citation number if `has_number` is true and the number is known.
    /// Texts don't name the issuer, because the issuer reveals where the driver was.
    fn format_for_text(&self, has_number: bool) -> String {
        match &self.citation.number {
            Some(number) if has_number => format!("{} Citation {number}.", self.text),
            _ => self.text.clone(),
        }
    }
}

/// Formats the sentence with a citation's issuer and number; empty if both are unknown.
fn format_citation(citation: &Citation) -> String {
    match (&citation.issuer, &citation.number) {
        (Some(issuer), Some(number)) => format!(" Citation: {issuer} {number}."),
        (None, Some(number)) => format!(" Citation: {number}."),
        (Some(issuer), None) => format!(" Issued by {issuer}."),
        (None, None) => String::new(),
    }
}

/// Returns the text that contains a confirmation code.
pub fn code_text(code: &str) -> String {
    format!(
        "Lanewise: {code} is your code. It expires in {CODE_MINUTES} minutes. We will never call or text you to ask for it. If you didn't request it, ignore this text."
    )
}

/// Returns the sentence that reminds the driver of an upcoming date.
fn format_line(coming: &UpcomingDate, today: NaiveDate) -> String {
    let when = format_day(coming.day, today);
    let missing = |what: &str| {
        coming
            .consequence
            .as_deref()
            .map(|text| format!(" {what}: {}", shorten_to_sentence(text)))
            .unwrap_or_default()
    };
    match &coming.date {
        DateKind::Court { time, as_written, .. } => {
            let at = match (time, as_written) {
                (Some(time), _) => format!(" at {}", format_time(*time)),
                (None, Some(text)) => format!(", {},", shorten_to_sentence(text).trim_end_matches('.')),
                (None, None) => ",".to_owned(),
            };
            let place = lowercase_first(COURT_PLACE);
            format!("Court is {when}{at} at {place}. What time will you leave?{}", missing("If you miss it"))
        }
        DateKind::Due { item, amount: fine, is_estimated, state } => {
            let (kind, amount) = (noun_with_article(*item), describe_fine(*fine, *is_estimated));
            let question = match state {
                DueState::ToPay => "Which day will you pay it?",
                DueState::AwaitsLawyer => "No lawyer represents you yet.",
                DueState::BeingChecked => {
                    "We are still checking it. You can pay the court or agency now, or pay here once it is confirmed."
                }
                DueState::LetterNotSent => {
                    "That is also the last day to contest it, and your letter is not marked as sent."
                }
                DueState::Disputed => "You are disputing it. Did the court or agency answer?",
            };
            format!("{kind} for {amount} is due {when}. {question}{}", missing("If it is not paid"))
        }
        DateKind::LastToContest { item, is_counted } => {
            let noun = item.noun();
            let last_day = if *is_counted {
                format!("The last day to contest a {noun} is {when}, by our count from its date.")
            } else {
                format!("The last day to contest a {noun} is {when}.")
            };
            format!("{last_day} Your letter is not marked as sent.")
        }
        DateKind::Answer { item, sent } => {
            let (paper, on) =
                (if sent.is_own_form { "form" } else { "letter" }, format_date(sent.sent_on, today));
            format!("You sent a {paper} about a {} on {on}. Did the court or agency answer?", item.noun())
        }
    }
}

fn noun_with_article(item: Payable) -> String {
    format!("A {}", item.noun())
}

/// Formats a due date that follows an amount: `, due Tuesday, Dec 1`, or `; it was due Tuesday, Dec 1`.
fn due_phrase(day: NaiveDate, today: NaiveDate) -> String {
    let verb = if day < today { "; it was due" } else { ", due" };
    format!("{verb} {}", format_day(day, today))
}

/// Formats a date as `today`, `tomorrow, Tuesday, Dec 1` or `Tuesday, Dec 1`, with the year if that
/// isn't the current year.
fn format_day(day: NaiveDate, today: NaiveDate) -> String {
    match (day - today).num_days() {
        0 => "today".to_owned(),
        1 => format!("tomorrow, {}", format_weekday_and_date(day, today)),
        _ => format_weekday_and_date(day, today),
    }
}

/// Formats a date as `Tuesday, Dec 1`, or as `Friday, Jan 1, 2027` in another year.
pub(super) fn format_weekday_and_date(day: NaiveDate, today: NaiveDate) -> String {
    format!("{}, {}", day.format("%A"), format_date(day, today))
}

/// Formats a date as `Dec 1`, or as `Jan 1, 2027` in another year.
pub(super) fn format_date(day: NaiveDate, today: NaiveDate) -> String {
    day.format(if day.year() == today.year() { "%b %-d" } else { "%b %-d, %Y" }).to_string()
}

pub(super) fn format_time(time: NaiveTime) -> String {
    time.format("%-I:%M %p").to_string()
}

/// Formats a string as one sentence. Cuts a string longer than [`MAX_CONSEQUENCE`] between words,
/// or within the first word if that word alone is too long.
pub(super) fn shorten_to_sentence(text: &str) -> String {
    let mut short = String::new();
    let mut is_cut = false;
    for word in text.split_whitespace() {
        if short.chars().count() + word.chars().count() >= MAX_CONSEQUENCE {
            is_cut = true;
            if short.is_empty() {
                short.extend(word.chars().take(MAX_CONSEQUENCE));
            }
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    if is_cut {
        return format!("{short} ...");
    }
    if short.ends_with(['.', '!', '?']) { short } else { format!("{short}.") }
}

fn lowercase_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
