//! How each list is laid out: its filters, in the order of its indexes' columns, and its orders.

use domain::accounts::user::{LicenseStatus, Role};
use domain::help::inquiry::{InquiryKind, InquiryStatus};
use domain::legal_help::hire::HireStatus;
use domain::payments::payment::{PaymentType, TransactionStatus};
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::us_state::UsState;
use ports::back_office::lists::{
    HireQuery, InquiryQuery, MoneySort, Query, QueueSort, ReportQuery, StatusRequestQuery, TextRequestQuery,
    TransactionFilter, TransactionQuery, UserQuery, UserSort, VehicleUpdateQuery,
};

use super::shape::{BY_ID, Choice, Dimension, Key, Shape, by};
use super::statement::Binds;

fn shape<F, S>(
    (table, list, within): (&'static str, &'static str, &'static str),
    query: &Query<F, S>,
    key: Key,
    dimensions: Vec<Dimension>,
    binds: &mut Binds,
) -> Shape {
    Shape {
        table,
        list,
        within,
        dimensions,
        key,
        is_descending: query.is_descending,
        page: query.page,
        before: query.before.map(|id| binds.integer(id)),
    }
}

fn key_of(sort: MoneySort) -> Key {
    match sort {
        MoneySort::Id => BY_ID,
        MoneySort::Amount => by("amount_cents"),
        MoneySort::CreatedAt => by("created_at"),
    }
}

fn queue_key(sort: QueueSort, asked: &'static str) -> Key {
    match sort {
        QueueSort::Asked => Key { is_whole: true, ..by(asked) },
        QueueSort::Id => BY_ID,
    }
}

pub(super) fn users(query: &UserQuery, binds: &mut Binds) -> Shape {
    let key = match query.sort {
        UserSort::Id => BY_ID,
        UserSort::FullName => Key { is_whole: true, ..by("lower(coalesce(full_name, ''))") },
        UserSort::LastAdminUpdateAt => Key {
            expression: "last_admin_update_at",
            rising: "ASC NULLS FIRST",
            falling: "DESC NULLS LAST",
            is_whole: true,
        },
        UserSort::CreatedAt => Key { is_whole: true, ..by("created_at") },
    };
    let filter = &query.filter;
    let needs_update = Dimension {
        choices: vec![
            Choice { row: "last_admin_update_at IS NOT NULL".to_owned(), tally: "NOT is_marked".to_owned() },
            Choice { row: "last_admin_update_at IS NULL".to_owned(), tally: "is_marked".to_owned() },
        ],
        wanted: filter.needs_update.map(usize::from),
        splits: false,
    };
    let dimensions = vec![
        Dimension::words(
            ("license_status", "status"),
            LicenseStatus::ALL,
            LicenseStatus::as_str,
            filter.license_status,
        ),
        Dimension::words(("role", "kind"), Role::ALL, Role::as_str, filter.role).apart(),
        needs_update,
    ];
    shape(("users", "users", "closed_at IS NULL"), query, key, dimensions, binds)
}

pub(super) fn hires(query: &HireQuery, binds: &mut Binds) -> Shape {
    let filter = &query.filter;
    let dimensions = vec![
        Dimension::words(("status", "status"), HireStatus::ALL, HireStatus::as_str, filter.status),
        Dimension::flag(("is_solved", "is_solved"), filter.is_solved),
        Dimension::flag(("is_seen_by_admin", "is_marked"), filter.is_seen),
    ];
    shape(("lawyer_hires", "hires", "true"), query, key_of(query.sort), dimensions, binds)
}

pub(super) fn transactions(query: &TransactionQuery, binds: &mut Binds) -> Shape {
    let dimensions = of_transactions(&query.filter);
    shape(("payment_transactions", "transactions", "true"), query, key_of(query.sort), dimensions, binds)
}

fn of_transactions(filter: &TransactionFilter) -> Vec<Dimension> {
    vec![
        Dimension::words(("payment_type", "kind"), PaymentType::ALL, PaymentType::as_str, filter.kind),
        Dimension::words(
            ("status", "status"),
            TransactionStatus::ALL,
            TransactionStatus::as_str,
            filter.status,
        ),
    ]
}

pub(super) fn reports(query: &ReportQuery, binds: &mut Binds) -> Shape {
    let filter = &query.filter;
    let state = Dimension::words(("state", "state"), &UsState::ALL, UsState::name, filter.state);
    // All fifty states' stretches are not merged: an index without the state is for that.
    let by_state = filter.state.map(|_| state);
    let others = [
        Dimension::words(("status", "status"), ReportStatus::ALL, ReportStatus::as_str, filter.status),
        Dimension::words(
            ("ticket_type", "kind"),
            TicketReportType::ALL,
            TicketReportType::as_str,
            filter.kind,
        ),
        Dimension::flag(("is_solved", "is_solved"), filter.is_solved),
    ];
    let dimensions = by_state.into_iter().chain(others).collect();
    shape(("missing_ticket_reports", "reports", "true"), query, BY_ID, dimensions, binds)
}

pub(super) fn vehicle_updates(query: &VehicleUpdateQuery, binds: &mut Binds) -> Shape {
    let list = ("users", "vehicle_updates", "vehicle_info_added_at IS NOT NULL AND closed_at IS NULL");
    let key = queue_key(query.sort, "vehicle_info_added_at");
    let dimensions = vec![Dimension::flag(("is_vehicle_update_solved", "is_solved"), query.filter.is_solved)];
    shape(list, query, key, dimensions, binds)
}

pub(super) fn status_requests(query: &StatusRequestQuery, binds: &mut Binds) -> Shape {
    let list = ("users", "status_requests", "status_requested_at IS NOT NULL AND closed_at IS NULL");
    let key = queue_key(query.sort, "status_requested_at");
    let state = Dimension::words(("state", "state"), &UsState::ALL, UsState::name, query.filter.state);
    let solved = Dimension::flag(("is_status_request_solved", "is_solved"), query.filter.is_solved);
    let dimensions = query.filter.state.map(|_| state).into_iter().chain([solved]).collect();
    shape(list, query, key, dimensions, binds)
}

pub(super) fn inquiries(query: &InquiryQuery, binds: &mut Binds) -> Shape {
    let filter = &query.filter;
    let dimensions = vec![
        Dimension::words(("type", "kind"), InquiryKind::ALL, InquiryKind::as_str, filter.kind),
        Dimension::words(("status", "status"), InquiryStatus::ALL, InquiryStatus::as_str, filter.status),
        Dimension::flag(("is_solved", "is_solved"), filter.is_solved),
    ];
    shape(("help_inquiries", "inquiries", "true"), query, BY_ID, dimensions, binds)
}

pub(super) fn text_requests(query: &TextRequestQuery, binds: &mut Binds) -> Shape {
    let dimensions = vec![
        Dimension::flag(("is_sent", "is_marked"), query.filter.is_sent),
        Dimension::flag(("is_solved", "is_solved"), query.filter.is_solved),
    ];
    shape(("text_notification_requests", "texts", "true"), query, BY_ID, dimensions, binds)
}
