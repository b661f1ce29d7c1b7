WITH s AS MATERIALIZED (
    SELECT x."_i", x."name", x."quantity"
    FROM json_to_record($1::json) AS x("_i" integer, "name" text, "quantity" double precision)),
  "old" AS MATERIALIZED (
    SELECT o.* FROM "default"."demand" o JOIN s ON o."name" = s."name" ORDER BY o."name" FOR NO KEY UPDATE OF o),
  upd AS (
    UPDATE "default"."demand" t SET "quantity" = s."quantity", "lastmodified" = LOCALTIMESTAMP(6)
    FROM s JOIN "old" o ON o."name" = s."name"
    WHERE t."name" = o."name" AND ROW(o."quantity") IS DISTINCT FROM ROW(s."quantity") RETURNING t.*),
  changeset AS (
    INSERT INTO "default"."changeset" ("user", "channel", "origin", "trace", "task")
    SELECT $2::bigint, $3::text, $4::text, $5::text, $6::bigint FROM upd RETURNING "id"),
  counted AS (
    INSERT INTO "default"."changesetentity" ("entity", "changeset", "created", "updated", "deleted")
    SELECT 'input.demand', c."id", 0, 1, 0 FROM changeset c),
  logged AS (
    INSERT INTO "default"."change" ("changeset", "entity", "key", "action", "changes")
    SELECT c."id", 'input.demand', n."name"::text, 'change', ('{' || concat_ws(',', CASE WHEN o."quantity" IS DISTINCT FROM n."quantity" THEN '"quantity":' || json_build_array("o"."quantity", "n"."quantity")::text END) || '}') FROM changeset c, upd n JOIN "old" o ON o."name" = n."name"),
  stored AS (
    SELECT 'updated' AS "_action", upd.* FROM upd
    UNION ALL SELECT 'unchanged', o.* FROM "old" o WHERE NOT EXISTS (SELECT FROM upd WHERE upd."name" = o."name"))
  SELECT
    -- A record without outcome was taken by somebody else meanwhile: fail, so that nothing of the batch stays.
    CASE WHEN r."_action" IS NULL THEN ('lost race ' || s."_i")::integer::text ELSE r."_action" END
      || ' ' || (SELECT row_to_json("record")::text FROM (SELECT "r"."source" AS "source", CASE WHEN "r"."lastmodified"::timestamp(0) = "r"."lastmodified" OR "r"."lastmodified"::timestamp(5) <> "r"."lastmodified" THEN to_json("r"."lastmodified") ELSE to_json(to_char("r"."lastmodified", 'YYYY-MM-DD"T"HH24:MI:SS.US')) END AS "lastmodified", "r"."name" AS "name", "r"."owner" AS "owner", "r"."description" AS "description", "r"."category" AS "category", "r"."subcategory" AS "subcategory", "r"."customer" AS "customer", "r"."item" AS "item", "r"."location" AS "location", CASE WHEN "r"."due"::timestamp(0) = "r"."due" OR "r"."due"::timestamp(5) <> "r"."due" THEN to_json("r"."due") ELSE to_json(to_char("r"."due", 'YYYY-MM-DD"T"HH24:MI:SS.US')) END AS "due", "r"."status" AS "status", "r"."operation" AS "operation", "r"."quantity" AS "quantity", "r"."priority" AS "priority", "r"."minshipment" AS "minshipment", (CASE WHEN "r"."maxlateness" < '0'::interval THEN '-' ELSE '' END || CASE WHEN greatest("r"."maxlateness", -"r"."maxlateness") >= '1 day'::interval THEN floor(date_part('epoch', greatest("r"."maxlateness", -"r"."maxlateness")) / 86400)::text || ' ' ELSE '' END || CASE WHEN (greatest("r"."maxlateness", -"r"."maxlateness")::time)::time(0) = greatest("r"."maxlateness", -"r"."maxlateness")::time THEN (greatest("r"."maxlateness", -"r"."maxlateness")::time)::text ELSE rpad((greatest("r"."maxlateness", -"r"."maxlateness")::time)::text, 15, '0') END) AS "maxlateness", "r"."policy" AS "policy", "r"."batch" AS "batch", (CASE WHEN "r"."delay" < '0'::interval THEN '-' ELSE '' END || CASE WHEN greatest("r"."delay", -"r"."delay") >= '1 day'::interval THEN floor(date_part('epoch', greatest("r"."delay", -"r"."delay")) / 86400)::text || ' ' ELSE '' END || CASE WHEN (greatest("r"."delay", -"r"."delay")::time)::time(0) = greatest("r"."delay", -"r"."delay")::time THEN (greatest("r"."delay", -"r"."delay")::time)::text ELSE rpad((greatest("r"."delay", -"r"."delay")::time)::text, 15, '0') END) AS "delay", "r"."plannedquantity" AS "plannedquantity", CASE WHEN "r"."deliverydate"::timestamp(0) = "r"."deliverydate" OR "r"."deliverydate"::timestamp(5) <> "r"."deliverydate" THEN to_json("r"."deliverydate") ELSE to_json(to_char("r"."deliverydate", 'YYYY-MM-DD"T"HH24:MI:SS.US')) END AS "deliverydate", "r"."plan" AS "plan") AS "record")
  FROM s LEFT JOIN stored r ON r."name" = s."name" ORDER BY s."_i";
