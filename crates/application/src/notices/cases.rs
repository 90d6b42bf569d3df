//! Emails about cases, to drivers and lawyers (docs/product/cases.md#notices).

use chrono::TimeDelta;
use domain::legal_help::case::news::{CaseNews, LawyerNews};
use domain::legal_help::case::record::Case;
use domain::shared::business_time::business_date;
use domain::shared::ids::{HireId, LawyerId};
use domain::shared::payable::Payable;
use ports::store::{Store, in_transaction};

use crate::deps::{Deps, EmailDeps};
use crate::error::{Error, Result};
use crate::notices::admitting::admit;
use crate::notices::receipts::citation_line;
use crate::payments::receipts::item;
use crate::shared::outgoing::{EmailRecipient, OutgoingEmail};

/// Composes the email to the driver about news in a case. Returns `None` if the driver's account is closed or
/// the address has reached its limit.
pub(super) fn compose_news_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: HireId,
    news: CaseNews,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let Some(case) = store.case_of_hire(id)? else { return Ok(None) };
        let Some(user) = store.open_user(case.user_id)? else { return Ok(None) };
        let to = admit(deps, store, EmailRecipient::of(&user))?;
        let citation = citation_of(store, &case)?;
        let deadline = signature_deadline(&case, news);
        let text = format!(
            "{}\n{deadline}{citation}See your case here:\n\n{}/legal-help",
            news.sentence(),
            email_deps.public_url
        );
        Ok::<_, Error>(to.map(|to| email_deps.email(to, news.subject(), &text)))
    })
}

/// Composes the email to `lawyer` about a change in the case of the hire `id`. Returns `None` if
/// there is no email to send, for example because the news is an offer that has ended.
pub(super) fn compose_lawyer_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    (id, lawyer): (HireId, LawyerId),
    news: LawyerNews,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let is_offered = store.open_offer(id)?.is_some_and(|offer| offer.lawyer_id == lawyer);
        if news == LawyerNews::Offered && !is_offered {
            return Ok(None);
        }
        let Some(user) = store.lawyer(lawyer)?.and_then(|lawyer| lawyer.user_id) else { return Ok(None) };
        let Some(user) = store.open_user(user)? else { return Ok(None) };
        let to = admit(deps, store, EmailRecipient::of(&user))?;
        let Some(case) = store.case_of_hire(id)? else { return Ok(None) };
        let citation = citation_of(store, &case)?;
        let text = format!(
            "{}\n{citation}See your cases here:\n\n{}/lawyer",
            news.sentence(),
            email_deps.public_url
        );
        Ok::<_, Error>(to.map(|to| email_deps.email(to, news.subject(), &text)))
    })
}

/// Returns the line with the last day to sign the agreement, for the news that the agreement is late. For
/// other news, returns an empty string.
fn signature_deadline(case: &Case, news: CaseNews) -> String {
    let deadline = case.accept_by.filter(|_| news == CaseNews::AgreementLate);
    // The deadline is the midnight at the end of the last day.
    let day = deadline.map(|at| business_date(at - TimeDelta::seconds(1)));
    day.map_or_else(String::new, |day| format!("The last day to sign is {}.\n", day.format("%A, %B %-d")))
}

/// Returns the line with the number and issuer of the case's citation. Empty if the ticket was removed.
fn citation_of(store: &mut dyn Store, case: &Case) -> Result<String> {
    let Some(ticket) = case.ticket_id else { return Ok(String::new()) };
    Ok(citation_line(&item(store, Payable::Lawyer(ticket), None)?))
}
