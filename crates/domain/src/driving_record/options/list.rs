//! Chooses and orders the options of an item (docs/product/options.md#which-options-show).

use chrono::{Days, NaiveDate};

use crate::driving_record::fine::lawyer_price;
use crate::driving_record::options::rule::{
    Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Rule,
};
use crate::driving_record::options::situation::{NoRulesReason, Situation};
use crate::driving_record::options::violation::Nature;
use crate::driving_record::standing::Standing;
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Whether the driver can still choose an option. The web page lists options in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fit {
    /// According to the stored data, the driver can choose the option.
    Fits,
    /// The driver may be able to choose the option. The stored data isn't enough to know, or the court decides.
    AskFirst,
    /// The latest date of the option has passed.
    Passed,
}

stored_words!(Fit { Fits => "fits", AskFirst => "ask_first", Passed => "passed", });

/// Where an option's latest date comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateBasis {
    /// The date is on the issuer's notice.
    Notice,
    /// Lanewise counted the date from the item's date, by the rule for the option. A date on the issuer's
    /// notice would take precedence.
    Computed,
    /// Lanewise counted the date from the item's date, by the rule for the option. Only an earlier date on the
    /// issuer's notice would take precedence.
    Fixed,
}

stored_words!(DateBasis { Notice => "notice", Computed => "computed", Fixed => "fixed", });

/// The screen that an option's button opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NextStep {
    /// The payment of the item.
    Pay,
    /// The page that offers to hire a lawyer.
    HireLawyer,
    /// The case of the lawyer who works on the ticket.
    YourLawyer,
    /// The questions for drivers who can't pay now.
    CantPay,
    /// The letter that contests the item, for the driver to write.
    WriteLetter,
    /// The page on which the driver records that they sent the issuer's own form.
    RecordForm,
    /// The letter that the driver sent. If the driver sent the issuer's own form instead, the page that shows
    /// when it was sent.
    SeeLetter,
    /// The Help page.
    Help,
    /// No screen yet, because the driver can't pay the item before staff have confirmed it.
    AfterCheck,
}

stored_words!(NextStep {
    Pay => "pay",
    HireLawyer => "hire_lawyer",
    YourLawyer => "your_lawyer",
    CantPay => "cant_pay",
    WriteLetter => "write_letter",
    RecordForm => "record_form",
    SeeLetter => "see_letter",
    Help => "help",
    AfterCheck => "after_check",
});

/// The latest date of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatestDate {
    /// The last day on which the driver can choose the option.
    pub day: NaiveDate,
    /// Where `day` comes from.
    pub basis: DateBasis,
}

impl LatestDate {
    /// Returns the date on the issuer's notice or, without one, the day counted from the item's
    /// date. `None` if both dates are unknown.
    pub fn of(on_notice: Option<NaiveDate>, counted: Option<NaiveDate>) -> Option<Self> {
        on_notice
            .map(|day| Self { day, basis: DateBasis::Notice })
            .or_else(|| counted.map(|day| Self { day, basis: DateBasis::Computed }))
    }

    /// Returns the date on the issuer's notice if it isn't later than the day counted from the item's date.
    /// Otherwise returns the counted day.
    pub fn earlier_of(on_notice: Option<NaiveDate>, counted: NaiveDate) -> Self {
        match on_notice {
            Some(day) if day <= counted => Self { day, basis: DateBasis::Notice },
            _ => Self { day: counted, basis: DateBasis::Fixed },
        }
    }
}

impl Deadline {
    /// Returns an option's latest date; `None` if no single date is known. `date` is the item's date, and
    /// `on_notice` the date on the issuer's notice.
    pub fn latest(self, date: NaiveDate, on_notice: Option<NaiveDate>) -> Option<LatestDate> {
        let counted = match self {
            Self::Stated => return None,
            Self::Notice => None,
            Self::NoticeOr(days) => date.checked_add_days(Days::new(days)),
            Self::Within(days) => {
                let counted = date.checked_add_days(Days::new(days))?;
                return Some(LatestDate::earlier_of(on_notice, counted));
            }
        };
        LatestDate::of(on_notice, counted)
    }
}

/// One thing that a driver can do about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemOption {
    /// What the driver does, such as paying or contesting.
    pub kind: OptionKind,
    /// The title that the state, city or toll operator gives the option; `None` if the web page's title
    /// for this kind applies.
    pub name: Option<&'static str>,
    /// Whether the driver can still choose the option.
    pub fit: Fit,
    /// The latest date for choosing the option; `None` if no single date is known.
    pub latest: Option<LatestDate>,
    /// Amount due immediately; `None` if unknown.
    pub cost_now: Option<Money>,
    /// Total amount; `None` if unknown.
    pub cost_total: Option<Money>,
    /// Points that the option adds to the license; `None` if unknown or none.
    pub points: Option<i32>,
    /// Name of the paper form that the state, city or toll operator requires instead of a letter; `None` if
    /// no form is required.
    pub own_form: Option<&'static str>,
    /// Sourced texts about the option.
    pub facts: &'static [Fact],
    /// The screen that the option's button opens.
    pub next: NextStep,
}

/// The options of an item, in the order in which the web page lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemOptions {
    /// The state, city or toll operator whose rules apply; `None` if no rules apply to the item.
    pub place: Option<&'static Place>,
    /// Why no rules apply; `None` if rules apply, or if Lanewise has none for the item's state,
    /// city or toll operator.
    pub no_rules: Option<NoRulesReason>,
    /// The options. Empty if the driver has nothing left to decide.
    pub options: Vec<ItemOption>,
}

/// Creates a rule that applies to every item whose state, city or toll operator has no rule for this kind of option.
const fn rule_for_all_places(kind: OptionKind, deadline: Deadline) -> Rule {
    Rule { kind, name: None, needs: &[], deadline, letter: LetterRule::NotTaken, facts: &[] }
}

/// Options of every item. A rule of the item's state, city or toll operator replaces the option of the same kind.
const EVERYWHERE: &[Rule] = &[
    rule_for_all_places(OptionKind::Pay, Deadline::Notice),
    rule_for_all_places(OptionKind::Lawyer, Deadline::Stated),
    rule_for_all_places(OptionKind::CantPay, Deadline::Notice),
    rule_for_all_places(OptionKind::Ask, Deadline::Notice),
];

/// Returns the options of an item today, ordered by [`Fit`] and then by kind. The list is empty
/// unless the item is due, staff are checking it, or its lawyer's case is open.
pub fn options_of(item: &Situation<'_>, today: NaiveDate) -> ItemOptions {
    let (place, no_rules) = (item.place(), item.no_rules_reason());
    if !matches!(item.item_standing.standing, Standing::Due | Standing::WithLawyer | Standing::BeingChecked) {
        return ItemOptions { place, no_rules, options: vec![] };
    }
    let own = place.map_or(&[][..], |place| place.options);
    let is_replaced = |rule: &&Rule| own.iter().any(|of_place| of_place.kind == rule.kind);
    let rules = own.iter().chain(EVERYWHERE.iter().filter(|rule| !is_replaced(rule)));
    let mut options: Vec<ItemOption> = rules.filter_map(|rule| build_option(rule, item, today)).collect();
    if place.is_some_and(|place| !place.has_points) {
        options.iter_mut().for_each(|option| option.points = None);
    }
    options.sort_by_key(|option| (option.fit, option.kind));
    ItemOptions { place, no_rules, options }
}

/// Whether an item meets a condition of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ConditionResult {
    Yes,
    /// The stored data isn't enough to know, or the court may make an exception.
    AskFirst,
    No,
}

impl OptionCondition {
    /// Returns whether the item meets the condition.
    fn evaluate(self, item: &Situation<'_>) -> ConditionResult {
        match (self, item.nature) {
            (Self::Moving, Nature::Moving) | (Self::Correctable, Nature::Correctable) => ConditionResult::Yes,
            (Self::Moving | Self::Correctable, Nature::Unclear) => ConditionResult::AskFirst,
            (Self::Moving | Self::Correctable, _) => ConditionResult::No,
            (Self::PointsAtMost(most), _) if item.points > most => ConditionResult::AskFirst,
            (Self::Unrecorded, _) => ConditionResult::AskFirst,
            (Self::NoAppearance, _) if item.is_court_required => ConditionResult::AskFirst,
            (Self::PointsAtMost(_) | Self::NoAppearance, _) => ConditionResult::Yes,
        }
    }
}

/// Whether drivers can choose options of this kind even after the latest date.
const fn is_allowed_after_deadline(kind: OptionKind) -> bool {
    matches!(kind, OptionKind::Pay | OptionKind::Lawyer | OptionKind::CantPay | OptionKind::Ask)
}

/// Returns the option that a rule offers for an item; `None` if the rule doesn't apply.
fn build_option(rule: &Rule, item: &Situation<'_>, today: NaiveDate) -> Option<ItemOption> {
    let is_with_lawyer = item.item_standing.standing == Standing::WithLawyer;
    let is_offered = match rule.kind {
        OptionKind::Pay | OptionKind::Ask => true,
        OptionKind::CantPay => !is_with_lawyer,
        OptionKind::Lawyer => item.is_ticket && (is_with_lawyer || item.item_standing.may_hire_lawyer),
        // Options such as contesting aren't offered while the ticket's case is open, or after the
        // case was decided or closed.
        _ => !is_with_lawyer && !item.is_decided,
    };
    let met = rule.needs.iter().map(|need| need.evaluate(item)).max().unwrap_or(ConditionResult::Yes);
    if !is_offered || met == ConditionResult::No {
        return None;
    }
    let is_sent = rule.kind == OptionKind::Contest && item.has_sent_letter;
    let latest = latest_date(rule, item).filter(|_| !is_sent);
    let fit = match (met, latest) {
        _ if is_sent || is_allowed_after_deadline(rule.kind) => Fit::Fits,
        // A `Computed` date that has passed doesn't end the option, because the issuer may have
        // mailed the notice after the item's date.
        (_, Some(latest)) if latest.day < today && latest.basis != DateBasis::Computed => Fit::Passed,
        (_, Some(latest)) if latest.day < today => Fit::AskFirst,
        (ConditionResult::AskFirst, _) => Fit::AskFirst,
        _ => Fit::Fits,
    };
    let pays = (rule.kind == OptionKind::Pay).then_some(item.fine);
    let hires = (rule.kind == OptionKind::Lawyer && !is_with_lawyer).then(|| lawyer_price(item.fine));
    Some(ItemOption {
        kind: rule.kind,
        name: rule.name,
        fit,
        latest,
        cost_now: pays.or(hires),
        cost_total: pays,
        points: Some(item.points).filter(|points| rule.kind == OptionKind::Pay && *points > 0),
        own_form: rule.letter.own_form(),
        facts: rule.facts,
        next: match rule.kind {
            OptionKind::Pay if item.item_standing.may_pay => NextStep::Pay,
            OptionKind::Pay if item.item_standing.standing == Standing::BeingChecked => NextStep::AfterCheck,
            OptionKind::Lawyer if is_with_lawyer => NextStep::YourLawyer,
            OptionKind::Lawyer => NextStep::HireLawyer,
            OptionKind::CantPay => NextStep::CantPay,
            OptionKind::Contest if is_sent => NextStep::SeeLetter,
            OptionKind::Contest if rule.letter == LetterRule::Taken => NextStep::WriteLetter,
            OptionKind::Contest if rule.letter.own_form().is_some() => NextStep::RecordForm,
            _ => NextStep::Help,
        },
    })
}

/// Returns the latest date for choosing an option, by the rule's [`Deadline`]. The date on the
/// issuer's notice is the due date or, without one, the court date. For contesting, the date on the
/// notice is the later of the due date and the court date.
fn latest_date(rule: &Rule, item: &Situation<'_>) -> Option<LatestDate> {
    if rule.kind == OptionKind::Contest {
        return contest_deadline(rule, item).latest(item.date, item.contest_date_on_notice());
    }
    rule.deadline.latest(item.date, item.notice_date.or(item.court_date))
}

/// Returns how the last day to contest is determined. For a ticket with a court date, the dates on the issuer's
/// notice apply instead of a fixed number of days. The driver already has a hearing and needn't ask for one.
pub fn contest_deadline(rule: &Rule, item: &Situation<'_>) -> Deadline {
    match rule.deadline {
        Deadline::Within(_) if item.court_date.is_some() => Deadline::Notice,
        deadline => deadline,
    }
}
