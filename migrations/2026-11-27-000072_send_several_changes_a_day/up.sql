CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notices_batch_key
    ON notices (user_id, day, kind, channel, coalesce(phone, ''), coalesce(batch, 0)) WHERE kind <> 'code';
