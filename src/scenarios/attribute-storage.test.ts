import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detail } from '../../test/support/detail.ts'
import { startTestServer, type TestServer } from '../../test/support/server.ts'
import { lockBriefly } from '../database/brief-locks.ts'
import { mostFields } from './attribute-storage.ts'
import { openModels } from '../service/models.ts'

let server: TestServer
const attributes = '/api/common/attribute/'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const define = (attribute: Record<string, unknown>) =>
  server.request('POST', attributes, { body: { label: 'Colour', type: 'string', ...attribute } })

async function columns(name: string): Promise<readonly string[]> {
  const { rows } = await server.database.query<{ place: string }>({
    text: `SELECT table_schema || '.' || table_name AS place FROM information_schema.columns
      WHERE column_name = $1 ORDER BY 1`,
    values: [name],
  })
  return rows.map(({ place }) => place)
}

describe('a custom attribute', () => {
  it.each([
    [{ model: 'input.item', name: 'description' }, 'name'],
    [{ model: 'input.item', name: 'two words' }, 'name'],
    [{ model: 'input.item', name: '1st' }, 'name'],
    [{ model: 'input.item', name: 'a__b' }, 'name'],
    [{ model: 'input.item', name: 'limit' }, 'name'],
    [{ model: 'input.purchaseorder', name: 'resources' }, 'name'],
    [{ model: 'input.operationplan', name: 'materials' }, 'name'],
    [{ model: 'input.item', name: 'hue', label: 'Description' }, 'label'],
    [{ model: 'input.item', name: 'x'.repeat(70) }, 'name'],
    [{ model: 'input.operationplan', name: 'ordering_date' }, 'name'],
    [{ model: 'common.user', name: 'colour' }, 'model'],
    [{ model: 'input.nonsense', name: 'colour' }, 'model'],
    [{ model: 'input.item', name: 'colour', type: 'colour' }, 'type'],
  ])('is refused as %j', async (attribute, field) => {
    const { status, json } = await define(attribute)
    expect([status, Object.keys(json ?? {})]).toEqual([400, [field]])
  })

  it.each(
    'constructor limit format dryrun filter count expect changed_since measure field q ctid xmin xmax cmin cmax tableoid oid'.split(
      ' ',
    ),
  )('is told that %s is a reserved name', async (name) => {
    const { json } = await define({ model: 'input.item', name })
    expect(json).toEqual({ name: [`"${name}" is a reserved name. Choose another one.`] })
  })

  it('is refused where its table has as many columns as it may, before the database refuses it', async () => {
    const body = Array.from({ length: mostFields }, (_, index) => ({
      model: 'input.skill',
      name: `many${index}`,
      label: `Many ${index}`,
      type: 'string',
    }))
    const { status, json } = await server.request('POST', attributes, { body })
    expect(status).toBe(400)
    expect(Array.isArray(json) && json.at(-1)).toEqual({
      model: ['input.skill has 1000 fields, which is the most. Delete attributes that nobody uses.'],
    })
    expect(Array.isArray(json) && json[0]).toEqual({})
  })

  it('is refused with the label of another one in the same batch', async () => {
    const body = ['one', 'two'].map((name) => ({ model: 'input.item', name, label: 'Twin', type: 'string' }))
    const { status, json } = await server.request('POST', attributes, { body })
    expect([status, json]).toEqual([400, [{}, { label: [expect.stringContaining('"Twin"')] }]])
  })

  it('adds a column in every scenario at once, in this process and in others', async () => {
    const elsewhere = await openModels({ database: server.database, onFailure: () => undefined })
    const created = await define({ model: 'Item', name: 'Colour' })
    expect(created).toMatchObject({ status: 201, json: { model: 'input.item', name: 'colour' } })
    expect(await columns('colour')).toEqual(['default.item', 'scenario1.item'])
    const item = await server.request('POST', '/api/input/item/', { body: { name: 'ball', colour: 'red' } })
    expect(item).toMatchObject({ status: 201, json: { colour: 'red' } })
    const found = await server.request('GET', '/api/input/item/?colour__startswith=re')
    expect(found.json).toMatchObject([{ name: 'ball' }])
    expect((await server.request('GET', '/openapi.json')).text).toContain('"title":"Colour"')
    for (const end = Date.now() + 10_000; Date.now() < end;) {
      if (elsewhere.current().byName.get('input.item')!.fieldByName.has('colour')) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(elsewhere.current().byName.get('input.item')!.fieldByName.get('colour')).toMatchObject({
      custom: true,
    })
    await elsewhere.close()
  })

  it('keeps what identifies it and its type', async () => {
    const [stored] = JSON.parse((await server.request('GET', `${attributes}?name=colour`)).text)
    const path = `${attributes}${stored.id}/`
    for (const change of [{ type: 'number' }, { name: 'hue' }, { model: 'input.demand' }]) {
      expect([change, await server.request('PATCH', path, { body: change })]).toMatchObject([
        change,
        { status: 400 },
      ])
    }
    const relabelled = await server.request('PATCH', path, { body: { label: 'Hue' } })
    expect(relabelled).toMatchObject({ status: 200, json: { label: 'Hue' } })
    const { json } = await server.request('OPTIONS', '/api/input/item/')
    expect(json).toMatchObject({ fields: { colour: { label: 'Hue', custom: true } } })
  })

  it.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'select',
    'ORDER',
    'user',
    'limit',
    'xmin',
    'search',
    'a"b',
    'a;b',
    '\\ud800',
  ])('is refused the name %s', async (name) => {
    const refused = await server.request('POST', attributes, {
      body: `{"model": "input.item", "name": ${name === '\\ud800' ? '"\\ud800"' : JSON.stringify(name)}, "label": "Odd", "type": "string"}`,
    })
    expect([refused.status, refused.json]).toEqual([400, { name: [expect.any(String)] }])
    expect((await server.request('GET', '/api/input/item/')).status).toBe(200)
  })

  it('adds nothing when the batch fails or is only tried', async () => {
    const body = [
      { model: 'input.item', name: 'tint', label: 'Tint', type: 'number' },
      { model: 'input.item', name: 'bad name', label: 'Bad', type: 'number' },
    ]
    expect(await server.request('POST', attributes, { body })).toMatchObject({ status: 400 })
    expect(await server.request('POST', `${attributes}?dryrun=1`, { body: body.slice(0, 1) })).toMatchObject({
      status: 200,
    })
    expect(await columns('tint')).toEqual([])
  })

  it('is added beside a long read, and lets other readers pass meanwhile', async () => {
    let adding: ReturnType<typeof define> | undefined
    let longest = 0
    await server.database.withTransaction(async (reader) => {
      await reader.query('SELECT FROM "default"."item" LIMIT 1')
      adding = define({ model: 'input.item', name: 'gloss', label: 'Gloss' })
      for (const end = performance.now() + 4_000; performance.now() < end;) {
        const begun = performance.now()
        expect((await server.request('GET', '/api/input/item/?limit=1')).status).toBe(200)
        longest = Math.max(longest, performance.now() - begun)
      }
    })
    expect(await adding).toMatchObject({ status: 201 })
    expect(longest).toBeLessThan(2_500)
    expect(await columns('gloss')).toEqual(['default.item', 'scenario1.item'])
  })

  it('is added although reads overlap all the time', detail, async () => {
    const stop = new AbortController()
    const read = (): Promise<unknown> =>
      server.database.withTransaction((client) =>
        client.query('SELECT count(*), pg_sleep(0.3) FROM (SELECT FROM "default"."item" LIMIT 1) AS i'),
      )
    const readers = [0, 150].map(async (delayMs) => {
      await delay(delayMs)
      while (!stop.signal.aborted) await read()
    })
    const locked = server.database.withTransaction((client) =>
      lockBriefly(client, ['"default"."item"'], 5_000),
    )
    await expect(locked).resolves.toBeUndefined()
    stop.abort()
    await Promise.all(readers)
  })

  it('stops to wait for its tables at once when the work is canceled', async () => {
    const left = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const reading = server.database.withTransaction(async (reader) => {
      await reader.query('SELECT FROM "default"."item" LIMIT 1')
      entered.resolve()
      await left.promise
    })
    await entered.promise
    const signal = AbortSignal.timeout(300)
    const begun = performance.now()
    const locked = server.database.withTransaction(
      (client) => lockBriefly(client, ['"default"."item"'], 10_000),
      { signal },
    )
    await expect(locked).rejects.toMatchObject({ code: 'canceled' })
    const tookMs = performance.now() - begun
    left.resolve()
    await reading
    expect(tookMs).toBeLessThan(4_000)
  })

  it('is refused for a while, and not as a fault, where others never leave the table', async () => {
    const refused = server.database.withTransaction(async (reader) => {
      await reader.query('SELECT FROM "default"."item" LIMIT 1')
      await server.database.withTransaction((client) => lockBriefly(client, ['"default"."item"'], 300))
    })
    await expect(refused).rejects.toMatchObject({ code: 'tables_locked', headers: { 'Retry-After': '5' } })
    // Also without attempts of our own.
    const late = server.database.withTransaction(async (reader) => {
      await reader.query('SELECT FROM "default"."item" LIMIT 1')
      await server.database.withTransaction(async (client) => {
        await client.query(`SET LOCAL lock_timeout TO '50ms'`)
        await client.query('LOCK TABLE "default"."item" IN ACCESS EXCLUSIVE MODE')
      })
    })
    await expect(late).rejects.toMatchObject({ code: 'tables_locked', headers: { 'Retry-After': '5' } })
  })

  it('shows in the typed views of orders', async () => {
    expect(await define({ model: 'operationplan', name: 'carrier' })).toMatchObject({ status: 201 })
    const order = await server.request('POST', '/api/input/purchaseorder/', {
      body: { reference: 'po 1', quantity: 1, item: 'ball', location: 'x', supplier: 's', carrier: 'DHL' },
    })
    expect(order).toMatchObject({ status: 201, json: { carrier: 'DHL' } })
  })

  it('is deleted with its values only on confirmation', async () => {
    const [stored] = JSON.parse((await server.request('GET', `${attributes}?name=colour`)).text)
    const path = `${attributes}${stored.id}/`
    const refused = await server.request('DELETE', path)
    expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringContaining('1 record has') } })
    expect(await columns('colour')).toHaveLength(2)
    expect(await server.request('DELETE', `${path}?confirm=1`)).toMatchObject({ status: 204 })
    expect(await columns('colour')).toEqual([])
    const item = await server.request('GET', '/api/input/item/ball/')
    expect(item.json).not.toHaveProperty('colour')
  })
})
