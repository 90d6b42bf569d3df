//! Events and their delivery to the webhook.

pub(crate) mod events;
pub(crate) mod webhooks;
