-- Start of the plan whose proposals are stored: those that start later, but before now, have begun. A plan that a trial has
-- stored keeps the date of the plan that the trial was made in. Null for plans of earlier releases: none has begun.
ALTER TABLE "storedplan" ADD "begun" timestamp;
