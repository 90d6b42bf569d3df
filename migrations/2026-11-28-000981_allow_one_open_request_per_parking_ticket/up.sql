-- At most one open request per item. Open requests about two items that are the same are joined (docs/product/requests.md).
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS hardship_requests_open_parking_key ON hardship_requests (parking_id) WHERE answered_at IS NULL;
