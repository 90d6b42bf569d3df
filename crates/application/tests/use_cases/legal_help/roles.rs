//! Rights of lawyers, who are neither drivers nor staff.

use application::accounts::account::close::close_account;
use application::accounts::proof::IdentityProof;
use application::accounts::second_factor;
use application::accounts::users;
use application::driving_record::items::{ItemListScope, list_items};
use application::legal_help::cancel_hire::cancel_hire;
use domain::driving_record::ticket::Ticket;
use ports::accounts::lists::UserQuery;
use ports::shared::paging::Page;

use super::build::*;
use crate::support::*;

#[test]
fn lawyers_have_no_rights_of_drivers_or_staff_even_for_their_own_user() {
    let (caller, id) = (lawyer(1), lawyer(1).id());
    for result in [
        caller.must_be_user_or_staff(id),
        caller.must_be_owner_or_staff(id),
        caller.allowed_user_filter(None).map(drop),
        caller.must_be_admin(),
    ] {
        assert_eq!(outcome(&result), "Forbidden");
    }
    let world = world_with_accepted_case(1);
    let query = UserQuery::all(Page { limit: 50, offset: 0 });
    assert_eq!(outcome(&world.transact(|store| users::list_users(store, &caller, query))), "Forbidden");
    assert_eq!(outcome(&world.transact(|store| users::show_user(store, &caller, DRIVER))), "Forbidden");
    let listed =
        world.transact(|store| list_items::<Ticket>(&world.deps, store, &caller, DRIVER, ItemListScope::All));
    assert_eq!(outcome(&listed), "Forbidden");
    assert_eq!(outcome(&cancel_hire(&world.deps, &caller, CASE)), "Forbidden");
    let proof = IdentityProof { password: "right", code: None };
    assert_eq!(outcome(&close_account(&world.deps, &caller, proof, &origin())), "Forbidden");
}

#[test]
fn lawyers_and_staff_can_read_their_second_factor_status_and_drivers_cannot() {
    let world = world_with_lawyers(1);
    let standing = |caller| {
        outcome(&world.transact(|store| second_factor::second_factor_status(&world.deps, store, &caller)))
    };
    assert_eq!([standing(lawyer(1)), standing(admin()), standing(driver())], ["Ok", "Ok", "Forbidden"]);
}
