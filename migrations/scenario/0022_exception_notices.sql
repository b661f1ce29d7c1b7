-- Exceptions that a plan brought for the records that somebody follows: a row beside that of the changes by the plan.
ALTER TABLE "plannotice" ADD "kind" text COLLATE "C" NOT NULL DEFAULT 'plan';
ALTER TABLE "plannotice" DROP CONSTRAINT "plannotice_pkey";
ALTER TABLE "plannotice" ADD CONSTRAINT "plannotice_pkey" PRIMARY KEY ("changeset", "user", "kind");
