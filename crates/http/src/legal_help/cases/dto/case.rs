//! A lawyer hire's case, as its caller sees it.

use application::legal_help::cases::access::CaseRole;
use application::legal_help::cases::view::CaseView;
use chrono::{DateTime, NaiveDate, Utc};
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::guarantee::GuaranteeResult;
use domain::legal_help::case::label::label_of_step;
use domain::legal_help::case::next::NextInCase;
use domain::legal_help::case::outcome::Verdict;
use domain::legal_help::case::plea::Plea;
use domain::legal_help::case::record::Case;
use domain::legal_help::lawyer::{Lawyer, LawyerRecord};
use domain::legal_help::offense::OffenseClass;
use domain::shared::us_state::UsState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::legal_help::cases::dto::citation::{CaseCitationDto, CaseDriverDto};
use crate::legal_help::cases::dto::event::CaseEventDto;
use crate::legal_help::cases::dto::secrets::CaseConsentDto;
use crate::shared::enums as word;

/// The case of a lawyer hire. Fields that the caller may not see are `null` or empty.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Case)]
pub struct CaseDto {
    /// The case's id, which is its hire's id.
    pub id: i32,
    pub ticket_id: Option<i32>,
    /// The way in which the case gets a lawyer: by Lanewise's offers, by staff, or outside Lanewise.
    pub handling: word::CaseHandling,
    /// The step that the case has reached.
    pub step: word::CaseStep,
    /// The case's version, which increases with each change.
    pub version: i32,
    /// The hire's status. A lawyer who hasn't accepted yet gets the status that belongs to the step.
    pub label: word::HireStatus,
    /// Whether staff set the hire's status by hand.
    pub is_label_by_staff: bool,
    /// The lawyer who accepted the case. If no lawyer has accepted, staff see the lawyer who has
    /// the offer.
    pub lawyer: Option<CaseLawyerDto>,
    /// Whether a lawyer represents the driver: the agreement is signed, and the case hasn't ended without a decision.
    pub is_represented: bool,
    /// The driver; null if the caller is the driver. A lawyer who hasn't accepted yet sees only the name.
    pub driver: Option<CaseDriverDto>,
    /// The ticket. A lawyer who hasn't accepted yet sees only the details that a conflict check needs.
    pub citation: CaseCitationDto,
    /// The state of the court or, while that is unknown, the driver's state; null if both are unknown.
    pub court_state: Option<String>,
    /// The name of the court; null if unknown.
    pub court_name: Option<String>,
    /// The class of the offense; `unknown` for a lawyer who hasn't accepted yet.
    pub offense_class: word::OffenseClass,
    pub court_date: Option<NaiveDate>,
    /// The court time, as free text; null if unknown.
    pub court_time: Option<String>,
    /// Whether the lawyer goes to court alone, so that the driver doesn't have to come.
    pub is_driver_excused: bool,
    /// Deadline for a lawyer to accept and for the driver to sign; `null` without such a deadline.
    pub accept_by: Option<DateTime<Utc>>,
    /// The deadline for the lawyer who has the offer; null without an offer.
    pub answer_by: Option<DateTime<Utc>>,
    /// The deadline for the lawyer's next update; null if no update is expected.
    pub update_due: Option<DateTime<Utc>>,
    /// The deadline for contacting the driver; null without such a deadline.
    pub contact_by: Option<DateTime<Utc>>,
    /// When staff or the lawyer first contacted the driver; null until then, and for a lawyer who hasn't accepted yet.
    pub contacted_at: Option<DateTime<Utc>>,
    pub verdict: Option<VerdictDto>,
    /// Total of the refunds of the price, with two decimals. `null` for lawyers.
    pub refunded: Option<String>,
    /// The amount refunded if the driver or staff end the case now, with two decimals; `null` if there is none.
    pub refund_at_end: Option<String>,
    /// The amount that the guarantee refunds now, with two decimals; `null` if there is none.
    pub money_back: Option<String>,
    /// The amount refunded if the driver cancels the hire now, with two decimals; `null` if there is none.
    pub refund_at_cancel: Option<String>,
    /// What happens next in the case; null for a lawyer who hasn't accepted yet.
    pub next: Option<NextDto>,
    /// The actions of the driver that the case waits for: `sign` the agreement or `answer` the prosecutor's offer.
    pub asked: Vec<word::CaseAction>,
    pub agreement: Option<AgreementDto>,
    /// The prosecutor's latest offer; null if there is none.
    pub offer: Option<PleaDto>,
    /// The events of the case, oldest first.
    pub events: Vec<CaseEventDto>,
    /// The calls that the caller may make now.
    pub actions: Vec<word::CaseAction>,
    /// The steps that the lawyer may record now. Empty for other callers.
    pub next_steps: Vec<word::CaseStep>,
    /// Number of messages between driver and lawyer; 0 for a lawyer who hasn't accepted yet.
    pub messages: i64,
    /// Number of messages that the caller hasn't read, if the caller is the driver or the case's lawyer.
    /// 0 for other callers.
    pub unread_messages: i64,
    pub files: i64,
    /// When the last message or file was added; null if there is none.
    pub last_message_at: Option<DateTime<Utc>>,
    /// Requests for the driver's consent, oldest first. Empty for a lawyer who hasn't accepted yet.
    pub consents: Vec<CaseConsentDto>,
}

/// A case's lawyer, with the details that drivers see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseLawyer)]
pub struct CaseLawyerDto {
    pub name: String,
    pub firm: String,
    /// The state of one of the lawyer's licenses: the court's state if it is known. Null if no such license is on file.
    pub license_state: Option<String>,
    /// The number of the license in `licenseState`; `null` if none is on file.
    pub license_number: Option<String>,
    /// All states in which the lawyer has a license on file.
    pub licensed_in: Vec<String>,
    /// Whether there is a photo of the lawyer.
    pub has_photo: bool,
}

impl CaseLawyerDto {
    /// Builds the response, with the license in the state of the case's court. If that state is unknown, uses
    /// the lawyer's first license.
    fn of(lawyer: Lawyer, case: &Case) -> Self {
        let license = match case.court.state {
            Some(state) => lawyer.record.license_in(state),
            None => lawyer.record.licenses.first(),
        };
        let (license_state, license_number) =
            license.map(|license| (license.state.name().to_owned(), license.number.clone())).unzip();
        let licensed_in = lawyer.record.licenses.iter().map(|license| license.state.name().to_owned());
        let licensed_in = licensed_in.collect();
        let has_photo = lawyer.has_photo;
        let LawyerRecord { name, firm, .. } = lawyer.record;
        Self { name, firm, license_state, license_number, licensed_in, has_photo }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Verdict)]
pub struct VerdictDto {
    /// How the court decided.
    pub outcome: word::CaseOutcome,
    /// The fine that the court set, with two decimals; `null` if it set none.
    pub fine: Option<String>,
    /// Points on the license after the outcome; null if unknown.
    pub points: Option<i32>,
    /// The last day of a deferred decision; null for other outcomes.
    pub until: Option<NaiveDate>,
    /// The new due date that the court set, if it set one.
    pub due: Option<NaiveDate>,
    /// Whether the case was won or lost under the guarantee, or the court decides later; `null` if unknown.
    pub guarantee: Option<word::GuaranteeResult>,
}

impl VerdictDto {
    /// Builds the response. `guarantee` is the result under the guarantee; `None` if unknown.
    fn of(verdict: Verdict, guarantee: Option<GuaranteeResult>) -> Self {
        Self {
            outcome: verdict.outcome.into(),
            fine: verdict.fine.map(|fine| fine.to_string()),
            points: verdict.points,
            until: verdict.until,
            due: verdict.due,
            guarantee: guarantee.map(word::GuaranteeResult),
        }
    }
}

/// What happens next in a case, in one or two sentences for the driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NextInCase)]
pub struct NextDto {
    pub text: String,
    /// Deadline of what happens next; null without one.
    pub by: Option<DateTime<Utc>>,
}

impl From<NextInCase> for NextDto {
    fn from(next: NextInCase) -> Self {
        Self { text: next.text.to_owned(), by: next.by }
    }
}

/// An agreement between lawyer and driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Agreement)]
pub struct AgreementDto {
    /// The text of the agreement. Empty for staff.
    pub text: String,
    /// The id of the case's file that is the agreement, if it is a PDF.
    pub file_id: Option<i64>,
    /// SHA-256 of the text or of the PDF, in hexadecimal.
    pub sha256: String,
    /// When the lawyer sent the agreement.
    pub sent_at: DateTime<Utc>,
    /// When the driver signed the agreement; null until then.
    pub signed_at: Option<DateTime<Utc>>,
    /// The name that the driver typed; null until the driver signs.
    pub signed_name: Option<String>,
}

impl From<Agreement> for AgreementDto {
    fn from(agreement: Agreement) -> Self {
        let (signed_at, signed_name) =
            agreement.signature.clone().map(|signature| (signature.at, signature.name)).unzip();
        let Agreement { text, file, sha256, sent_at, .. } = agreement;
        Self { text, file_id: file, sha256, sent_at, signed_at, signed_name }
    }
}

/// An offer of the prosecutor, and the driver's answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Plea)]
pub struct PleaDto {
    /// The offer, in the lawyer's words. Empty for staff.
    pub text: String,
    /// When the lawyer passed the plea offer on to the driver.
    pub at: DateTime<Utc>,
    /// The driver's latest answer; null until the driver answers.
    pub answer: Option<word::PleaAnswer>,
    /// When the driver answered; null until then.
    pub answered_at: Option<DateTime<Utc>>,
}

impl From<Plea> for PleaDto {
    fn from(plea: Plea) -> Self {
        let (answer, answered_at) = plea.answer.unzip();
        Self { text: plea.text, at: plea.at, answer: answer.map(word::PleaAnswer), answered_at }
    }
}

impl From<CaseView> for CaseDto {
    fn from(view: CaseView) -> Self {
        let CaseView { case, hire, .. } = view;
        let is_candidate = matches!(view.role, CaseRole::Candidate(_));
        // A lawyer who hasn't accepted yet sees only the details that a conflict check needs.
        let shown = !is_candidate;
        let asked = case.actions_needed_from_driver(view.agreement.is_some()).into_iter();
        Self {
            id: case.id.0,
            ticket_id: case.ticket_id.filter(|_| shown).map(|id| id.0),
            handling: case.handling.into(),
            step: case.step.into(),
            version: case.version,
            label: if shown { hire.status } else { label_of_step(case.step) }.into(),
            is_label_by_staff: case.is_label_by_staff && shown,
            is_represented: view.lawyer.is_some() && case.step.is_represented(),
            lawyer: view.lawyer.map(|lawyer| CaseLawyerDto::of(lawyer, &case)),
            driver: view.driver.map(|driver| CaseDriverDto::of(driver, &hire, is_candidate)),
            citation: CaseCitationDto::of(view.ticket, &hire, &case, is_candidate),
            court_state: case.court.state.map(|state: UsState| state.name().to_owned()),
            court_name: case.court.name.clone(),
            offense_class: if shown { case.offense_class } else { OffenseClass::Unknown }.into(),
            court_date: case.court_date.filter(|_| shown),
            court_time: case.court_time.clone().filter(|_| shown),
            is_driver_excused: case.is_driver_excused() && shown,
            accept_by: case.accept_by.filter(|_| shown),
            answer_by: case.answer_by,
            update_due: case.update_due.filter(|_| shown),
            contact_by: case.contact_by.filter(|_| shown),
            contacted_at: case.contacted_at,
            verdict: case.verdict.map(|verdict| VerdictDto::of(verdict, view.guarantee)),
            refunded: view.money.map(|money| money.refunded.to_string()),
            refund_at_end: view.money.and_then(|money| money.at_end).map(|amount| amount.to_string()),
            money_back: view.money.and_then(|money| money.money_back).map(|amount| amount.to_string()),
            refund_at_cancel: view.money.and_then(|money| money.at_cancel).map(|amount| amount.to_string()),
            next: Some(view.next.into()).filter(|_| shown),
            asked: asked.map(word::CaseAction).collect(),
            agreement: view.agreement.map(AgreementDto::from),
            offer: view.plea.map(PleaDto::from),
            events: view.events.into_iter().map(CaseEventDto::from).collect(),
            actions: view.actions.into_iter().map(word::CaseAction).collect(),
            next_steps: view.next_steps.into_iter().map(word::CaseStep).collect(),
            messages: view.counts.messages,
            unread_messages: match view.role {
                CaseRole::Driver => view.counts.unread_by_driver,
                CaseRole::Lawyer(_) => view.counts.unread_by_lawyer,
                CaseRole::Staff | CaseRole::Candidate(_) => 0,
            },
            files: view.counts.files,
            last_message_at: view.counts.last_at,
            consents: view.consents.into_iter().map(CaseConsentDto::from).collect(),
        }
    }
}
