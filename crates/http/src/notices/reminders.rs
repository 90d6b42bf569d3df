//! Requests about reminders: drivers' settings, phone numbers and private calendars, and notices, replies and court
//! appearances for staff (docs/product/notices.md#reminders).

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpResponse, web};
use application::notices::{appearance, desk, feed, numbers};
use domain::shared::ids::{ReplyId, TextNotificationId, TicketId, UserId};
use ports::store::with_store;

use crate::driving_record::dto::calendar::format_calendar;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::notices::dto::{
    AppearanceBody, CalendarFeedDto, DriverNoticesDto, NumberCodeBody, ReminderChoicesBody,
    ReminderSettingsDto, ReplyDto, ReplyQueueDto, SolveReplyBody, TextNumberDto,
};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_reminders, Call::read(AllowedCallers::DriverOrStaff)),
        route!(choose_reminders, Call::write(AllowedCallers::DriverOrStaff)),
        route!(send_number_code, Call::write(AllowedCallers::DriverOrStaff).changes(Change::Records)),
        route!(
            confirm_number,
            Call::write(AllowedCallers::DriverOrStaff).takes_long().changes(Change::Records)
        ),
        route!(open_calendar, Call::write(AllowedCallers::DriverOrStaff)),
        route!(close_calendar, Call::write(AllowedCallers::DriverOrStaff)),
        route!(read_calendar, Call::read(AllowedCallers::Visitor).secret_path()),
        route!(show_notices, Call::read(AllowedCallers::Staff)),
        route!(list_replies, Call::poll(AllowedCallers::Staff)),
        route!(solve_reply, Call::write(AllowedCallers::Staff)),
        route!(set_appearance, Call::write(AllowedCallers::Staff)),
    ]
}

/// Returns the caller's settings for reminders and news.
#[utoipa::path(get, path = "/api/reminders", tag = "notices", responses(
    (status = 200, description = "The caller's numbers and settings", body = ReminderSettingsDto),
))]
async fn show_reminders(request: Request) -> HandlerResult {
    let reach = request.run(numbers::reminder_settings).await?;
    Ok(HttpResponse::Ok().json(ReminderSettingsDto::from(reach)))
}

/// Changes which reminders and news the caller gets.
#[utoipa::path(patch, path = "/api/reminders", tag = "notices", request_body = ReminderChoicesBody, responses(
    (status = 200, description = "The caller's numbers and settings", body = ReminderSettingsDto),
))]
async fn choose_reminders(request: Request, body: Body<ReminderChoicesBody>) -> HandlerResult {
    let reach = request
        .run_detached_with(body, move |deps, actor, body| {
            numbers::change_reminder_choices(deps, actor, body.into())
        })
        .await?;
    Ok(HttpResponse::Ok().json(ReminderSettingsDto::from(reach)))
}

/// Texts another confirmation code to one of the caller's phone numbers.
#[utoipa::path(post, path = "/api/text-notifications/{id}/code", tag = "notices", params(("id" = i32, Path)), responses(
    (status = 200, description = "The number", body = TextNumberDto),
    (status = 404, description = "The caller has no such number", body = ErrorBody),
    (status = 422, description = "The maximum number of codes was sent, or the number's owner asked to stop", body = ErrorBody),
))]
async fn send_number_code(request: Request, id: Id) -> HandlerResult {
    let number = request
        .run_detached(move |deps, actor| numbers::resend_code(deps, actor, TextNotificationId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(TextNumberDto::from(number)))
}

/// Confirms one of the caller's phone numbers with the code that was texted to it.
#[utoipa::path(post, path = "/api/text-notifications/{id}/confirm", tag = "notices", params(("id" = i32, Path)),
request_body = NumberCodeBody, responses(
    (status = 200, description = "The number", body = TextNumberDto),
    (status = 404, description = "The caller has no such number", body = ErrorBody),
    (status = 422, description = "The code is incorrect or has expired", body = ErrorBody),
    (status = 503, description = "Busy", body = ErrorBody),
))]
async fn confirm_number(request: Request, id: Id, body: Body<NumberCodeBody>) -> HandlerResult {
    let number = request
        .run_detached_with(body, move |deps, actor, body| {
            numbers::confirm_number(deps, actor, TextNotificationId(id.0), &body.code)
        })
        .await?;
    Ok(HttpResponse::Ok().json(TextNumberDto::from(number)))
}

/// Creates a new URL for the caller's private calendar. The previous URL stops working.
#[utoipa::path(post, path = "/api/reminders/feed", tag = "notices", responses(
    (status = 201, description = "The address", body = CalendarFeedDto),
))]
async fn open_calendar(request: Request) -> HandlerResult {
    let secret = request.run_detached(feed::create_calendar_link).await?;
    let address = format!("{}/calendar/{secret}.ics", request.state.settings.public_url);
    Ok(HttpResponse::Created().json(CalendarFeedDto { address }))
}

/// Turns off the URL of the caller's private calendar.
#[utoipa::path(delete, path = "/api/reminders/feed", tag = "notices", responses(
    (status = 200, description = "The caller's numbers and settings", body = ReminderSettingsDto),
))]
async fn close_calendar(request: Request) -> HandlerResult {
    let reach = request
        .run_detached(|deps, actor| {
            feed::delete_calendar_link(deps, actor)?;
            with_store(&*deps.database, |store| numbers::reminder_settings(deps, store, actor))
        })
        .await?;
    Ok(HttpResponse::Ok().json(ReminderSettingsDto::from(reach)))
}

/// Returns a driver's calendar. The secret in the URL authenticates the request, because calendar
/// programs have no session.
#[utoipa::path(get, path = "/calendar/{secret}.ics", tag = "notices",
params(("secret" = String, Path, description = "The secret from the feed's address")), responses(
    (status = 200, description = "An iCalendar file", body = String, content_type = "text/calendar"),
    (status = 404, description = "No such calendar", body = ErrorBody),
))]
async fn read_calendar(request: Request, secret: web::Path<String>) -> HandlerResult {
    let link = format!("{}/due", request.state.settings.public_url);
    let text = request
        .run_as_visitor(move |deps, _| {
            let entries = with_store(&*deps.database, |store| feed::read_calendar(deps, store, &secret))?;
            Ok(format_calendar(&entries, &link, deps.clock.now()))
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/calendar; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .body(text))
}

/// Returns a driver's phone numbers, settings, notices, replies and court dates. Only staff may read them.
#[utoipa::path(get, path = "/api/admin/users/{id}/notices", tag = "notices", params(("id" = i32, Path)), responses(
    (status = 200, description = "Numbers, messages, replies and court dates", body = DriverNoticesDto),
    (status = 404, description = "No such user", body = ErrorBody),
))]
async fn show_notices(request: Request, id: Id) -> HandlerResult {
    let notices =
        request.run(move |deps, store, actor| desk::driver_notices(deps, store, actor, UserId(id.0)));
    Ok(HttpResponse::Ok().json(DriverNoticesDto::from(notices.await?)))
}

/// Lists replies that staff must read. The page polls the list, so the request never renews the session.
#[utoipa::path(get, path = "/api/admin/replies", tag = "notices", responses(
    (status = 200, description = "Longest waiting first", body = ReplyQueueDto),
))]
async fn list_replies(request: Request) -> HandlerResult {
    let (replies, total) = request.run(|_, store, actor| desk::list_open_replies(store, actor)).await?;
    let replies = replies.into_iter().map(ReplyDto::from).collect();
    Ok(HttpResponse::Ok().json(ReplyQueueDto { replies, total }))
}

/// Marks a reply as solved. Staff can also decide whether the driver meant STOP.
#[utoipa::path(post, path = "/api/admin/replies/{id}/solve", tag = "notices", params(("id" = i32, Path)),
request_body = SolveReplyBody, responses(
    (status = 200, description = "The reply", body = ReplyDto),
    (status = 404, description = "No such reply", body = ErrorBody),
))]
async fn solve_reply(request: Request, id: Id, body: Body<SolveReplyBody>) -> HandlerResult {
    let reply = request
        .run_detached_with(body, move |deps, actor, body| {
            desk::solve_reply(deps, actor, ReplyId(id.0), body.verdict.into())
        })
        .await?;
    Ok(HttpResponse::Ok().json(ReplyDto::from(reply)))
}

/// Stores whether a ticket's driver must appear in court. If not, the driver gets no more reminders of the
/// court date. Paying or removing the ticket doesn't end these reminders.
#[utoipa::path(patch, path = "/api/admin/tickets/{id}/appearance", tag = "notices", params(("id" = i32, Path)),
request_body = AppearanceBody, responses(
    (status = 200, description = "The recorded value", body = AppearanceBody),
    (status = 404, description = "No such ticket with a court date", body = ErrorBody),
))]
async fn set_appearance(request: Request, id: Id, body: Body<AppearanceBody>) -> HandlerResult {
    let must_appear = request
        .run_detached_with(body, move |deps, actor, body| {
            appearance::set_appearance_needed(deps, actor, TicketId(id.0), body.must_appear)?;
            Ok(body.must_appear)
        })
        .await?;
    Ok(HttpResponse::Ok().json(AppearanceBody { must_appear }))
}
