//! Tests of the limits for messages to an unconfirmed address or number
//! (docs/product/notices.md#unconfirmed-addresses).

use domain::notices::notice::Channel;
use domain::notices::unconfirmed::{UnconfirmedSendCounts, mailbox};
use rstest::rstest;

#[rstest]
#[case::none(0, 0, 0, true, true)]
#[case::one_left(4, 19, 199, true, true)]
#[case::five_in_an_hour(5, 5, 5, false, false)]
#[case::twenty_in_a_day(0, 20, 0, false, false)]
#[case::two_hundred_texts_in_an_hour(0, 0, 200, true, false)]
#[case::more_than_the_limit(9, 99, 999, false, false)]
fn an_unconfirmed_recipient_gets_another_message_only_below_every_limit(
    #[case] last_hour: i64,
    #[case] last_day: i64,
    #[case] texts_last_hour: i64,
    #[case] email: bool,
    #[case] text: bool,
) {
    let sent = UnconfirmedSendCounts { last_hour, last_day, texts_last_hour };
    assert_eq!(sent.allows_another(Channel::Mail), email, "email after {sent:?}");
    assert_eq!(sent.allows_another(Channel::Text), text, "text after {sent:?}");
}

#[rstest]
#[case("dana@example.com", "dana@example.com")]
#[case("Dana@EXAMPLE.com", "dana@example.com")]
#[case("dana+one@example.com", "dana@example.com")]
#[case("dana+one+two@example.com", "dana@example.com")]
#[case("+one@example.com", "+one@example.com")]
#[case("da.na@example.com", "da.na@example.com")]
#[case("D.a.n.a+x@Gmail.com", "dana@gmail.com")]
#[case("da.na@googlemail.com", "dana@gmail.com")]
#[case("dana@notgmail.com", "dana@notgmail.com")]
#[case("no address", "no address")]
fn different_spellings_of_one_mailbox_are_normalized_to_one_address(
    #[case] address: &str,
    #[case] expected: &str,
) {
    assert_eq!(mailbox(address), expected);
}
