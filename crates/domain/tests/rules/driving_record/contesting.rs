//! Tests of letters in which drivers contest items: grounds, limits, deadline and the day of sending.

use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::ground::Ground;
use domain::driving_record::contesting::letter::{
    Correspondent, LetterDraft, MAX_WORDS_CHARS, MAX_WORDS_LINES, SentOnError, check_sent_on,
};
use domain::driving_record::contesting::start::ContestStart;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::options::list::{DateBasis, ItemOption, LatestDate, NextStep};
use domain::driving_record::options::rule::CoveredCitations::{ParkingAndCameras, Tolls};
use domain::driving_record::options::situation::Situation;
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::options::build::{issued_by, options, speeding_in};
use crate::build::date;

fn correspondent(name: &str) -> Correspondent {
    Correspondent { name: name.to_owned(), address: "1 Main St\nAustin, TX 78701".to_owned() }
}

fn draft() -> LetterDraft {
    LetterDraft {
        grounds: vec!["emergency".to_owned(), "not_driver".to_owned()],
        words: "The sign was hidden.".to_owned(),
        sender: correspondent("Dana Rivera"),
        issuer: correspondent("City of Austin"),
    }
}

#[test]
fn the_grounds_to_contest_an_item_have_different_sentences_and_end_with_the_ground_other() {
    for kind in ItemKind::ALL {
        let grounds = Ground::of(*kind);
        let mut sentences: Vec<_> = grounds.iter().map(|ground| ground.sentence()).collect();
        sentences.sort_unstable();
        sentences.dedup();
        assert_eq!(sentences.len(), grounds.len(), "{kind}");
        assert_eq!(grounds.last(), Some(&Ground::Other), "{kind}");
        assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{kind}");
    }
    let is_used = |ground: &Ground| ItemKind::ALL.iter().any(|kind| Ground::of(*kind).contains(ground));
    assert!(Ground::ALL.iter().all(is_used));
}

#[test]
fn chosen_grounds_are_stored_once_in_the_order_of_the_letter() {
    let twice = LetterDraft {
        grounds: ["emergency", "not_driver", "emergency"].map(str::to_owned).to_vec(),
        ..draft()
    };
    assert_eq!(twice.validate(ItemKind::Ticket).unwrap().grounds, [Ground::NotDriver, Ground::Emergency]);
}

#[rstest]
#[case::no_ground("nonsense")]
#[case::of_another_kind("meter_broken")]
fn a_driver_cannot_choose_a_ground_that_does_not_exist_for_the_kind_of_item(#[case] ground: &str) {
    let draft = LetterDraft { grounds: vec![ground.to_owned()], ..draft() };
    let wrong = draft.validate(ItemKind::Ticket).unwrap_err();
    assert_eq!(wrong, [("grounds", "Choose from the listed reasons.".to_owned())]);
}

#[rstest]
#[case::longest("a".repeat(MAX_WORDS_CHARS), true)]
#[case::longest_in_arabic_with_emoji("سرعة 😀 ".repeat(MAX_WORDS_CHARS / 7), true)]
#[case::empty(String::new(), true)]
#[case::longer("a".repeat(MAX_WORDS_CHARS + 1), false)]
#[case::longer_in_emoji("😀".repeat(MAX_WORDS_CHARS + 1), false)]
fn the_drivers_words_have_at_most_10_000_characters(#[case] words: String, #[case] is_valid: bool) {
    let checked = LetterDraft { words, ..draft() }.validate(ItemKind::Ticket);
    match checked {
        Ok(_) => assert!(is_valid),
        Err(wrong) => {
            assert!(!is_valid);
            assert_eq!(wrong, [("words", "Please use at most 10000 characters.".to_owned())]);
        }
    }
}

#[rstest]
#[case::most(MAX_WORDS_LINES, true)]
#[case::one_more(MAX_WORDS_LINES + 1, false)]
fn the_drivers_words_have_at_most_400_lines(#[case] lines: usize, #[case] is_valid: bool) {
    let checked = LetterDraft { words: vec!["a"; lines].join("\n"), ..draft() }.validate(ItemKind::Ticket);
    let expected =
        if is_valid { Ok(()) } else { Err(vec![("words", "Please use at most 400 lines.".to_owned())]) };
    assert_eq!(checked.map(|_| ()), expected);
}

#[test]
fn all_invalid_fields_of_a_letter_are_reported() {
    let long = Correspondent { name: "a".repeat(201), address: "a".repeat(501) };
    let draft = LetterDraft {
        grounds: vec![String::new()],
        words: "a\u{202e}b".to_owned(),
        sender: long.clone(),
        issuer: long,
    };
    let fields: Vec<_> =
        draft.validate(ItemKind::Toll).unwrap_err().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["words", "senderName", "senderAddress", "issuerName", "issuerAddress", "grounds"]);
}

#[rstest]
#[case::all(|_: &mut LetterDraft| (), true)]
#[case::no_words(|draft: &mut LetterDraft| draft.words.clear(), true)]
#[case::no_grounds(|draft: &mut LetterDraft| draft.grounds.clear(), true)]
#[case::neither(|draft: &mut LetterDraft| (draft.grounds, draft.words) = (vec![], " \n".to_owned()), false)]
#[case::other_reasons_in_words(|draft: &mut LetterDraft| draft.grounds.push("other".to_owned()), true)]
#[case::other_reasons_without_words(
    |draft: &mut LetterDraft| { draft.grounds.push("other".to_owned()); draft.words.clear(); }, false
)]
#[case::no_name(|draft: &mut LetterDraft| draft.sender.name.clear(), false)]
#[case::no_address(|draft: &mut LetterDraft| draft.sender.address.clear(), false)]
#[case::no_issuer(|draft: &mut LetterDraft| draft.issuer.name.clear(), false)]
#[case::no_address_of_the_issuer(|draft: &mut LetterDraft| draft.issuer.address.clear(), false)]
fn a_letter_is_incomplete_without_names_addresses_and_a_reason(
    #[case] change: fn(&mut LetterDraft),
    #[case] is_complete: bool,
) {
    let mut draft = draft();
    change(&mut draft);
    assert_eq!(draft.validate(ItemKind::Ticket).unwrap().is_complete(), is_complete);
}

#[rstest]
#[case::today("2026-11-28", Ok(()))]
#[case::the_items_date("2026-11-01", Ok(()))]
#[case::tomorrow("2026-11-29", Err(SentOnError::Future))]
#[case::before_the_item("2026-10-31", Err(SentOnError::BeforeItem))]
fn the_sent_date_of_a_letter_must_be_between_the_items_date_and_today(
    #[case] day: &str,
    #[case] expected: Result<(), SentOnError>,
) {
    assert_eq!(check_sent_on(date(day), date("2026-11-01"), date("2026-11-28")), expected);
}

fn last_day_to_contest(item: &Situation<'_>) -> Option<LatestDate> {
    ContestDeadline::of(item).latest(item.contest_date_on_notice())
}

fn latest_date(day: &str, basis: DateBasis) -> Option<LatestDate> {
    Some(LatestDate { day: date(day), basis })
}

#[rstest]
#[case::texas(speeding_in(Some(UsState::Texas)), latest_date("2026-12-15", DateBasis::Notice))]
#[case::without_rules(speeding_in(None), latest_date("2026-12-15", DateBasis::Notice))]
#[case::fixed(speeding_in(Some(UsState::Florida)), latest_date("2026-12-01", DateBasis::Fixed))]
#[case::parking_in_chicago(issued_by(ParkingAndCameras, "Chicago"), None)]
#[case::without_a_date(issued_by(Tolls, "I-95 Express"), None)]
fn the_last_day_to_contest_depends_on_the_rules_of_the_place(
    #[case] item: Situation<'_>,
    #[case] expected: Option<LatestDate>,
) {
    assert_eq!(last_day_to_contest(&item), expected);
}

#[rstest]
#[case::california(speeding_in(Some(UsState::California)), Some("form TR-205"), "Send form TR-205")]
#[case::florida(
    speeding_in(Some(UsState::Florida)),
    Some("the affidavit under Traffic Court Rule 6.340"),
    "You can also"
)]
#[case::texas(speeding_in(Some(UsState::Texas)), None, "Plead not guilty in person, by mail")]
#[case::new_york_city(issued_by(ParkingAndCameras, "New York City"), None, "Ask for a hearing online")]
fn a_driver_can_write_a_letter_unless_the_place_requires_its_own_contest_form(
    #[case] item: Situation<'_>,
    #[case] own_form: Option<&str>,
    #[case] step: &str,
) {
    let start = ContestStart::of(&item);
    assert_eq!(start.own_form, own_form);
    assert!(start.steps.iter().any(|text| text.text().starts_with(step)), "{:?}", start.steps);
    let options = options(&item).options;
    let writes = |option: &ItemOption| option.next == NextStep::WriteLetter;
    assert_eq!(options.iter().any(writes), own_form.is_none());
    let records = |option: &ItemOption| option.next == NextStep::RecordForm;
    assert_eq!(options.iter().any(records), own_form.is_some());
    assert_eq!(options.iter().find_map(|option| option.own_form), own_form);
}

#[test]
fn a_ticket_without_rules_for_its_place_has_neither_a_contest_form_nor_contest_steps() {
    assert_eq!(ContestStart::of(&speeding_in(None)), ContestStart::default());
}

#[test]
fn a_letter_and_the_contest_option_have_the_same_last_day() {
    use super::options::build::find;
    use domain::driving_record::options::rule::OptionKind::Contest;
    let court = Situation { court_date: Some(date("2026-12-20")), ..speeding_in(Some(UsState::Texas)) };
    for item in [
        court,
        speeding_in(Some(UsState::California)),
        speeding_in(Some(UsState::Florida)),
        Situation { court_date: Some(date("2026-12-20")), ..speeding_in(Some(UsState::Florida)) },
        issued_by(ParkingAndCameras, "New York City"),
        issued_by(ParkingAndCameras, "Chicago"),
        issued_by(Tolls, "FasTrak"),
    ] {
        assert_eq!(last_day_to_contest(&item), find(&item, Contest).unwrap().latest, "{:?}", item.origin);
    }
}
