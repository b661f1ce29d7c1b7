-- W3C traceparent of the request or task that launched the task, or whose change the message reports; null without traces.
ALTER TABLE "task" ADD COLUMN "trace" text COLLATE "C";
ALTER TABLE "webhookdelivery" ADD COLUMN "trace" text COLLATE "C";
