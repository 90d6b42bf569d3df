//! How a driver starts to contest an item, by the rules of the item's state, city or toll operator.

use crate::driving_record::options::rule::{LetterRule, OptionKind, Rule, Topic};
use crate::driving_record::options::situation::Situation;
use crate::driving_record::options::sourced_text::SourcedText;

/// What a driver needs to start contesting an item, by the rules of its state, city or toll operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestStart {
    /// The only form that the state, city or toll operator accepts on paper; `None` if no
    /// particular form is required.
    pub own_form: Option<&'static str>,
    /// Sourced texts about how to start. The texts belong to the options to contest by letter. If there is no such
    /// option, the texts belong to all options to contest.
    pub steps: Vec<SourcedText>,
}

impl ContestStart {
    /// Returns how to start contesting an item, by the rules of its state, city or toll operator. Empty if Lanewise
    /// has no rules that apply to the item.
    pub fn of(item: &Situation<'_>) -> Self {
        let rules = item.place().map_or(&[][..], |place| place.options);
        let contest = || rules.iter().filter(|rule| rule.kind == OptionKind::Contest);
        let by_letter: Vec<&Rule> = contest().filter(|rule| rule.letter == LetterRule::Taken).collect();
        if by_letter.is_empty() {
            let own_form = contest().find_map(|rule| rule.letter.own_form());
            return Self { own_form, steps: collect_steps(contest()) };
        }
        Self { own_form: None, steps: collect_steps(by_letter) }
    }
}

/// Returns the sourced texts of `rules` about the next step.
fn collect_steps<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Vec<SourcedText> {
    let facts = rules.into_iter().flat_map(|rule| rule.facts);
    facts.filter(|fact| fact.topic == Topic::NextStep).map(|fact| fact.sourced_text).collect()
}
