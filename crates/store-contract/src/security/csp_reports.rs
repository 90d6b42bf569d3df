use chrono::{Days, NaiveDate};
use domain::security::csp_report::{CspDirective, CspReport};
use ports::security::csp_reports::CspCount;
use ports::store::Database;

use crate::support::{date, transaction};

fn report(host: &str) -> CspReport {
    CspReport::new("img-src", Some(host), "")
}

fn count(directive: &str, host: &str, reports: i64, last_day: NaiveDate) -> CspCount {
    CspCount { directive: directive.to_owned(), host: host.to_owned(), reports, last_day }
}

pub fn csp_reports_of_a_period_are_summed_by_directive_and_host(database: &dyn Database) {
    transaction(database, |store| {
        let today = date("2026-11-26");
        let before = |days| today - Days::new(days);
        let scripts = CspReport { directive: CspDirective::ScriptSrcElem, ..report("a.example") };
        store.lock_csp_reports().unwrap();
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
        assert_eq!(store.count_csp_rows(today).unwrap(), 2);
        assert_eq!(store.count_csp_rows(before(3)).unwrap(), 0);
        assert!(store.has_csp_row(today, &report("a.example")).unwrap());
        assert!(!store.has_csp_row(today, &report("b.example")).unwrap());
        assert_eq!(
            store.csp_counts(before(30), 20).unwrap(),
            [
                count("img-src", "a.example", 7, today),
                count("img-src", "b.example", 5, before(2)),
                count("script-src-elem", "a.example", 1, today),
            ]
        );
        assert_eq!(store.csp_counts(before(30), 1).unwrap().len(), 1);
    });
}
