//! Tests of items, their standing, files and letters, and of courts.

use chrono::NaiveDate;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{FieldFormat, ItemDetails, ItemDraft, TicketDetails};

use crate::support::World;

mod added;
mod contest_letters;
mod courts;
mod files;
mod filing;
mod items;
mod standings;

/// Returns the details of an item with these fields and the date November 1, 2026.
pub(crate) fn filed(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDetails {
    let draft = fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text));
    let dated = draft.with("date", "2026-11-01");
    dated.validate(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(), None).unwrap()
}

/// Adds the authority that is the court of [`full_ticket`].
fn add_court(world: &World) {
    world.db.execute("INSERT INTO authorities (name, kind) VALUES ('El Paso Municipal Court', 'court')");
}

/// Returns a ticket whose fields all have a value. The value of a string field is the field's own name. If two fields
/// are swapped, a test therefore fails.
fn full_ticket() -> TicketDetails {
    let texts = TicketDetails::FIELDS.iter().filter(|field| matches!(field.input, FieldFormat::Text));
    let mut fields: Vec<(&str, &str)> = texts.map(|field| (field.name, field.name)).collect();
    fields.extend([
        ("citation_number", "AB 12-3"),
        ("due_date", "2026-12-01"),
        ("amount", "$1,250"),
        ("points", "4"),
        ("category", "speeding"),
        ("status", "Court Required"),
        ("is_disputed", "true"),
        ("is_court_required", "true"),
        ("court_date", "2026-12-24"),
        ("court_state", "Texas"),
        ("court_id", "1"),
        ("court_zone", "America/Denver"),
        ("processing_fee_type", "percentage"),
        ("processing_fee_amount", "2.50"),
        ("our_processing_fee", "1.00"),
    ]);
    let ItemDetails::Ticket(details) = filed(ItemKind::Ticket, &fields) else { panic!("a ticket is filed") };
    let empty = details.fields().into_iter().find(|(_, text)| text.is_empty() || text == "false");
    assert_eq!(empty, None, "a new field is missing here");
    *details
}
