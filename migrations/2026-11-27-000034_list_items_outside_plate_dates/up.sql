-- Lists for review the items from files and cities that are older than the default first day of a verified plate (docs/product/everywhere.md#plate-dates).
INSERT INTO plate_date_reviews (kind, item_id, user_id)
SELECT 'ticket', i.id, i.user_id FROM tickets i JOIN users u ON u.id = i.user_id
WHERE u.plate_verified_at IS NOT NULL AND u.closed_at IS NULL AND i.removed_at IS NULL
    AND i.date < (u.plate_verified_at AT TIME ZONE 'UTC')::date - interval '1 year'
    AND EXISTS (SELECT FROM import_keys k WHERE k.kind = 'ticket' AND k.item_id = i.id AND k.import_id IS NOT NULL)
UNION ALL
SELECT 'parking', i.id, i.user_id FROM parking i JOIN users u ON u.id = i.user_id
WHERE u.plate_verified_at IS NOT NULL AND u.closed_at IS NULL AND i.removed_at IS NULL
    AND i.date < (u.plate_verified_at AT TIME ZONE 'UTC')::date - interval '1 year'
    AND (EXISTS (SELECT FROM source_citations s WHERE s.parking_id = i.id)
        OR EXISTS (SELECT FROM import_keys k WHERE k.kind = 'parking' AND k.item_id = i.id AND k.import_id IS NOT NULL))
UNION ALL
SELECT 'toll', i.id, i.user_id FROM tolls i JOIN users u ON u.id = i.user_id
WHERE u.plate_verified_at IS NOT NULL AND u.closed_at IS NULL AND i.removed_at IS NULL
    AND i.date < (u.plate_verified_at AT TIME ZONE 'UTC')::date - interval '1 year'
    AND EXISTS (SELECT FROM import_keys k WHERE k.kind = 'toll' AND k.item_id = i.id AND k.import_id IS NOT NULL)
ON CONFLICT DO NOTHING;
