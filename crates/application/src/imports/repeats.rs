//! Lines of a file that repeat an earlier line's citation (docs/product/imports.md#already-on-file).

use std::collections::HashMap;

use domain::imports::import::LineOutcome;
use domain::imports::line::Problem;
use domain::shared::citation_number::normalize_citation_number;
use ports::imports::files::StagedLine;

use crate::driving_record::citations::Issuer;

/// Numbers of the new lines that were checked so far, by issuer and citation number. All names of
/// one authority count as the same issuer.
#[derive(Default)]
pub(super) struct RepeatedCitations(HashMap<(Issuer, String), i32>);

impl RepeatedCitations {
    /// Returns the line number of an earlier line that also becomes an item and has the same issuer and citation
    /// number. If there is none, remembers `line` for later calls and returns `None`. Ignores a line whose outcome
    /// isn't [`LineOutcome::New`], or that lacks an issuer or a citation number, and returns `None` for it.
    pub(super) fn find_earlier_line(&mut self, line: &StagedLine, issuer: Option<Issuer>) -> Option<i32> {
        let number = line.field("citation_number").filter(|number| !number.is_empty());
        let pair =
            issuer.zip(number.map(normalize_citation_number)).filter(|_| line.outcome == LineOutcome::New)?;
        let first = *self.0.entry(pair).or_insert(line.line);
        (first != line.line).then_some(first)
    }
}

/// Returns the error of a line whose citation number is also on the earlier line `first`.
pub(super) fn same_number_problems(first: i32) -> Vec<Problem> {
    vec![Problem::new("citation", format!("Row {first} has the same citation number."))]
}

/// Returns a line with errors. `line` is its number in the file, and `cells` are its cells by field name.
pub(super) fn line_with_errors(
    line: i32,
    cells: Vec<(String, String)>,
    problems: Vec<Problem>,
) -> StagedLine {
    StagedLine {
        line,
        outcome: LineOutcome::Invalid,
        user: None,
        fields: cells,
        problems: problems.into_iter().map(|problem| (problem.column.to_owned(), problem.message)).collect(),
        key: None,
        is_citation: false,
        item: None,
    }
}
