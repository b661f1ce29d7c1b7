-- How the process of a task tells its end itself, and how it is told from a later one with the same number.

ALTER TABLE "task"
  -- The end as the task's own process has noted it: true whatever becomes of process and worker afterwards.
  ADD "outcome" text COLLATE "C",
  ADD "outcome_message" text COLLATE "C",
  -- What no other process with the number "processid" has: where and when it was started.
  ADD "processstart" text COLLATE "C",
  -- When somebody wanted it canceled: whoever runs it has to answer some time.
  ADD "cancel_asked" timestamp;
