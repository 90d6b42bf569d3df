//! Stripe's published test cards, and the validation of card details that a user types.

use chrono::Datelike;

use crate::call::errors::ApiError;

/// The reason for a card's decline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decline {
    pub code: &'static str,
    pub decline_code: Option<&'static str>,
    pub message: &'static str,
}

/// The result of charging a test card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behavior {
    Succeeds,
    Declines(Decline),
    /// Requires 3-D Secure. If the payer passes it, the charge fails with the given decline, or succeeds
    /// if there is none.
    Authenticates(Option<Decline>),
}

/// What happens to a successful payment with a test card later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaterEvent {
    Nothing,
    /// The payment's money is available immediately.
    Available,
    /// A refund stays pending before it succeeds.
    RefundPending,
    /// A refund first succeeds, then fails.
    RefundFails,
    /// The bank disputes the charge for this reason.
    Disputed(&'static str),
    /// The bank opens an inquiry for this reason.
    Inquired(&'static str),
}

/// One of Stripe's published test cards. Requests name the card by a token: `pm_card_` or `tok_`, followed by `name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TestCard {
    pub name: &'static str,
    pub number: &'static str,
    pub behavior: Behavior,
    pub later: LaterEvent,
}

const GENERIC: Decline = Decline {
    code: "card_declined",
    decline_code: Some("generic_decline"),
    message: "Your card was declined.",
};
const INSUFFICIENT: Decline = Decline {
    code: "card_declined",
    decline_code: Some("insufficient_funds"),
    message: "Your card has insufficient funds.",
};
const EXPIRED: Decline =
    Decline { code: "expired_card", decline_code: None, message: "Your card has expired." };
const CVC: Decline =
    Decline { code: "incorrect_cvc", decline_code: None, message: "Your card's security code is incorrect." };
const PROCESSING: Decline = Decline {
    code: "processing_error",
    decline_code: None,
    message: "An error occurred while processing your card. Try again in a little bit.",
};
/// The decline for a number that isn't a published test card.
pub(crate) const NOT_A_TEST_CARD: Decline = Decline {
    code: "card_declined",
    decline_code: Some("test_mode_live_card"),
    message: "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list \
              of valid test cards, visit: https://stripe.com/docs/testing.",
};

/// Creates a decline with the code `card_declined` and this decline code, which is more specific.
const fn declined_for(decline_code: &'static str) -> Decline {
    Decline { code: "card_declined", decline_code: Some(decline_code), message: "Your card was declined." }
}

/// Creates a test card whose payments succeed.
const fn succeeding(name: &'static str, number: &'static str) -> TestCard {
    TestCard { name, number, behavior: Behavior::Succeeds, later: LaterEvent::Nothing }
}

/// Creates a test card whose payments are declined for the reason `why`.
const fn declining(name: &'static str, number: &'static str, why: Decline) -> TestCard {
    TestCard { name, number, behavior: Behavior::Declines(why), later: LaterEvent::Nothing }
}

/// Creates a test card that needs 3-D Secure. After the payer passes it, the card is declined for the
/// reason `then`, or charged if `then` is `None`.
const fn authenticating(name: &'static str, number: &'static str, then: Option<Decline>) -> TestCard {
    TestCard { name, number, behavior: Behavior::Authenticates(then), later: LaterEvent::Nothing }
}

/// Creates a test card whose payment succeeds and is followed by the event `later`, such as a dispute.
const fn followed_by(name: &'static str, number: &'static str, later: LaterEvent) -> TestCard {
    TestCard { name, number, behavior: Behavior::Succeeds, later }
}

/// All test cards. A number with two names is listed twice.
const CARDS: &[TestCard] = &[
    succeeding("visa", "4242424242424242"),
    succeeding("us", "4242424242424242"),
    succeeding("visa_debit", "4000056655665556"),
    succeeding("mastercard", "5555555555554444"),
    succeeding("mastercard_2series", "2223003122003222"),
    succeeding("mastercard_debit", "5200828282828210"),
    succeeding("mastercard_prepaid", "5105105105105100"),
    succeeding("amex", "378282246310005"),
    succeeding("amex_2", "371449635398431"),
    succeeding("discover", "6011111111111117"),
    succeeding("discover_2", "6011000990139424"),
    succeeding("diners", "3056930009020004"),
    succeeding("jcb", "3566002020360505"),
    succeeding("unionpay", "6200000000000005"),
    followed_by("bypassPending", "4000000000000077", LaterEvent::Available),
    declining("chargeDeclined", "4000000000000002", GENERIC),
    declining("visa_chargeDeclined", "4000000000000002", GENERIC),
    declining("chargeDeclinedInsufficientFunds", "4000000000009995", INSUFFICIENT),
    declining("visa_chargeDeclinedInsufficientFunds", "4000000000009995", INSUFFICIENT),
    declining("visa_chargeDeclinedLostCard", "4000000000009987", declined_for("lost_card")),
    declining("visa_chargeDeclinedStolenCard", "4000000000009979", declined_for("stolen_card")),
    declining(
        "visa_chargeDeclinedVelocityLimitExceeded",
        "4000000000006975",
        declined_for("card_velocity_exceeded"),
    ),
    declining("radarBlock", "4100000000000019", declined_for("fraudulent")),
    declining("chargeDeclinedExpiredCard", "4000000000000069", EXPIRED),
    declining("visa_chargeDeclinedExpiredCard", "4000000000000069", EXPIRED),
    declining("chargeDeclinedIncorrectCvc", "4000000000000127", CVC),
    declining("visa_chargeDeclinedIncorrectCvc", "4000000000000127", CVC),
    declining("chargeDeclinedProcessingError", "4000000000000119", PROCESSING),
    declining("visa_chargeDeclinedProcessingError", "4000000000000119", PROCESSING),
    authenticating("authenticationRequiredOnSetup", "4000002500003155", None),
    authenticating("authenticationRequired", "4000002760003184", None),
    authenticating("threeDSecure2Required", "4000000000003220", None),
    authenticating("threeDSecureRequired", "4000000000003063", None),
    authenticating("threeDSecureRequiredChargeDeclined", "4000008400001629", Some(GENERIC)),
    authenticating(
        "authenticationRequiredChargeDeclinedInsufficientFunds",
        "4000008260003178",
        Some(INSUFFICIENT),
    ),
    followed_by("pendingRefund", "4000000000007726", LaterEvent::RefundPending),
    followed_by("refundFail", "4000000000005126", LaterEvent::RefundFails),
    followed_by("createDispute", "4000000000000259", LaterEvent::Disputed("fraudulent")),
    followed_by(
        "createDisputeProductNotReceived",
        "4000000000002685",
        LaterEvent::Disputed("product_not_received"),
    ),
    followed_by("createDisputeInquiry", "4000000000001976", LaterEvent::Inquired("fraudulent")),
];

impl TestCard {
    /// Returns the card of a token such as `pm_card_visa` or `tok_visa`; `None` if the token names no test card.
    pub(crate) fn by_token(token: &str) -> Option<&'static Self> {
        let name = token.strip_prefix("pm_card_").or_else(|| token.strip_prefix("tok_"))?;
        Self::by_name(name)
    }

    pub(crate) fn by_name(name: &str) -> Option<&'static Self> {
        CARDS.iter().find(|card| card.name == name)
    }

    pub(crate) fn by_number(number: &str) -> Option<&'static Self> {
        CARDS.iter().find(|card| card.number == number)
    }

    pub(crate) fn brand(&self) -> &'static str {
        brand_of(self.number)
    }

    /// Returns whether the card is a `debit`, `prepaid` or `credit` card.
    pub(crate) fn funding(&self) -> &'static str {
        if self.name.ends_with("debit") {
            "debit"
        } else if self.name.ends_with("prepaid") {
            "prepaid"
        } else {
            "credit"
        }
    }
}

/// Returns the brand of a card number by its first digits, or `unknown`.
pub(crate) fn brand_of(number: &str) -> &'static str {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| number.starts_with(prefix));
    if starts(&["4"]) {
        "visa"
    } else if starts(&["34", "37"]) {
        "amex"
    } else if starts(&["62"]) {
        "unionpay"
    } else if starts(&["6011", "65"]) {
        "discover"
    } else if starts(&["30", "36", "38"]) {
        "diners"
    } else if starts(&["35"]) {
        "jcb"
    } else if starts(&["5", "2"]) {
        "mastercard"
    } else {
        "unknown"
    }
}

/// Returns the last four digits of a card number.
pub(crate) fn last4(number: &str) -> String {
    number.get(number.len().saturating_sub(4)..).unwrap_or_default().to_owned()
}

/// The details of a card, without its security code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypedCard {
    pub number: String,
    pub exp_month: i64,
    pub exp_year: i64,
}

/// Validates card details that a user typed, as Stripe does before it creates a payment method. `month` and `year` are
/// the expiration date, and `cvc` is the security code, if given. `now` is in seconds since 1970.
pub(crate) fn check_card(
    number: &str,
    month: &str,
    year: &str,
    cvc: Option<&str>,
    now: i64,
) -> Result<TypedCard, ApiError> {
    let refuse =
        |code: &'static str, param: &str, message: &str| Err(ApiError::card(code, message).param(param));
    let number: String = number.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return refuse("invalid_number", "number", "The card number is not a valid credit card number.");
    }
    if !(12..=19).contains(&number.len()) || !has_valid_check_digit(&number) {
        return refuse("incorrect_number", "number", "Your card number is incorrect.");
    }
    let Some(exp_month) = month.parse::<i64>().ok().filter(|month| (1..=12).contains(month)) else {
        return refuse("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
    };
    let Some(exp_year) = year.parse::<i64>().ok().map(|year| if year < 100 { 2000 + year } else { year })
    else {
        return refuse("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
    };
    let today = chrono::DateTime::from_timestamp(now, 0).unwrap_or_default();
    let (this_year, this_month) = (i64::from(today.year()), i64::from(today.month()));
    if exp_year > this_year + 50 || (exp_year, exp_month) < (this_year, this_month) {
        return refuse("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
    }
    let digits = if brand_of(&number) == "amex" { 4..=4 } else { 3..=3 };
    if cvc.is_some_and(|cvc| !digits.contains(&cvc.len()) || !cvc.bytes().all(|byte| byte.is_ascii_digit())) {
        return refuse("invalid_cvc", "cvc", "Your card's security code is invalid.");
    }
    Ok(TypedCard { number, exp_month, exp_year })
}

/// Returns whether the last digit of a card number is its correct check digit by the Luhn algorithm.
fn has_valid_check_digit(number: &str) -> bool {
    let sum: u32 = number
        .chars()
        .rev()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(position, digit)| match (position % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUNE_2026: i64 = 1_781_000_000;

    /// Returns the error code for these card details; `None` if they are valid.
    fn code(number: &str, month: &str, year: &str, cvc: &str) -> Option<&'static str> {
        check_card(number, month, year, Some(cvc), JUNE_2026).err().and_then(|error| error.code)
    }

    #[test]
    fn every_test_card_number_is_valid() {
        for card in CARDS {
            assert!(has_valid_check_digit(card.number), "{}", card.name);
            assert_ne!(card.brand(), "unknown", "{}", card.name);
        }
    }

    #[test]
    fn an_invalid_number_expiration_date_or_security_code_is_refused() {
        let cases = [
            ("4242 4242 4242 4242", "12", "34", "123", None),
            ("378282246310005", "12", "2034", "1234", None),
            ("4242424242424241", "12", "34", "123", Some("incorrect_number")),
            ("4242", "12", "34", "123", Some("incorrect_number")),
            ("4242x", "12", "34", "123", Some("invalid_number")),
            ("4242424242424242", "13", "34", "123", Some("invalid_expiry_month")),
            ("4242424242424242", "05", "26", "123", Some("invalid_expiry_year")),
            ("4242424242424242", "06", "26", "123", None),
            ("4242424242424242", "12", "99", "123", Some("invalid_expiry_year")),
            ("4242424242424242", "12", "34", "12", Some("invalid_cvc")),
            ("378282246310005", "12", "34", "123", Some("invalid_cvc")),
        ];
        for (number, month, year, cvc, expected) in cases {
            assert_eq!(code(number, month, year, cvc), expected, "{number} {month}/{year} {cvc}");
        }
    }

    #[test]
    fn a_test_card_is_found_by_its_token_and_by_its_number() {
        assert_eq!(TestCard::by_token("pm_card_visa"), TestCard::by_number("4242424242424242"));
        assert_eq!(TestCard::by_token("tok_visa"), TestCard::by_token("pm_card_visa"));
        assert!(TestCard::by_token("pm_card_nonesuch").is_none());
    }
}
