import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { lockWaits } from '../../../test/support/lock-waits.ts'
import { until } from '../../../test/support/wait.ts'

test('a change by filter that loses a race is made again, and names its change set', async () => {
  await using server = await startTestServer()
  await server.database.query({
    text: `INSERT INTO "default"."item" ("name") SELECT 'raced ' || n FROM generate_series(1, 20) n;
      CREATE SEQUENCE "default"."races";
      CREATE FUNCTION "default"."lose_once"() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('"default"."races"') = 1 THEN
            RAISE EXCEPTION USING ERRCODE = 'serialization_failure';
          END IF;
          RETURN NEW;
        END $$;
      CREATE TRIGGER "lose_once" BEFORE UPDATE ON "default"."item" FOR EACH ROW EXECUTE FUNCTION "default"."lose_once"()`,
  })
  const path = '/api/input/item/?name__startswith=raced'
  const answer = await server.request('PATCH', path, { as: 'admin', body: { description: 'changed' } })
  expect(answer).toMatchObject({ status: 200, json: { matched: 20, updated: 20, unchanged: 0 } })
  const { rows } = await server.database.query<{ changeset: string }>({
    text: `SELECT max("id")::text AS "changeset" FROM "default"."changeset"`,
  })
  expect(answer.headers.get('x-changeset')).toBe(rows[0]!.changeset)
})

test('a change by filter changes what a searched list shows', async () => {
  await using server = await startTestServer()
  await server.database.query({
    text: `INSERT INTO "default"."item" ("name", "category") VALUES ('red mug', 'a'), ('blue mug', 'a'), ('red cup', 'b')`,
  })
  const change = (query: string) =>
    server.request('PATCH', `/api/input/item/${query}`, { as: 'admin', body: { description: 'found' } })
  expect(await change('?search=red%20mug')).toMatchObject({ status: 200, json: { matched: 1, updated: 1 } })
  expect(await change('?search=mug&category=a&expect=3')).toMatchObject({ status: 409 })
  expect(await change('?search=mug&category=a&expect=2')).toMatchObject({ status: 200, json: { updated: 1 } })
  for (const name of ['search', 'filter', 'source']) {
    expect(await change(`?${name}=`)).toMatchObject({ status: 400, json: { [name]: [expect.any(String)] } })
  }
  expect(await change('?search=mug&limit=1')).toMatchObject({ status: 400 })
})

test('a change by filter leaves records alone that no longer match when it changes them', async () => {
  await using server = await startTestServer()
  await server.database.query({
    text: `INSERT INTO "default"."item" ("name") VALUES ('bike');
      INSERT INTO "default"."demand" ("name", "item", "status", "quantity")
        SELECT 'D' || n, 'bike', 'open', 1 FROM generate_series(1, 3) n`,
  })
  const path = '/api/input/demand/?status=open'
  const change = (more: string) =>
    server.request('PATCH', `${path}${more}`, { as: 'admin', body: { status: 'quote' } })
  const answers = await server.database.withTransaction(async (client) => {
    await client.query(`UPDATE "default"."demand" SET "status" = 'canceled' WHERE "name" = 'D2'`)
    const waiting = [change('&expect=3'), change('&dryrun=true')]
    await until('both wait for the record', async () => (await lockWaits(server.database)) === waiting.length)
    return waiting
  })
  const [expecting, rehearsing] = await Promise.all(answers)
  expect(expecting).toMatchObject({ status: 409, json: { detail: expect.stringContaining('2') } })
  expect(rehearsing).toMatchObject({ status: 200, json: { matched: 2, updated: 2 } })
  expect((await change('')).json).toEqual({ matched: 2, updated: 2, unchanged: 0 })
  const { rows } = await server.database.query({
    text: `SELECT "status" FROM "default"."demand" ORDER BY "name"`,
  })
  expect(rows.map(({ status }) => status)).toEqual(['quote', 'canceled', 'quote'])
})

test('a change by filter needs the right to view, because it counts records by their values', async () => {
  await using server = await startTestServer()
  await server.addUser({ username: 'blind', rights: { default: ['input.change_item', 'input.add_item'] } })
  await server.database.query({ text: `INSERT INTO "default"."item" ("name", "cost") VALUES ('bike', 10)` })
  for (const query of ['cost__gt=5', 'cost__gt=5&dryrun=1', 'cost__gt=5&expect=7', 'search=bike']) {
    const { status, json } = await server.request('PATCH', `/api/input/item/?${query}`, {
      as: 'blind',
      body: { description: 'found' },
    })
    expect([status, Object.keys(Object(json))], query).toEqual([403, ['detail']])
  }
  const own = { as: 'blind', body: { description: 'known by its name' } }
  expect((await server.request('PATCH', '/api/input/item/bike/', own)).status).toBe(200)
})
