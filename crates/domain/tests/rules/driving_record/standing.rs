//! Tests of the standing of items, and of the actions that a standing allows drivers.

use domain::driving_record::added::DriverEntry;
use domain::driving_record::fine::NotPayableReason;
use domain::driving_record::kinds::ChargeStatus;
use domain::driving_record::standing::{
    CityData, HasStanding, LawyerUnavailable, PayConfirmation, Standing, StandingFacts,
};
use domain::shared::ids::HireId;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::{date, parking, ticket, time, toll};

fn facts_with_lawyer_offer() -> StandingFacts {
    StandingFacts { is_lawyer_offered: true, ..StandingFacts::default() }
}

fn with_lawyer() -> StandingFacts {
    StandingFacts { open_hire: Some(HireId(4)), has_active_hire: true, ..facts_with_lawyer_offer() }
}

fn dismissed() -> StandingFacts {
    StandingFacts { is_dismissed: true, has_active_hire: true, ..facts_with_lawyer_offer() }
}

fn being_checked() -> StandingFacts {
    StandingFacts { driver_entry: Some(DriverEntry::BeingChecked), ..facts_with_lawyer_offer() }
}

#[test]
fn an_item_that_is_being_checked_is_not_due_and_allows_no_payment_or_lawyer() {
    let all = [
        ticket(1).standing(&being_checked()),
        parking(1).standing(&being_checked()),
        toll(1).standing(&being_checked()),
    ];
    for item_standing in all {
        assert_eq!(
            (
                item_standing.standing,
                item_standing.may_pay,
                item_standing.counts_as_due,
                item_standing.may_hire_lawyer
            ),
            (Standing::BeingChecked, false, false, false)
        );
        assert_eq!((item_standing.pay_needs_confirmation, item_standing.lawyer_unavailable), (None, None));
    }
}

#[rstest]
#[case::before_the_due_date("2026-03-01", Standing::Due, false)]
#[case::on_the_due_date("2026-03-02", Standing::Due, false)]
#[case::after_the_due_date("2026-03-03", Standing::Due, true)]
#[case::with_a_lawyer("2026-03-03", Standing::WithLawyer, true)]
#[case::being_checked("2026-03-03", Standing::BeingChecked, true)]
#[case::paid("2026-03-03", Standing::Paid, false)]
#[case::being_paid("2026-03-03", Standing::Processing, false)]
#[case::dismissed("2026-03-03", Standing::Dismissed, false)]
fn only_an_open_undisputed_ticket_is_overdue_after_its_due_date(
    #[case] today: &str,
    #[case] standing: Standing,
    #[case] expected: bool,
) {
    let mut ticket = ticket(1);
    ticket.filed.due_date = Some(date("2026-03-02"));
    assert_eq!(ticket.is_overdue(standing, date(today)), expected);
    ticket.filed.is_disputed = true;
    assert!(!ticket.is_overdue(standing, date(today)), "a disputed item isn't due");
}

#[test]
fn an_item_that_was_filed_as_overdue_is_overdue_without_a_due_date() {
    let today = date("2026-03-02");
    let (mut parking, mut toll) = (parking(1), toll(1));
    (parking.filed.due_date, toll.filed.due_date) = (None, None);
    assert!(!parking.is_overdue(Standing::Due, today) && !toll.is_overdue(Standing::Due, today));
    (parking.filed.status, toll.filed.status) = (ChargeStatus::Overdue, ChargeStatus::Overdue);
    assert!(parking.is_overdue(Standing::Due, today) && toll.is_overdue(Standing::Due, today));
    assert!(!parking.is_overdue(Standing::Paid, today));
}

#[test]
fn an_item_with_a_fine_of_zero_is_never_overdue() {
    let (mut ticket, mut parking, mut toll) = (ticket(1), parking(1), toll(1));
    let day_before = Some(date("2026-03-01"));
    (ticket.filed.due_date, parking.filed.due_date, toll.filed.due_date) =
        (day_before, day_before, day_before);
    (parking.filed.status, toll.filed.status) = (ChargeStatus::Overdue, ChargeStatus::Overdue);
    for (amount, expected) in [("0", false), ("0.00", false), ("0.01", true)] {
        for filed in [&mut ticket.filed.amount, &mut parking.filed.amount, &mut toll.filed.amount] {
            amount.clone_into(filed);
        }
        let today = date("2026-03-02");
        assert_eq!(ticket.is_overdue(Standing::Due, today), expected, "{amount}");
        assert_eq!(parking.is_overdue(Standing::Due, today), expected, "{amount}");
        assert_eq!(toll.is_overdue(Standing::Due, today), expected, "{amount}");
    }
}

#[test]
fn a_dismissed_ticket_is_not_due_and_allows_no_payment_or_lawyer() {
    let item_standing = ticket(1).standing(&dismissed());
    assert_eq!(
        (item_standing.may_pay, item_standing.counts_as_due, item_standing.may_hire_lawyer),
        (false, false, false)
    );
    assert_eq!((item_standing.pay_needs_confirmation, item_standing.lawyer_unavailable), (None, None));
}

#[rstest]
#[case::offered(facts_with_lawyer_offer(), None)]
#[case::not_offered(StandingFacts::default(), Some(LawyerUnavailable::NotOffered))]
#[case::no_lawyer_takes_the_court(
    StandingFacts { has_no_lawyer_for_court: true, ..facts_with_lawyer_offer() },
    Some(LawyerUnavailable::NoLawyerForCourt)
)]
#[case::neither(
    StandingFacts { has_no_lawyer_for_court: true, ..StandingFacts::default() },
    Some(LawyerUnavailable::NotOffered)
)]
#[case::decided(
    StandingFacts { is_court_decided: true, ..StandingFacts::default() },
    Some(LawyerUnavailable::CaseDecided)
)]
#[case::decided_and_not_ended(
    StandingFacts { is_court_decided: true, has_active_hire: true, ..facts_with_lawyer_offer() },
    Some(LawyerUnavailable::CaseDecided)
)]
#[case::already_hired(StandingFacts { has_no_lawyer_for_court: true, ..with_lawyer() }, None)]
fn a_due_ticket_states_why_no_lawyer_can_be_hired(
    #[case] facts: StandingFacts,
    #[case] unavailable: Option<LawyerUnavailable>,
) {
    let is_taken = facts.has_active_hire;
    let item_standing = ticket(1).standing(&facts);
    assert_eq!(item_standing.lawyer_unavailable, unavailable);
    assert_eq!(item_standing.may_hire_lawyer, unavailable.is_none() && !is_taken);
}

#[rstest]
#[case::nothing_known(false, facts_with_lawyer_offer(), Standing::Due)]
#[case::processing(false, StandingFacts { is_processing: true, ..facts_with_lawyer_offer() }, Standing::Processing)]
#[case::processing_despite_the_lawyer(
    false,
    StandingFacts { is_processing: true, ..with_lawyer() },
    Standing::Processing
)]
#[case::with_a_lawyer(false, with_lawyer(), Standing::WithLawyer)]
#[case::with_a_finished_lawyer(false, StandingFacts { has_active_hire: true, ..facts_with_lawyer_offer() }, Standing::Due)]
#[case::dismissed(false, dismissed(), Standing::Dismissed)]
#[case::being_checked(false, being_checked(), Standing::BeingChecked)]
#[case::confirmed(
    false,
    StandingFacts { driver_entry: Some(DriverEntry::Confirmed), ..facts_with_lawyer_offer() },
    Standing::Due
)]
#[case::paid_before_it_was_dismissed(true, dismissed(), Standing::Paid)]
#[case::processing_a_payment_for_a_dismissed_ticket(
    false,
    StandingFacts { is_processing: true, ..dismissed() },
    Standing::Processing
)]
#[case::dismissed_with_another_lawyer(
    false,
    StandingFacts { is_dismissed: true, ..with_lawyer() },
    Standing::Dismissed
)]
#[case::paid(true, facts_with_lawyer_offer(), Standing::Paid)]
#[case::paid_despite_the_lawyer(true, with_lawyer(), Standing::Paid)]
#[case::refunding(true, StandingFacts { is_refunding: true, ..facts_with_lawyer_offer() }, Standing::Refunding)]
#[case::chargeback_open(true, StandingFacts { is_chargeback_open: true, ..facts_with_lawyer_offer() }, Standing::ChargebackOpen)]
#[case::chargeback_open_while_refunding(
    true,
    StandingFacts { is_chargeback_open: true, is_refunding: true, ..facts_with_lawyer_offer() },
    Standing::ChargebackOpen
)]
fn payments_hires_outcomes_and_checks_determine_an_items_standing(
    #[case] is_paid: bool,
    #[case] facts: StandingFacts,
    #[case] expected: Standing,
) {
    let mut ticket = ticket(1);
    ticket.is_paid = is_paid;
    assert_eq!(ticket.standing(&facts).standing, expected);
}

#[test]
fn a_citation_that_a_file_lists_as_settled_is_not_due_until_the_citys_data_contradicts_the_file() {
    let settled =
        StandingFacts { settled_unpaid_at: Some(time("2026-03-01T00:00:00Z")), ..facts_with_lawyer_offer() };
    let item_standing = parking(1).standing(&settled);
    assert_eq!((item_standing.standing, item_standing.may_pay), (Standing::SettledWithCity, false));
    let standing_with = |settled_at| {
        let (authority, number) = ("New York City".to_owned(), "1".to_owned());
        StandingFacts {
            city: Some(CityData { authority, number, as_of: time("2026-03-02T00:00:00Z"), settled_at }),
            ..settled.clone()
        }
    };
    assert_eq!(parking(1).standing(&standing_with(None)).standing, Standing::Due);
    assert_eq!(
        parking(1).standing(&standing_with(Some(time("2026-03-02T00:00:00Z")))).standing,
        Standing::SettledWithCity
    );
}

#[test]
fn a_ticket_with_a_lawyer_is_not_due_and_paying_it_needs_confirmation() {
    let item_standing = ticket(1).standing(&with_lawyer());
    assert_eq!((item_standing.counts_as_due, item_standing.may_hire_lawyer), (false, false));
    assert!(item_standing.may_pay);
    assert_eq!(item_standing.pay_needs_confirmation, Some(PayConfirmation::LawyerAtWork));
    assert_eq!(item_standing.open_hire, Some(HireId(4)));
}

#[rstest]
#[case("0.49", Some(NotPayableReason::TooSmall))]
#[case("0.50", None)]
#[case("999,999.99", None)]
#[case("1,000,000", Some(NotPayableReason::TooLarge))]
fn an_amount_that_a_card_cannot_pay_is_not_due_and_has_a_reason(
    #[case] amount: &str,
    #[case] why: Option<NotPayableReason>,
) {
    let (mut parking, mut toll) = (parking(1), toll(1));
    (parking.filed.amount, toll.filed.amount) = (amount.to_owned(), amount.to_owned());
    for item_standing in
        [parking.standing(&facts_with_lawyer_offer()), toll.standing(&facts_with_lawyer_offer())]
    {
        assert_eq!(item_standing.not_payable, why);
        assert_eq!((item_standing.may_pay, item_standing.counts_as_due), (why.is_none(), why.is_none()));
        assert!(!item_standing.may_hire_lawyer);
    }
}

#[rstest]
#[case::offered("$150", false, facts_with_lawyer_offer(), true)]
#[case::at_fifty_cents("0.99", false, facts_with_lawyer_offer(), true)]
#[case::below_fifty_cents("0.98", false, facts_with_lawyer_offer(), false)]
#[case::fine_too_large_for_a_card("$1,500,000", false, facts_with_lawyer_offer(), true)]
#[case::not_offered_in_this_state("$150", false, StandingFacts::default(), false)]
#[case::paid("$150", true, facts_with_lawyer_offer(), false)]
#[case::lawyer_at_work("$150", false, with_lawyer(), false)]
#[case::lawyer_finished("$150", false, StandingFacts { has_active_hire: true, ..facts_with_lawyer_offer() }, false)]
#[case::hire_payment_processing("$150", false, StandingFacts { is_hire_processing: true, ..facts_with_lawyer_offer() }, false)]
#[case::fine_payment_processing("$150", false, StandingFacts { is_processing: true, ..facts_with_lawyer_offer() }, false)]
fn a_lawyer_is_offered_only_at_a_payable_price_for_a_due_ticket_without_a_lawyer(
    #[case] amount: &str,
    #[case] is_paid: bool,
    #[case] facts: StandingFacts,
    #[case] expected: bool,
) {
    let mut ticket = ticket(1);
    (ticket.filed.amount, ticket.is_paid) = (amount.to_owned(), is_paid);
    assert_eq!(ticket.standing(&facts).may_hire_lawyer, expected);
}

fn facts_from_city(is_settled: bool) -> StandingFacts {
    let city = CityData {
        authority: "New York City".to_owned(),
        number: "1467619188".to_owned(),
        as_of: time("2026-11-15T08:00:00Z"),
        settled_at: is_settled.then(|| time("2026-11-14T08:00:00Z")),
    };
    StandingFacts { city: Some(city), ..facts_with_lawyer_offer() }
}

#[rstest]
#[case::owed(false, facts_from_city(false), Standing::Due, true)]
#[case::settled(false, facts_from_city(true), Standing::SettledWithCity, false)]
#[case::paid_here_and_settled(true, facts_from_city(true), Standing::Paid, false)]
#[case::processing(false, StandingFacts { is_processing: true, ..facts_from_city(true) }, Standing::Processing, false)]
#[case::refunding(true, StandingFacts { is_refunding: true, ..facts_from_city(true) }, Standing::Refunding, false)]
fn an_item_settled_with_its_city_cannot_be_paid(
    #[case] is_paid: bool,
    #[case] facts: StandingFacts,
    #[case] expected: Standing,
    #[case] may_pay: bool,
) {
    let mut parking = parking(1);
    parking.is_paid = is_paid;
    let item_standing = parking.standing(&facts);
    assert_eq!(
        (item_standing.standing, item_standing.may_pay, item_standing.counts_as_due),
        (expected, may_pay, may_pay)
    );
}

#[test]
fn a_disputed_item_can_be_paid_but_is_not_counted_as_due() {
    let (mut ticket, mut parking, mut toll) = (ticket(1), parking(1), toll(1));
    let facts = facts_with_lawyer_offer();
    let counted = |items: [&dyn HasStanding; 3]| {
        items
            .map(|item| item.standing(&facts))
            .map(|item_standing| (item_standing.may_pay, item_standing.counts_as_due))
    };
    assert_eq!(counted([&ticket, &parking, &toll]), [(true, true); 3]);
    (ticket.filed.is_disputed, parking.filed.is_disputed, toll.filed.is_disputed) = (true, true, true);
    assert_eq!(counted([&ticket, &parking, &toll]), [(true, false); 3]);
}

#[test]
fn a_ticket_with_words_instead_of_an_amount_gets_an_estimated_amount() {
    let mut ticket = ticket(1);
    assert!(!ticket.standing(&facts_with_lawyer_offer()).is_estimated);
    ticket.filed.amount = "See court".to_owned();
    assert!(ticket.standing(&facts_with_lawyer_offer()).is_estimated);
}

/// Items of earlier releases have no issuer. For these items, Lanewise uses the officer's agency, the city
/// or the toll road.
#[test]
fn the_authority_of_an_item_without_an_issuer_is_the_officers_agency_the_city_or_the_toll_road() {
    let city = CityData {
        authority: "New York City".to_owned(),
        number: "1".to_owned(),
        as_of: time("2026-01-02T12:00:00Z"),
        settled_at: None,
    };
    let (none, listed) =
        (StandingFacts::default(), StandingFacts { city: Some(city), ..facts_with_lawyer_offer() });
    let (mut ticket, mut parking, mut toll) = (ticket(1), parking(1), toll(1));
    ticket.filed.issuing_officer_agency = Some("Austin PD".to_owned());
    assert_eq!(ticket.authority_name(&none), Some("Austin PD"));
    assert_eq!(parking.authority_name(&none), None);
    assert_eq!(parking.authority_name(&listed), Some("New York City"));
    assert_eq!(toll.authority_name(&none), Some("I-95 Express"));
    let issuer = || Some("City of Austin".to_owned());
    (ticket.filed.issuer, parking.filed.issuer, toll.filed.issuer) = (issuer(), issuer(), issuer());
    assert_eq!(ticket.authority_name(&none), issuer().as_deref());
    assert_eq!(parking.authority_name(&listed), issuer().as_deref());
    assert_eq!(toll.authority_name(&none), issuer().as_deref());
}

proptest! {
    #[test]
    fn an_items_standing_determines_the_allowed_actions(
        is_paid in any::<bool>(),
        flags in proptest::array::uniform6(any::<bool>()),
        [is_court_decided, is_dismissed, has_no_lawyer_for_court, awaits_lawyer] in
            proptest::array::uniform4(any::<bool>()),
        is_disputed in any::<bool>(),
        driver_entry in prop::option::of(prop::sample::select(DriverEntry::ALL.to_vec())),
    ) {
        let [lawyer, has_active_hire, is_processing, is_hire_processing, is_refunding, is_chargeback_open] = flags;
        let facts = StandingFacts {
            settled_unpaid_at: None,
            open_hire: lawyer.then_some(HireId(1)),
            awaits_lawyer: awaits_lawyer && lawyer,
            has_active_hire: has_active_hire || lawyer,
            is_court_decided,
            is_dismissed,
            has_no_lawyer_for_court,
            is_processing,
            is_hire_processing,
            is_refunding,
            is_chargeback_open,
            is_lawyer_offered: true,
            city: None,
            court: None,
            stated_court: None,
            driver_entry,
            contest_sent: None,
        };
        let mut ticket = ticket(1);
        (ticket.is_paid, ticket.filed.is_disputed) = (is_paid, is_disputed);
        let item_standing = ticket.standing(&facts);
        prop_assert!(!item_standing.counts_as_due || (item_standing.may_pay && item_standing.standing == Standing::Due));
        prop_assert!(!is_paid || !item_standing.may_pay);
        prop_assert!(!item_standing.awaits_lawyer || item_standing.standing == Standing::WithLawyer);
        prop_assert!(!(item_standing.may_hire_lawyer && facts.has_active_hire));
        prop_assert!(!(item_standing.may_hire_lawyer && has_no_lawyer_for_court));
        prop_assert!(!(item_standing.may_hire_lawyer && item_standing.lawyer_unavailable.is_some()));
        let is_being_checked = item_standing.standing == Standing::BeingChecked;
        prop_assert!(!is_being_checked || !(item_standing.may_pay || item_standing.may_hire_lawyer || is_paid));
        prop_assert!(!is_being_checked || facts.is_being_checked());
        prop_assert!(item_standing.standing != Standing::Dismissed || (is_dismissed && !item_standing.may_pay));
        prop_assert_eq!(
            item_standing.pay_needs_confirmation.is_some(),
            item_standing.may_pay && item_standing.standing == Standing::WithLawyer
        );
    }
}
