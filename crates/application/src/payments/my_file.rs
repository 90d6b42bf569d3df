//! "My file": one PDF with the facts, dates, photos and payments of an item, and where the money is. The driver
//! can include the messages with the lawyer (docs/product/evidence.md#my-file).

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::added::DriverEntry;
use domain::driving_record::fine::is_estimated;
use domain::driving_record::item_file::{ItemFile, ItemId};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::standing::{ItemStanding, Standing};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::payments::receipt::{format_day, format_local_time};
use domain::security::audit::AuditAction;
use domain::shared::business_time::{BUSINESS_ZONE, business_date};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::driving_record::added::AddedItemSummary;
use ports::payments::history::{HistoryFilter, PaidItem};
use ports::payments::my_file::{MyFile, MyFileAttachment, MyFileMessage, MyFileSection};
use ports::shared::paging::Page;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::files::access::{driver_of_readable_files, not_found_addition};
use crate::driving_record::standing::{self, WithStanding};
use crate::error::{Error, Result};
use crate::shared::cases::correspondence::decrypt;
use crate::shared::files::key::{KeyOfFiles, existing_key};

/// Maximum number of payments of one kind in the document. A ticket's file has two kinds: payments for the
/// ticket, and payments for its lawyers.
const MAX_PER_KIND: i64 = 20;

/// Rows of a section, each with a label and a value.
type Rows = Vec<(&'static str, String)>;

/// A document whose photos haven't been loaded yet.
#[derive(Debug)]
pub struct PreparedFile {
    document: MyFile,
    photos: Vec<ItemFile>,
    key: Option<KeyOfFiles>,
}

/// Reads everything about an item except its photos. Reading by staff is audited.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's or not visible to the driver yet; [`Error::Forbidden`]
/// for lawyers, and for staff who ask for messages.
pub fn prepare_my_file(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
    with_messages: bool,
) -> Result<PreparedFile> {
    let driver = driver_of_readable_files(deps, store, actor, item)?;
    let is_own = actor.id() == driver;
    if with_messages && !is_own {
        return Err(Error::Forbidden);
    }
    let now = deps.clock.now();
    if let Some(entry) = actor.audit_entry_if_staff(driver, item.subject(), AuditAction::FileRead, now) {
        store.audit(&entry.with_after("document", &"my_file"))?;
    }
    let (label, mut sections) = facts_of_item(deps, store, actor, item)?;
    for payment in payments_for_item(store, driver, item)? {
        sections.push(payment_section(&payment, now));
    }
    let photos = store.item_files(item)?;
    let key = existing_key(deps, store, driver)?;
    let messages = if with_messages { Some(messages_of_cases(deps, store, driver, item)?) } else { None };
    let number = format!("{}-{}", item.kind, item.id);
    let document = MyFile { number, label, sections, attachments: vec![], messages, made_at: now };
    Ok(PreparedFile { document, photos, key })
}

/// Loads the photos and renders the PDF, without holding a database connection. Returns the document's
/// number and the PDF.
///
/// # Errors
/// [`Error::FilesUnavailable`] if the photos can't be loaded, or a defect if rendering fails.
pub fn print_my_file(deps: &Deps, prepared: PreparedFile) -> Result<(String, Vec<u8>)> {
    let PreparedFile { mut document, photos, key } = prepared;
    if let Some(key) = &key {
        let attachments = photos.iter().map(|file| decrypt_attachment(deps, key, file));
        document.attachments = attachments.collect::<Result<_>>()?;
    }
    let pdf = deps.receipts.print_my_file(&document).map_err(|error| Error::Defect(Box::new(error)))?;
    Ok((document.number, pdf))
}

/// Decrypts a photo's name and reduced image, and adds a caption and the original's hash.
fn decrypt_attachment(deps: &Deps, key: &KeyOfFiles, file: &ItemFile) -> Result<MyFileAttachment> {
    let by = if file.is_from_staff { "Lanewise" } else { "the driver" };
    let sha256 = file.original.as_ref().map(|original| &original.sha256);
    Ok(MyFileAttachment {
        name: key.open_name(deps, file)?,
        about: format!(
            "{}, added by {by} on {}",
            file.kind.as_str().to_uppercase(),
            format_local_time(file.added_at, BUSINESS_ZONE)
        ),
        sha256: sha256.map(hex::encode),
        photo: key.open_reduced(deps, file)?,
    })
}

/// Returns the item's label, and the document's sections with the item's facts and dates.
fn facts_of_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
) -> Result<(String, Vec<MyFileSection>)> {
    if let Some(added) = not_found_addition(deps, store, actor, item)? {
        let section = not_found_section(&added);
        return Ok((added.label, vec![section]));
    }
    match item.kind {
        ItemKind::Ticket => {
            let ticket = store.ticket(TicketId(item.id))?.ok_or(Error::NotFound)?;
            let found = standing::add_standing(deps, store, ticket)?;
            Ok((found.item.filed.violation_type.clone(), ticket_sections(&found)))
        }
        ItemKind::Parking => {
            let parking = store.parking(ParkingId(item.id))?.ok_or(Error::NotFound)?;
            let found = standing::add_standing(deps, store, parking)?;
            Ok((found.item.filed.violation_type.clone(), parking_sections(&found)))
        }
        ItemKind::Toll => {
            let toll = store.toll(TollId(item.id))?.ok_or(Error::NotFound)?;
            let found = standing::add_standing(deps, store, toll)?;
            Ok((found.item.filed.toll_road.clone(), toll_sections(&found)))
        }
    }
}

/// Returns the sections with a ticket's facts and dates.
fn ticket_sections(found: &WithStanding<Ticket>) -> Vec<MyFileSection> {
    let ticket = &found.item;
    let filed = &ticket.filed;
    let mut facts = standing_rows(found);
    facts.extend(citation_rows(filed.citation_number.as_ref(), filed.issuer.as_ref()));
    facts.push(("Violation", filed.violation_type.clone()));
    facts.extend(filed.violation_code.clone().map(|code| ("Statute", code)));
    facts.push(("Location", filed.location.clone()));
    facts.extend(fine_row("Fine", found, ticket.fine(), &filed.amount));
    // A driver can add a ticket without points. So until staff have checked the ticket, 0 points
    // mean that the points are unknown.
    let has_points = filed.points != 0 || !is_being_checked(found);
    facts.extend(has_points.then(|| ("Points", filed.points.to_string())));
    facts.extend(filed.issuing_officer_agency.clone().map(|name| ("Officer or agency", name)));
    facts.extend(filed.evidence_provided.clone().map(|text| ("Evidence provided", text)));
    facts.push(disputed_row(filed.is_disputed));
    let mut dates = vec![("Issued", format_day(filed.date))];
    dates.extend(filed.time_of_violation.clone().map(|time| ("Time", time)));
    dates.extend(due_row(filed.due_date));
    if filed.is_court_required {
        dates.push(("Court required", "Yes".to_owned()));
        dates.extend(found.court.as_ref().map(|court| ("Court", court.name.clone())));
        dates.extend(filed.court_date.map(|at| ("Court date", format_day(at))));
        dates.extend(filed.court_time.clone().map(|time| ("Court time", time)));
    }
    dates.extend(paid_row(ticket.is_paid, ticket.paid_at.map(|at| format_local_time(at, BUSINESS_ZONE))));
    vec![section("Traffic ticket", facts), section("Dates", dates)]
}

/// Returns the sections with a parking ticket's facts and dates.
fn parking_sections(found: &WithStanding<Parking>) -> Vec<MyFileSection> {
    let parking = &found.item;
    let filed = &parking.filed;
    let mut facts = standing_rows(found);
    facts.extend(citation_rows(filed.citation_number.as_ref(), filed.issuer.as_ref()));
    facts.push(("Violation", filed.violation_type.clone()));
    facts.push(("Location", filed.location.clone()));
    facts.extend(fine_row("Amount", found, parking.fine(), &filed.amount));
    facts.push(disputed_row(filed.is_disputed));
    let mut dates = vec![("Issued", format_day(filed.date))];
    dates.extend(due_row(filed.due_date));
    dates.extend(paid_row(parking.is_paid, parking.paid_at.map(|at| format_local_time(at, BUSINESS_ZONE))));
    vec![section("Parking ticket", facts), section("Dates", dates)]
}

/// Returns the sections with a toll's facts and dates.
fn toll_sections(found: &WithStanding<Toll>) -> Vec<MyFileSection> {
    let toll = &found.item;
    let filed = &toll.filed;
    let mut facts = standing_rows(found);
    facts.extend(citation_rows(filed.citation_number.as_ref(), filed.issuer.as_ref()));
    facts.push(("Toll road", filed.toll_road.clone()));
    facts.extend(fine_row("Amount", found, toll.fine(), &filed.amount));
    facts.push(disputed_row(filed.is_disputed));
    let mut dates = vec![("Date", format_day(filed.date))];
    dates.extend(filed.time_of_day.clone().map(|time| ("Time", time)));
    dates.extend(due_row(filed.due_date));
    dates.extend(paid_row(toll.is_paid, toll.paid_at.map(|at| format_local_time(at, BUSINESS_ZONE))));
    vec![section("Toll", facts), section("Dates", dates)]
}

/// Returns the section about an item that its driver added, if staff found no such citation.
fn not_found_section(item: &AddedItemSummary) -> MyFileSection {
    let mut facts = vec![("Status", "Not found by Lanewise, so not on the driver's record".to_owned())];
    facts.extend(item.added.reason.clone().map(|reason| ("Reason", reason)));
    facts.extend(citation_rows(item.citation.number.as_ref(), item.citation.issuer.as_ref()));
    facts.push(("Date", format_day(item.date)));
    if !is_estimated(&item.amount) {
        facts.push(("Amount, entered by the driver", item.amount.clone()));
    }
    section("Added by the driver", facts)
}

fn section(title: impl Into<String>, rows: Rows) -> MyFileSection {
    MyFileSection { title: title.into(), rows }
}

/// Returns a row for each known value: the citation number and the issuer.
fn citation_rows(number: Option<&String>, issuer: Option<&String>) -> Rows {
    let number = number.map(|number| ("Citation number", number.clone()));
    let issuer = issuer.map(|issuer| ("Issued by", issuer.clone()));
    number.into_iter().chain(issuer).collect()
}

/// Whether the driver added the item and staff haven't confirmed it yet.
fn is_being_checked<T>(found: &WithStanding<T>) -> bool {
    found.driver_entry == Some(DriverEntry::BeingChecked)
}

/// Returns rows with the item's standing and, if staff haven't confirmed the item, a note that the driver entered it.
fn standing_rows<T>(found: &WithStanding<T>) -> Rows {
    let mut rows = vec![("Status", standing_text(&found.item_standing).to_owned())];
    if is_being_checked(found) {
        rows.push(("Entered by", "The driver. Lanewise staff haven't confirmed it yet".to_owned()));
    }
    rows
}

/// Returns the status of an item, as the document shows it.
const fn standing_text(standing: &ItemStanding) -> &'static str {
    match standing.standing {
        Standing::Due => "Unpaid",
        Standing::Processing => "Payment processing",
        Standing::WithLawyer if standing.awaits_lawyer => "Unpaid. No lawyer represents the driver yet",
        Standing::WithLawyer => "Unpaid. A lawyer is working on it",
        Standing::Paid => "Paid",
        Standing::Refunding => "Refund on its way",
        Standing::ChargebackOpen => "Reversed by the bank, decision pending",
        Standing::SettledWithCity => "Settled with the city",
        Standing::Dismissed => "Dismissed. Nothing is owed",
        Standing::BeingChecked => "Unpaid. Being checked by Lanewise",
    }
}

/// Returns the row with the fine; `None` if the driver added the item without a fine and staff haven't
/// checked it. `amount` is the amount as entered, which says whether `fine` is an estimate.
fn fine_row<T>(
    title: &'static str,
    found: &WithStanding<T>,
    fine: Money,
    amount: &str,
) -> Option<(&'static str, String)> {
    match (is_estimated(amount), is_being_checked(found)) {
        (true, true) => None,
        (true, false) => Some((title, format!("${fine} (estimated)"))),
        (false, _) => Some((title, format!("${fine}"))),
    }
}

fn disputed_row(is_disputed: bool) -> (&'static str, String) {
    ("Disputed", if is_disputed { "Yes" } else { "No" }.to_owned())
}

fn due_row(due: Option<NaiveDate>) -> Option<(&'static str, String)> {
    due.map(|at| ("Due", format_day(at)))
}

/// Returns the row with the time of payment, or with `Yes` if the time is unknown; `None` if
/// the item isn't paid.
fn paid_row(is_paid: bool, paid_at: Option<String>) -> Option<(&'static str, String)> {
    is_paid.then(|| ("Paid", paid_at.unwrap_or_else(|| "Yes".to_owned())))
}

/// Returns the payments for an item, newest first. For a ticket, the payments for its lawyers follow. Returns
/// at most [`MAX_PER_KIND`] of each kind.
fn payments_for_item(store: &mut dyn Store, driver: UserId, item: ItemId) -> Result<Vec<PaidItem>> {
    let kinds: &[PayableKind] = match item.kind {
        ItemKind::Ticket => &[PayableKind::Ticket, PayableKind::Lawyer],
        ItemKind::Parking => &[PayableKind::Parking],
        ItemKind::Toll => &[PayableKind::Toll],
    };
    let mut found = vec![];
    for kind in kinds {
        let filter = HistoryFilter { kind: Some(*kind), item: Some(item.id), query: None };
        found.extend(store.paid_items(driver, &filter, Page { limit: MAX_PER_KIND, offset: 0 })?.items);
    }
    Ok(found)
}

/// Returns the section about one payment. `now` is the document's time.
fn payment_section(payment: &PaidItem, now: DateTime<Utc>) -> MyFileSection {
    let what = if payment.kind == PayableKind::Lawyer { "Payment for a lawyer" } else { "Payment" };
    let mut rows = vec![
        ("Amount", format!("${}", payment.amount)),
        ("Paid on", format_local_time(payment.paid_at, BUSINESS_ZONE)),
        ("Status", payment.status.as_str().to_owned()),
    ];
    rows.extend(payment.confirmation_number.clone().map(|number| ("Confirmation number", number)));
    rows.extend(payment.card.as_ref().map(|card| ("Card", card.to_string())));
    if payment.refunded > Money::ZERO {
        rows.push(("Refunded", format!("${}", payment.refunded)));
    }
    if let Some(trail) = payment.trail.as_ref().filter(|_| payment.status.is_sent_to_authority()) {
        let to = trail.authority.as_deref().unwrap_or("the agency that issued the citation");
        let send_by = format_day(business_date(trail.send_by));
        rows.push((
            "Where the money is",
            match (trail.accepted_on, trail.sent_on) {
                (Some(on), _) => format!("Accepted by {to} on {}", format_day(on)),
                (None, Some(on)) => format!("Sent to {to} on {}", format_day(on)),
                (None, None) if trail.send_by < now => {
                    format!("Lanewise has the money and should have sent it to {to} by {send_by}")
                }
                (None, None) => format!("Lanewise will send it to {to} by {send_by}"),
            },
        ));
        rows.extend(trail.reference.clone().map(|reference| ("Reference", reference)));
    }
    section(what, rows)
}

/// Returns the messages of all cases of a ticket, oldest first. Parking tickets and
/// tolls have no messages.
fn messages_of_cases(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    item: ItemId,
) -> Result<Vec<MyFileMessage>> {
    let mut cases = store.cases_of_driver(driver)?;
    cases.retain(|case| item.kind == ItemKind::Ticket && case.ticket_id == Some(TicketId(item.id)));
    cases.sort_by_key(|case| case.id);
    let mut found = vec![];
    for case in cases {
        let messages = decrypt(deps, store, case.id)?.messages.into_iter();
        found.extend(messages.map(|message| MyFileMessage {
            heading: format!(
                "{}, {}",
                if message.is_from_lawyer { "Lawyer" } else { "Driver" },
                format_local_time(message.sent_at, BUSINESS_ZONE)
            ),
            text: message.text,
        }));
    }
    Ok(found)
}
