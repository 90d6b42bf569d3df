//! Composes messages about a driver's items just before they are sent.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::user::User;
use domain::driving_record::calendar::parse_time;
use domain::driving_record::citation::Citation;
use domain::driving_record::contesting::letter::{ContestLetter, answer_day};
use domain::driving_record::fine;
use domain::driving_record::new_item::ItemDetails;
use domain::driving_record::options::list::DateBasis;
use domain::driving_record::standing::{HasStanding, StandingFacts};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::driving_record::visibility::is_visible_to_driver;
use domain::notices::change_wording;
use domain::notices::clock::{day_of, zone_of};
use domain::notices::notice::{Notice, NoticeKind};
use domain::notices::reminder_dates::{DateKind, DueState, ItemNews, UpcomingDate, is_news, upcoming_dates};
use domain::notices::wording::{self, Message};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::notices::calendar::CourtDate;
use ports::shared::list::CitedBy;
use ports::store::Store;

use crate::error::Result;

/// An unpaid item that reminders are about.
struct OpenItem {
    item: Payable,
    amount: Money,
    is_estimated: bool,
    is_being_checked: bool,
    awaits_lawyer: bool,
    is_disputed: bool,
    due: Option<NaiveDate>,
    /// The last day to contest, as written on the notice that the issuer sent to the driver. `None` if the
    /// item has no such day.
    contest_on_notice: Option<NaiveDate>,
    consequence: Option<String>,
    details: ItemDetails,
}

/// Composes the message of a notice. Returns `None` if nothing is left to notify the driver about,
/// and for a notice with a confirmation code, which isn't composed here.
pub fn compose(
    store: &mut dyn Store,
    user: &User,
    notice: &Notice,
    now: DateTime<Utc>,
) -> Result<Option<Message>> {
    let (kind, day) = (notice.kind, notice.day);
    match kind {
        NoticeKind::Code => Ok(None),
        NoticeKind::News if !user.has_items_ready() => Ok(None),
        NoticeKind::Change => compose_changes(store, user, notice, now),
        NoticeKind::News => compose_news(store, user, day),
        NoticeKind::Reminder | NoticeKind::CourtDay => {
            let mut coming = upcoming_dates(kind, day, load_upcoming_dates(store, user, day, now)?);
            fill_citations(
                store,
                coming.iter_mut().map(|coming| (coming.date.item(), &mut coming.citation)).collect(),
            )?;
            Ok(wording::reminder(&coming, day))
        }
    }
}

/// Composes a notice about changed dates. For a removed ticket, the notice says whether the driver
/// must still appear in court. Court dates at which the driver doesn't have to appear are left out.
/// Returns `None` if no change is left to report.
fn compose_changes(
    store: &mut dyn Store,
    user: &User,
    notice: &Notice,
    now: DateTime<Utc>,
) -> Result<Option<Message>> {
    let Some(batch) = notice.batch else { return Ok(None) };
    let today = day_of(now, zone_of(user.state));
    let mut changed = store.changes_of(user.id, notice.channel, batch)?;
    if changed.iter().any(|item| item.is_removed || item.after.needs_court) {
        let court = store.court_dates_of(user.id, today)?;
        for item in &mut changed {
            let mut of_item = court.iter().filter(|date| Payable::Ticket(date.ticket) == item.item);
            if item.is_removed {
                item.must_appear = of_item.any(|date| date.waived_at.is_none());
            } else if of_item.any(|date| date.waived_at.is_some()) {
                (item.before.needs_court, item.after.needs_court) = (false, false);
            }
        }
    }
    fill_citations(store, changed.iter_mut().map(|item| (item.item, &mut item.citation)).collect())?;
    Ok(change_wording::changes(&changed, today))
}

/// Returns a driver's court dates from `first_day` on, the due dates of all open items, and the dates of the letters
/// that contest them. Court dates that staff waived or that have passed by `now` are left out.
fn load_upcoming_dates(
    store: &mut dyn Store,
    user: &User,
    first_day: NaiveDate,
    now: DateTime<Utc>,
) -> Result<Vec<UpcomingDate>> {
    let here = now.with_timezone(&zone_of(user.state)).naive_local();
    let is_ready = user.has_items_ready();
    let is_shown = |date: &CourtDate| date.waived_at.is_none() && (is_ready || date.is_added_by_driver);
    let court = store.court_dates_of(user.id, first_day)?.into_iter().filter(is_shown);
    let court = court.filter_map(|date| {
        let time = date.time.as_deref().and_then(parse_time);
        if time.is_some_and(|time| date.day.and_time(time) <= here) {
            return None;
        }
        let date_in_court =
            DateKind::Court { item: Payable::Ticket(date.ticket), time, as_written: date.time };
        let citation = Citation::default();
        Some(UpcomingDate { day: date.day, date: date_in_court, citation, consequence: date.consequence })
    });
    let mut coming: Vec<UpcomingDate> = court.collect();
    let letters = store.contest_letters_of(user.id)?;
    for open in open_items(store, user)? {
        let letter = letters.iter().find(|letter| letter.item.payable() == open.item);
        let date_of_letter = letter.and_then(|letter| date_of_letter(letter, &open));
        let state = due_state(&open, date_of_letter.as_ref());
        coming.extend(date_of_letter.filter(|_| state != DueState::LetterNotSent));
        let OpenItem { item, amount, is_estimated, .. } = open;
        coming.extend(open.due.map(|day| UpcomingDate {
            day,
            date: DateKind::Due { item, amount, is_estimated, state },
            citation: Citation::default(),
            consequence: open.consequence,
        }));
    }
    Ok(coming)
}

/// Returns the date of which a driver is reminded because of a letter that contests an item. If the letter
/// isn't sent, this is the last day to contest the item. If the letter is sent, this is the day on which
/// Lanewise asks the driver whether the issuer answered. `None` if there is no such day, or if the item of a
/// sent letter is no longer disputed.
fn date_of_letter(letter: &ContestLetter, open: &OpenItem) -> Option<UpcomingDate> {
    let item = open.item;
    let (day, date) = if let Some(sent) = letter.sent {
        if !open.is_disputed {
            return None;
        }
        (answer_day(sent.sent_on)?, DateKind::Answer { item, sent: sent.into() })
    } else {
        let latest = letter.deadline.latest(open.contest_on_notice)?;
        let is_counted = latest.basis != DateBasis::Notice;
        (latest.day, DateKind::LastToContest { item, is_counted })
    };
    Some(UpcomingDate { day, date, citation: Citation::default(), consequence: None })
}

/// Returns the state of an open item's due date, which decides the reminder's words. For example, staff may still
/// be checking the item.
fn due_state(open: &OpenItem, date_of_letter: Option<&UpcomingDate>) -> DueState {
    let is_last_to_contest = |letter: &UpcomingDate| {
        matches!(letter.date, DateKind::LastToContest { .. }) && Some(letter.day) == open.due
    };
    if date_of_letter.is_some_and(is_last_to_contest) {
        DueState::LetterNotSent
    } else if open.is_disputed {
        DueState::Disputed
    } else if open.awaits_lawyer {
        DueState::AwaitsLawyer
    } else if open.is_being_checked {
        DueState::BeingChecked
    } else {
        DueState::ToPay
    }
}

/// Composes the message about new items and items whose amount increased. Returns `None` if there
/// is no such item.
fn compose_news(store: &mut dyn Store, user: &User, day: NaiveDate) -> Result<Option<Message>> {
    let (changes, open) = (store.news_of(user.id, day)?, open_items(store, user)?);
    let news = changes.into_iter().filter_map(|changes| {
        let open = open.iter().find(|open| open.item == changes.item)?;
        let before = changes.amount_before.map(|text| open.details.fine_with_amount(&text));
        let OpenItem { item, amount, is_estimated, due, .. } = *open;
        Some(ItemNews { item, citation: Citation::default(), amount, is_estimated, before, due })
    });
    let mut news: Vec<ItemNews> = news.filter(is_news).collect();
    fill_citations(store, news.iter_mut().map(|news| (news.item, &mut news.citation)).collect())?;
    Ok(wording::news(&news, day))
}

/// Fills in the numbers and issuers of citations. `items` pairs each item with the citation to fill in.
fn fill_citations(store: &mut dyn Store, items: Vec<(Payable, &mut Citation)>) -> Result<()> {
    let cited: Vec<CitedBy> = items.iter().map(|(item, _)| CitedBy::Item(*item)).collect();
    let citations: HashMap<CitedBy, Citation> = store.citations_of(&cited)?.into_iter().collect();
    for (item, citation) in items {
        *citation = citations.get(&CitedBy::Item(item)).cloned().unwrap_or_default();
    }
    Ok(())
}

/// Whether the driver gets reminders about an item that the driver can see.
fn is_open(item: &impl HasStanding, facts: &StandingFacts, is_record_ready: bool) -> bool {
    is_visible_to_driver(is_record_ready, facts.driver_entry) && item.standing(facts).gets_reminders()
}

/// Returns the items for which [`is_open`] is true. Leaves out, for example, items whose lawyer represents
/// the driver, and items whose payment a bank is processing.
fn open_items(store: &mut dyn Store, user: &User) -> Result<Vec<OpenItem>> {
    let is_ready = user.has_items_ready();
    let tickets = keep_open(store.tickets_of(user.id)?, is_ready, open_ticket_item);
    let parking = keep_open(store.parking_of(user.id)?, is_ready, open_parking_item);
    let tolls = keep_open(store.tolls_of(user.id)?, is_ready, open_toll_item);
    Ok(tickets.chain(parking).chain(tolls).collect())
}

/// Applies `convert` to the items for which [`is_open`] is true, and drops the other items.
fn keep_open<T: HasStanding>(
    items: Vec<(T, StandingFacts)>,
    is_record_ready: bool,
    convert: fn(T, &StandingFacts) -> OpenItem,
) -> impl Iterator<Item = OpenItem> {
    let open = items.into_iter().filter(move |(item, facts)| is_open(item, facts, is_record_ready));
    open.map(move |(item, facts)| convert(item, &facts))
}

/// Collects the fields of a ticket that reminders need.
fn open_ticket_item(ticket: Ticket, facts: &StandingFacts) -> OpenItem {
    OpenItem {
        item: Payable::Ticket(ticket.id),
        amount: ticket.fine(),
        is_estimated: fine::is_estimated(&ticket.filed.amount),
        is_being_checked: facts.is_being_checked(),
        awaits_lawyer: facts.awaits_lawyer,
        is_disputed: ticket.filed.is_disputed,
        due: ticket.filed.due_date,
        contest_on_notice: ticket.notice_dates().latest_to_contest(),
        consequence: ticket.filed.consequence.clone(),
        details: ItemDetails::Ticket(Box::new(ticket.filed)),
    }
}

/// Collects the fields of a parking ticket that reminders need.
fn open_parking_item(parking: Parking, facts: &StandingFacts) -> OpenItem {
    OpenItem {
        item: Payable::Parking(parking.id),
        amount: parking.fine(),
        is_estimated: fine::is_estimated(&parking.filed.amount),
        is_being_checked: facts.is_being_checked(),
        awaits_lawyer: false,
        is_disputed: parking.filed.is_disputed,
        due: parking.filed.due_date,
        contest_on_notice: parking.notice_dates().latest_to_contest(),
        consequence: None,
        details: ItemDetails::Parking(parking.filed),
    }
}

/// Collects the fields of a toll that reminders need.
fn open_toll_item(toll: Toll, facts: &StandingFacts) -> OpenItem {
    OpenItem {
        item: Payable::Toll(toll.id),
        amount: toll.fine(),
        is_estimated: fine::is_estimated(&toll.filed.amount),
        is_being_checked: facts.is_being_checked(),
        awaits_lawyer: false,
        is_disputed: toll.filed.is_disputed,
        due: toll.filed.due_date,
        contest_on_notice: toll.notice_dates().latest_to_contest(),
        consequence: None,
        details: ItemDetails::Toll(toll.filed),
    }
}
