-- A request that another one has replaced, because it counted as abandoned, must notice it.
ALTER TABLE "idempotency" ADD COLUMN "claim" uuid;
COMMENT ON COLUMN "idempotency"."claim" IS 'The request that runs with the key or has run with it; each has its own';
