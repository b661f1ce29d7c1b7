-- The resources on which each order is planned, as people read them: the names in its loads.
ALTER TABLE "operationplan" ADD COLUMN "resource_names" text COLLATE "C";

UPDATE "operationplan" AS o SET "resource_names" = u."names"
FROM (
  SELECT "operationplan", string_agg(DISTINCT "resource", ', ' ORDER BY "resource") AS "names"
  FROM "operationplanresource" GROUP BY "operationplan") AS u
WHERE u."operationplan" = o."reference";
