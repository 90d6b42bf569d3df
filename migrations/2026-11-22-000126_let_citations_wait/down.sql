ALTER TABLE parking DROP COLUMN is_due_date_ours;
ALTER TABLE imports
    DROP COLUMN queued_lines,
    DROP COLUMN unclaimed_lines,
    DROP COLUMN due_days,
    DROP COLUMN sets_aside,
    DROP COLUMN undone_at;
DROP TABLE waiting_citations;
