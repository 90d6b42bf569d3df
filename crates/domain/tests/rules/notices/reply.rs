//! Tests of the meanings of drivers' replies by text.

use domain::notices::notice::{NoticeStatus, code_from_bytes};
use domain::notices::reply::ReplyMeaning;
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case("STOP", ReplyMeaning::Stop)]
#[case(" stop. ", ReplyMeaning::Stop)]
#[case("Stop all", ReplyMeaning::Stop)]
#[case("STOPALL", ReplyMeaning::Stop)]
#[case("unsubscribe", ReplyMeaning::Stop)]
#[case("Cancel", ReplyMeaning::Stop)]
#[case("END", ReplyMeaning::Stop)]
#[case("quit!", ReplyMeaning::Stop)]
#[case("revoke", ReplyMeaning::Stop)]
#[case("opt-out", ReplyMeaning::Stop)]
#[case("OPTOUT", ReplyMeaning::Stop)]
#[case("\"stop\"", ReplyMeaning::Stop)]
#[case("ALTO", ReplyMeaning::Stop)]
#[case("pare!", ReplyMeaning::Stop)]
#[case("Basta.", ReplyMeaning::Stop)]
#[case("NO MAS", ReplyMeaning::Stop)]
#[case("no m\u{e1}s", ReplyMeaning::Stop)]
#[case("NO M\u{c1}S", ReplyMeaning::Stop)]
#[case("no ma\u{301}s", ReplyMeaning::Stop)]
#[case("START", ReplyMeaning::Start)]
#[case("unstop", ReplyMeaning::Start)]
#[case("Yes", ReplyMeaning::Start)]
#[case("help", ReplyMeaning::Help)]
#[case("INFO?", ReplyMeaning::Help)]
#[case("1", ReplyMeaning::Confirmed)]
#[case("1.", ReplyMeaning::Confirmed)]
#[case("I can't come", ReplyMeaning::CannotCome)]
#[case("i can\u{2019}t make it tuesday", ReplyMeaning::CannotCome)]
#[case("cannot be there, please reschedule", ReplyMeaning::CannotCome)]
#[case("can not make it", ReplyMeaning::CannotCome)]
#[case("I can not come", ReplyMeaning::CannotCome)]
#[case("please remove my number", ReplyMeaning::MayMeanStop)]
#[case("STOPP", ReplyMeaning::MayMeanStop)]
#[case("un stop", ReplyMeaning::MayMeanStop)]
#[case("no mas mensajes", ReplyMeaning::MayMeanStop)]
#[case("I can nothing about it", ReplyMeaning::Other)]
#[case("please stop texting me", ReplyMeaning::MayMeanStop)]
#[case("Stop it!", ReplyMeaning::MayMeanStop)]
#[case("WRONG NUMBER", ReplyMeaning::MayMeanStop)]
#[case("don't text me again", ReplyMeaning::MayMeanStop)]
#[case("I paid that already", ReplyMeaning::Other)]
#[case("11", ReplyMeaning::Other)]
#[case("", ReplyMeaning::Other)]
#[case("I stopped at the light", ReplyMeaning::Other)]
#[case("by the end of the day", ReplyMeaning::Other)]
fn the_words_of_a_text_reply_determine_whether_it_means_stop_start_help_or_a_confirmation(
    #[case] text: &str,
    #[case] expected: ReplyMeaning,
) {
    assert_eq!(ReplyMeaning::of(text), expected);
}

#[test]
fn a_notices_status_changes_only_as_allowed() {
    use NoticeStatus::{Delivered, Failed, Planned, Sending, Sent, Skipped};
    for from in NoticeStatus::ALL {
        for to in NoticeStatus::ALL {
            let may = matches!((from, to), (Sending, Sent | Delivered | Failed) | (Sent, Delivered | Failed));
            assert_eq!(from.may_become(*to), may, "{from} to {to}");
        }
        assert!(!Delivered.may_become(*from) && !Failed.may_become(*from) && !Skipped.may_become(*from));
        assert!(!Planned.may_become(*from));
    }
}

proptest! {
    #[test]
    fn a_text_reply_that_ends_with_the_word_stop_means_stop_or_is_left_to_staff(
        before in "[ .!\"'\n]{0,4}",
        after in "[ .!\"'\n]{0,4}",
        any in ".{0,40}",
    ) {
        prop_assert_eq!(ReplyMeaning::of(&format!("{before}sToP{after}")), ReplyMeaning::Stop);
        let meaning = ReplyMeaning::of(&format!("{any} stop"));
        prop_assert!(matches!(meaning, ReplyMeaning::Stop | ReplyMeaning::MayMeanStop | ReplyMeaning::CannotCome));
    }

    #[test]
    fn a_confirmation_code_has_six_digits(bytes in any::<[u8; 10]>()) {
        let code = code_from_bytes(bytes);
        prop_assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()));
    }
}
