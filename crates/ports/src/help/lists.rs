//! The list of help inquiries.

use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus};

use crate::shared::list::{Query, SortOrder, list};
use crate::shared::summary::summary;

list! {
    /// Help inquiries. A search covers id, driver, message and phone number.
    InquiryList of HelpInquiry by |inquiry| inquiry.id.0,
    InquiryFilter, InquirySort, HelpInquirySummary, has_owners: true,
    driver: |inquiry| Some(inquiry.user_id)
}

/// A query for inquiries.
pub type InquiryQuery = Query<InquiryList>;

/// Sort orders of inquiries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InquirySort {
    /// Sorts by the inquiry's id.
    #[default]
    Id,
    /// Sorts by how long the driver has been waiting for an answer. Inquiries whose driver isn't waiting come last.
    Waiting,
}

impl SortOrder for InquirySort {
    const BY_ID: Self = Self::Id;
}

/// Filters for the list of inquiries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InquiryFilter {
    /// Only inquiries with this status.
    pub status: Option<InquiryStatus>,
    /// Only inquiries of this kind: chats or callbacks.
    pub kind: Option<InquiryKind>,
    /// `true`: only solved inquiries. `false`: only unsolved inquiries.
    pub is_solved: Option<bool>,
}

summary! {
    /// The numbers above the list of help inquiries.
    HelpInquirySummary {
        /// All inquiries.
        total: Count,
        /// Pending inquiries.
        pending: Count,
        /// Inquiries of type chat.
        chat: Count,
        /// Inquiries of type callback.
        callback: Count,
    }
}
