-- A driver sees a confirmed item that they added even before the record is ready, so they are notified of its changes
-- (docs/product/driving-record.md#record-readiness).
CREATE OR REPLACE FUNCTION notes_changes(driver integer, kind text, item integer) RETURNS boolean LANGUAGE sql STABLE
    RETURN EXISTS (
            SELECT FROM users u WHERE u.id = driver AND u.closed_at IS NULL AND (
                u.last_admin_update_at IS NOT NULL
                OR EXISTS (SELECT FROM tickets i WHERE kind = 'ticket' AND i.id = item AND i.driver_entry = 'confirmed')
                OR EXISTS (SELECT FROM parking i WHERE kind = 'parking' AND i.id = item AND i.driver_entry = 'confirmed')
                OR EXISTS (SELECT FROM tolls i WHERE kind = 'toll' AND i.id = item AND i.driver_entry = 'confirmed')
            )
        )
        AND NOT EXISTS (
            SELECT FROM news_items n WHERE n.item_kind = kind AND n.item_id = item AND n.told_on IS NULL
                AND n.amount_before IS NULL AND n.noted_at > now() - interval '10 minutes'
        );
