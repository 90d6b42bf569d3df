use domain::staff::preference::{Preference, PreferenceName, PreferenceValue};
use ports::store::Database;

use crate::support::{at, transaction, user};

pub fn preferences_are_stored_per_staff_member(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let name = |name: &str| PreferenceName::parse(name).unwrap();
        let value = |value: &str| PreferenceValue::parse(value).unwrap();
        for (seconds, text) in [(0, "[1]"), (1, "[1,2]")] {
            store.put_preference(ann, &name("columns.hires"), &value(text), at(seconds)).unwrap();
        }
        store.put_preference(ann, &name("columns.books"), &value("[3]"), at(2)).unwrap();
        store.put_preference(bob, &name("columns.hires"), &value("[4]"), at(3)).unwrap();
        let choice = |name: &str, value: &str| Preference { name: name.to_owned(), value: value.to_owned() };
        let of_ann = [choice("columns.books", "[3]"), choice("columns.hires", "[1,2]")];
        assert_eq!(store.preferences(ann).unwrap(), of_ann);
        assert_eq!(store.count_other_preferences(ann, &name("columns.hires")).unwrap(), 1);
        store.delete_preference(ann, &name("columns.hires")).unwrap();
        assert_eq!(store.preferences(ann).unwrap(), of_ann[..1]);
        assert_eq!(store.preferences(bob).unwrap(), [choice("columns.hires", "[4]")]);
    });
}
