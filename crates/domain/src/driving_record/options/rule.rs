//! The rules of a place: its options, their conditions, and sourced texts about them.

use crate::driving_record::options::sourced_text::{AsOf, Mark, SourcedText, sourced_text};
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// What a driver can do about an item, in the order of the page.
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
    /// Asks for the place's plan, or for help from Lanewise's staff, because the driver can't pay now.
    CantPay,
    /// Asks the court or Lanewise's support.
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
    /// Who may choose it.
    Who,
    /// By when to choose it.
    Deadline,
    /// Amount due immediately.
    CostNow,
    /// Total amount.
    CostTotal,
    /// Points on the license, and for how long.
    Points,
    /// What the driver gives up.
    GivesUp,
    /// How long it takes.
    Duration,
    /// What follows.
    Outcome,
    /// How to start.
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
    /// The sourced_text, with its source.
    pub sourced_text: SourcedText,
}

/// Creates a fact of a data file.
pub(super) const fn fact(
    topic: Topic,
    mark: Mark,
    text: &'static str,
    source: &'static str,
    as_of: AsOf,
) -> Fact {
    Fact { topic, sourced_text: sourced_text(mark, text, source, as_of) }
}

/// How the latest date of an option is determined. A date on the driver's notice takes precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// The date on the notice. Without one, no date is known.
    Notice,
    /// The date on the notice. Without one, this many days after the item's date.
    NoticeOr(u64),
    /// This many days after the item's date. Only an earlier date on the notice takes precedence: a later one is the
    /// last day to pay, not the last day to choose.
    Within(u64),
    /// No single date: the sourced texts say by when.
    Stated,
}

/// Whether a driver can start an option with a letter of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// The place takes letters, or its sources don't rule them out.
    Taken,
    /// On paper, the place takes only this form of its own.
    OwnForm(&'static str),
    /// The option isn't started with a letter.
    NotTaken,
}

impl Letter {
    /// Returns the only form that the place takes on paper.
    pub const fn own_form(self) -> Option<&'static str> {
        match self {
            Self::OwnForm(form) => Some(form),
            Self::Taken | Self::NotTaken => None,
        }
    }
}

/// A condition of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The violation is a moving violation, such as speeding.
    Moving,
    /// The cause of the ticket can be corrected.
    Correctable,
    /// The ticket has at most this many points.
    PointsAtMost(i32),
    /// No court appearance is required.
    NoAppearance,
    /// Something that no record shows, such as a judgment or the driver's income.
    Unrecorded,
}

/// One option of a place, with sourced texts about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The kind of option.
    pub kind: OptionKind,
    /// The option's title, where the place has its own word for it.
    pub name: Option<&'static str>,
    /// Conditions that can be checked on the record.
    pub needs: &'static [Need],
    /// How its latest date is found.
    pub deadline: Deadline,
    /// Whether the driver's letter starts it.
    pub letter: Letter,
    /// Sourced texts about the option.
    pub facts: &'static [Fact],
}

/// Which citations the rules of a place are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Citations {
    /// Traffic tickets that an officer wrote.
    Traffic,
    /// Parking tickets and camera violations.
    ParkingAndCameras,
    /// Charges of toll roads.
    Tolls,
}

/// How the items of a place are recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// By the state of the court or authority.
    State(UsState),
    /// Matches items of the state whose court or county is on record. Without a court or county, the item may
    /// belong to a city with other rules, even if the state's police issued it.
    StateOfKnownCourt(UsState),
    /// Matches items by the whole name of the issuer, or by words in the name.
    Issuer {
        /// Whole names, in any case and punctuation.
        names: &'static [&'static str],
        /// Words that must appear next to each other in the name.
        words: &'static [&'static str],
        /// Counties of the state whose courts belong to the place.
        counties: &'static [&'static str],
        /// State of the place. Items of another state don't match; items whose state is unknown can.
        state: UsState,
    },
}

/// A place with its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name that drivers read.
    pub name: &'static str,
    /// Citations to which the place's rules apply.
    pub citations: Citations,
    /// How the place's items are recognized.
    pub recognition: Recognition,
    /// What the paper and its amount are called, and the pleas or answers that the driver can give.
    pub terms: SourcedText,
    /// Whether the place puts points on licenses. If it doesn't, points on record aren't shown.
    pub has_points: bool,
    /// The legal effect of paying in this place, shown in the plea step.
    pub paying: Option<SourcedText>,
    /// What happens if the driver does nothing.
    pub if_ignored: &'static [SourcedText],
    /// Options of the place.
    pub options: &'static [Rule],
}

impl Place {
    /// Returns all sourced texts about the place. A text about an option is returned with the option's rule
    /// and the text's topic.
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
