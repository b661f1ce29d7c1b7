-- The table of tasks as their queue: what a task holds, who runs it, and how everybody learns of a change.

ALTER TABLE "task"
  ADD "scenario" text COLLATE "C",
  ADD "step" text COLLATE "C",
  -- What only the queue needs.
  ADD "scenarios" text[] COLLATE "C" NOT NULL DEFAULT '{}',
  ADD "parameters" jsonb NOT NULL DEFAULT '{}',
  -- Secret parameters, encrypted, until the task has begun.
  ADD "sealed" bytea,
  -- Launched by the person at the command line, who may do everything.
  ADD "operator" boolean NOT NULL DEFAULT false,
  ADD "channel" text COLLATE "C" NOT NULL DEFAULT 'api',
  ADD "parent" bigint REFERENCES "task" ("id") ON DELETE SET NULL,
  -- Number whose advisory lock is held while whoever runs the task lives.
  ADD "worker" integer,
  ADD "host" text COLLATE "C",
  ADD "cancel" boolean NOT NULL DEFAULT false,
  ADD "idempotency_key" text COLLATE "C",
  ADD "request_hash" text COLLATE "C",
  -- Grows with every change of any task: events resume after it.
  ADD "changed" bigint NOT NULL DEFAULT 0;

-- Records of earlier releases have nobody who would run them.
UPDATE "task" SET "finished" = "submitted" WHERE "finished" IS NULL;

CREATE INDEX "task_unfinished_idx" ON "task" ("id") WHERE "finished" IS NULL;
CREATE INDEX "task_changed_idx" ON "task" ("changed");
CREATE INDEX "task_parent_idx" ON "task" ("parent") WHERE "parent" IS NOT NULL;
CREATE UNIQUE INDEX "task_idempotency_idx" ON "task" ("user", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;

-- The last number given. Its row is locked until the record is committed: numbers have no gaps, and follow the
-- order in which tasks were submitted.
CREATE TABLE "task_counter" (
  "only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
  "last" bigint NOT NULL
);
INSERT INTO "task_counter" ("last") SELECT coalesce(max("id"), 0) FROM "task";

CREATE SEQUENCE "task_change";

CREATE FUNCTION "stamp_task"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed" := nextval(format('%I.task_change', TG_TABLE_SCHEMA)::regclass);
  RETURN NEW;
END $$;
CREATE TRIGGER "task_stamped" BEFORE INSERT OR UPDATE ON "task"
  FOR EACH ROW EXECUTE FUNCTION "stamp_task"();

CREATE FUNCTION "notify_task_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('task_changed', NEW."id" || ':' || NEW."status");
  RETURN NULL;
END $$;
CREATE TRIGGER "task_changed" AFTER INSERT OR UPDATE ON "task"
  FOR EACH ROW EXECUTE FUNCTION "notify_task_changed"();
