import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { streamOwner } from '../../data/context.ts'

test('changes by filter count as streams of their own user', async () => {
  // One user may use one of the two stream connections.
  await using server = await startTestServer({ settings: { STREAM_POOL_SIZE: '2' } })
  const busy = await server.addUser({ username: 'busy', rights: { default: 'superuser' } })
  await server.database.query({
    text: `INSERT INTO "default"."item" ("name") SELECT repeat('long ', 10) || n FROM generate_series(1, 5000) n`,
  })
  const change = (as: string, description: string) =>
    server.request('PATCH', '/api/input/item/?name__startswith=long', { as, body: { description } })
  const release = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const owner = streamOwner({ userId: busy, channel: 'api' })
  const holding = server.database.withClient(
    async () => {
      taken.resolve()
      await release.promise
    },
    { stream: { owner } },
  )
  await taken.promise
  let isAnswered = false
  const waiting = change('busy', 'changed by busy').then((answer) => {
    isAnswered = true
    return answer
  })
  expect(await change('admin', 'changed by admin')).toMatchObject({ status: 200 })
  expect(await change('admin', 'changed again')).toMatchObject({ status: 200 })
  expect(isAnswered).toBe(false)
  release.resolve()
  await holding
  expect(await waiting).toMatchObject({ status: 200, json: { matched: 5_000, updated: 5_000 } })
})

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
  expect(await change('?search=')).toMatchObject({ status: 400 })
  expect(await change('?search=mug&limit=1')).toMatchObject({ status: 400 })
})
