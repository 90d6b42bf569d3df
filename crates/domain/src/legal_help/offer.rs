//! Where legal help is offered, and where its money-back guarantee is shown: bars and courts of some states speak against a fixed
//! fee with a guarantee (`docs/LEGAL.md`), so an operator can switch either off for a state.

use std::collections::BTreeMap;

use crate::shared::us_state::UsState;

/// What holds in one state, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalHelpRule {
    /// Drivers of this state can hire a lawyer.
    pub offered: bool,
    /// They are told of the money-back guarantee.
    pub guarantee_shown: bool,
    /// Why somebody looked at this state.
    pub reason: String,
    /// Where to read it.
    pub source: String,
}

/// Where legal help is offered. A state without a rule has all of it, as has a driver whose state is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalHelp(BTreeMap<UsState, LegalHelpRule>);

impl LegalHelp {
    /// With these rules.
    pub fn new(rules: BTreeMap<UsState, LegalHelpRule>) -> Self {
        Self(rules)
    }

    /// Whether a driver of this state can hire a lawyer.
    pub fn is_offered(&self, state: Option<UsState>) -> bool {
        self.rule(state).is_none_or(|rule| rule.offered)
    }

    /// Whether a driver of this state is told of the money-back guarantee.
    pub fn is_guarantee_shown(&self, state: Option<UsState>) -> bool {
        self.rule(state).is_none_or(|rule| rule.offered && rule.guarantee_shown)
    }

    /// The states with a switch off, in alphabetical order.
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
    fn each_state_has_its_own_switches(
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
    fn without_rules_all_is_on_everywhere() {
        assert!(UsState::ALL.into_iter().all(|state| LegalHelp::default().is_guarantee_shown(Some(state))));
    }
}
