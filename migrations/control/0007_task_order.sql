-- Changes of tasks are committed in the order of their numbers. Whoever follows them asks for what came after the last
-- number seen: a smaller one that is committed later would never be told.

-- Held until the transaction has ended. Of the statement, not of the row: it is taken before any row is locked, so that
-- two statements that change several tasks never wait for each other.
CREATE FUNCTION "order_task_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1952543087, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER "task_ordered" BEFORE INSERT OR UPDATE ON "task"
  FOR EACH STATEMENT EXECUTE FUNCTION "order_task_changes"();
