//! Tests of matching: the choice of the lawyer who gets the next offer.

use chrono::TimeDelta;
use domain::legal_help::lawyer::PracticeArea;
use domain::legal_help::matching::{Candidate, Practice, all_were_asked, next_candidate};
use domain::legal_help::offense::OffenseClass::{Infraction, Misdemeanor, Unknown};
use domain::shared::ids::LawyerId;
use domain::shared::us_state::UsState::{Ohio, Texas};
use proptest::prelude::*;
use rstest::rstest;

use super::build::{candidate, court_in};
use crate::build::time;

fn next_offer(candidates: &[Candidate], asked: &[i32]) -> Option<i32> {
    let asked: Vec<_> = asked.iter().map(|id| LawyerId(*id)).collect();
    next_candidate(candidates, &court_in(Texas), Infraction, &asked).map(|id| id.0)
}

fn offered(id: i32, hours_ago: i64) -> Candidate {
    let mut one = candidate(id);
    one.lawyer.last_offered_at = Some(time("2026-03-02T12:00:00Z") - TimeDelta::hours(hours_ago));
    one
}

#[test]
fn the_lawyer_whose_last_offer_was_longest_ago_gets_the_next_offer() {
    assert_eq!(next_offer(&[offered(1, 1), offered(2, 5), offered(3, 3)], &[]), Some(2));
    assert_eq!(
        next_offer(&[offered(1, 1), offered(2, 5), candidate(3)], &[]),
        Some(3),
        "never offered a case"
    );
    assert_eq!(next_offer(&[candidate(2), candidate(1)], &[]), Some(1), "the first on record");
    assert_eq!(next_offer(&[offered(2, 5), offered(1, 5)], &[]), Some(1));
}

#[test]
fn no_lawyer_gets_a_second_offer_of_one_case() {
    let both = [offered(1, 1), offered(2, 5)];
    assert_eq!(next_offer(&both, &[2]), Some(1));
    assert_eq!(next_offer(&both, &[1, 2]), None);
}

#[rstest]
#[case::inactive(|one: &mut Candidate| one.lawyer.is_active = false)]
#[case::without_an_account(|one: &mut Candidate| one.lawyer.user_id = None)]
#[case::at_capacity(|one: &mut Candidate| one.open_cases = 2)]
#[case::over_capacity(|one: &mut Candidate| one.open_cases = 9)]
#[case::in_another_state(|one: &mut Candidate| one.lawyer.record.licenses[0].state = Ohio)]
fn a_lawyer_who_cannot_take_the_case_gets_no_offer(#[case] change: fn(&mut Candidate)) {
    let mut one = candidate(1);
    change(&mut one);
    assert_eq!(next_offer(&[one.clone()], &[]), None);
    assert_eq!(next_offer(&[one, offered(2, 1)], &[]), Some(2));
}

#[rstest]
#[case::as_on_record(|_: &mut Candidate| {})]
#[case::at_capacity(|one: &mut Candidate| one.open_cases = 2)]
#[case::one_below_capacity(|one: &mut Candidate| one.open_cases = 1)]
#[case::without_misdemeanors(|one: &mut Candidate| one.lawyer.record.takes_misdemeanors = false)]
#[case::in_one_county(|one: &mut Candidate| {
    one.lawyer.record.areas = vec![PracticeArea::County(Texas, "Travis".to_owned())];
})]
#[case::without_areas(|one: &mut Candidate| one.lawyer.record.areas = vec![])]
fn a_lawyers_practice_and_candidate_agree_on_the_cases_that_the_lawyer_can_take(
    #[case] change: fn(&mut Candidate),
) {
    let mut one = candidate(1);
    change(&mut one);
    let practice = Practice {
        state: Texas,
        areas: one.lawyer.record.areas.clone(),
        takes_misdemeanors: one.lawyer.record.takes_misdemeanors,
        capacity: one.lawyer.record.capacity,
        open_cases: one.open_cases,
    };
    let mut in_travis = court_in(Texas);
    in_travis.county = Some("Travis County".to_owned());
    for court in [court_in(Texas), in_travis, court_in(Ohio)] {
        for class in [Infraction, Misdemeanor, Unknown] {
            assert_eq!(practice.can_take(&court, class), one.can_take(&court, class), "{court:?}, {class:?}");
        }
    }
}

#[test]
fn matching_has_no_lawyer_left_after_every_suitable_lawyer_had_an_offer() {
    let asked = |candidates: &[Candidate], asked: &[i32]| {
        let asked: Vec<_> = asked.iter().map(|id| LawyerId(*id)).collect();
        all_were_asked(candidates, &court_in(Texas), Infraction, &asked)
    };
    let mut full = candidate(2);
    full.open_cases = 2;
    let mut inactive = candidate(3);
    inactive.lawyer.is_active = false;
    assert!(!asked(&[candidate(1), full.clone()], &[1]), "the other one may have capacity later");
    assert!(asked(&[candidate(1), full], &[1, 2]));
    assert!(asked(&[candidate(1), inactive], &[1]));
    assert!(asked(&[], &[]));
}

proptest! {
    /// Offers the case until no lawyer is left. Every lawyer who can take the case gets exactly one offer, in the
    /// order of the lawyers' last offers.
    #[test]
    fn every_lawyer_who_can_take_the_case_gets_one_offer(
        lawyers in proptest::collection::vec((any::<bool>(), 0..4_i64, proptest::option::of(0..48_i64)), 0..12),
    ) {
        let candidates: Vec<Candidate> = (1..)
            .zip(lawyers)
            .map(|(id, (is_active, open_cases, hours_ago))| {
                let mut one = hours_ago.map_or_else(|| candidate(id), |hours| offered(id, hours));
                one.lawyer.is_active = is_active;
                Candidate { open_cases, ..one }
            })
            .collect();
        let mut asked = Vec::new();
        while let Some(id) = next_offer(&candidates, &asked) {
            asked.push(id);
        }
        let can = |one: &&Candidate| one.lawyer.is_active && one.open_cases < 2;
        let mut expected: Vec<_> =
            candidates.iter().filter(can).map(|one| (one.lawyer.last_offered_at, one.lawyer.id.0)).collect();
        expected.sort_unstable();
        prop_assert_eq!(asked, expected.into_iter().map(|(_, id)| id).collect::<Vec<_>>());
    }
}
