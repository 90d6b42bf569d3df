//! The rules of a state, city or toll operator: the options that it gives drivers, their conditions, and sourced
//! texts about the options.

use crate::driving_record::options::sourced_text::{AsOf, SourcedText};
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// A kind of thing that a driver can do about an item. The web page lists options with the same
/// [`Fit`](crate::driving_record::options::list::Fit) in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptionKind {
    /// Pays the fine.
    Pay,
    /// Hires a lawyer through Lanewise.
    Lawyer,
    /// Contests the item without a lawyer.
    Contest,
    /// Asks for a lower fine, a lighter outcome or more time.
    LowerFine,
    /// Takes a driving course.
    TrafficSchool,
    /// Proves that the cause of the ticket is corrected.
    Correction,
    /// Pays in parts.
    Installments,
    /// Asks for help because the driver can't pay now: from Lanewise's staff, or from the court, city or toll operator.
    CantPay,
    /// Asks the court or Lanewise's support for advice.
    Ask,
}

stored_words!(OptionKind {
    Pay => "pay",
    Lawyer => "lawyer",
    Contest => "contest",
    LowerFine => "lower_fine",
    TrafficSchool => "traffic_school",
    Correction => "correction",
    Installments => "installments",
    CantPay => "cant_pay",
    Ask => "ask",
});

/// The topic of a sourced text about an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What the option is.
    Meaning,
    /// Who may choose the option.
    Who,
    /// The latest date for choosing the option.
    Deadline,
    /// The amount due immediately.
    CostNow,
    /// The total amount.
    CostTotal,
    /// Points on the license, and for how long they count.
    Points,
    /// What the driver gives up.
    GivesUp,
    /// How long the option takes.
    Duration,
    /// What happens after the driver chose the option.
    Outcome,
    /// How to start with the option.
    NextStep,
}

stored_words!(Topic {
    Meaning => "meaning",
    Who => "who",
    Deadline => "deadline",
    CostNow => "cost_now",
    CostTotal => "cost_total",
    Points => "points",
    GivesUp => "gives_up",
    Duration => "duration",
    Outcome => "outcome",
    NextStep => "next_step",
});

/// A sourced text about one topic of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Topic of the sourced text.
    pub topic: Topic,
    /// The text, with its source.
    pub sourced_text: SourcedText,
}

impl AsOf {
    /// Creates a fact that a statute, a rule or an official page states, for the constants in `places`.
    pub(super) const fn shown(self, topic: Topic, text: &'static str, source: &'static str) -> Fact {
        Fact { topic, sourced_text: self.shown_text(text, source) }
    }

    /// Creates a fact that only secondary sources state, for the constants in `places`.
    pub(super) const fn check_with_court(
        self,
        topic: Topic,
        text: &'static str,
        source: &'static str,
    ) -> Fact {
        Fact { topic, sourced_text: self.check_with_court_text(text, source) }
    }
}

/// How the latest date for choosing an option is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// The date on the issuer's notice. If the notice has no date, the latest date is unknown.
    Notice,
    /// The date on the issuer's notice. If the notice has no date, this many days after the item's date.
    NoticeOr(u64),
    /// This many days after the item's date, or an earlier date on the issuer's notice. A later date on the
    /// notice is the last day to pay, not the last day to choose.
    Within(u64),
    /// No single date is known. The option's facts may state several dates, or none if the option has no deadline.
    Stated,
}

/// Whether a driver can start an option with a letter of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterRule {
    /// The court, agency or toll operator accepts letters, or no source rules letters out.
    Taken,
    /// On paper, the court, agency or toll operator accepts only its own form, which has this name.
    OwnForm(&'static str),
    /// The driver can't start the option with a letter.
    NotTaken,
}

impl LetterRule {
    /// Returns the name of the paper form that the court or agency requires; `None` if no form is required.
    pub const fn own_form(self) -> Option<&'static str> {
        match self {
            Self::OwnForm(form) => Some(form),
            Self::Taken | Self::NotTaken => None,
        }
    }
}

/// A condition for choosing an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionCondition {
    /// The violation is a moving violation, such as speeding.
    Moving,
    /// The cause of the ticket can be corrected.
    Correctable,
    /// The ticket has at most this many points.
    PointsAtMost(i32),
    /// No court appearance is required.
    NoAppearance,
    /// A condition that Lanewise has no data about, such as a judgment or the driver's income.
    Unrecorded,
}

/// An option that a state, city or toll operator gives drivers, with its conditions and sourced texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What the driver does, such as paying or contesting.
    pub kind: OptionKind,
    /// The title that the state, city or toll operator gives the option; `None` if the web page's title
    /// for this kind applies.
    pub name: Option<&'static str>,
    /// Conditions that the item must meet.
    pub needs: &'static [OptionCondition],
    /// How the latest date for choosing the option is determined.
    pub deadline: Deadline,
    /// Whether the driver can start the option with a letter.
    pub letter: LetterRule,
    /// Sourced texts about the option.
    pub facts: &'static [Fact],
}

/// Which citations the rules of a state, city or toll operator are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoveredCitations {
    /// Traffic tickets that an officer wrote.
    Traffic,
    /// Parking tickets and camera violations.
    ParkingAndCameras,
    /// Charges of toll roads.
    Tolls,
}

/// How Lanewise recognizes the items of a state, city or toll operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// Matches items by the state of the court or authority.
    State(UsState),
    /// Matches items of this state that have a known court or county. Without these, an item may belong to a
    /// city with other rules, even if the state's police issued the item.
    StateOfKnownCourt(UsState),
    /// Matches items by the whole name of the court, issuer or toll road, by words in the name, or
    /// by the court's county.
    Issuer {
        /// Whole names, in any case and punctuation.
        names: &'static [&'static str],
        /// Phrases that identify the place wherever they occur in a name, ignoring case and punctuation.
        words: &'static [&'static str],
        /// Counties of the state whose courts belong to the place.
        counties: &'static [&'static str],
        /// State of the place. Items of another state don't match, but items whose state is unknown can.
        state: UsState,
    },
}

/// A state, city or toll operator with its own rules for traffic tickets, parking tickets or tolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The place's name, as the heading of its rules.
    pub name: &'static str,
    /// The tickets or tolls that the rules are about, as in "These are the rules for …".
    pub covers: &'static str,
    /// The court or agency that decides about the place's citations, as the subject of a sentence.
    pub authority: &'static str,
    /// Citations to which the place's rules apply.
    pub citations: CoveredCitations,
    /// How Lanewise recognizes the place's items.
    pub recognition: Recognition,
    /// The words that the place uses for the notice, its amount, and the pleas or answers that
    /// the driver can give.
    pub terms: SourcedText,
    /// Whether the place puts points on licenses. If not, the options show no points, even if the ticket has some.
    pub has_points: bool,
    /// The legal effect of paying in this place, shown in the plea step; `None` if no source states one.
    pub paying: Option<SourcedText>,
    /// The consequences if the driver does nothing.
    pub if_ignored: &'static [SourcedText],
    /// Options of the place.
    pub options: &'static [Rule],
}

impl Place {
    /// Returns all sourced texts about the place. A text about an option is returned with the option's rule
    /// and the text's topic, and any other text with `None`.
    pub fn sourced_texts(
        &self,
    ) -> impl Iterator<Item = (Option<(&'static Rule, Topic)>, SourcedText)> + use<> {
        let about_place = [self.terms].into_iter().chain(self.paying).chain(self.if_ignored.iter().copied());
        let about_options =
            self.options.iter().flat_map(|rule| rule.facts.iter().map(move |fact| (rule, *fact)));
        (about_place.map(|sourced_text| (None, sourced_text)))
            .chain(about_options.map(|(rule, fact)| (Some((rule, fact.topic)), fact.sourced_text)))
    }
}
