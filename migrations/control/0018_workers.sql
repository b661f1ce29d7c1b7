-- What each live worker takes. A row counts while the advisory lock of its number is held; workers delete those of the dead.
CREATE TABLE "worker" (
  "number" integer PRIMARY KEY,
  "host" text NOT NULL,
  "concurrency" integer NOT NULL,
  -- Kinds of tasks as they were given; null = all.
  "kinds" text[] COLLATE "C",
  -- Names of the tasks of these kinds; null = all.
  "tasks" text[] COLLATE "C",
  -- Scenarios whose tasks it takes; null = all.
  "scenarios" text[] COLLATE "C",
  "started" timestamptz NOT NULL DEFAULT now()
);
