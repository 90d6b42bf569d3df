//! States where legal help is offered and where its money-back guarantee is shown. Bars and courts of some states
//! object to a fixed fee with a guarantee (`docs/LEGAL.md`), so an operator can turn off either for a state.

use std::collections::BTreeMap;

use crate::shared::us_state::UsState;

/// Settings of one state, and the reason for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalHelpRule {
    /// Whether drivers of this state can hire a lawyer.
    pub offered: bool,
    /// Whether the money-back guarantee is shown to them.
    pub guarantee_shown: bool,
    /// Why the state has these settings.
    pub reason: String,
    /// Source of the reason.
    pub source: String,
}

/// Where legal help is offered. States without a rule, and drivers without a known state, have everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalHelp(BTreeMap<UsState, LegalHelpRule>);

impl LegalHelp {
    /// Creates it from the rules of some states.
    pub fn new(rules: BTreeMap<UsState, LegalHelpRule>) -> Self {
        Self(rules)
    }

    /// Whether a driver of this state can hire a lawyer.
    pub fn is_offered(&self, state: Option<UsState>) -> bool {
        self.rule(state).is_none_or(|rule| rule.offered)
    }

    /// Whether the money-back guarantee is shown to drivers of this state.
    pub fn is_guarantee_shown(&self, state: Option<UsState>) -> bool {
        self.rule(state).is_none_or(|rule| rule.offered && rule.guarantee_shown)
    }

    /// Returns the states where something is turned off, in alphabetical order.
    pub fn restricted(&self) -> impl Iterator<Item = UsState> + '_ {
        self.0.iter().filter(|(_, rule)| !(rule.offered && rule.guarantee_shown)).map(|(state, _)| *state)
    }

    fn rule(&self, state: Option<UsState>) -> Option<&LegalHelpRule> {
        self.0.get(&state?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rstest::rstest;

    use super::{LegalHelp, LegalHelpRule};
    use crate::shared::us_state::UsState;

    fn rule(offered: bool, guarantee_shown: bool) -> LegalHelpRule {
        LegalHelpRule { offered, guarantee_shown, reason: "why".to_owned(), source: "where".to_owned() }
    }

    fn help() -> LegalHelp {
        LegalHelp::new(BTreeMap::from([
            (UsState::Florida, rule(false, true)),
            (UsState::NewYork, rule(true, false)),
            (UsState::Ohio, rule(true, true)),
        ]))
    }

    #[rstest]
    #[case(Some(UsState::Florida), false, false)]
    #[case(Some(UsState::NewYork), true, false)]
    #[case(Some(UsState::Ohio), true, true)]
    #[case(Some(UsState::Texas), true, true)]
    #[case(None, true, true)]
    fn each_state_has_its_own_offer_and_guarantee(
        #[case] state: Option<UsState>,
        #[case] offered: bool,
        #[case] shown: bool,
    ) {
        assert_eq!((help().is_offered(state), help().is_guarantee_shown(state)), (offered, shown));
    }

    #[test]
    fn only_states_with_a_switch_off_are_restricted() {
        assert_eq!(help().restricted().collect::<Vec<_>>(), [UsState::Florida, UsState::NewYork]);
    }

    #[test]
    fn without_rules_everything_is_shown_in_every_state() {
        assert!(UsState::ALL.into_iter().all(|state| LegalHelp::default().is_guarantee_shown(Some(state))));
    }
}
