//! Texts about a ticket, hire, report or case whose status changed
//! (docs/product/notices.md#status-texts). The texts name no violation, location or amount, because
//! other people may see the driver's phone.

use crate::legal_help::case::news::CaseNews;
use crate::shared::stored_words::stored_words;

/// The kind of record that a text about a changed status is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseKind {
    /// A traffic ticket. The text names its new status.
    Ticket,
    /// A lawyer hire. The text names its new status.
    Hire,
    /// A missing-ticket report. The text names its new status.
    Report,
    /// A lawyer's case. The text is that of the case's [`CaseNews`].
    CaseNews,
}

stored_words!(CaseKind { Ticket => "ticket", Hire => "hire", Report => "report", CaseNews => "case_news", });

impl CaseKind {
    /// Returns the text: what changed, the new status, and where to see more. For [`CaseKind::CaseNews`], `status` is
    /// the word that the database stores for the news, and the result is `None` if no news has this word.
    pub fn text(self, status: &str) -> Option<String> {
        let (what, place) = match self {
            Self::CaseNews => return CaseNews::parse(status).map(CaseNews::text),
            Self::Ticket => ("your ticket", "your driving profile"),
            Self::Hire => ("your legal help", "Legal help"),
            Self::Report => ("your missing ticket report", "your driving profile"),
        };
        Some(format!("Lanewise: the status of {what} is now {status}. Log in and see {place} for more."))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::CaseKind;
    use crate::legal_help::case::news::CaseNews;

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
    fn a_text_states_the_new_status_and_where_to_see_it_in_at_most_160_bytes(
        #[case] kind: CaseKind,
        #[case] status: &str,
        #[case] part: &str,
    ) {
        let text = kind.text(status).unwrap();
        assert!(text.starts_with("Lanewise: the status of "), "{text}");
        assert!(text.contains(part), "{text}");
        assert!(text.len() <= 160, "it fits in one text: {}", text.len());
    }

    #[test]
    fn every_kind_of_case_news_fits_in_one_text_message_and_an_unknown_kind_has_no_text() {
        for news in CaseNews::ALL {
            let text = CaseKind::CaseNews.text(news.as_str()).unwrap();
            assert!(text.starts_with("Lanewise: "), "{text}");
            assert!(text.len() <= 160, "{text}: {}", text.len());
        }
        assert_eq!(CaseKind::CaseNews.text("Completed"), None);
    }
}
