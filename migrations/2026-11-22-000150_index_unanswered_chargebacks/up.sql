CREATE INDEX CONCURRENTLY IF NOT EXISTS chargebacks_unanswered_index ON chargebacks (opened_at) WHERE NOT is_answered;
