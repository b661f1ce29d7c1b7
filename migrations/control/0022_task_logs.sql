-- Lines of logs that are not in the object store yet: those of running tasks, and lines that were added later. Used only
-- with FILES_URL=s3:.
CREATE TABLE "tasklog" (
  "task" bigint NOT NULL REFERENCES "task" ("id") ON DELETE CASCADE,
  "position" bigint NOT NULL,
  "content" bytea NOT NULL,
  PRIMARY KEY ("task", "position")
);
