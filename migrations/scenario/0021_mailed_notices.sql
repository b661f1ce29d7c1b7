-- Whether a change of a plan was mailed to its user.
ALTER TABLE "plannotice" ADD "mailed" boolean NOT NULL DEFAULT false;
CREATE INDEX "plannotice_unmailed_idx" ON "plannotice" ("user", "changeset") WHERE NOT "mailed";
