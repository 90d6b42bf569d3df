CREATE OR REPLACE FUNCTION notes_changes(driver integer, kind text, item integer) RETURNS boolean LANGUAGE sql STABLE
    RETURN EXISTS (SELECT FROM users u WHERE u.id = driver AND u.closed_at IS NULL AND u.last_admin_update_at IS NOT NULL)
        AND NOT EXISTS (
            SELECT FROM news_items n WHERE n.item_kind = kind AND n.item_id = item AND n.told_on IS NULL
                AND n.amount_before IS NULL AND n.noted_at > now() - interval '10 minutes'
        );
