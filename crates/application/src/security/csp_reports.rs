//! Counts browsers' reports of content that the Content-Security-Policy blocked, by
//! directive and host (docs/product/security.md#csp-reports).

use std::collections::BTreeMap;

use domain::security::csp_report::{CspReport, OTHER, ROWS_A_DAY};
use ports::store::in_transaction;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Stores the reports of one request. Once the maximum number of rows per day is reached, reports
/// about new hosts are counted in one common row per directive.
pub fn count_reports(deps: &Deps, reports: Vec<CspReport>) -> Result<()> {
    let mut counts: BTreeMap<CspReport, i64> = BTreeMap::new();
    for report in reports {
        *counts.entry(report).or_default() += 1;
    }
    if counts.is_empty() {
        return Ok(());
    }
    let day = deps.today();
    in_transaction(&*deps.database, |store| {
        store.lock_csp_reports()?;
        for (report, times) in counts {
            let has_room = store.has_csp_row(day, &report)? || store.count_csp_rows(day)? < ROWS_A_DAY;
            let counted = if has_room { report } else { CspReport { host: OTHER.to_owned(), ..report } };
            store.add_csp_reports(day, &counted, times)?;
        }
        Ok::<_, Error>(())
    })
}
