//! What happened, and telling the webhook.

pub(crate) mod events;
pub(crate) mod webhooks;
