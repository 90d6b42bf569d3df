use chrono::{Days, NaiveDate};
use domain::security::csp_report::{CspDirective, CspReport};
use ports::security::csp_reports::{CspCount, CspReports};

use crate::support::World;

fn report(host: &str) -> CspReport {
    CspReport::new("img-src", Some(host), "")
}

#[test]
fn csp_reports_are_summed_by_day_directive_and_host() {
    let mut world = World::new();
    let mut store = world.store();
    let today: NaiveDate = "2026-11-26".parse().unwrap();
    let before = |days| today - Days::new(days);
    let scripts = CspReport { directive: CspDirective::ScriptSrcElem, ..report("a.example") };
    for (day, row, times) in [
        (today, report("a.example"), 1),
        (today, report("a.example"), 2),
        (today, scripts, 1),
        (before(1), report("a.example"), 4),
        (before(2), report("b.example"), 5),
        (before(40), report("old.example"), 9),
    ] {
        store.add_csp_reports(day, &row, times).unwrap();
    }
    assert_eq!((store.count_csp_rows(today).unwrap(), store.count_csp_rows(before(3)).unwrap()), (2, 0));
    assert!(store.has_csp_row(today, &report("a.example")).unwrap());
    assert!(!store.has_csp_row(today, &report("b.example")).unwrap());
    let count = |directive: &str, host: &str, reports, last_day| CspCount {
        directive: directive.to_owned(),
        host: host.to_owned(),
        reports,
        last_day,
    };
    assert_eq!(
        store.csp_counts(before(30), 20).unwrap(),
        [
            count("img-src", "a.example", 7, today),
            count("img-src", "b.example", 5, before(2)),
            count("script-src-elem", "a.example", 1, today),
        ]
    );
    assert_eq!(store.csp_counts(before(30), 1).unwrap().len(), 1);
}
