-- W3C traceparent of the request or task that made the changes; null without traces.
ALTER TABLE "changeset" ADD COLUMN "trace" text COLLATE "C";
