//! Tests of the stored words of statuses and kinds, and of the allowed changes of statuses.

use domain::accounts::user::{LicenseStatus, Role};
use domain::back_office::queue::Queue;
use domain::driving_record::fine::NotPayableReason;
use domain::driving_record::standing::{LawyerUnavailable, PayConfirmation, Standing};
use domain::driving_record::ticket::{ChargeStatus, FeeType, TicketCategory, TicketStatus};
use domain::help::inquiry::{InquiryKind, InquiryStatus, SenderType};
use domain::legal_help::case::action::CaseAction;
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::{CaseActor, CaseEventKind};
use domain::legal_help::case::guarantee::{GuaranteeResult, GuaranteeRule};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::news::{CaseNews, LawyerNews};
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::outcome::CaseOutcome;
use domain::legal_help::case::plea::PleaAnswer;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::secrets::{ConsentKind, ConsentState};
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::evidence::EvidenceField;
use domain::payments::payment::{PaymentStatus, PaymentType, TransactionStatus};
use domain::payments::receipt::ReceiptStatus;
use domain::payments::refund::{RefundProgress, RefundReason, RefundStatus};
use domain::payments::remittances::authority::AuthorityKind;
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::payments::remittances::obligation::{ObligationProblem, ObligationStatus};
use domain::payments::remittances::prepared::InclusionChoice;
use domain::payments::remittances::remittance::RemittanceStatus;
use domain::requests::hardship::{NeedKind, Situation};
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::file_kind::FileKind;
use domain::shared::payable::{Payable, PayableKind};
use domain::shared::person::plate_state::{PlateState, Province};
use domain::shared::us_state::UsState;
use domain::sources::run::{RunFailure, RunReason};
use rstest::rstest;

/// Checks `ALL`, `as_str`, `parse` and `Display` of an enum against the tests' own copy of its words.
macro_rules! words {
    ($($test:ident: $name:ident = [$($word:literal),+];)+) => {$(
        #[test]
        fn $test() {
            let words = [$($word),+];
            assert_eq!($name::ALL.iter().map(|value| value.as_str()).collect::<Vec<_>>(), words);
            for value in $name::ALL {
                assert_eq!($name::parse(value.as_str()), Some(*value));
                assert_eq!(value.to_string(), value.as_str());
            }
            for wrong in ["", " ", "no such word", &words[0].to_uppercase().repeat(2), &format!("{} ", words[0])] {
                assert_eq!($name::parse(wrong), None);
            }
        }
    )+};
}

words! {
    roles_are_formatted_and_parsed_as_stored_words: Role = ["driver", "admin", "lawyer"];
    license_statuses_are_formatted_and_parsed_as_stored_words: LicenseStatus = ["unknown", "active", "suspended"];
    ticket_categories_are_formatted_and_parsed_as_stored_words: TicketCategory = ["traffic", "parking", "speeding", "other"];
    ticket_statuses_are_formatted_and_parsed_as_stored_words: TicketStatus = ["Fine", "Warning", "Court Required"];
    charge_statuses_are_formatted_and_parsed_as_stored_words: ChargeStatus = ["Unpaid", "Paid", "Overdue"];
    standings_are_formatted_and_parsed_as_stored_words: Standing = ["due", "processing", "with_lawyer", "paid", "refunding", "chargeback_open", "settled_with_city", "dismissed", "being_checked"];
    run_reasons_are_formatted_and_parsed_as_stored_words: RunReason = ["daily", "verified", "by_staff"];
    run_failures_are_formatted_and_parsed_as_stored_words: RunFailure = ["down", "slow", "throttled", "columns_changed", "nonsense", "ours"];
    pay_confirmations_are_formatted_and_parsed_as_stored_words: PayConfirmation = ["lawyer_at_work"];
    not_payable_reasons_are_formatted_and_parsed_as_stored_words: NotPayableReason = ["too_small", "too_large"];
    fee_types_are_formatted_and_parsed_as_stored_words: FeeType = ["flat", "percentage"];
    hire_statuses_are_formatted_and_parsed_as_stored_words: HireStatus = ["Pending", "In Progress", "Contacted", "Completed", "Cancelled"];
    lawyer_unavailable_reasons_are_formatted_and_parsed_as_stored_words: LawyerUnavailable = ["not_offered", "no_lawyer_for_court", "case_decided"];
    case_steps_are_formatted_and_parsed_as_stored_words: CaseStep = ["hired", "offered", "conflict_cleared", "accepted", "agreement_signed", "appearance_filed", "court_date_set", "offer_pending", "deferred", "decided", "appeal_window", "closed", "no_lawyer", "withdrawn", "ended"];
    case_event_kinds_are_formatted_and_parsed_as_stored_words: CaseEventKind = ["hired", "lawyer_offered", "conflict_cleared", "lawyer_accepted", "lawyer_declined", "lawyer_offer_lapsed", "lawyer_skipped", "agreement_sent", "signature_reminded", "agreement_reminded", "signature_missed", "agreement_signed", "appearance_filed", "court_date_set", "plea_offered", "plea_accepted", "plea_refused", "plea_question", "court_deferred", "court_decided", "appeal_window_started", "closed", "update", "driver_contacted", "offense_confirmed", "court_corrected", "court_date_changed", "no_lawyer_found", "lawyer_withdrew", "staff_reassigned", "driver_reassigned", "driver_ended", "staff_ended", "staff_closed", "staff_reopened", "ticket_paid", "ticket_removed", "money_back", "payment_returned", "label_set", "file_deleted"];
    case_actors_are_formatted_and_parsed_as_stored_words: CaseActor = ["driver", "lawyer", "staff", "system"];
    case_outcomes_are_formatted_and_parsed_as_stored_words: CaseOutcome = ["dismissed", "not_guilty", "amended", "reduced", "deferred", "traffic_school", "guilty", "default"];
    case_handlings_are_formatted_and_parsed_as_stored_words: Handling = ["matched", "by_staff", "outside"];
    case_actions_are_formatted_and_parsed_as_stored_words: CaseAction = ["skip", "reassign", "contacted", "end", "correct_court", "accept", "decline", "send_agreement", "record_step", "withdraw", "sign", "answer", "change_lawyer", "money_back", "message", "ask_for_record", "read_record", "ask_to_read", "read_messages"];
    consent_kinds_are_formatted_and_parsed_as_stored_words: ConsentKind = ["record_for_lawyer", "staff_reading"];
    consent_states_are_formatted_and_parsed_as_stored_words: ConsentState = ["asked", "given", "refused", "withdrawn", "expired"];
    case_deadline_kinds_are_formatted_and_parsed_as_stored_words: CaseDeadlineKind = ["contact", "accept", "sign", "update"];
    kinds_of_case_news_are_formatted_and_parsed_as_stored_words: CaseNews = ["accepted", "signature_needed", "agreement_late", "answer_needed", "court_date", "outcome", "no_lawyer", "lawyer_withdrew", "new_lawyer", "not_signed", "ended", "message", "consent_asked"];
    kinds_of_lawyer_news_are_formatted_and_parsed_as_stored_words: LawyerNews = ["offered", "agreement_needed", "signed", "answered", "court_date", "ended", "message"];
    offer_ends_are_formatted_and_parsed_as_stored_words: OfferEnd = ["accepted", "declined", "lapsed", "skipped", "withdrawn"];
    offense_classes_are_formatted_and_parsed_as_stored_words: OffenseClass = ["infraction", "misdemeanor", "unknown"];
    guarantee_results_are_formatted_and_parsed_as_stored_words: GuaranteeResult = ["won", "lost", "not_yet"];
    guarantee_rules_are_formatted_and_parsed_as_stored_words: GuaranteeRule = ["first"];
    plea_answers_are_formatted_and_parsed_as_stored_words: PleaAnswer = ["accept", "refuse", "ask"];
    transaction_statuses_are_formatted_and_parsed_as_stored_words: TransactionStatus = ["Completed", "Refund Pending", "Refunded", "Chargeback", "Won", "Charged Back"];
    payment_statuses_are_formatted_and_parsed_as_stored_words: PaymentStatus = ["creating", "timed_out", "open", "cancelled", "settled", "refund_due", "refunded", "charged_back"];
    refund_statuses_are_formatted_and_parsed_as_stored_words: RefundStatus = ["due", "pending", "succeeded", "refused", "failed", "paid_otherwise", "called_off"];
    chargeback_statuses_are_formatted_and_parsed_as_stored_words: ChargebackStatus = ["inquiry", "inquiry_under_review", "inquiry_closed", "needs_response", "under_review", "won", "lost", "prevented"];
    authority_kinds_are_formatted_and_parsed_as_stored_words: AuthorityKind = ["court", "city", "toll_agency"];
    obligation_statuses_are_formatted_and_parsed_as_stored_words: ObligationStatus = ["owed", "prepared", "sent", "accepted"];
    obligation_problems_are_formatted_and_parsed_as_stored_words: ObligationProblem = ["not_sent", "open_at_source"];
    inclusion_choices_are_formatted_and_parsed_as_stored_words: InclusionChoice = ["sent", "left_out"];
    remittance_statuses_are_formatted_and_parsed_as_stored_words: RemittanceStatus = ["prepared", "sent", "accepted"];
    second_bill_outcomes_are_formatted_and_parsed_as_stored_words: SecondBillOutcome = ["accepted", "sent_again", "refunded", "another_bill"];
    file_kinds_are_formatted_and_parsed_as_stored_words: FileKind = ["pdf", "jpeg", "png"];
    evidence_fields_are_formatted_and_parsed_as_stored_words: EvidenceField = ["customer_name", "customer_email", "customer_address", "product", "service_date", "access_log", "refund_refusal", "other"];
    refund_reasons_are_formatted_and_parsed_as_stored_words: RefundReason = ["paid_twice", "nothing_owed", "item_removed", "paid_too_little", "paid_too_much", "lawyer_hired", "hire_cancelled", "no_lawyer", "not_signed", "unearned", "guarantee", "by_staff", "at_provider", "charged_back_in_part"];
    refund_progress_values_are_formatted_and_parsed_as_stored_words: RefundProgress = ["pending", "refunded", "failed"];
    receipt_statuses_are_formatted_and_parsed_as_stored_words: ReceiptStatus = ["Completed", "Refund Pending", "Partly Refunded", "Refunded", "Recorded", "Chargeback", "Charged Back"];
    payable_kinds_are_formatted_and_parsed_as_stored_words: PayableKind = ["ticket", "parking", "toll", "lawyer"];
    payment_types_are_formatted_and_parsed_as_stored_words: PaymentType = ["traffic_ticket", "parking", "toll"];
    report_statuses_are_formatted_and_parsed_as_stored_words: ReportStatus = ["Pending", "Found", "Not Found"];
    report_types_are_formatted_and_parsed_as_stored_words: TicketReportType = ["Traffic ticket", "Red light ticket", "Speeding ticket", "Parking ticket"];
    hardship_needs_are_formatted_and_parsed_as_stored_words: NeedKind = ["more_time", "smaller_payments", "lower_amount"];
    hardship_situations_are_formatted_and_parsed_as_stored_words: Situation = ["public_benefits", "out_of_work", "low_income", "other"];
    inquiry_kinds_are_formatted_and_parsed_as_stored_words: InquiryKind = ["chat", "callback"];
    inquiry_statuses_are_formatted_and_parsed_as_stored_words: InquiryStatus = ["pending", "resolved"];
    sender_types_are_formatted_and_parsed_as_stored_words: SenderType = ["admin", "user"];
    queues_are_formatted_and_parsed_as_stored_words: Queue = ["text-notification", "lawyer-hire", "missing-ticket", "vehicle-update", "status-request", "help-inquiry"];
}

/// Checks a status enum's table `MOVES`. Every status occurs in the table, and every change outside the table
/// is an error that names both statuses.
macro_rules! tables {
    ($($test:ident: $name:ident;)+) => {$(
        #[test]
        fn $test() {
            for from in $name::ALL {
                assert!($name::MOVES.iter().any(|(a, _, b)| a == from || b == from), "no move starts or ends at {from}");
                for to in $name::ALL {
                    let mut is_legal = false;
                    for (_, event, _) in $name::MOVES {
                        let is_in_table = $name::MOVES.contains(&(*from, *event, *to));
                        is_legal |= is_in_table;
                        match from.change_to(*event, *to) {
                            Ok(new) => assert!(is_in_table && new == *to),
                            Err(error) => {
                                assert!(!is_in_table);
                                assert_eq!(error.to_string(), format!("what is {from} cannot become {to}"));
                            }
                        }
                    }
                    assert_eq!(from.can_become(*to), is_legal);
                }
                assert!(!from.can_become(*from), "staying {from} is not a move");
            }
        }
    )+};
}

tables! {
    payment_statuses_change_only_as_their_table_allows: PaymentStatus;
    chargeback_statuses_change_only_as_their_table_allows: ChargebackStatus;
    inquiry_statuses_change_only_as_their_table_allows: InquiryStatus;
    refund_statuses_change_only_as_their_table_allows: RefundStatus;
    obligation_statuses_change_only_as_their_table_allows: ObligationStatus;
}

#[test]
fn staff_can_set_any_hire_status_and_a_driver_can_only_cancel() {
    for from in HireStatus::ALL {
        for to in HireStatus::ALL {
            assert_eq!(from.can_become(*to, Role::Admin), from != to);
            let cancels = *to == HireStatus::Cancelled && from != to;
            assert_eq!(from.can_become(*to, Role::Driver), cancels, "{from} to {to}");
            assert_eq!(from.change_to(*to, Role::Driver).ok(), cancels.then_some(*to));
        }
    }
    let error = HireStatus::Cancelled.change_to(HireStatus::Pending, Role::Driver).unwrap_err();
    assert_eq!((error.from, error.to), ("Cancelled", "Pending"));
}

#[test]
fn every_report_status_except_pending_is_resolved() {
    assert_eq!([false, true, true], [0, 1, 2].map(|at: usize| ReportStatus::ALL[at].is_resolved()));
}

#[test]
fn the_sender_type_of_a_message_is_determined_by_the_users_role() {
    assert_eq!(SenderType::of(Role::Admin), SenderType::Admin);
    assert_eq!(SenderType::of(Role::Driver), SenderType::User);
}

#[rstest]
#[case(PayableKind::Ticket, Some("traffic_ticket"))]
#[case(PayableKind::Parking, Some("parking"))]
#[case(PayableKind::Toll, Some("toll"))]
#[case(PayableKind::Lawyer, None)]
fn a_payable_has_its_kind_its_items_id_and_its_payment_type(
    #[case] kind: PayableKind,
    #[case] payment_type: Option<&str>,
) {
    let payable: Payable = kind.of(7);
    assert_eq!((payable.kind(), payable.item_id()), (kind, 7));
    assert_eq!(payable.payment_type().map(PaymentType::as_str), payment_type);
}

#[test]
fn states_and_territories_have_unique_names_and_abbreviations() {
    for state in UsState::ALL {
        assert_eq!(UsState::from_name(state.name()), Some(state));
        assert!(
            state.abbreviation().len() == 2
                && state.abbreviation().bytes().all(|byte| byte.is_ascii_uppercase())
        );
    }
    let (states, others) = UsState::ALL.split_at(50);
    assert!(states.is_sorted_by(|a, b| a.name() < b.name()));
    assert!(states.iter().all(|state| state.is_one_of_the_50()));
    assert!(!others.iter().any(|other| other.is_one_of_the_50()));
    assert_eq!(
        others.iter().map(|other| other.name()).collect::<Vec<_>>(),
        [
            "District of Columbia",
            "Puerto Rico",
            "Guam",
            "American Samoa",
            "U.S. Virgin Islands",
            "Northern Mariana Islands"
        ]
    );
    let mut short = UsState::ALL.map(UsState::abbreviation);
    short.sort_unstable();
    assert!(short.is_sorted_by(|a, b| a < b));
    assert_eq!(
        short.join(" "),
        "AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY OH OK \
         OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY"
    );
    assert_eq!(UsState::from_name("ohio"), None);
    assert_eq!(UsState::from_name("Ontario"), None);
}

#[test]
fn a_plate_can_be_registered_in_a_state_a_province_or_elsewhere() {
    let all: Vec<PlateState> = PlateState::all().collect();
    assert_eq!(all.len(), 56 + 13 + 1);
    let mut short: Vec<_> = all.iter().map(|place| place.abbreviation()).collect();
    short.sort_unstable();
    assert!(short.is_sorted_by(|a, b| a < b), "two places have the same letters");
    for place in all {
        assert_eq!(PlateState::from_name(place.name()), Some(place));
        assert_eq!(PlateState::from_either(&place.abbreviation().to_lowercase()), Some(place));
    }
    assert_eq!(PlateState::from_either("QC"), Some(PlateState::Canadian(Province::Quebec)));
    assert_eq!(PlateState::from_either("99"), None);
}
