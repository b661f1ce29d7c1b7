-- The files of the upload folder that imports have stored (src/files/import/imported-files.ts). A file is unchanged since
-- its import if it still has the size and the modification time of the row.
CREATE TABLE "importedfile" (
  "name" text COLLATE "C" PRIMARY KEY,
  "size" bigint NOT NULL,
  -- Milliseconds since 1970-01-01T00:00:00Z, as the listing of the folder gives them.
  "modified" bigint NOT NULL,
  "imported" timestamptz NOT NULL DEFAULT now(),
  -- Number of the task; null for an import without one.
  "task" bigint,
  "rejected" integer NOT NULL
);
