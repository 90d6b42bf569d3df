mod exports;
mod outbox;
