//! Tests of an item's options: their order, dates and prices.

use chrono::{Days, NaiveDate};
use domain::driving_record::options::list::{DateBasis, Fit, LatestDate, NextStep, options_of};
use domain::driving_record::options::rule::CoveredCitations::{self, ParkingAndCameras, Tolls, Traffic};
use domain::driving_record::options::rule::OptionKind::{self, *};
use domain::driving_record::options::situation::{ItemOrigin, Situation};
use domain::driving_record::options::violation::Nature;
use domain::driving_record::standing::{ItemStanding, Standing};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use proptest::prelude::*;
use rstest::rstest;

use super::build::{due, find, issued_by, options, speeding_in, today, with_standing};
use crate::build::date;

fn kinds(item: &Situation<'_>) -> Vec<OptionKind> {
    options(item).options.iter().map(|option| option.kind).collect()
}

#[rstest]
#[case::california(Some(UsState::California),
    &[Pay, Lawyer, Contest, Contest, LowerFine, TrafficSchool, Installments, CantPay, Ask])]
#[case::texas(Some(UsState::Texas), &[Pay, Lawyer, Contest, LowerFine, TrafficSchool, Installments, CantPay, Ask])]
#[case::florida(Some(UsState::Florida), &[Pay, Lawyer, Contest, TrafficSchool, Installments, CantPay, Ask])]
#[case::elsewhere(Some(UsState::Ohio), &[Pay, Lawyer, CantPay, Ask])]
#[case::state_unknown(None, &[Pay, Lawyer, CantPay, Ask])]
fn a_speeding_ticket_has_the_options_of_its_state(
    #[case] state: Option<UsState>,
    #[case] expected: &[OptionKind],
) {
    assert_eq!(kinds(&speeding_in(state)), expected);
}

#[rstest]
#[case::new_york_city(ParkingAndCameras, "New York City", &[Pay, Contest, CantPay, Ask, Installments])]
#[case::chicago(ParkingAndCameras, "Chicago", &[Pay, Contest, Installments, CantPay, Ask])]
#[case::elsewhere(ParkingAndCameras, "City of Austin", &[Pay, CantPay, Ask])]
#[case::fastrak(Tolls, "FasTrak", &[Pay, Contest, CantPay, Ask, Installments])]
#[case::sunpass(Tolls, "SunPass", &[Pay, CantPay, Ask])]
#[case::other_road(Tolls, "I-95 Express", &[Pay, CantPay, Ask])]
fn parking_tickets_and_tolls_have_the_options_of_their_issuer(
    #[case] citations: CoveredCitations,
    #[case] name: &'static str,
    #[case] expected: &[OptionKind],
) {
    assert_eq!(kinds(&issued_by(citations, name)), expected);
}

#[test]
fn correction_and_traffic_school_are_options_only_if_the_kind_of_violation_may_allow_them() {
    let correctable = |nature| Situation { nature, ..speeding_in(Some(UsState::California)) };
    let fit = |nature, kind| find(&correctable(nature), kind).map(|option| option.fit);
    assert_eq!(fit(Nature::Correctable, Correction), Some(Fit::Fits));
    assert_eq!(fit(Nature::Correctable, TrafficSchool), None);
    assert_eq!(fit(Nature::Moving, Correction), None);
    assert_eq!(fit(Nature::Unclear, Correction), Some(Fit::AskFirst));
    assert_eq!(fit(Nature::Unclear, TrafficSchool), Some(Fit::AskFirst));
}

#[test]
fn traffic_school_is_an_option_to_ask_about_first_if_the_ticket_has_more_than_one_point() {
    let item = Situation { points: 2, ..speeding_in(Some(UsState::California)) };
    assert_eq!(find(&item, TrafficSchool).unwrap().fit, Fit::AskFirst);
    let last = options(&item).options.last().map(|option| option.kind);
    assert_eq!(last, Some(TrafficSchool), "options to ask about come after those that fit");
}

#[test]
fn traffic_school_is_an_option_to_ask_about_first_if_an_appearance_is_required() {
    let item = Situation { is_court_required: true, ..speeding_in(Some(UsState::Texas)) };
    assert_eq!(find(&item, TrafficSchool).unwrap().fit, Fit::AskFirst);
    assert_eq!(find(&item, Contest).unwrap().fit, Fit::Fits);
    assert_eq!(find(&item, Pay).unwrap().fit, Fit::Fits);
}

#[rstest]
#[case::today(0, Fit::Fits)]
#[case::yesterday(1, Fit::Passed)]
fn an_option_expires_on_the_day_after_the_date_on_the_notice(#[case] days_ago: u64, #[case] fit: Fit) {
    let notice_date = Some(today() - Days::new(days_ago));
    let item = Situation { notice_date, ..speeding_in(Some(UsState::California)) };
    assert_eq!(find(&item, Contest).unwrap().fit, fit);
    assert_eq!(find(&item, Pay).unwrap().fit, Fit::Fits, "a fine can still be paid");
    assert_eq!(find(&item, LowerFine).unwrap().fit, Fit::Fits, "it has no single date");
    let order: Vec<Fit> = options(&item).options.iter().map(|option| option.fit).collect();
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn a_date_on_the_notice_takes_precedence_over_a_computed_date() {
    let origin = ItemOrigin { state: Some(UsState::NewYork), county: None, names: vec!["TVB"] };
    let mut item = Situation { origin, ..speeding_in(None) };
    let latest = |item: &Situation<'_>| find(item, Contest).unwrap().latest;
    let notice = LatestDate { day: date("2026-12-15"), basis: DateBasis::Notice };
    assert_eq!(latest(&item), Some(notice));
    item.notice_date = None;
    let computed = LatestDate { day: date("2026-11-16"), basis: DateBasis::Computed };
    assert_eq!(latest(&item), Some(computed), "15 days after November 1");
    assert_eq!(find(&item, Contest).unwrap().fit, Fit::AskFirst, "a computed date may be wrong");
}

#[test]
fn a_ticket_that_a_court_has_decided_can_no_longer_be_contested() {
    let item_standing = ItemStanding { may_hire_lawyer: false, ..due() };
    let item = Situation { is_decided: true, item_standing, ..speeding_in(Some(UsState::California)) };
    let kinds: Vec<_> = options(&item).options.iter().map(|option| option.kind).collect();
    assert_eq!(kinds, [Pay, CantPay, Ask]);
}

#[test]
fn the_contest_option_has_no_latest_date_after_the_driver_sent_the_letter() {
    let long_ago = Some(date("2026-11-02"));
    let item =
        Situation { has_sent_letter: true, notice_date: long_ago, ..speeding_in(Some(UsState::Texas)) };
    let contest = find(&item, Contest).unwrap();
    assert_eq!((contest.latest, contest.fit, contest.next), (None, Fit::Fits, NextStep::SeeLetter));
    assert_eq!(find(&item, LowerFine).unwrap().fit, Fit::Passed);
}

#[test]
fn in_texas_the_contest_option_has_no_latest_date_without_a_date_on_the_notice() {
    let item = Situation { notice_date: None, ..speeding_in(Some(UsState::Texas)) };
    assert_eq!(find(&item, Contest).unwrap().latest, None);
}

#[test]
fn contesting_is_possible_until_a_required_court_date() {
    let item = Situation {
        notice_date: Some(date("2026-11-20")),
        court_date: Some(date("2026-12-20")),
        is_court_required: true,
        ..speeding_in(Some(UsState::Texas))
    };
    let contest = find(&item, Contest).unwrap();
    assert_eq!((contest.latest.unwrap().day, contest.fit), (date("2026-12-20"), Fit::Fits));
    assert_eq!(find(&item, LowerFine).unwrap().fit, Fit::Passed);
}

#[test]
fn the_pay_option_costs_the_fine_and_the_lawyer_option_costs_half_of_the_fine() {
    let item = speeding_in(None);
    let (pay, lawyer) = (find(&item, Pay).unwrap(), find(&item, Lawyer).unwrap());
    let fine = Some(Money::from_dollars(238));
    assert_eq!((pay.cost_now, pay.cost_total, pay.points), (fine, fine, Some(1)));
    assert_eq!((lawyer.cost_now, lawyer.cost_total), (Some(Money::from_dollars(119)), None));
    assert_eq!((pay.next, lawyer.next), (NextStep::Pay, NextStep::HireLawyer));
}

#[test]
fn the_pay_option_names_no_points_if_the_ticket_has_no_points_on_record() {
    let item = Situation { points: 0, ..speeding_in(None) };
    assert_eq!(find(&item, Pay).unwrap().points, None);
}

#[test]
fn hiring_a_lawyer_is_not_an_option_if_none_can_be_hired() {
    let item =
        Situation { item_standing: ItemStanding { may_hire_lawyer: false, ..due() }, ..speeding_in(None) };
    assert_eq!(kinds(&item), [Pay, CantPay, Ask]);
}

#[test]
fn a_ticket_with_an_open_hire_has_only_the_options_to_pay_see_the_lawyer_or_ask() {
    let item_standing = with_standing(Standing::WithLawyer);
    let item = Situation { item_standing, ..speeding_in(Some(UsState::California)) };
    assert_eq!(kinds(&item), [Pay, Lawyer, Ask]);
    let lawyer = find(&item, Lawyer).unwrap();
    assert_eq!((lawyer.next, lawyer.cost_now), (NextStep::YourLawyer, None));
}

#[test]
fn a_due_ticket_has_the_option_to_ask_for_help_with_paying() {
    let option = find(&speeding_in(None), CantPay).unwrap();
    assert_eq!((option.next, option.fit), (NextStep::CantPay, Fit::Fits));
}

#[test]
fn the_pay_option_opens_help_if_the_item_cannot_be_paid() {
    let item_standing = ItemStanding { may_pay: false, ..due() };
    let item = Situation { item_standing, ..speeding_in(None) };
    assert_eq!(find(&item, Pay).unwrap().next, NextStep::Help);
}

#[test]
fn an_item_that_is_being_checked_has_options_but_cannot_be_paid_yet() {
    let item = Situation { item_standing: with_standing(Standing::BeingChecked), ..speeding_in(None) };
    assert_eq!(
        (kinds(&item), find(&item, Pay).unwrap().next),
        (vec![Pay, CantPay, Ask], NextStep::AfterCheck)
    );
}

#[rstest]
fn an_item_has_options_only_if_it_is_due_is_being_checked_or_has_a_lawyer(
    #[values(
        Standing::Processing,
        Standing::Paid,
        Standing::Refunding,
        Standing::ChargebackOpen,
        Standing::SettledWithCity,
        Standing::Dismissed
    )]
    standing: Standing,
) {
    let item = Situation { item_standing: with_standing(standing), ..speeding_in(Some(UsState::Texas)) };
    assert_eq!(kinds(&item), []);
}

fn days() -> impl Strategy<Value = NaiveDate> {
    (0u64..800).prop_map(|days| date("2025-10-01") + Days::new(days))
}

fn situations() -> impl Strategy<Value = Situation<'static>> {
    let place = (
        prop::sample::select(vec![Traffic, ParkingAndCameras, Tolls]),
        prop::option::of(prop::sample::select(UsState::ALL.to_vec())),
        prop::option::of(prop::sample::select(vec![
            "New York City",
            "Chicago",
            "FasTrak",
            "SunPass",
            "Kings",
        ])),
    );
    let dates = (days(), prop::option::of(days()), prop::option::of(days()), any::<bool>());
    let rest = (
        prop::sample::select(vec![Nature::Crime, Nature::Moving, Nature::Correctable, Nature::Unclear]),
        0..11i32,
        0..100_000i64,
        prop::sample::select(Standing::ALL.to_vec()),
    );
    (place, dates, rest).prop_map(|((citations, state, name), dates, (nature, points, cents, standing))| {
        let (date, notice_date, court_date, is_court_required) = dates;
        let mut item = Situation {
            citations,
            nature,
            points,
            date,
            notice_date,
            court_date: court_date.filter(|_| is_court_required),
            is_court_required,
            fine: Money::from_cents(cents),
            is_ticket: citations == Traffic,
            item_standing: with_standing(standing),
            ..speeding_in(state)
        };
        item.origin.names.extend(name);
        item
    })
}

proptest! {
    #[test]
    fn the_options_of_an_open_item_include_pay_and_ask_and_are_sorted_by_fit(item in situations(), day in days()) {
        let found = options_of(&item, day);
        let is_open =
            matches!(item.item_standing.standing, Standing::Due | Standing::WithLawyer | Standing::BeingChecked);
        prop_assert_eq!(found.options.is_empty(), !is_open);
        if is_open {
            for kind in [Pay, Ask] {
                prop_assert_eq!(found.options.iter().filter(|option| option.kind == kind).count(), 1);
            }
        }
        prop_assert!(found.options.is_sorted_by_key(|option| option.fit), "those that fit come first");
        for option in &found.options {
            let notice = item.notice_date.or(item.court_date);
            match (option.latest, notice) {
                (Some(latest), Some(on_notice)) => {
                    prop_assert!(latest.basis == DateBasis::Notice || latest.day < on_notice);
                }
                (Some(latest), None) => prop_assert_ne!(latest.basis, DateBasis::Notice),
                (None, _) => {}
            }
            let is_past = |latest: LatestDate| latest.day < day && latest.basis != DateBasis::Computed;
            let is_past = option.latest.is_some_and(is_past);
            let may_pass = !matches!(option.kind, Pay | Lawyer | CantPay | Ask);
            prop_assert_eq!(option.fit == Fit::Passed, is_past && may_pass);
            if option.kind == Lawyer {
                prop_assert!(item.is_ticket);
            }
        }
    }

    #[test]
    fn an_option_that_has_passed_its_latest_date_stays_passed_on_every_later_day(item in situations(), day in days(), later in 0u64..400) {
        let passed = |day| -> Vec<_> {
            let list = options_of(&item, day).options;
            list.into_iter().filter(|one| one.fit == Fit::Passed).map(|one| (one.kind, one.name)).collect()
        };
        let after = passed(day + Days::new(later));
        prop_assert!(passed(day).iter().all(|option| after.contains(option)));
    }
}

#[test]
fn an_option_with_a_passed_computed_date_is_an_option_to_ask_about_first() {
    let new_york = issued_by(ParkingAndCameras, "New York City");
    let late = Situation { notice_date: None, date: today() - Days::new(31), ..new_york };
    let option = find(&late, Contest).unwrap();
    assert_eq!((option.fit, option.latest.unwrap().day), (Fit::AskFirst, today() - Days::new(1)));
}

#[test]
fn in_florida_a_driver_has_at_most_30_days_to_contest_or_choose_traffic_school() {
    let mut item = speeding_in(Some(UsState::Florida));
    let latest = |item: &Situation<'_>, kind| find(item, kind).unwrap().latest;
    let on = |day, basis| Some(LatestDate { day: date(day), basis });
    assert_eq!(latest(&item, Pay), on("2026-12-15", DateBasis::Notice));
    for kind in [Contest, TrafficSchool] {
        assert_eq!(latest(&item, kind), on("2026-12-01", DateBasis::Fixed), "30 days after November 1");
    }
    item.notice_date = None;
    assert_eq!(latest(&item, Pay), on("2026-12-01", DateBasis::Computed));
    assert_eq!(latest(&item, TrafficSchool), on("2026-12-01", DateBasis::Fixed));
    item.notice_date = Some(date("2026-11-30"));
    assert_eq!(latest(&item, TrafficSchool), on("2026-11-30", DateBasis::Notice), "an earlier date counts");
}

#[test]
fn in_florida_contesting_and_traffic_school_can_end_while_the_ticket_can_still_be_paid() {
    let item = Situation { date: date("2026-10-20"), ..speeding_in(Some(UsState::Florida)) };
    for kind in [Contest, TrafficSchool] {
        assert_eq!(find(&item, kind).unwrap().fit, Fit::Passed);
    }
    assert_eq!(find(&item, Pay).unwrap().fit, Fit::Fits);
}

#[test]
fn in_florida_a_ticket_with_a_required_hearing_can_be_contested_until_the_court_date() {
    let court_date = Some(date("2027-01-20"));
    let item = Situation { court_date, is_court_required: true, ..speeding_in(Some(UsState::Florida)) };
    let contest = find(&item, Contest).unwrap();
    assert_eq!((contest.latest.map(|latest| latest.day), contest.fit), (court_date, Fit::Fits));
}

#[test]
fn points_on_record_are_shown_only_where_the_place_has_a_point_system() {
    let points = |state| find(&Situation { points: 2, ..speeding_in(Some(state)) }, Pay).unwrap().points;
    assert_eq!((points(UsState::California), points(UsState::Texas)), (Some(2), None));
}

#[test]
fn an_installment_plan_with_unrecorded_conditions_is_an_option_to_ask_about_first() {
    for (citations, name) in [(ParkingAndCameras, "New York City"), (Tolls, "FasTrak")] {
        assert_eq!(find(&issued_by(citations, name), Installments).unwrap().fit, Fit::AskFirst, "{name}");
    }
}
