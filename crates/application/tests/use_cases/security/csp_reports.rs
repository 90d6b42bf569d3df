//! Tests of counting browsers' CSP reports by day, directive and host. A day has a maximum number of rows
//! (docs/product/security.md#csp-reports).

use application::security::csp_reports::count_reports;
use chrono::TimeDelta;
use domain::security::csp_report::{CspReport, OTHER, ROWS_A_DAY};

use crate::support::*;

fn report(host: &str) -> CspReport {
    CspReport::new("script-src-elem", Some(host), "")
}

fn count_reports_from(world: &World, host: &str) -> i64 {
    let tables = world.database.tables();
    tables.csp_reports.iter().filter(|(_, row, _)| row.host == host).map(|(_, _, reports)| reports).sum()
}

#[test]
fn identical_csp_reports_share_one_row_a_day() {
    let world = World::new();
    count_reports(&world.deps, vec![report("evil.example"), report("Evil.Example"), report("other.example")])
        .unwrap();
    count_reports(&world.deps, vec![report("evil.example")]).unwrap();
    assert_eq!(
        (count_reports_from(&world, "evil.example"), count_reports_from(&world, "other.example")),
        (3, 1)
    );
    assert_eq!(world.database.tables().csp_reports.len(), 2);
    world.advance(TimeDelta::days(1));
    count_reports(&world.deps, vec![report("evil.example")]).unwrap();
    assert_eq!(world.database.tables().csp_reports.len(), 3);
}

#[test]
fn csp_reports_about_hosts_above_the_daily_maximum_are_counted_together() {
    let world = World::new();
    for number in 0..ROWS_A_DAY + 50 {
        count_reports(&world.deps, vec![report(&format!("host-{number}.example"))]).unwrap();
    }
    // A host that already has a row is still counted in its own row.
    count_reports(&world.deps, vec![report("host-0.example")]).unwrap();
    let rows = world.database.tables().csp_reports.len();
    assert_eq!(i64::try_from(rows).unwrap(), ROWS_A_DAY + 1);
    assert_eq!((count_reports_from(&world, "host-0.example"), count_reports_from(&world, OTHER)), (2, 50));
}

#[test]
fn an_empty_list_of_csp_reports_writes_nothing() {
    let world = World::new();
    count_reports(&world.deps, vec![]).unwrap();
    assert!(world.database.tables().csp_reports.is_empty());
}
