//! Tests of missing-ticket reports that staff mark as found. Staff enter the item that they found, which must
//! belong to the driver.

use application::requests::reports::{report_missing_ticket, set_report_status};
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::security::audit::AuditAction;
use domain::shared::ids::ReportId;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use rstest::rstest;

use crate::support::*;

const REPORT: ReportId = ReportId(1);

/// Returns a world in which this driver reported a missing ticket.
fn world_of(user: domain::shared::ids::UserId) -> World {
    let world = World::new();
    report_missing_ticket(&world.deps, &actor(user), user, (UsState::Texas, TicketReportType::Speeding))
        .unwrap();
    world
}

fn mark_found(world: &World, item: Option<Payable>) -> application::error::Result<MissingTicketReport> {
    set_report_status(&world.deps, &admin(), REPORT, ReportStatus::Found, None, item)
}

#[rstest]
#[case::a_ticket(TICKET)]
#[case::a_parking_ticket(PARKING)]
#[case::a_toll(TOLL)]
fn a_missing_ticket_report_marked_as_found_is_linked_to_its_item_and_solved(#[case] item: Payable) {
    let world = world_of(DRIVER);
    let answered = mark_found(&world, Some(item)).unwrap();
    assert_eq!((answered.found, answered.is_solved), (Some(item), true));
    let entry = world.database.tables().audit[0].clone();
    assert!(entry.after.contains(&("found", format!("{} 1", item.kind()))), "{entry:?}");
    // A report that is pending again has no found item.
    let again = set_report_status(&world.deps, &admin(), REPORT, ReportStatus::Pending, None, None).unwrap();
    assert_eq!((again.found, again.is_solved), (None, false));
}

#[test]
fn a_report_cannot_be_linked_to_an_item_of_another_driver() {
    for (owner, item) in [(OTHER, TICKET), (DRIVER, NO_SUCH_TICKET)] {
        let world = world_of(owner);
        assert_eq!(outcome(&mark_found(&world, Some(item))), "Fields");
        assert!(world.audited().is_empty());
    }
}

#[test]
fn staff_can_add_the_found_item_to_a_report_later_and_only_changes_are_audited() {
    let world = world_of(DRIVER);
    assert_eq!(mark_found(&world, None).unwrap().found, None);
    assert_eq!(mark_found(&world, Some(TICKET)).unwrap().found, Some(TICKET));
    assert_eq!(mark_found(&world, Some(TICKET)).unwrap().found, Some(TICKET));
    assert_eq!(mark_found(&world, None).unwrap().found, Some(TICKET), "omitting the item keeps it");
    assert_eq!(world.audited(), [AuditAction::ReportChanged; 2]);
}
