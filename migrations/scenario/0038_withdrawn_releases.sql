-- A release without an answer of the ERP whose order became a proposal again or was deleted: the order is not sent, and can
-- be released again even if it is approved by hand later.
ALTER TABLE "orderrelease" ADD "withdrawn" boolean NOT NULL DEFAULT false;

-- Orders that are proposals or missing now, and those that were one since their release as far as the change log says.
UPDATE "orderrelease" r SET "withdrawn" = true
WHERE r."receipt" IS NULL AND (
  NOT EXISTS (SELECT FROM "operationplan" o WHERE o."reference" = r."reference" AND coalesce(o."status", 'proposed') <> 'proposed')
  OR EXISTS (SELECT FROM "change" c
    WHERE c."entity" = 'input.operationplan' AND c."key" = r."reference" AND c."last_key" IS NULL AND c."changeset" > r."changeset"
      AND (c."action" = 'delete' OR c."action" = 'change' AND c."changes"::jsonb #>> '{status,1}' = 'proposed')));
