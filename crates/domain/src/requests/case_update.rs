//! What a text says when a case's status changes (docs/PRODUCT.md#status-texts). It names no violation, place or
//! amount: a text is read over shoulders.

use crate::shared::words::stored_words;

/// What has a status that a driver waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseKind {
    /// A ticket.
    Ticket,
    /// A lawyer hire.
    Hire,
    /// A report of a missing ticket.
    Report,
}

stored_words!(CaseKind { Ticket => "ticket", Hire => "hire", Report => "report", });

impl CaseKind {
    /// The text: what changed, to which status, and where to look.
    pub fn text(self, status: &str) -> String {
        let (what, place) = match self {
            Self::Ticket => ("your ticket", "your driving profile"),
            Self::Hire => ("your legal help", "Legal help"),
            Self::Report => ("your missing ticket report", "your driving profile"),
        };
        format!("Lanewise: the status of {what} is now {status}. Log in and see {place} for more.")
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::CaseKind;

    #[rstest]
    #[case(
        CaseKind::Ticket,
        "Court Required",
        "your ticket is now Court Required. Log in and see your driving profile"
    )]
    #[case(CaseKind::Hire, "Contacted", "your legal help is now Contacted. Log in and see Legal help")]
    #[case(
        CaseKind::Report,
        "Not Found",
        "your missing ticket report is now Not Found. Log in and see your driving"
    )]
    fn a_text_says_what_changed_and_where_to_look(
        #[case] kind: CaseKind,
        #[case] status: &str,
        #[case] part: &str,
    ) {
        let text = kind.text(status);
        assert!(text.starts_with("Lanewise: the status of "), "{text}");
        assert!(text.contains(part), "{text}");
        assert!(text.len() <= 160, "one text, not two: {}", text.len());
    }
}
