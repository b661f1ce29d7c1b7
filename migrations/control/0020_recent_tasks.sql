-- What has ended lately, for figures that are read every few seconds.
CREATE INDEX "task_finished_idx" ON "task" ("finished") WHERE "finished" IS NOT NULL;
