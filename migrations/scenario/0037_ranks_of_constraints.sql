-- The place of a constraint among the causes of a delay, and the days that it adds to the others. Those of plans of
-- earlier releases follow from the days; a delay that is shorter is not known here.
ALTER TABLE "constraint" ADD COLUMN "rank" integer, ADD COLUMN "share" double precision;
UPDATE "constraint" AS c SET "rank" = r."rank",
  "share" = CASE WHEN c."together" IS NULL THEN c."days" ELSE greatest(c."days" - r."alone", 0) END
FROM (
  SELECT "id", coalesce(sum("days") FILTER (WHERE "together" IS NULL) OVER (PARTITION BY "demand"), 0) AS "alone",
    dense_rank() OVER (
      PARTITION BY "demand" ORDER BY "name" IN ('overdue', 'sync demand'), "together" IS NOT NULL, "days" DESC NULLS LAST,
        CASE WHEN "together" IS NULL THEN "id" END
    ) AS "rank"
  FROM "constraint") AS r
WHERE r."id" = c."id";
-- The stored exceptions name the main cause: they are found again.
DELETE FROM "exceptionplan";
