-- The run of the task that wrote a change set, and the change sets that it undoes: one, or several at once.
ALTER TABLE "changeset" ADD COLUMN "task" bigint, ADD COLUMN "undoes" int8multirange;
UPDATE "changeset" SET "undoes" = int8multirange(int8range(substr("origin", 6)::bigint, substr("origin", 6)::bigint, '[]'))
  WHERE "origin" ~ '^undo [0-9]{1,18}$';
CREATE INDEX "changeset_task_idx" ON "changeset" ("task") WHERE "task" IS NOT NULL;
-- The change sets that undo one, which few do.
CREATE INDEX "changeset_undoes_idx" ON "changeset" USING gist ("undoes") WHERE "undoes" IS NOT NULL;
DROP INDEX "changeset_undo_idx";
