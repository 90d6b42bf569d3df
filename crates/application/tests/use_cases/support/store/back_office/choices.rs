//! Staff's display settings in memory.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use domain::staff::choice::{Choice, ChoiceName, ChoiceValue};
use ports::shared::store_error::StoreResult;
use ports::staff::choices::Choices;

use crate::support::store::unit::Unit;

impl Choices for Unit<'_> {
    fn choices(&mut self, of: UserId) -> StoreResult<Vec<Choice>> {
        let own = self.tables.choices.iter().filter(|((user, _), _)| *user == of);
        Ok(own.map(|((_, name), value)| Choice { name: name.clone(), value: value.clone() }).collect())
    }

    fn count_other_choices(&mut self, of: UserId, beside: &ChoiceName) -> StoreResult<i64> {
        let others = self.tables.choices.keys().filter(|(user, name)| *user == of && name != beside.as_str());
        Ok(i64::try_from(others.count()).unwrap())
    }

    fn put_choice(
        &mut self,
        of: UserId,
        name: &ChoiceName,
        value: &ChoiceValue,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.choices.insert((of, name.as_str().to_owned()), value.as_str().to_owned());
        Ok(())
    }

    fn delete_choice(&mut self, of: UserId, name: &ChoiceName) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.choices.remove(&(of, name.as_str().to_owned()));
        Ok(())
    }
}
