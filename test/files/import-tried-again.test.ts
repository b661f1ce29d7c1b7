/** Tests that an import that is tried again says so before it logs the same rejected rows once more. */
import { expect, it } from 'vitest'
import { openImports } from '../support/folder-import.ts'
import { rowsOf } from '../support/records.ts'

const { test, context, folder } = await openImports({ channel: 'import' })

/** Makes PostgreSQL refuse the first record of an imported file, like one that another transaction prevents. */
const preventOnce = `CREATE SEQUENCE "public"."attempt";
  CREATE FUNCTION "public"."prevent_once"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('"public"."attempt"') = 1 THEN RAISE 'prevented' USING ERRCODE = 'serialization_failure'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER "prevent_once" BEFORE INSERT ON "default"."importedfile"
    FOR EACH ROW EXECUTE FUNCTION "public"."prevent_once"()`

it('a file whose transaction PostgreSQL has rolled back because of another one', async () => {
  await test.database.query({ text: preventOnce })
  await folder.put('item.csv', 'name,cost\nbolt,1\nnut,dear\n')
  const { report, log } = await folder.import()
  expect(report.outcomes).toMatchObject([{ kind: 'table', report: { created: 1, rejected: 1 } }])
  const rejection = expect.stringMatching(/^! item\.csv, .*dear/)
  expect(log.slice(0, 3)).toEqual([
    rejection,
    'Tried again, to rule out a change of the same records by another transaction: "item.csv".',
    rejection,
  ])
  expect(log.slice(3).filter((line) => line.includes('dear') || line.startsWith('Tried'))).toEqual([])
  expect(await rowsOf(context, 'item', '"name"')).toMatchObject([{ name: 'bolt' }])
  expect(await folder.list('errors')).toEqual(['item.errors.csv'])
  expect((await folder.read('errors/item.errors.csv')).match(/,dear/g)).toHaveLength(1)
})
