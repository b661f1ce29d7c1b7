WITH "log" AS (SELECT FROM "default"."changeset" WHERE false FOR KEY SHARE)
     SELECT nextval('"default"."changeset_id_seq"') AS id;

CREATE TEMPORARY TABLE "_stage" ("_i" integer, "_set" varbit, "name" text, "source" text, "owner" text, "description" text, "category" text, "subcategory" text, "customer" text, "item" text, "location" text, "due" timestamp, "status" text, "operation" text, "quantity" double precision, "priority" integer, "minshipment" double precision, "maxlateness" interval, "policy" text, "batch" text) ON COMMIT DROP;

COPY pg_temp."_stage" ("_i", "_set", "name", "source", "owner", "description", "category", "subcategory", "customer", "item", "location", "due", "status", "operation", "quantity", "priority", "minshipment", "maxlateness", "policy", "batch") FROM STDIN;

WITH wanted AS (SELECT DISTINCT "item" AS "value" FROM pg_temp."_stage" WHERE "item" IS NOT NULL),
     found AS MATERIALIZED (
       SELECT t."name" AS "value" FROM "default"."item" t JOIN wanted w ON t."name" = w."value"
       )
     SELECT w."value"::text AS value FROM wanted w
     WHERE NOT EXISTS (SELECT FROM found f WHERE f."value" = w."value") 
     ORDER BY w."value";

WITH inserted AS (
    INSERT INTO "default"."demand" ("name", "item")
    SELECT s."name", s."item"
    FROM pg_temp."_stage" s
    WHERE NOT EXISTS (SELECT FROM "default"."demand" t WHERE t."name" = s."name")
    ORDER BY s."name"
    ON CONFLICT DO NOTHING RETURNING "name"), logged AS (INSERT INTO "default"."change" ("changeset", "entity", "key", "last_key", "action", "changes", "step") SELECT <changeset>, 'input.demand', "name"::text, NULL, 'add', NULL, 1 FROM inserted) SELECT count(*) AS count FROM inserted;

DROP TABLE pg_temp."_stage";

WITH "set" AS (
       INSERT INTO "default"."changeset" ("id", "user", "channel", "origin", "trace", "task", "undoes") OVERRIDING SYSTEM VALUE
       SELECT $1::bigint, $2::bigint, $3::text, $4::text, $6::text, $7::bigint,
        (SELECT range_agg(int8range(u."id", u."id", '[]')) FROM unnest($8::bigint[]) AS u("id"))
       WHERE NOT EXISTS (SELECT FROM "default"."changeset" WHERE "id" > $1) RETURNING "id")
     INSERT INTO "default"."changesetentity" ("entity", "changeset", "created", "updated", "deleted", "kept")
     SELECT c."entity", "set"."id", c."created", c."updated", c."deleted", c."kept"
     FROM "set", json_to_recordset($5::json)
       AS c("entity" text, "created" integer, "updated" integer, "deleted" integer, "kept" text);
