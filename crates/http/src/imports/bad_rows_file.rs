//! Formats invalid lines of an import as a CSV file that staff can correct and upload again.

use domain::shared::csv_cell::guard_formula;
use ports::imports::files::{Import, StagedLine, unmapped_column_name};

use crate::shared::csv_file::BOM;

/// Formats a CSV row. Each cell is quoted, and escaped so that a spreadsheet doesn't run it as a formula.
pub(super) fn format_row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> =
        cells.into_iter().map(|cell| format!("\"{}\"", guard_formula(cell).replace('"', "\"\""))).collect();
    quoted.join(",") + "\r\n"
}

const WHAT_IS_WRONG: &str = "What is wrong";

/// Returns a function that formats invalid lines as CSV, with all columns of the file and the
/// errors. Its first argument is the number of the line before these lines; with 0, the function
/// also writes the headers.
pub(super) fn line_formatter(
    import: &Import,
) -> impl Fn(i32, &[StagedLine]) -> String + Clone + Send + use<> {
    let names = import.mapping.clone().unwrap_or_default();
    let columns: Vec<(String, String)> = import
        .columns
        .iter()
        .zip(names)
        .enumerate()
        // If the file is a corrected download, it already has the column with errors.
        .filter(|(_, (column, _))| column.header != WHAT_IS_WRONG)
        .map(|(place, (column, name))| {
            (column.header.clone(), name.unwrap_or_else(|| unmapped_column_name(place)))
        })
        .collect();
    move |after, lines| {
        let mut text = String::new();
        if after == 0 {
            text.push_str(BOM);
            let headers = columns.iter().map(|(header, _)| header.as_str());
            text.push_str(&format_row(headers.chain([WHAT_IS_WRONG])));
        }
        for line in lines {
            let wrong: Vec<&str> = line.problems.iter().map(|(_, sentence)| sentence.as_str()).collect();
            let cells = columns.iter().map(|(_, name)| line.field(name).unwrap_or_default());
            text.push_str(&format_row(cells.chain([wrong.join(" ").as_str()])));
        }
        text
    }
}
