//! The document with all sourced texts (docs/product/option-statements.md), written from the data files by
//! `make gen`.

use crate::driving_record::options::places;
use crate::driving_record::options::rule::{Rule, Topic};
use crate::driving_record::options::sourced_text::{Mark, SourcedText};

const HEAD: &str = "# Statements about options

Written by `make gen` from `crates/domain/src/driving_record/options/places`. Don’t edit it. [What are my
options?](options.md) explains sources and marks.
";

/// Returns the catalog of all sourced texts as Markdown: a table for each state, city or toll operator.
pub fn document() -> String {
    places::all().fold(HEAD.to_owned(), |document, place| {
        let rows: String = place.sourced_texts().map(|(about, sourced_text)| format_row(about, &sourced_text)).collect();
        format!(
            "{document}\n## {}\n| Option | About | Statement | Source | As of | Mark |\n|---|---|---|---|---|---|\n{rows}",
            place.name
        )
    })
}

/// Formats a table row. `about` is the option's rule and the topic; `None` for a text about no particular option.
fn format_row(about: Option<(&Rule, Topic)>, sourced_text: &SourcedText) -> String {
    let mark = match sourced_text.mark() {
        Mark::Shown => "shown",
        Mark::CheckWithCourt => "check with the court",
    };
    let (option, topic) = about
        .map_or(("—", "terms, paying, or doing nothing".to_owned()), |(rule, topic)| {
            (rule.name.unwrap_or(rule.kind.as_str()), topic.as_str().replace('_', " "))
        });
    format!(
        "| {} | {topic} | {} | {} | {} | {mark} |\n",
        option.replace('_', " "),
        sourced_text.text(),
        sourced_text.source(),
        sourced_text.as_of().for_display()
    )
}
