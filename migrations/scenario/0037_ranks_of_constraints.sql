-- The place of a constraint among the causes of a delay, and the days that it adds to the others. Plans of earlier
-- releases have them in the sequence that they were shown in.
ALTER TABLE "constraint" ADD COLUMN "rank" integer, ADD COLUMN "share" double precision;
UPDATE "constraint" AS c SET "rank" = r."rank", "share" = CASE WHEN c."together" IS NULL THEN c."days" END
FROM (
  SELECT "id", row_number() OVER (
    PARTITION BY "demand" ORDER BY "name" IN ('overdue', 'sync demand'), "together" IS NOT NULL, "days" DESC NULLS LAST, "id"
  ) AS "rank"
  FROM "constraint") AS r
WHERE r."id" = c."id";
