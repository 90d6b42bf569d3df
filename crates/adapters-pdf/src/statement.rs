//! Renders the statement of a lawyer's monthly fee.

use chrono_tz::Tz;
use domain::legal_help::statement::Statement;
use domain::payments::receipt::format_day;
use ports::shared::store_error::BoxError;

use crate::canvas::Fonts;
use crate::sheet::{self, DocumentContext, DocumentMetadata, Row, dollars, row};

/// Renders the statement of a lawyer's monthly fee as a PDF. `tz` is the time zone of its dates.
pub fn print(
    fonts: &Fonts,
    statement: &Statement,
    context: DocumentContext,
    tz: Tz,
) -> Result<Vec<u8>, BoxError> {
    let named = DocumentMetadata {
        what: "statement",
        title: format!("Statement {}", statement.number()),
        number: statement.number(),
        number_name: "statement number",
        at: statement.made_at,
    };
    sheet::print(fonts, &named, context, |sheet| {
        sheet.draw_title("Monthly fee to Lanewise");
        sheet.draw_main_number(&dollars(statement.fee), &status(statement));
        sheet.draw_table("Statement", &rows(statement, tz));
        sheet.draw_note(
            "The fee is fixed. It doesn’t depend on the number, the price or the outcome of cases.",
        );
    })
}

/// Returns the line below the fee, which says whether the fee was paid.
fn status(statement: &Statement) -> String {
    match &statement.payment {
        Some(payment) => format!("Paid on {}", format_day(payment.receipt.on)),
        None => "Not paid yet".to_owned(),
    }
}

/// Returns the table rows about the statement and its payment.
fn rows(statement: &Statement, tz: Tz) -> Vec<Row> {
    let mut rows = vec![
        row("Statement number", statement.number(), 1),
        row("Month", statement.month.for_display(), 1),
        row("Lawyer", statement.lawyer_name.clone(), 2),
        row("Law firm", statement.firm.clone(), 2),
        row("Monthly fee", dollars(statement.fee), 1),
        row("Statement date", format_day(statement.made_at.with_timezone(&tz).date_naive()), 1),
    ];
    if let Some(payment) = &statement.payment {
        rows.push(row("Paid on", format_day(payment.receipt.on), 1));
        rows.push(row("Reference", payment.receipt.reference.clone(), 2));
    }
    rows
}
