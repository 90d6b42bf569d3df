//! Writes invalid lines as a CSV file that staff can correct and upload again.

use domain::shared::csv_cell::harmless;
use ports::imports::files::{Import, StagedLine};

/// A CSV row. Each cell is quoted, and escaped so that no spreadsheet runs it as a formula.
pub(super) fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> =
        cells.into_iter().map(|cell| format!("\"{}\"", harmless(cell).replace('"', "\"\""))).collect();
    quoted.join(",") + "\r\n"
}

/// Writes invalid lines under the file's own headers. Columns that staff ignored are left out.
pub(super) fn writer(import: &Import) -> impl Fn(i32, &[StagedLine]) -> String + Clone + Send + use<> {
    let names = import.mapping.clone().unwrap_or_default();
    let columns: Vec<(String, String)> = import
        .columns
        .iter()
        .zip(names)
        .filter_map(|(column, name)| Some((column.header.clone(), name?)))
        .collect();
    move |after, lines| {
        let mut text = String::new();
        if after == 0 {
            text.push('\u{feff}');
            let headers = columns.iter().map(|(header, _)| header.as_str());
            text.push_str(&row(headers.chain(["What is wrong"])));
        }
        for line in lines {
            let wrong: Vec<&str> = line.problems.iter().map(|(_, sentence)| sentence.as_str()).collect();
            let cells = columns.iter().map(|(_, name)| line.says(name).unwrap_or_default());
            text.push_str(&row(cells.chain([wrong.join(" ").as_str()])));
        }
        text
    }
}
