-- Tasks, plans and proposals as events in the order of the transactions that wrote them (see scenario/0012_events.sql).

ALTER TABLE "task" ADD COLUMN "transaction" bigint NOT NULL DEFAULT 0;
CREATE INDEX "task_transaction_idx" ON "task" ("transaction", "id");

CREATE OR REPLACE FUNCTION "stamp_task"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed" := nextval(format('%I.task_change', TG_TABLE_SCHEMA)::regclass);
  NEW."transaction" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;

ALTER TABLE "planhistory" ADD COLUMN "transaction" bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX "planhistory_transaction_idx" ON "planhistory" ("transaction", "id");

ALTER TABLE "proposalevent"
  ADD COLUMN "transaction" bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX "proposalevent_transaction_idx" ON "proposalevent" ("transaction", "id");

-- Numbers of transactions belong to a cluster of PostgreSQL: in another one, old numbers may come again.
CREATE TABLE "eventlog" (
  "only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
  -- Begins every cursor; a cursor of another epoch is refused.
  "epoch" text NOT NULL DEFAULT substr(md5(random()::text || clock_timestamp()::text), 1, 8),
  -- Identifier of the cluster in which the epoch holds.
  "system" text NOT NULL
);
INSERT INTO "eventlog" ("system") SELECT "system_identifier"::text FROM pg_control_system();
