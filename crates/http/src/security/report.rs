//! The security report as a printable page without scripts, and security events and audit entries as CSV files.

use std::collections::BTreeMap;

use crate::security::dto::{
    AuditEntryDto, BlockDto, CspCountDto, DashboardDto, FindingDto, SecurityEventDto,
};
use crate::shared::csv_file;
use crate::shared::html::escape_html;
use chrono::{DateTime, SecondsFormat, Utc};
use ports::security::watch::RecordedEntry;

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#0b1b2b;\
    background:#fff}h1{font-size:25px;line-height:1.2;margin:0}h2{font-size:17px;margin:2rem 0 .5rem}p{margin:.25rem 0}\
    .figures{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0;padding:0;list-style:none}.figures li{border:1px solid #d9e0ea;\
    border-radius:12px;padding:.5rem 1rem;min-width:8rem}.figures strong{display:block;font-size:25px;font-variant-numeric:\
    tabular-nums}table{border-collapse:collapse;width:100%}.wide{overflow-x:auto}th,td{text-align:left;padding:.4rem .75rem .4rem 0;\
    border-bottom:1px solid #d9e0ea;vertical-align:top;overflow-wrap:anywhere}th,.quiet{color:#475569;font-weight:600}th,\
    td:first-child{white-space:nowrap}.level{font-weight:600}.number{text-align:right;font-variant-numeric:tabular-nums}\
    @media print{body{margin:0;max-width:none;font-size:11px}h2{break-after:avoid}tr{break-inside:avoid}thead{display:\
    table-header-group}}";

/// Builds the report as an HTML page. `author` is the email address of the staff member who requested it.
pub fn html_report(dashboard: &DashboardDto, created_at: DateTime<Utc>, author: &str) -> String {
    let summary = &dashboard.summary;
    let by_severity = &summary.events_by_severity;
    let figures = [
        ("Events in 24 hours", summary.total_events.to_string()),
        ("High and critical", (by_severity.high + by_severity.critical).to_string()),
        ("Medium", by_severity.medium.to_string()),
        ("Blocked addresses", summary.blocked_ips.len().to_string()),
    ];
    let figures: String =
        figures.iter().map(|(name, figure)| format!("<li><strong>{figure}</strong>{name}</li>")).collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Lanewise security report</title><style>{STYLE}</style></head><body><main><h1>Lanewise security report</h1>\
         <p class=\"quiet\">The 24 hours before {}, for {}</p><ul class=\"figures\">{figures}</ul>\
         <h2>Server setup</h2>{}<h2>Content blocked by browsers (30 days)</h2>{}<h2>Blocked addresses</h2>{}<h2>Events, newest first</h2>{}\
         </main></body></html>",
        format_time(created_at),
        escape_html(author),
        findings_table(&dashboard.environment_security),
        blocked_content_table(&dashboard.csp_reports),
        blocks_table(&summary.blocked_ips),
        events_table(&dashboard.recent_events),
    )
}

/// Formats a time in UTC.
fn format_time(time: DateTime<Utc>) -> String {
    time.format("%b %-d, %Y, %H:%M:%S UTC").to_string()
}

/// Builds the table of findings about the server's setup.
fn findings_table(findings: &[FindingDto]) -> String {
    let rows = findings.iter().map(|finding| vec![finding.level.0.to_string(), finding.message.clone()]);
    html_table(&["Level", "What to do"], rows.collect(), "No problems were found.")
}

/// Builds the table of content that browsers blocked.
fn blocked_content_table(counts: &[CspCountDto]) -> String {
    let rows = counts.iter().map(|count| {
        let day = count.last_day.format("%b %-d, %Y").to_string();
        vec![count.host.clone(), count.directive.clone(), count.reports.to_string(), day]
    });
    html_table(
        &["Source", "Directive", "Reports", "Last day"],
        rows.collect(),
        "No browser reported blocked content.",
    )
}

/// Builds the table of blocked addresses.
fn blocks_table(blocks: &[BlockDto]) -> String {
    let rows = blocks.iter().map(|block| {
        vec![
            block.ip.clone(),
            block.reason.clone(),
            format_time(block.blocked_at),
            format_time(block.expires_at),
        ]
    });
    html_table(&["Address", "Reason", "Since", "Until"], rows.collect(), "No addresses are blocked.")
}

/// Builds the table of security events.
fn events_table(events: &[SecurityEventDto]) -> String {
    let rows = events.iter().map(|event| {
        vec![
            format_time(event.timestamp),
            event.r#type.replace('_', " "),
            event.severity.clone(),
            event.ip.clone(),
            event.times.to_string(),
            event.details.url.clone(),
        ]
    });
    html_table(
        &["Time", "Type", "Severity", "Address", "Times", "Url"],
        rows.collect(),
        "No security data available",
    )
}

/// Builds an HTML table; without rows, a paragraph with the text `none`.
fn html_table(head: &[&str], rows: Vec<Vec<String>>, none: &str) -> String {
    if rows.is_empty() {
        return format!("<p>{none}</p>");
    }
    let head: String = head.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    let row = |cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape_html(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = rows.into_iter().map(row).collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// Formats rows as a CSV file. Cells are escaped so that a spreadsheet doesn't run them as formulas.
fn format_csv<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file::new_writer();
    writer.write_record(head.map(csv_file::column_header))?;
    for row in rows {
        writer.write_record(row.map(|cell| domain::shared::csv_cell::guard_formula(&cell)))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Formats security events as a CSV file.
pub fn events_csv(events: &[SecurityEventDto]) -> Result<Vec<u8>, csv::Error> {
    let head = ["id", "timestamp", "type", "severity", "ip", "userId", "times", "url"];
    let rows = events.iter().map(|event| {
        [
            event.id.to_string(),
            event.timestamp.to_rfc3339_opts(SecondsFormat::Secs, true),
            event.r#type.clone(),
            event.severity.clone(),
            event.ip.clone(),
            event.user_id.map(|id| id.to_string()).unwrap_or_default(),
            event.times.to_string(),
            event.details.url.clone(),
        ]
    });
    format_csv(head, rows)
}

/// Formats entries of the audit trail as a CSV file.
pub fn audit_csv(entries: Vec<RecordedEntry>) -> Result<Vec<u8>, csv::Error> {
    let head = [
        "id",
        "createdAt",
        "actorId",
        "actorEmail",
        "action",
        "subjectKind",
        "subjectId",
        "before",
        "after",
        "address",
    ];
    let rows = entries.into_iter().map(AuditEntryDto::from).map(|entry| {
        [
            entry.id.to_string(),
            entry.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            entry.actor_id.map(|id| id.to_string()).unwrap_or_default(),
            entry.actor_email.unwrap_or_default(),
            entry.action,
            entry.subject_kind,
            entry.subject_id.to_string(),
            format_in_one_cell(&entry.before),
            format_in_one_cell(&entry.after),
            entry.address.unwrap_or_default(),
        ]
    });
    format_csv(head, rows)
}

/// Formats all fields of a record, each as `name: value`, for one CSV cell.
fn format_in_one_cell(fields: &BTreeMap<String, String>) -> String {
    fields.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("; ")
}
