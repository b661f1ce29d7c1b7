-- Who follows a proposal, where users have said so: authors, groups that are asked for an approval and all who have had
-- to do with it follow it by themselves, unless they have said that they do not.
CREATE TABLE "proposalfollower" (
  "proposal" bigint NOT NULL REFERENCES "proposal" ("id") ON DELETE CASCADE,
  "user" bigint NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
  "follows" boolean NOT NULL,
  PRIMARY KEY ("proposal", "user")
);
CREATE INDEX "proposalfollower_user_idx" ON "proposalfollower" ("user", "proposal");

-- What the log of the scenario held when conflicts were last looked for, as a snapshot of transactions, and whether some
-- were found: followers are told once.
ALTER TABLE "proposal"
  ADD COLUMN "checked" text,
  ADD COLUMN "conflicting" boolean NOT NULL DEFAULT false;
CREATE INDEX "proposal_pending_idx" ON "proposal" ("scenario") WHERE "state" IN ('draft', 'open', 'approved');

ALTER TABLE "proposalevent" DROP CONSTRAINT "proposalevent_kind_check";
ALTER TABLE "proposalevent" ADD CONSTRAINT "proposalevent_kind_check" CHECK ("kind" IN
  ('created', 'submitted', 'approved', 'rejected', 'withdrawn', 'resolved', 'conflicting', 'applied', 'commented'));
