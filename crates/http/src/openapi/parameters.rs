//! Limits of the parameters of routes in the OpenAPI document.

use domain::back_office::timeline::TimelineKind;
use domain::driving_record::item_file::MAX_ITEM_FILE_NAME_CHARS;
use domain::legal_help::hire::HireStatus;
use domain::security::network::address_constraint;
use domain::shared::text::constraint::{Constrained as _, TextConstraint};
use domain::shared::us_state::UsState;
use utoipa::openapi::schema::Object;

use super::fields::number_range;
use super::limits::{add_number_limits, add_text_limits, is_text};
use crate::edge::list_call::ListCall;
use crate::shared::list_query::MAX_QUERY;

/// Adds the limits of the parameter `name` of a request to `path`.
pub(super) fn describe_parameter(path: &str, name: &str, object: &mut Object) {
    if is_text(object) {
        add_text_limits(parameter_constraint(path, name), object);
    }
    if let Some(range) = number_range(name) {
        add_number_limits(range, object);
    }
}

/// Returns the constraint on the string parameter `name` of a request to `path`.
fn parameter_constraint(path: &str, name: &str) -> TextConstraint {
    match (path, name) {
        (_, "sort") => {
            let orders = sort_orders(path).into_iter();
            TextConstraint::one_of(orders.flat_map(|name| [name.to_owned(), format!("-{name}")]))
        }
        (_, "state") => UsState::constraint(),
        ("/api/lawyer-hires", "status") => {
            TextConstraint::one_of(HireStatus::ALL.iter().map(|status| status.as_str()))
        }
        ("/api/payment-transactions" | "/api/admin/payment-transactions/summary", "type") => {
            TextConstraint::one_of(["all", "traffic_ticket", "parking", "toll"])
        }
        ("/api/security/export-report", "format") => TextConstraint::one_of(["html", "csv", "json"]),
        ("/api/admin/audit", "format") => TextConstraint::one_of(["csv", "json"]),
        ("/api/admin/users/{id}/timeline", "kinds") => {
            let kinds = timeline_kinds();
            TextConstraint::like(format!("^(({kinds})(,({kinds})){{0,9}})?$"))
        }
        ("/api/admin/users/{id}/timeline", "before") => {
            let kinds = timeline_kinds();
            // Ids have at most 10 digits. The pattern ends at 2,099,999,999, because the server refuses ids that
            // don't fit into an `i32`.
            let id = "([1-9][0-9]{0,8}|1[0-9]{9}|20[0-9]{8})";
            TextConstraint::like(format!(
                r"^20[0-9]{{2}}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{{6}}Z~({kinds})~{id}$"
            ))
        }
        (_, "fileName") => TextConstraint::line(MAX_ITEM_FILE_NAME_CHARS),
        ("/api/admin/citations", "waits") => TextConstraint::one_of(["decision", "driver"]),
        (_, "action" | "subjectKind") => TextConstraint::up_to(50),
        ("/api/security/events", "ip") => address_constraint().or_empty(),
        (_, "from" | "to") => {
            let date = "(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
            let time = "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z";
            TextConstraint::like(format!("^{date}({time})?$")).or_empty()
        }
        (_, "issuer") => TextConstraint::up_to(200),
        (_, "month") => TextConstraint::like("^20[0-9]{2}-(0[1-9]|1[0-2])$").or_empty(),
        _ => TextConstraint::up_to(MAX_QUERY),
    }
}

/// Returns all kinds of timeline entries as alternatives of a regular expression, separated by `|`.
fn timeline_kinds() -> String {
    TimelineKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join("|")
}

macro_rules! orders {
    ($($list:ty),+) => {
        /// Returns the names of the sort orders of the list with this path.
        fn sort_orders(path: &str) -> Vec<&'static str> {
            $(if path == <$list as ListCall>::PATH {
                return <$list as ListCall>::SORTS.iter().map(|(name, _)| *name).collect();
            })+
            Vec::new()
        }
    };
}

ports::every_list!(orders);
