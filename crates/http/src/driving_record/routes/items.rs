//! Requests for tickets, parking tickets and tolls: drivers' lists, filing, changing and removing items, and
//! marking them as paid.

use actix_web::HttpResponse;
use application::Deps;
use application::Error;
use application::access::Actor;
use application::driving_record::filing;
use application::driving_record::items::{ItemListScope, ItemOfDriver, list_items};
use application::driving_record::standing::{self, WithStanding};
use application::payments::mark_paid::mark_paid;
use domain::driving_record::ticket::{Item, Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::payable::Payable;
use ports::store::with_store;
use serde::Serialize;

use crate::driving_record::dto::filing::{
    ItemBody, ItemPatch, ParkingBody, PatchSender, RemovalBody, TicketBody, TollBody,
};
use crate::driving_record::dto::item::{ParkingDto, TicketDto, TollDto};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

/// Returns the routes. In paths for reading, the id is the driver's. In paths for changes, the id is the item's.
pub fn routes() -> Vec<Route> {
    vec![
        route!(list_tickets, Call::read(AllowedCallers::DriverOrStaff)),
        route!(create_ticket, Call::write(AllowedCallers::Staff)),
        route!(update_ticket, Call::write(AllowedCallers::DriverOrStaff)),
        route!(remove_ticket, Call::write(AllowedCallers::Staff)),
        route!(list_parking, Call::read(AllowedCallers::DriverOrStaff)),
        route!(create_parking, Call::write(AllowedCallers::Staff)),
        route!(update_parking, Call::write(AllowedCallers::DriverOrStaff)),
        route!(remove_parking, Call::write(AllowedCallers::Staff)),
        route!(list_tolls, Call::read(AllowedCallers::DriverOrStaff)),
        route!(create_toll, Call::write(AllowedCallers::Staff)),
        route!(update_toll, Call::write(AllowedCallers::DriverOrStaff)),
        route!(remove_toll, Call::write(AllowedCallers::Staff)),
    ]
}

/// Adds the standing to an item, and converts the result to JSON.
fn item_json(deps: &Deps, item: Item) -> Result<serde_json::Value, Error> {
    let json = with_store(&*deps.database, |store| {
        Ok::<_, Error>(match item {
            Item::Ticket(item) => {
                serde_json::to_value(TicketDto::from(standing::add_standing(deps, store, *item)?))
            }
            Item::Parking(item) => {
                serde_json::to_value(ParkingDto::from(standing::add_standing(deps, store, item)?))
            }
            Item::Toll(item) => {
                serde_json::to_value(TollDto::from(standing::add_standing(deps, store, item)?))
            }
        })
    })?;
    json.map_err(|error| Error::Defect(error.into()))
}

/// Responds with the driver's items of one kind. `id` is the driver's id.
async fn respond_with_items<T: ItemOfDriver + Send + 'static, D: From<WithStanding<T>> + Serialize>(
    request: &Request,
    id: Id,
    query: ListQuery,
) -> HandlerResult {
    let found = request
        .run(move |deps, store, actor| {
            list_items::<T>(deps, store, actor, UserId(id.0), parse_list_scope(&query)?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(D::from).collect::<Vec<_>>()))
}

/// Files the new item in the body, and responds with the item.
async fn create_item(request: &Request, body: Body<impl ItemBody + Send + 'static>) -> HandlerResult {
    let item = request
        .run_detached_with(body, move |deps, actor, body| {
            let item = filing::file_item(deps, actor, body.owner()?, &body.draft(), body.is_paid())?;
            item_json(deps, item)
        })
        .await?;
    Ok(HttpResponse::Created().json(item))
}

/// Applies the change in the body to the item `id`, and responds with the item.
async fn update_item(
    request: &Request,
    id: Payable,
    body: Body<impl ItemBody + Send + 'static>,
) -> HandlerResult {
    // The use case asks the payment provider about the payment, so it runs on a thread for provider calls.
    if body.is_valid_and(|body| matches!(body.parse_patch(PatchSender::Staff), Ok(ItemPatch::Paid))) {
        let paid = request
            .at_provider()
            .run_detached_with(body, move |deps, actor, _| item_json(deps, mark_item_paid(deps, actor, id)?))
            .await?;
        return Ok(HttpResponse::Ok().json(paid));
    }
    let item = request
        .run_detached_with(body, move |deps, actor, body| {
            let item = match body.parse_patch(PatchSender::of(actor))? {
                ItemPatch::Paid => mark_item_paid(deps, actor, id)?,
                ItemPatch::Change(edit) => {
                    filing::change_item(deps, actor, id, &edit, |draft| body.apply_to(draft))?
                }
            };
            item_json(deps, item)
        })
        .await?;
    Ok(HttpResponse::Ok().json(item))
}

/// Removes the item `id` for the reason in the body, and responds with the item.
async fn remove_item(request: &Request, id: Payable, body: Body<RemovalBody>) -> HandlerResult {
    let item = request
        .run_detached_with(body, move |deps, actor, body| {
            let removed = filing::remove_item(deps, actor, id, &body.parse(id.kind())?)?;
            item_json(deps, removed)
        })
        .await?;
    Ok(HttpResponse::Ok().json(item))
}

/// Marks the item as paid, if a payment for it succeeded or the caller is staff. Returns the item.
fn mark_item_paid(deps: &Deps, actor: &Actor, id: Payable) -> Result<Item, Error> {
    mark_paid(deps, actor, id)?;
    with_store(&*deps.database, |store| {
        match id {
            Payable::Ticket(id) | Payable::Lawyer(id) => {
                store.ticket(id)?.map(|item| Item::Ticket(Box::new(item)))
            }
            Payable::Parking(id) => store.parking(id)?.map(Item::Parking),
            Payable::Toll(id) => store.toll(id)?.map(Item::Toll),
        }
        .ok_or(Error::NotFound)
    })
}

/// Parses which items to list: all items, or only those that the driver's screens show.
fn parse_list_scope(query: &ListQuery) -> Result<ItemListScope, Error> {
    let mut filters = query.filters();
    let scope =
        if filters.parse_flag("all").unwrap_or(false) { ItemListScope::All } else { ItemListScope::Current };
    filters.finish(scope)
}

/// Defines the four requests for a kind of item: listing a driver's items, and filing, changing and removing an item.
macro_rules! calls {
    (
        $kind:ident($id:ident), $path:literal, $path_of_one:literal, $body:ident => $shown:ident;
        $(#[$list_doc:meta])* $list:ident;
        $(#[$create_doc:meta])* $create:ident;
        $(#[$update_doc:meta])* $update:ident;
        $(#[$remove_doc:meta])* $remove:ident;
    ) => {
        $(#[$list_doc])*
        #[utoipa::path(get, path = $path_of_one, tag = "driving_record",
        params(
            ("id" = i32, Path, description = "The user's id"),
            ("requestedBy" = Option<i32>, Query, description = "Ignored"),
            ("all" = Option<bool>, Query, description = "Also items that were paid more than three days ago"),
        ),
        responses(
            (status = 200, description = "All items. Not paged", body = Vec<$shown>),
            (status = 403, description = "The record is another user's", body = ErrorBody),
            (status = 404, description = "No such user", body = ErrorBody),
            (status = 422, description = "Invalid query", body = ErrorBody),
        ))]
        pub(crate) async fn $list(
            request: Request,
            id: Id,
            query: ListQuery,
        ) -> HandlerResult {
            respond_with_items::<$kind, $shown>(&request, id, query).await
        }

        $(#[$create_doc])*
        #[utoipa::path(post, path = $path, tag = "driving_record", request_body = $body, responses(
            (status = 201, description = "The item", body = $shown),
            (status = 404, description = "No such user", body = ErrorBody),
            (status = 409, description = "`citation_exists`: an item has the same issuer and citation number", body = ErrorBody),
        ))]
        async fn $create(request: Request, body: Body<$body>) -> HandlerResult {
            create_item(&request, body).await
        }

        $(#[$update_doc])*
        #[utoipa::path(patch, path = $path_of_one, tag = "driving_record",
        params(("id" = i32, Path, description = "The item's id")), request_body = $body, responses(
            (status = 200, description = "The item", body = $shown),
            (status = 402, description = "`not_paid`: no succeeded payment", body = ErrorBody),
            (status = 404, description = "The caller has no such item", body = ErrorBody),
            (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`; `citation_exists`; `paid_twice`; `paid_by_card`; `being_checked`", body = ErrorBody),
            (status = 503, description = "The payment provider is down", body = ErrorBody),
        ))]
        async fn $update(
            request: Request,
            id: Id,
            body: Body<$body>,
        ) -> HandlerResult {
            update_item(&request, Payable::$kind($id(id.0)), body).await
        }

        $(#[$remove_doc])*
        #[utoipa::path(delete, path = $path_of_one, tag = "driving_record",
        params(("id" = i32, Path, description = "The item's id")), request_body = RemovalBody, responses(
            (status = 200, description = "The removed item", body = $shown),
            (status = 404, description = "No such item", body = ErrorBody),
            (status = 422, description = "`result` is missing or invalid", body = ErrorBody),
        ))]
        async fn $remove(
            request: Request,
            id: Id,
            body: Body<RemovalBody>,
        ) -> HandlerResult {
            remove_item(&request, Payable::$kind($id(id.0)), body).await
        }
    };
}

calls! {
    Ticket(TicketId), "/api/tickets", "/api/tickets/{id}", TicketBody => TicketDto;
    /// Lists a driver's tickets in display order. Until staff have prepared the record, a driver gets only the
    /// tickets that the driver added.
    list_tickets;
    /// Files a ticket. Only staff may do this.
    create_ticket;
    /// Changes a ticket. Only staff may change its fields, and they may send the `version` that they saw. A request
    /// with only `isPaid` marks the ticket as paid. The ticket's driver may also send such a request, after a
    /// payment for the ticket succeeded.
    update_ticket;
    /// Removes a ticket, with a reason. Only staff may do this. Afterwards, the lists of items no longer
    /// contain the ticket. The audit trail still shows it, and a required court appearance remains.
    remove_ticket;
}

calls! {
    Parking(ParkingId), "/api/parking", "/api/parking/{id}", ParkingBody => ParkingDto;
    /// Lists a driver's parking tickets in display order. Until staff have prepared the record, a driver gets only
    /// the parking tickets that the driver added.
    list_parking;
    /// Files a parking ticket. Only staff may do this.
    create_parking;
    /// Changes a parking ticket. Only staff may change its fields, and they may send the `version` that they saw. A
    /// request with only `isPaid` marks the parking ticket as paid. The parking ticket's driver may also send
    /// such a request, after a payment for the parking ticket succeeded.
    update_parking;
    /// Removes a parking ticket, with a reason. Only staff may do this. Afterwards, the lists of items no
    /// longer contain the parking ticket. The audit trail still shows it.
    remove_parking;
}

calls! {
    Toll(TollId), "/api/tolls", "/api/tolls/{id}", TollBody => TollDto;
    /// Lists a driver's tolls in display order. Until staff have prepared the record, a driver gets only the
    /// tolls that the driver added.
    list_tolls;
    /// Files a toll. Only staff may do this.
    create_toll;
    /// Changes a toll. Only staff may change its fields, and they may send the `version` that they saw. A request
    /// with only `isPaid` marks the toll as paid. The toll's driver may also send such a request, after a
    /// payment for the toll succeeded.
    update_toll;
    /// Removes a toll, with a reason. Only staff may do this. Afterwards, the lists of items no longer contain
    /// the toll. The audit trail still shows it.
    remove_toll;
}
