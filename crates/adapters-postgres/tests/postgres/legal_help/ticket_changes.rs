//! Tests of cases whose ticket has changed.

use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::shared::payable::Payable;
use ports::driving_record::items::Items;
use ports::driving_record::standings::Standings;
use ports::legal_help::cases::Cases;

use super::samples::case;
use crate::support::{World, at};

#[test]
fn an_open_case_is_due_for_the_job_if_its_ticket_has_another_court_or_court_date() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let mut with = |key: &str, change: &dyn Fn(&mut Case)| {
        case(&mut world, driver, key, |case| {
            case.step = CaseStep::AgreementSigned;
            change(case);
        })
    };
    let open = with("a", &|_| {});
    with("b", &|case| case.step = CaseStep::Decided);
    with("c", &|case| case.handling = Handling::Outside);
    let of_staff = with("d", &|case| case.handling = Handling::ByStaff);
    world.db.execute("INSERT INTO authorities (name, kind, state, county) VALUES ('Akron Court', 'court', 'Ohio', 'Summit')");
    let tickets = [
        "court_date = '2026-12-01'",
        "court_date = '2026-12-01', court_time = '9:30 AM'",
        "court_state = 'Ohio'",
        "court_id = (SELECT id FROM authorities)",
    ];
    for change in tickets {
        world.db.execute(&format!("UPDATE tickets SET is_court_required = true, {change}"));
        assert_eq!(world.store().due_cases(at(10), 9).unwrap(), [open.id, of_staff.id], "{change}");
        for stored in [&open, &of_staff] {
            let ticket = world.store().ticket(stored.ticket_id.unwrap()).unwrap().unwrap();
            let facts = world.store().standing_facts(Payable::Ticket(ticket.id)).unwrap();
            let registered = facts.court.as_ref();
            let court = CaseCourt {
                state: ticket.filed.court().state,
                name: registered.map(|court| court.name.clone()),
                id: registered.map(|court| court.id),
                county: registered.and_then(|court| court.county.clone()),
            };
            let (court_date, court_time) = (ticket.filed.court_date, ticket.filed.court_time);
            world.store().update_case(&Case { court, court_date, court_time, ..stored.clone() }).unwrap();
        }
        assert_eq!(world.store().due_cases(at(10), 9).unwrap(), [], "{change}");
    }
}
