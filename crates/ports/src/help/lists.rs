//! The list of help inquiries.

use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus};

use crate::shared::list::{Order, Query, list};
use crate::shared::summary::summary;

list! {
    /// Help inquiries; searched by id, driver, message and phone number.
    InquiryList of HelpInquiry by |inquiry| inquiry.id.0,
    InquiryFilter, InquirySort, HelpInquirySummary, has_owners: true,
    driver: |inquiry| Some(inquiry.user_id)
}

/// Inquiries asked for.
pub type InquiryQuery = Query<InquiryList>;

/// Orders of inquiries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InquirySort {
    /// By id.
    #[default]
    Id,
    /// By how long the driver has waited for an answer; who does not wait comes last.
    Waiting,
}

impl Order for InquirySort {
    const BY_ID: Self = Self::Id;
}

/// Which help inquiries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InquiryFilter {
    /// In this status.
    pub status: Option<InquiryStatus>,
    /// Of this type.
    pub kind: Option<InquiryKind>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
}

summary! {
    /// Above the help inquiries.
    HelpInquirySummary {
        /// All inquiries.
        total: Count,
        /// Pending ones.
        pending: Count,
        /// Of type chat.
        chat: Count,
        /// Of type callback.
        callback: Count,
    }
}
