-- An absolute time: a local one is an hour off when the clocks change, and a task that hangs was ended at once, or an
-- hour late. Older releases compare and write it as before.
ALTER TABLE "task" ALTER COLUMN "cancel_asked" TYPE timestamptz;
