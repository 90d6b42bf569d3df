CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notices_once_key
    ON notices (user_id, day, kind, channel, coalesce(phone, '')) WHERE kind <> 'code';
