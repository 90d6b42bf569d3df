//! Meanings of drivers' replies by text.

use domain::notices::notice::{NoticeStatus, code_of};
use domain::notices::reply::Meaning;
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case("STOP", Meaning::Stop)]
#[case(" stop. ", Meaning::Stop)]
#[case("Stop all", Meaning::Stop)]
#[case("STOPALL", Meaning::Stop)]
#[case("unsubscribe", Meaning::Stop)]
#[case("Cancel", Meaning::Stop)]
#[case("END", Meaning::Stop)]
#[case("quit!", Meaning::Stop)]
#[case("revoke", Meaning::Stop)]
#[case("opt-out", Meaning::Stop)]
#[case("OPTOUT", Meaning::Stop)]
#[case("\"stop\"", Meaning::Stop)]
#[case("ALTO", Meaning::Stop)]
#[case("pare!", Meaning::Stop)]
#[case("Basta.", Meaning::Stop)]
#[case("NO MAS", Meaning::Stop)]
#[case("no m\u{e1}s", Meaning::Stop)]
#[case("NO M\u{c1}S", Meaning::Stop)]
#[case("no ma\u{301}s", Meaning::Stop)]
#[case("START", Meaning::Start)]
#[case("unstop", Meaning::Start)]
#[case("Yes", Meaning::Start)]
#[case("help", Meaning::Help)]
#[case("INFO?", Meaning::Help)]
#[case("1", Meaning::Confirmed)]
#[case("1.", Meaning::Confirmed)]
#[case("I can't come", Meaning::CannotCome)]
#[case("i can\u{2019}t make it tuesday", Meaning::CannotCome)]
#[case("cannot be there, please reschedule", Meaning::CannotCome)]
#[case("can not make it", Meaning::CannotCome)]
#[case("I can not come", Meaning::CannotCome)]
#[case("please remove my number", Meaning::MayMeanStop)]
#[case("STOPP", Meaning::MayMeanStop)]
#[case("un stop", Meaning::MayMeanStop)]
#[case("no mas mensajes", Meaning::MayMeanStop)]
#[case("I can nothing about it", Meaning::Other)]
#[case("please stop texting me", Meaning::MayMeanStop)]
#[case("Stop it!", Meaning::MayMeanStop)]
#[case("WRONG NUMBER", Meaning::MayMeanStop)]
#[case("don't text me again", Meaning::MayMeanStop)]
#[case("I paid that already", Meaning::Other)]
#[case("11", Meaning::Other)]
#[case("", Meaning::Other)]
#[case("I stopped at the light", Meaning::Other)]
#[case("by the end of the day", Meaning::Other)]
fn a_reply_has_the_expected_meaning(#[case] text: &str, #[case] expected: Meaning) {
    assert_eq!(Meaning::of(text), expected);
}

#[test]
fn a_final_notice_status_cannot_change() {
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
    /// Any reply is parsed, and a stop in any form is at least treated as a possible stop.
    #[test]
    fn a_stop_is_never_read_as_another_meaning(before in "[ .!\"'\n]{0,4}", after in "[ .!\"'\n]{0,4}", any in ".{0,40}") {
        prop_assert_eq!(Meaning::of(&format!("{before}sToP{after}")), Meaning::Stop);
        let meant = Meaning::of(&format!("{any} stop"));
        prop_assert!(matches!(meant, Meaning::Stop | Meaning::MayMeanStop | Meaning::CannotCome));
    }

    #[test]
    fn a_confirmation_code_has_six_digits(bytes in any::<[u8; 10]>()) {
        let code = code_of(bytes);
        prop_assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()));
    }
}
