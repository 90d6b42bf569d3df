CREATE INDEX CONCURRENTLY IF NOT EXISTS help_inquiries_waiting_index ON help_inquiries (
    type, status, is_solved,
    (CASE WHEN is_answered OR status = 'resolved' THEN timestamptz 'infinity' ELSE coalesce(waiting_since, created_at) END),
    id
);
