//! Identifiers: one type for each entity, so that a toll's id never passes for a ticket's.

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
    /// A driver or an administrator.
    UserId,
    /// A traffic ticket (citation).
    TicketId,
    /// A parking ticket.
    ParkingId,
    /// A toll.
    TollId,
    /// A driving profile.
    ProfileId,
    /// A server-side session.
    SessionId,
    /// One attempt to collect money for one item.
    PaymentId,
    /// A settled payment as it stands in the books.
    TransactionId,
    /// Money of a payment that goes back.
    RefundId,
    /// A payment that a bank asks about, or has taken back.
    ChargebackId,
    /// A court, city or toll agency whose fines drivers pay here.
    AuthorityId,
    /// What is owed to one authority, sent together.
    RemittanceId,
    /// A file that shows that a remittance was sent.
    ProofId,
    /// A driver says that they were billed again for what they paid.
    BilledAgainId,
    /// A lawyer hire.
    HireId,
    /// A help inquiry.
    InquiryId,
    /// A missing-ticket report.
    ReportId,
    /// A message of an inquiry's chat.
    ChatMessageId,
    /// A link in a mail that does something once.
    LinkId,
    /// An import of items from a file.
    ImportId,
    /// A time that a source of citations was asked.
    SourceRunId,
    /// A citation that waits for its driver.
    WaitingId,
    /// An invitation to join the staff.
    InvitationId,
    /// A piece of work written down for later.
    JobId,
    /// A request for text notifications.
    TextNotificationId,
    /// A message to a driver.
    NoticeId,
    /// What came back by text.
    ReplyId,
}
