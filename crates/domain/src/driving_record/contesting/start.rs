//! How a driver starts to contest an item, by the rules of the item's place.

use crate::driving_record::options::rule::{Letter, OptionKind, Rule, Topic};
use crate::driving_record::options::situation::Situation;
use crate::driving_record::options::sourced_text::SourcedText;

/// What a driver needs to start contesting an item, according to the item's place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestStart {
    /// The only form that the place takes on paper. A letter isn't enough then.
    pub own_form: Option<&'static str>,
    /// Sourced texts about how to start. They belong to the options that a letter starts or, if no letter starts
    /// one, to all options to contest.
    pub steps: Vec<SourcedText>,
}

impl ContestStart {
    /// Reads the rules of the item's place. Without rules, a letter may be enough.
    pub fn of(item: &Situation<'_>) -> Self {
        let rules = item.place().map_or(&[][..], |place| place.options);
        let contest = || rules.iter().filter(|rule| rule.kind == OptionKind::Contest);
        let by_letter: Vec<&Rule> = contest().filter(|rule| rule.letter == Letter::Taken).collect();
        if by_letter.is_empty() {
            let own_form = contest().find_map(|rule| rule.letter.own_form());
            return Self { own_form, steps: collect_steps(contest()) };
        }
        Self { own_form: None, steps: collect_steps(by_letter) }
    }
}

fn collect_steps<'a>(rules: impl IntoIterator<Item = &'a Rule>) -> Vec<SourcedText> {
    let facts = rules.into_iter().flat_map(|rule| rule.facts);
    facts.filter(|fact| fact.topic == Topic::NextStep).map(|fact| fact.sourced_text).collect()
}
