//! API requests about chargebacks, which Stripe calls disputes.

use std::collections::BTreeMap;

use domain::payments::chargeback::ChargebackStatus;
use domain::payments::evidence::{Evidence, EvidenceField};
use domain::shared::money::Money;
use ports::payments::gateway::{ChargebackMovement, EvidenceRequest, ProviderChargeback};
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};
use stripe_types::{List, RangeQueryTs};

use crate::mapping::time;

/// `GET /v1/disputes/{id}`: reads one dispute.
pub(crate) struct RetrieveDispute<'a>(pub(crate) &'a str);

impl StripeRequest for RetrieveDispute<'_> {
    type Output = stripe_core::Dispute;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, format!("/disputes/{}", self.0))
    }
}

/// `GET /v1/disputes`: one page of disputes.
#[derive(Serialize)]
pub(crate) struct ListDisputes {
    pub(crate) created: RangeQueryTs,
    pub(crate) limit: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) starting_after: Option<String>,
}

impl StripeRequest for ListDisputes {
    type Output = List<stripe_core::Dispute>;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/disputes").query(self)
    }
}

/// `POST /v1/disputes/{id}`: sets all evidence fields that staff can edit, including empty ones. The fields
/// always have the same order.
#[derive(Serialize)]
pub(crate) struct UpdateEvidence<'a> {
    #[serde(skip)]
    id: &'a str,
    evidence: BTreeMap<&'static str, &'a str>,
    submit: bool,
}

impl<'a> UpdateEvidence<'a> {
    /// Converts a request to store or submit evidence to Stripe's parameters.
    pub(crate) fn of(request: &'a EvidenceRequest) -> Self {
        let fields = request.evidence.fields();
        Self {
            id: &request.chargeback_id,
            evidence: fields
                .map(|(field, text)| (evidence_field_name(field), text.unwrap_or_default()))
                .collect(),
            submit: request.submits,
        }
    }
}

impl StripeRequest for UpdateEvidence<'_> {
    type Output = stripe_core::Dispute;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Post, format!("/disputes/{}", self.id)).form(self)
    }
}

/// Returns Stripe's name for an evidence field.
const fn evidence_field_name(field: EvidenceField) -> &'static str {
    match field {
        EvidenceField::CustomerName => "customer_name",
        EvidenceField::CustomerEmail => "customer_email_address",
        EvidenceField::CustomerAddress => "customer_purchase_ip",
        EvidenceField::Product => "product_description",
        EvidenceField::ServiceDate => "service_date",
        EvidenceField::AccessLog => "access_activity_log",
        EvidenceField::RefundRefusal => "refund_refusal_explanation",
        EvidenceField::Other => "uncategorized_text",
    }
}

/// Converts Stripe's dispute to a chargeback.
pub(crate) fn chargeback(dispute: &stripe_core::Dispute) -> ProviderChargeback {
    // The amount that the bank returned, minus the amount that it took. The sum is zero for an inquiry,
    // which moves no money.
    let moved: i64 = dispute.balance_transactions.iter().map(|moved| moved.amount).sum();
    ProviderChargeback {
        id: dispute.id.as_str().to_owned(),
        intent_id: dispute.payment_intent.as_ref().map(|intent| intent.id().as_str().to_owned()),
        amount: Money::from_cents(dispute.amount),
        reason: dispute.reason.clone(),
        status: convert_status(dispute.status.as_str()),
        evidence_due_by: dispute.evidence_details.due_by.filter(|due| *due > 0).map(time),
        is_withdrawn: moved < 0,
        movements: dispute
            .balance_transactions
            .iter()
            .map(|moved| ChargebackMovement {
                id: moved.id.as_str().to_owned(),
                amount: Money::from_cents(moved.amount),
                fee: Money::from_cents(moved.fee),
                happened_at: time(moved.created),
            })
            .collect(),
        is_submitted: dispute.evidence_details.submission_count > 0,
        evidence: convert_evidence(&dispute.evidence),
        opened_at: time(dispute.created),
    }
}

/// Converts Stripe's status of a dispute, or returns `None` if Lanewise doesn't know the status.
fn convert_status(stripe_status: &str) -> Option<ChargebackStatus> {
    Some(match stripe_status {
        "warning_needs_response" => ChargebackStatus::Inquiry,
        "warning_under_review" => ChargebackStatus::InquiryUnderReview,
        "warning_closed" => ChargebackStatus::InquiryClosed,
        "needs_response" => ChargebackStatus::NeedsResponse,
        "under_review" => ChargebackStatus::UnderReview,
        "won" => ChargebackStatus::Won,
        "lost" => ChargebackStatus::Lost,
        "prevented" => ChargebackStatus::Prevented,
        _ => return None,
    })
}

/// Converts Stripe's evidence. Keeps only the fields that staff can edit.
fn convert_evidence(stripe_evidence: &stripe_core::DisputeEvidence) -> Evidence {
    let text = |field| match field {
        EvidenceField::CustomerName => &stripe_evidence.customer_name,
        EvidenceField::CustomerEmail => &stripe_evidence.customer_email_address,
        EvidenceField::CustomerAddress => &stripe_evidence.customer_purchase_ip,
        EvidenceField::Product => &stripe_evidence.product_description,
        EvidenceField::ServiceDate => &stripe_evidence.service_date,
        EvidenceField::AccessLog => &stripe_evidence.access_activity_log,
        EvidenceField::RefundRefusal => &stripe_evidence.refund_refusal_explanation,
        EvidenceField::Other => &stripe_evidence.uncategorized_text,
    };
    EvidenceField::ALL.iter().fold(Evidence::default(), |evidence, field| {
        evidence.with(*field, text(*field).as_deref().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dispute_status_maps_to_a_chargeback_status_and_an_unknown_status_to_none() {
        let theirs = [
            "warning_needs_response",
            "warning_under_review",
            "warning_closed",
            "needs_response",
            "under_review",
            "won",
            "lost",
            "prevented",
        ];
        let ours: Vec<_> = theirs.into_iter().filter_map(convert_status).collect();
        assert_eq!(ours, ChargebackStatus::ALL);
        assert_eq!(convert_status("invented"), None);
    }
}
