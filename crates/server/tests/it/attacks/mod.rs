mod outbox;
