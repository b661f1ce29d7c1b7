-- Every process rebuilds its model when custom attributes have changed. The migration runner sets the schema.

CREATE FUNCTION "notify_model_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('model_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "attribute_changed" AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON "attribute"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_model_changed"();
