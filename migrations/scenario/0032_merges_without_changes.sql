-- A merge that changed nothing has no change set: all its conflicts were decided for the present data, or both scenarios
-- had the same changes.
ALTER TABLE "merged" DROP CONSTRAINT "merged_pkey";
ALTER TABLE "merged" ALTER "changeset" DROP NOT NULL;
CREATE UNIQUE INDEX "merged_changeset_key" ON "merged" ("changeset");
