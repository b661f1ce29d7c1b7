-- What a plan changed of the records that somebody follows: one row per follower and plan, with the first of the changes.
CREATE TABLE "plannotice" (
  "changeset" bigint NOT NULL,
  "user" bigint NOT NULL,
  -- All changes, of which "changes" has the first.
  "total" integer NOT NULL,
  -- JSON array of {entity, key, before, after}.
  "changes" text NOT NULL,
  PRIMARY KEY ("changeset", "user")
);
CREATE INDEX "plannotice_user_idx" ON "plannotice" ("user", "changeset");
