-- Orders that were stored before names were stored with them are called as the planner calls its own.
UPDATE "operationplan" SET "name" = CASE "type"
    WHEN 'PO' THEN coalesce(
      'Purchase ' || "item" || ' @ ' || "location" || ' from ' || "supplier",
      'Purchase ' || "item" || ' @ ' || "location")
    WHEN 'DO' THEN 'Ship ' || "item" || ' from ' || "origin" || ' to ' || "destination"
    WHEN 'DLVR' THEN 'Ship ' || "item" || ' @ ' || "location"
    ELSE "operation" END
WHERE coalesce("name", '') = '' AND "type" IN ('PO', 'DO', 'DLVR', 'MO', 'WO');
