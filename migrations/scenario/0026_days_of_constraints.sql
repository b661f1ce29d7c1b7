-- By how many days a sales order would be earlier without a constraint, alone or with others that bind together with it.
ALTER TABLE "constraint" ADD COLUMN "days" double precision, ADD COLUMN "together" text COLLATE "C";
