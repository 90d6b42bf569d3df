ALTER TABLE help_inquiries DROP COLUMN waiting_since, DROP COLUMN is_answered, DROP COLUMN assigned_to;
