ALTER TABLE "webhookdelivery"
  -- Time of the first attempt since it was queued, sent again, or the endpoint was changed; null before it.
  ADD COLUMN "started" timestamptz,
  -- Sent, or last sent, although messages before it waited: a test, or a message that a user sent again.
  ADD COLUMN "urgent" boolean NOT NULL DEFAULT false;
UPDATE "webhookdelivery" SET "started" = "created" WHERE "attempts" > 0 AND "due" IS NOT NULL;
UPDATE "webhookdelivery" SET "urgent" = true WHERE "kind" = 'test';
-- Others may wait for a message that is retried.
UPDATE "webhookdelivery" SET "due" = least("due", now() + interval '15 minutes')
  WHERE "due" IS NOT NULL AND "attempts" > 0;
CREATE INDEX "webhookdelivery_delivered_idx" ON "webhookdelivery" ("webhook", "id")
  WHERE "delivered" IS NOT NULL AND NOT "urgent";
