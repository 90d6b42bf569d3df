//! Writes the court's dates and decisions to the ticket of a case.

use chrono::NaiveDate;
use domain::driving_record::ticket::{Item, Ticket};
use domain::legal_help::case::outcome::Verdict;
use domain::legal_help::case::record::Case;
use domain::legal_help::replaced_terms::ReplacedTerms;
use domain::security::audit::AuditAction;
use domain::shared::ids::HireId;
use domain::shared::payable::Payable;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::filing::put_fields;
use crate::error::{Error, Result};

/// Locks the ticket of a case. To avoid deadlocks, this must be called before the case is locked.
/// Returns `None` if the ticket was removed.
pub(in crate::legal_help::cases) fn lock_ticket(store: &mut dyn Store, id: HireId) -> Result<Option<Item>> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    let Some(ticket) = case.ticket_id else { return Ok(None) };
    Ok(store.lock_item(Payable::Ticket(ticket))?)
}

/// Writes the court date and time that the lawyer recorded to the ticket, and marks the ticket as
/// requiring court. `ticket` is `None` if it was removed. In that case, the date is only checked.
///
/// # Errors
/// A field error for a date in the past.
pub(in crate::legal_help::cases) fn write_court_date(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    ticket: Option<&Item>,
    (date, time): (NaiveDate, Option<&str>),
    today: NaiveDate,
) -> Result<()> {
    if date < today {
        return Err(Error::field("courtDate", "Enter a date that isn't in the past."));
    }
    let Some(ticket) = ticket else { return Ok(()) };
    let date = date.to_string();
    let fields =
        [("is_court_required", "true"), ("court_date", &date), ("court_time", time.unwrap_or_default())];
    put_fields(deps, store, ticket, &fields, ticket_audit_entry(deps, actor, ticket))
        .map_err(as_step_fields)?;
    Ok(())
}

/// Writes an outcome to the ticket. If the court decided, also records that the driver no longer has to
/// appear in court. `item` is the ticket; `None` if it was removed.
///
/// # Errors
/// A field error if a reduced fine is higher than the ticket's fine.
pub(in crate::legal_help::cases) fn write_outcome(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    (item, case): (Option<&Item>, &mut Case),
    verdict: &Verdict,
) -> Result<()> {
    write_terms(deps, store, actor, (item, case), verdict)?;
    let id = case.ticket_id.filter(|_| item.is_some() && verdict.outcome.is_decision());
    let Some(item) = id.map(|id| store.lock_item(Payable::Ticket(id))).transpose()?.flatten() else {
        return Ok(());
    };
    let fields = [("is_court_required", "false"), ("court_date", ""), ("court_time", "")];
    put_fields(deps, store, &item, &fields, ticket_audit_entry(deps, actor, &item))
        .map_err(as_step_fields)?;
    Ok(())
}

/// Writes an outcome's new amount, points and due date to the ticket, and stores the replaced values in the case. If
/// the lawyer corrects an outcome, the replaced values are restored first. A paid ticket isn't changed.
///
/// # Errors
/// A field error if a reduced fine is higher than the ticket's fine.
fn write_terms(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    (item, case): (Option<&Item>, &mut Case),
    verdict: &Verdict,
) -> Result<()> {
    let Some((item, ticket)) = item.and_then(unpaid_ticket) else { return Ok(()) };
    let before = case.replaced.before_outcome(case.verdict, case.at_hire, ticket);
    before.validate(verdict).map_err(Error::Fields)?;
    let due = verdict.due.or(before.due);
    let amount = verdict.fine.map_or_else(|| before.amount.clone(), |fine| format!("${fine}"));
    let points = verdict.points.unwrap_or(before.points).to_string();
    let due_text = due.map(|due| due.to_string()).unwrap_or_default();
    let fields = [("amount", amount.as_str()), ("points", &points), ("due_date", &due_text)];
    put_fields(deps, store, item, &fields, ticket_audit_entry(deps, actor, item)).map_err(as_step_fields)?;
    case.replaced = ReplacedTerms {
        amount: verdict.fine.map(|_| before.amount),
        points: verdict.points.map(|_| before.points),
        due: before.due.filter(|_| verdict.due.is_some()),
    };
    Ok(())
}

/// Returns the item together with its ticket; `None` if the ticket is paid or the item isn't a ticket.
fn unpaid_ticket(item: &Item) -> Option<(&Item, &Ticket)> {
    match item {
        Item::Ticket(ticket) if !ticket.is_paid => Some((item, ticket)),
        Item::Ticket(_) | Item::Parking(_) | Item::Toll(_) => None,
    }
}

/// Builds an audit entry about a change of a ticket, with its driver's id.
pub(super) fn ticket_audit_entry(deps: &Deps, actor: &Actor, ticket: &Item) -> AuditEntry {
    let subject = (ticket.payable().kind().into(), ticket.payable().item_id());
    actor
        .audit_entry(subject, AuditAction::ItemChanged, deps.clock.now())
        .with_after("user_id", &ticket.user_id())
}

/// Replaces the ticket's field names in field errors with the field names of the lawyer's form.
fn as_step_fields(error: Error) -> Error {
    let Error::Fields(fields) = error else { return error };
    let name = |field| match field {
        "court_date" => "courtDate",
        "court_time" => "courtTime",
        "amount" => "fine",
        "due_date" => "due",
        other => other,
    };
    Error::Fields(fields.into_iter().map(|(field, sentence)| (name(field), sentence)).collect())
}
