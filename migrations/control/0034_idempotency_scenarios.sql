-- A stored response is deleted when the data of its scenario is replaced: the records that it reports are gone.
ALTER TABLE "idempotency" ADD COLUMN "scenario" text COLLATE "C";
UPDATE "idempotency" SET "scenario" = coalesce(substring("request" FROM '^\w+ /+([^/?]+)/+api/'), 'default');
COMMENT ON COLUMN "idempotency"."scenario" IS 'Scenario of the request; null if a process of an earlier release has stored it';
