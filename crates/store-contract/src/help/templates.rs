use domain::help::inquiry::MessageText;
use domain::help::template::{NewTemplate, TemplateTitle};
use ports::shared::store_error::StoreError;
use ports::store::Database;

use crate::support::{admin, at, refused, transaction};

fn new_template(title: &str) -> NewTemplate {
    let message = MessageText::parse("We are looking into it.").unwrap();
    NewTemplate { title: TemplateTitle::parse(title).unwrap(), message }
}

pub fn a_template_has_a_unique_title_and_an_increasing_version(database: &dyn Database) {
    transaction(database, |store| {
        let staff = admin(store, "staff@example.com");
        let hello = store.insert_template(&new_template("Hello"), staff, at(0)).unwrap().unwrap();
        let other = store.insert_template(&new_template("Goodbye"), staff, at(1)).unwrap().unwrap();
        assert_eq!((other.created_by, other.created_at), (staff, at(1)));
        assert_eq!(store.insert_template(&new_template("HELLO"), staff, at(2)).unwrap(), None);
        assert_eq!(store.update_template(other.id, &new_template("hello")).unwrap(), None);
        let changed = store.update_template(hello.id, &new_template("HELLO")).unwrap().unwrap();
        assert_eq!((changed.title.as_str(), hello.version, changed.version), ("HELLO", 1, 2));
        assert_eq!(store.templates().unwrap(), [other.clone(), changed.clone()]);
        assert_eq!(store.delete_template(hello.id).unwrap(), Some(changed));
        assert_eq!(store.delete_template(hello.id).unwrap(), None);
        assert_eq!(store.lock_template(hello.id).unwrap(), None);
        assert_eq!(store.lock_template(other.id).unwrap(), Some(other.clone()));
        let third = store.insert_template(&new_template("Hello"), staff, at(2)).unwrap().unwrap();
        assert!(third.id > other.id, "an id is never used again");
    });
}

pub fn changing_a_missing_template_fails(database: &dyn Database) {
    let failed = refused(database, |store| store.update_template(99, &new_template("Hello")));
    assert!(matches!(failed, Some(StoreError::Failed(_))), "{failed:?}");
}
