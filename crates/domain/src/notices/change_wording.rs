//! The wording of notices about changed dates, with old and new values. Like reminders and news,
//! these notices name no violation and no location, because other people may see the driver's
//! phone.

use chrono::NaiveDate;

use crate::driving_record::calendar::parse_time;
use crate::notices::change::{CourtDay, DateChange, ItemChange};
use crate::notices::wording::{
    Line, Message, format_date, format_time, format_weekday_and_date, shorten_to_sentence,
};

/// Returns the message about these changes; `None` if later changes restored all old dates.
pub fn changes(changed: &[ItemChange], today: NaiveDate) -> Option<Message> {
    let all: Vec<(&ItemChange, DateChange)> = changed
        .iter()
        .flat_map(|item| item.changes().into_iter().map(move |change| (item, change)))
        .collect();
    let subject = match all.as_slice() {
        [] => return None,
        [(item, change)] => format_subject(item, change),
        many => format!("{} changes to your record", many.len()),
    };
    let lines = all.iter().map(|(item, change)| Line {
        text: format_line(item, change, today),
        citation: item.citation.clone(),
    });
    let lines = lines.collect();
    Some(Message { subject, lines, asks_for_confirmation: false })
}

/// Returns the subject of a message about a single change.
fn format_subject(item: &ItemChange, change: &DateChange) -> String {
    match change {
        DateChange::Removed(..) => format!("Your {} was removed", item.item.noun()),
        DateChange::CourtRequired(_) => "You must appear in court".to_owned(),
        DateChange::CourtNotRequired(_) => "You no longer have to appear in court".to_owned(),
        DateChange::CourtMoved(..) => "Your court date changed".to_owned(),
        DateChange::DueMoved(..) => format!("The due date of your {} changed", item.item.noun()),
    }
}

/// Returns the sentence about one change of an item's dates.
fn format_line(item: &ItemChange, change: &DateChange, today: NaiveDate) -> String {
    let what = format!("your {} from {}", item.item.noun(), format_date(item.item_date, today));
    let day = |day: NaiveDate| format_weekday_and_date(day, today);
    match change {
        DateChange::Removed(due, court) => {
            let due = due.map(|due| format!(", due {},", day(due))).unwrap_or_default();
            let court = court
                .as_ref()
                .map(|court| {
                    format!(" You must still appear in court{}.", on_day(format_appearance(court, today)))
                })
                .unwrap_or_default();
            format!("{}{due} was removed from your profile.{court}", capitalize_first(&what))
        }
        DateChange::CourtRequired(court) => {
            let when = format_appearance(court, today).map_or_else(
                || " We don’t have the court date. Check your ticket or ask the court.".to_owned(),
                |when| format!(" Court is on {when}."),
            );
            format!("You must now appear in court for {what}.{when} Court wasn’t required before.")
        }
        DateChange::CourtNotRequired(court) => {
            let was = format_appearance(court, today)
                .map(|when| format!(" Court was on {when}."))
                .unwrap_or_default();
            format!("You no longer have to appear in court for {what}.{was}")
        }
        DateChange::CourtMoved(before, after) => {
            let was = format_appearance(before, today)
                .map_or_else(|| "No date was set before".to_owned(), |was| format!("It was on {was}"));
            match format_appearance(after, today) {
                Some(now) => format!("Court for {what} is now on {now}. {was}."),
                None => format!("Court for {what} no longer has a date. {was}."),
            }
        }
        DateChange::DueMoved(before, after) => {
            let now = after.map_or_else(
                || "no longer has a due date".to_owned(),
                |due| format!("is now due {}", day(due)),
            );
            let was = before.map_or_else(
                || "It had no due date before".to_owned(),
                |due| format!("It was due {}", day(due)),
            );
            format!("{} {now}. {was}.", capitalize_first(&what))
        }
    }
}

/// Returns the day and time of a court appearance as text, or `None` if the day is unknown.
fn format_appearance(court: &CourtDay, today: NaiveDate) -> Option<String> {
    let day = format_weekday_and_date(court.day?, today);
    let written = court.time.as_deref().map(str::trim).filter(|time| !time.is_empty());
    Some(match (written.and_then(parse_time), written) {
        (Some(time), _) => format!("{day} at {}", format_time(time)),
        (None, Some(text)) => format!("{day}, {}", shorten_to_sentence(text).trim_end_matches('.')),
        (None, None) => day,
    })
}

/// Formats ` on …` with the result of [`format_appearance`]; empty if the day is unknown.
fn on_day(appearance: Option<String>) -> String {
    appearance.map(|when| format!(" on {when}")).unwrap_or_default()
}

fn capitalize_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
