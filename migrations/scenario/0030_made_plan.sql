-- How the stored plan was made, so that trials continue it as it is: null for plans of earlier releases, which count as
-- plans with all constraints that start on the date of the parameter.
ALTER TABLE "storedplan" ADD "plantype" integer;
-- Names of the constraints as in `runplan --constraint`.
ALTER TABLE "storedplan" ADD "constraints" text;
-- Start date that was given with the run instead of the parameter.
ALTER TABLE "storedplan" ADD "start" timestamp;
-- Snapshot (pg_snapshot) of the data: a change set with a lower number than the basis may have been committed later.
ALTER TABLE "storedplan" ADD "snapshot" text;
