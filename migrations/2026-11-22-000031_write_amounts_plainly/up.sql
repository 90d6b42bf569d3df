-- Rewrites unambiguous amounts so that the stricter rule accepts them: `$ 150`, `150$`, `150.` and `.5` become `$150`, `$150`, `150`
-- and `0.5`. Ambiguous ones (`150,00`, `12.345`) stay as they are and don't count as numbers.
UPDATE tickets SET amount = plain.amount
FROM (
    SELECT id, (CASE WHEN amount LIKE '%$%' THEN '$' ELSE '' END)
        || regexp_replace(regexp_replace(translate(amount, '$ ', ''), '^\.', '0.'), '\.$', '') AS amount
    FROM tickets
    WHERE amount ~ '^[$ ]*(\d+\.?|\d*\.\d{1,2})[$ ]*$' AND amount !~ '^\$?\d+(\.\d{1,2})?$'
) AS plain
WHERE tickets.id = plain.id;

UPDATE parking SET amount = plain.amount
FROM (
    SELECT id, (CASE WHEN amount LIKE '%$%' THEN '$' ELSE '' END)
        || regexp_replace(regexp_replace(translate(amount, '$ ', ''), '^\.', '0.'), '\.$', '') AS amount
    FROM parking
    WHERE amount ~ '^[$ ]*(\d+\.?|\d*\.\d{1,2})[$ ]*$' AND amount !~ '^\$?\d+(\.\d{1,2})?$'
) AS plain
WHERE parking.id = plain.id;

UPDATE tolls SET amount = plain.amount
FROM (
    SELECT id, (CASE WHEN amount LIKE '%$%' THEN '$' ELSE '' END)
        || regexp_replace(regexp_replace(translate(amount, '$ ', ''), '^\.', '0.'), '\.$', '') AS amount
    FROM tolls
    WHERE amount ~ '^[$ ]*(\d+\.?|\d*\.\d{1,2})[$ ]*$' AND amount !~ '^\$?\d+(\.\d{1,2})?$'
) AS plain
WHERE tolls.id = plain.id;
