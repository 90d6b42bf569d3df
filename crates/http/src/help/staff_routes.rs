//! Requests with which staff mark inquiries as seen, assign them, and manage saved replies.

use actix_web::HttpResponse;
use application::help::{inquiries, templates};
use domain::shared::ids::{InquiryId, UserId};

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::help::dto::{AssigneeBody, InquiryDto, TemplateBody, TemplateChangeBody, TemplateDto};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(mark_inquiry_seen, Call::write(AllowedCallers::Staff)),
        route!(assign_inquiry, Call::write(AllowedCallers::Staff)),
        route!(list_templates, Call::read(AllowedCallers::Staff)),
        route!(create_template, Call::write(AllowedCallers::Staff)),
        route!(change_template, Call::write(AllowedCallers::Staff)),
        route!(remove_template, Call::write(AllowedCallers::Staff)),
    ]
}

/// Marks the driver's messages in this inquiry as seen by staff. Only staff may do this.
#[utoipa::path(post, path = "/api/admin/help-inquiries/{id}/seen", tag = "help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The inquiry", body = InquiryDto),
    (status = 404, description = "No such inquiry", body = ErrorBody),
))]
async fn mark_inquiry_seen(request: Request, id: Id) -> HandlerResult {
    let marked_inquiry = request
        .run_detached(move |deps, actor| inquiries::mark_inquiry_seen(deps, actor, InquiryId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(InquiryDto::for_staff(marked_inquiry)))
}

/// Assigns an inquiry to a staff member, or removes the assignment.
#[utoipa::path(patch, path = "/api/admin/help-inquiries/{id}/assignee", tag = "help", params(("id" = i32, Path)),
request_body = AssigneeBody, responses(
    (status = 200, description = "The inquiry", body = InquiryDto),
    (status = 404, description = "No such inquiry", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
    (status = 422, description = "`assigneeId` is not a staff member", body = ErrorBody),
))]
async fn assign_inquiry(request: Request, id: Id, body: Body<AssigneeBody>) -> HandlerResult {
    let assigned = request
        .run_detached_with(body, move |deps, actor, body| {
            let (to, from) = (body.assignee_id.map(UserId), body.from.map(UserId));
            inquiries::assign_inquiry(deps, actor, InquiryId(id.0), to, from)
        })
        .await?;
    Ok(HttpResponse::Ok().json(InquiryDto::for_staff(assigned)))
}

/// Lists the saved replies, ordered by name.
#[utoipa::path(get, path = "/api/admin/reply-templates", tag = "help", responses(
    (status = 200, description = "At most 50", body = Vec<TemplateDto>),
))]
async fn list_templates(request: Request) -> HandlerResult {
    let found = request.run(|_, store, actor| templates::list_templates(store, actor)).await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(TemplateDto::from).collect::<Vec<_>>()))
}

/// Saves a new reply.
#[utoipa::path(post, path = "/api/admin/reply-templates", tag = "help", request_body = TemplateBody, responses(
    (status = 201, description = "The reply", body = TemplateDto),
    (status = 422, description = "Invalid fields, a name that is already used, or the maximum number is reached", body = ErrorBody),
))]
async fn create_template(request: Request, body: Body<TemplateBody>) -> HandlerResult {
    let template = request
        .run_detached_with(body, move |deps, actor, body| {
            templates::save_template(deps, actor, &body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(TemplateDto::from(template)))
}

/// Changes a saved reply's name and text.
#[utoipa::path(patch, path = "/api/admin/reply-templates/{id}", tag = "help", params(("id" = i32, Path)),
request_body = TemplateChangeBody, responses(
    (status = 200, description = "The reply", body = TemplateDto),
    (status = 404, description = "No such reply", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`, with `changedBy` and `changedAt`", body = ErrorBody),
    (status = 422, description = "Invalid fields, or a name that is already used", body = ErrorBody),
))]
async fn change_template(request: Request, id: Id, body: Body<TemplateChangeBody>) -> HandlerResult {
    let changed = request
        .run_detached_with(body, move |deps, actor, body| {
            let (new, version) = body.parse()?;
            templates::change_template(deps, actor, (id.0, version), &new)
        })
        .await?;
    Ok(HttpResponse::Ok().json(TemplateDto::from(changed)))
}

/// Deletes a saved reply.
#[utoipa::path(delete, path = "/api/admin/reply-templates/{id}", tag = "help", params(("id" = i32, Path)), responses(
    (status = 200, description = "The deleted reply", body = TemplateDto),
    (status = 404, description = "No such reply", body = ErrorBody),
))]
async fn remove_template(request: Request, id: Id) -> HandlerResult {
    let removed =
        request.run_detached(move |deps, actor| templates::remove_template(deps, actor, id.0)).await?;
    Ok(HttpResponse::Ok().json(TemplateDto::from(removed)))
}
