WITH "log" AS (SELECT FROM "default"."changeset" WHERE false FOR KEY SHARE)
     SELECT nextval('"default"."changeset_id_seq"') AS id;

SET LOCAL work_mem = '64MB';

SELECT has_parameter_privilege('session_replication_role', 'SET') AND NOT EXISTS (
       SELECT FROM "default"."schema_migration"
       WHERE "name" LIKE '%/%' AND split_part("name", '/', 1) <> ALL ($1)) AS allowed;

SET LOCAL session_replication_role = replica;

SELECT pg_advisory_xact_lock(hashtextextended($1, 0));

DROP TABLE IF EXISTS pg_temp."_doomed_demand";
     CREATE TEMPORARY TABLE "_doomed_demand" ("key" text) ON COMMIT DROP;

SELECT count(*) >= 2000 AS "many"
     FROM (SELECT FROM "default"."demand" t WHERE (("t"."name" = $1::text)) LIMIT 2000) AS matching;

WITH locked AS MATERIALIZED (SELECT t."name" AS "key" FROM "default"."demand" t WHERE (("t"."name" = $1::text)) ORDER BY t."name" FOR UPDATE OF t), gone AS (DELETE FROM "default"."demand" t USING locked l WHERE t."name" = l."key" RETURNING t.*), keys AS (INSERT INTO pg_temp."_doomed_demand" SELECT "name" FROM gone), logged AS (INSERT INTO "default"."change" ("changeset", "entity", "key", "last_key", "action", "changes", "step") SELECT <changeset>, 'input.demand', gone."name"::text, NULL, 'delete', (SELECT row_to_json(kept)::text FROM (SELECT gone."source", gone."lastmodified", gone."name", gone."owner", gone."description", gone."category", gone."subcategory", gone."customer", gone."item", gone."location", gone."due", gone."status", gone."operation", gone."quantity", gone."priority", gone."minshipment", gone."maxlateness", gone."policy", gone."batch", gone."delay", gone."plannedquantity", gone."deliverydate", gone."plan") kept), 1 FROM gone) SELECT count(*) AS count FROM gone;

DROP TABLE IF EXISTS pg_temp."_doomed_operationplan";
     CREATE TEMPORARY TABLE "_doomed_operationplan" ("key" text) ON COMMIT DROP;

SELECT count(*) >= 2000 AS "many"
     FROM (SELECT FROM "default"."operationplan" t WHERE t."demand" IN (SELECT "key" FROM pg_temp."_doomed_demand") LIMIT 2000) AS matching;

WITH locked AS MATERIALIZED (SELECT t."reference" AS "key" FROM "default"."operationplan" t WHERE t."demand" IN (SELECT "key" FROM pg_temp."_doomed_demand") ORDER BY t."reference" FOR UPDATE OF t), gone AS (DELETE FROM "default"."operationplan" t USING locked l WHERE t."reference" = l."key" RETURNING t.*), keys AS (INSERT INTO pg_temp."_doomed_operationplan" SELECT "reference" FROM gone), logged AS (INSERT INTO "default"."change" ("changeset", "entity", "key", "last_key", "action", "changes", "step") SELECT <changeset>, 'input.operationplan', gone."reference"::text, NULL, 'delete', (SELECT row_to_json(kept)::text FROM (SELECT gone."source", gone."lastmodified", gone."reference", gone."status", gone."type", gone."quantity", gone."quantity_completed", gone."color", gone."startdate", gone."enddate", gone."remark", gone."criticality", gone."delay", gone."plan", gone."operation", gone."owner", gone."batch", gone."item", gone."origin", gone."destination", gone."supplier", gone."location", gone."demand", gone."due", gone."demands", gone."resource_names", gone."name", gone."forecast") kept), 2 FROM gone) SELECT count(*) AS count FROM gone;

SELECT EXISTS (SELECT FROM "default"."demand" t WHERE true) AS "some";

WITH "set" AS (
       INSERT INTO "default"."changeset" ("id", "user", "channel", "origin", "trace", "task", "undoes") OVERRIDING SYSTEM VALUE
       SELECT $1::bigint, $2::bigint, $3::text, $4::text, $6::text, $7::bigint,
        (SELECT range_agg(int8range(u."id", u."id", '[]')) FROM unnest($8::bigint[]) AS u("id"))
       WHERE NOT EXISTS (SELECT FROM "default"."changeset" WHERE "id" > $1) RETURNING "id")
     INSERT INTO "default"."changesetentity" ("entity", "changeset", "created", "updated", "deleted", "kept")
     SELECT c."entity", "set"."id", c."created", c."updated", c."deleted", c."kept"
     FROM "set", json_to_recordset($5::json)
       AS c("entity" text, "created" integer, "updated" integer, "deleted" integer, "kept" text);
