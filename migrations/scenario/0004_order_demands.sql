-- The sales orders that each order is for, as people read them: the names in what the plan has pegged.

ALTER TABLE "operationplan" ADD COLUMN "demands" text COLLATE "C";

UPDATE "operationplan" AS o SET "demands" = (
  SELECT string_agg(k, ', ' ORDER BY k COLLATE "C") FROM jsonb_object_keys(o."plan" -> 'pegging') AS k)
WHERE jsonb_typeof(o."plan" -> 'pegging') = 'object' AND o."plan" -> 'pegging' <> '{}';
