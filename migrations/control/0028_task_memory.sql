-- Megabytes that a task of the worker may use; null for a worker of an older release.
ALTER TABLE "worker" ADD "memory" integer;
-- Megabytes that the task needs, as estimated by the task or, before it runs, by the last one of its kind in the scenario.
ALTER TABLE "task" ADD "memory" integer;
CREATE INDEX "task_memory_idx" ON "task" ("name", (coalesce("scenario", 'default')), "id") WHERE "memory" IS NOT NULL;
