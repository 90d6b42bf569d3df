//! Ids: each entity has its own type of id, so that a toll's id can't be used as a ticket's.

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i32);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

id! {
    /// Id of a user: a driver, staff member or lawyer.
    UserId,
    /// Id of a traffic ticket.
    TicketId,
    /// Id of a parking ticket.
    ParkingId,
    /// Id of a toll.
    TollId,
    /// Id of a driving profile.
    ProfileId,
    /// Id of a session.
    SessionId,
    /// Id of a payment: one attempt to collect money for a payable.
    PaymentId,
    /// Id of a transaction: the record of an item's settled payment.
    TransactionId,
    /// Id of a refund.
    RefundId,
    /// Id of a chargeback.
    ChargebackId,
    /// Id of an authority: a court, city or toll agency.
    AuthorityId,
    /// Id of a remittance: money owed to one payee that is sent together.
    RemittanceId,
    /// Id of a proof: a file that shows that a remittance was sent.
    ProofId,
    /// Id of a second bill: a driver's report that they were billed again for a paid item.
    SecondBillId,
    /// Id of a lawyer hire, and of its case.
    HireId,
    /// Id of a lawyer.
    LawyerId,
    /// Id of a help inquiry.
    InquiryId,
    /// Id of a missing-ticket report.
    ReportId,
    /// Id of a message in an inquiry's chat.
    ChatMessageId,
    /// Id of a single-use emailed link.
    LinkId,
    /// Id of an import file.
    ImportId,
    /// Id of a run of a citation source.
    SourceRunId,
    /// Id of a citation to review: one that isn't assigned to a driver yet.
    WaitingId,
    /// Id of an invitation to join the staff or to get a lawyer's account.
    InvitationId,
    /// Id of a background job.
    JobId,
    /// Id of a text request.
    TextNotificationId,
    /// Id of a notice: a planned text or email.
    NoticeId,
    /// Id of a driver's reply by text.
    ReplyId,
}
