CREATE INDEX CONCURRENTLY IF NOT EXISTS help_inquiries_assigned_to_index ON help_inquiries (assigned_to) WHERE assigned_to IS NOT NULL;
