/** Tests what the data API writes: one record and many, in every shape, and what it refuses. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { demands, names, serveThreeDemands } from '../../../test/support/three-demands.ts'

const { send, server } = serveThreeDemands()

describe('lines of which one is no JSON', () => {
  const lines = '{"name":"l1"}\n\n{"name":\n{"quantity":"x","name":"l4"}\n{"name":"l5"}\n'
  const post = (prefer?: string) =>
    send('POST', demands, {
      body: lines,
      headers: {
        'content-type': 'application/x-ndjson',
        ...(prefer === undefined ? {} : { prefer }),
      },
    })

  it('are all refused by default', async () => {
    const { status, json } = await post()
    expect([status, json]).toEqual([
      400,
      [
        {},
        { non_field_errors: [expect.stringMatching(/record at line 3, column \d+: /)] },
        { quantity: [expect.any(String)] },
        {},
      ],
    ])
    expect(await send('GET', `${demands}l1/`)).toMatchObject({ status: 404 })
  })

  it('are written without it when lenient, and its line is named', async () => {
    const { status, json } = await post('handling=lenient')
    expect([status, json]).toEqual([
      200,
      {
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 2,
        results: [
          { outcome: 'created', key: 'l1' },
          { outcome: 'failed', key: null, errors: { non_field_errors: [expect.stringContaining('line 3')] } },
          expect.objectContaining({ outcome: 'failed', errors: { quantity: [expect.any(String)] } }),
          { outcome: 'created', key: 'l5' },
        ],
      },
    ])
  })
})

describe('lines of which several are no JSON', () => {
  it('are refused with all of them, also if records before are invalid', async () => {
    const body = '{bad\n{"name":"q","quantity":"x"}\nworse\n{"name":"good"}\n{}\n'
    const headers = { 'content-type': 'application/x-ndjson' }
    const { status, json } = await send('POST', demands, { body, headers })
    expect([status, json]).toEqual([
      400,
      [
        { non_field_errors: [expect.stringContaining('record at line 1, column 2: ')] },
        { quantity: ['A valid number is required.'] },
        { non_field_errors: [expect.stringContaining('record at line 3, column 1: ')] },
        {},
        { name: ['This field is required.'] },
      ],
    ])
    expect(await send('GET', `${demands}good/`)).toMatchObject({ status: 404 })
  })
})

describe('more than a megabyte of lines', () => {
  const headers = { 'content-type': 'application/x-ndjson' }
  const long = 'x'.repeat(250)
  const orders = Array.from({ length: 5_000 }, (_, index) =>
    JSON.stringify({ name: `long ${index}`, description: long }),
  )

  it('are answered with counts, because the records may not fit in memory', async () => {
    const answer = await send('POST', demands, { body: orders.join('\n'), headers })
    expect([answer.status, answer.json]).toEqual([200, { created: 5_000, updated: 0, unchanged: 0 }])
    expect(answer.headers.get('preference-applied')).toBe('return=minimal')
    const few = await send('POST', demands, { body: orders.slice(0, 3).join('\n'), headers })
    expect([few.status, names(few.json)]).toEqual([201, ['long 0', 'long 1', 'long 2']])
    expect(few.headers.get('preference-applied')).toBeNull()
  })

  it('begin after the last byte of the first megabyte', async () => {
    const record = JSON.stringify({ name: 'exact', description: long })
    const upTo = async (bytes: number): Promise<number> => {
      // Blank lines are no records.
      const { status } = await send('POST', demands, { body: record.padEnd(bytes, '\n'), headers })
      return status
    }
    expect([await upTo(2 ** 20), await upTo(2 ** 20 + 1)]).toEqual([201, 200])
  })

  it('name only the invalid ones when lenient, by their position', async () => {
    const lines = orders
      .with(1, '{')
      .with(2, '{"name":"long 2","quantity":"x"}')
      .with(4, '{"')
      .with(4_999, '{}')
    const prefer = 'handling=lenient'
    const {
      status,
      json,
      headers: answered,
    } = await send('POST', demands, {
      body: lines.join('\n'),
      headers: { ...headers, prefer },
    })
    expect([status, json]).toEqual([
      200,
      {
        created: 4_996,
        updated: 0,
        unchanged: 0,
        failed: 4,
        results: [
          {
            index: 1,
            outcome: 'failed',
            key: null,
            errors: { non_field_errors: [expect.stringContaining('line 2')] },
          },
          { index: 2, outcome: 'failed', key: 'long 2', errors: { quantity: [expect.any(String)] } },
          {
            index: 4,
            outcome: 'failed',
            key: null,
            errors: { non_field_errors: [expect.stringContaining('line 5')] },
          },
          { index: 4_999, outcome: 'failed', key: null, errors: { name: [expect.any(String)] } },
        ],
      },
    ])
    expect(answered.get('preference-applied')).toBe('handling=lenient, return=minimal')
  })
})

describe('malformed lines', () => {
  it('are refused after ten thousand of them, even when lenient', async () => {
    const headers = { 'content-type': 'application/x-ndjson', prefer: 'handling=lenient' }
    const body = '{"name":"between"}\n' + 'x\n'.repeat(10_001)
    const { status, json } = await send('POST', demands, { body, headers })
    expect([status, Array.isArray(json) && json.length]).toEqual([400, 10_002])
    expect(await send('GET', `${demands}between/`)).toMatchObject({ status: 404 })
  })
})

describe('values that do not fit', () => {
  it('are said to be too large, with the numbers that are accepted', async () => {
    const { json } = await send('POST', demands, { body: '{"name":"x","quantity":1e400}' })
    expect(json).toEqual({ quantity: ['The number is too large. Give one from -1e+60 to 1e+60.'] })
  })

  it('are measured in bytes where an index measures so', async () => {
    const { json } = await send('POST', demands, { body: { name: 'é'.repeat(1_400) } })
    expect(json).toEqual({ name: [expect.stringContaining('2600 bytes')] })
  })
})

describe('writing', () => {
  it('adds and updates in the order of the request', async () => {
    const { status, json } = await send('POST', `${demands}?format=json`, {
      body: [
        { name: 'z', quantity: 1 },
        { name: 'a', quantity: 100 },
      ],
    })
    expect(status).toBe(201)
    expect(json).toMatchObject([
      { name: 'z', quantity: 1, status: 'open' },
      { name: 'a', quantity: 100, location: 'Ghent' },
    ])
    expect(await send('POST', demands, { body: [] })).toMatchObject({ status: 201, json: [] })
  })

  it('answers an object with an object, and tells where it is', async () => {
    const { status, headers, json } = await send('POST', demands, { body: { name: 'new', quantity: 2 } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ name: 'new', quantity: 2 })
    const detail = await send('GET', `${demands}new/`)
    expect([headers.get('location'), headers.get('etag')]).toEqual([
      `${server().url}${demands}new/`,
      detail.headers.get('etag'),
    ])
  })

  it('tells every fault, in the shape of the request', async () => {
    const many = await send('POST', demands, {
      body: [{ name: 'ok' }, { name: 'bad', quantity: 'x', status: 'odd' }, { quantity: 1 }, 5],
    })
    expect(many.status).toBe(400)
    expect(many.json).toEqual([
      {},
      {
        quantity: ['A valid number is required.'],
        status: ['"odd" is not a valid choice. Use one of: inquiry, quote, open, closed, canceled.'],
      },
      { name: ['This field is required.'] },
      { non_field_errors: [expect.stringContaining('Expected a dictionary')] },
    ])
    expect(await send('GET', `${demands}ok/`)).toMatchObject({ status: 404 })
    const one = await send('POST', demands, { body: { name: 'bad', quantity: 'x' } })
    expect(one).toMatchObject({ status: 400, json: { quantity: ['A valid number is required.'] } })
    const none = await send('POST', demands, { body: '' })
    expect(none).toMatchObject({ status: 400, json: { name: ['This field is required.'] } })
    for (const body of ['5', '"text"', 'null', 'true']) {
      const scalar = await send('POST', demands, { body })
      expect(scalar).toMatchObject({ status: 400, json: { non_field_errors: [expect.any(String)] } })
    }
  })

  it('tells the faults of a very large batch', async () => {
    const body = Array.from({ length: 6_000 }, (_, index) => ({
      name: `n${index}`,
      quantity: index === 5_999 ? 'x' : 1,
    }))
    const { status, json } = await send('POST', demands, { body })
    expect(status).toBe(400)
    expect(json).toHaveLength(6_000)
    expect(json).toHaveProperty('5999', { quantity: ['A valid number is required.'] })
    expect(json).toHaveProperty('0', {})
  })

  it('echoes a very large batch in order', async () => {
    const body = Array.from({ length: 20_000 }, (_, index) => ({ name: `n${(index * 7_919) % 20_000}` }))
    const { status, json } = await send('POST', demands, { body })
    expect(status).toBe(201)
    expect(names(json)).toEqual(body.map(({ name }) => name))
  })

  it('changes and replaces single records', async () => {
    const patched = await send('PATCH', `${demands}a/`, { body: { quantity: 7 } })
    expect(patched).toMatchObject({ status: 200, json: { name: 'a', quantity: 7, source: 'erp' } })
    const short = await send('PUT', `${demands}a/`, { body: { quantity: 8 } })
    expect(short.status).toBe(400)
    expect(Object.keys(short.json ?? {}).sort()).toEqual(['location', 'source'])
    const put = await send('PUT', `${demands}a/`, { body: { quantity: 8, location: 'Lille', source: null } })
    expect(put).toMatchObject({
      status: 200,
      json: { name: 'a', quantity: 8, location: 'Lille', source: null },
    })
    expect(await send('PATCH', `${demands}zzz/`, { body: {} })).toMatchObject({ status: 404 })
    expect(await send('PATCH', `${demands}a/`, { body: { name: 'b' } })).toMatchObject({ status: 400 })
    expect(await send('PATCH', `${demands}a/`, { body: [{ quantity: 1 }] })).toMatchObject({
      status: 400,
      json: { non_field_errors: [expect.stringContaining('list')] },
    })
  })

  it('changes and replaces several records', async () => {
    const { status, json } = await send('PATCH', demands, {
      body: [
        { name: 'c', quantity: 1 },
        { name: 'a', quantity: 2 },
      ],
    })
    expect([status, names(json)]).toEqual([200, ['c', 'a']])
    const lacking = await send('PATCH', demands, { body: [{ name: 'a' }, { quantity: 1 }] })
    expect(lacking).toMatchObject({ status: 400, json: [{}, { name: ['This field is required.'] }] })
    const unknown = await send('PUT', demands, {
      body: [{ name: 'zzz', quantity: 1, location: 'Ghent', source: 'x' }],
    })
    expect(unknown).toMatchObject({ status: 400, json: [{ name: [expect.stringContaining('zzz')] }] })
  })

  it('refuses parameters that a bulk change would pass over', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const { status, json } = await send(method, `${demands}?source=erp`, { body: [] })
      expect([method, status, Object.keys(json ?? {})]).toEqual([method, 400, ['source']])
    }
  })

  it('only creates with If-None-Match', async () => {
    const headers = { 'if-none-match': '*' }
    expect(await send('POST', demands, { body: { name: 'new' }, headers })).toMatchObject({ status: 201 })
    expect(await send('POST', demands, { body: { name: 'new' }, headers })).toMatchObject({ status: 409 })
  })

  it('changes only what is as the client read it', async () => {
    const tag = (await send('GET', `${demands}a/`)).headers.get('etag')!
    const good = await send('PATCH', `${demands}a/`, { body: { quantity: 2 }, headers: { 'if-match': tag } })
    expect(good.status).toBe(200)
    for (const method of ['PATCH', 'DELETE']) {
      const late = await send(method, `${demands}a/`, { body: { quantity: 3 }, headers: { 'if-match': tag } })
      expect([method, late.status]).toEqual([method, 412])
    }
    const next = { 'if-match': good.headers.get('etag')! }
    expect(await send('DELETE', `${demands}a/`, { headers: next })).toMatchObject({ status: 204 })
  })

  it('counts instead of echoing, and tries without doing', async () => {
    const body = [{ name: 'a', quantity: 1 }, { name: 'b', quantity: 6 }, { name: 'new' }]
    const dry = await send('POST', `${demands}?dryrun=1`, { body })
    expect(dry).toMatchObject({ status: 200, json: { created: 1, updated: 1, unchanged: 1 } })
    expect(await send('GET', `${demands}new/`)).toMatchObject({ status: 404 })
    const minimal = await send('POST', demands, { body, headers: { prefer: 'return=minimal' } })
    expect(minimal).toMatchObject({ status: 200, json: { created: 1, updated: 1, unchanged: 1 } })
    expect(minimal.headers.get('preference-applied')).toBe('return=minimal')
    for (const unclear of ['perhaps', 'x'])
      expect(await send('POST', `${demands}?dryrun=${unclear}`, { body })).toMatchObject({ status: 400 })
  })

  it('writes the good records when asked to be lenient', async () => {
    const { status, json } = await send('POST', demands, {
      body: [{ name: 'good' }, { name: 'bad', quantity: 'x' }],
      headers: { prefer: 'handling=lenient' },
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      created: 1,
      failed: 1,
      results: [
        { outcome: 'created', key: 'good' },
        { outcome: 'failed', errors: { quantity: ['A valid number is required.'] } },
      ],
    })
  })

  it('names only the bad records when asked to be lenient and minimal', async () => {
    const { status, json, headers } = await send('POST', demands, {
      body: [{ name: 'good' }, { name: 'bad', quantity: 'x' }, { name: 'good too' }],
      headers: { prefer: 'handling=lenient, return=minimal' },
    })
    expect([status, json]).toEqual([
      200,
      {
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 1,
        results: [
          {
            index: 1,
            outcome: 'failed',
            key: 'bad',
            errors: { quantity: ['A valid number is required.'] },
          },
        ],
      },
    ])
    expect(headers.get('preference-applied')).toBe('handling=lenient, return=minimal')
  })

  // curl sends this content type unless another one is given.
  it.each(['[{"name":"z"}]', ' {"name": "z & y", "source": "a=b"}', '%7B"name":"z"}'])(
    'says that JSON was sent as a form: %s',
    async (body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      expect(await send('POST', demands, { body, headers })).toMatchObject({
        status: 415,
        json: { detail: expect.stringContaining('Content-Type: application/json') },
      })
    },
  )

  it('makes the master data that orders name, and says so, unless it is to be strict', async () => {
    const body = [{ name: 'new', item: 'Räder/1', location: 'Ghent' }]
    const strict = await send('POST', demands, { body, headers: { prefer: 'handling=strict' } })
    expect(strict).toMatchObject({
      status: 400,
      json: [{ item: ['Invalid pk "Räder/1" - object does not exist.'] }],
    })
    const { status, headers } = await send('POST', demands, { body })
    expect([status, headers.get('x-created-references')]).toEqual([201, 'input.item=R%C3%A4der%2F1'])
    expect(await send('GET', `/api/input/item/${encodeURIComponent('Räder/1')}/`)).toMatchObject({
      json: { source: 'stub' },
    })
  })

  it('says which orders with one date have no lead time, so that they take none', async () => {
    const path = '/api/input/purchaseorder/'
    const order = { item: 'new', location: 'Ghent', enddate: '2026-03-01T00:00:00' }
    const body = [
      { reference: 'PO/1', ...order },
      { reference: 'PO 2', ...order, startdate: '2026-02-01T00:00:00' },
    ]
    const { status, headers, json } = await send('POST', path, { body })
    expect([status, headers.get('x-assumed-dates')]).toEqual([201, 'PO%2F1'])
    expect(json).toMatchObject([{ startdate: '2026-03-01T00:00:00' }, { startdate: '2026-02-01T00:00:00' }])
    const many = Array.from({ length: 23 }, (_, index) => ({ reference: `P${10 + index}`, ...order }))
    const told = await send('POST', path, { body: many })
    expect(told.headers.get('x-assumed-dates')).toMatch(/^P10,P11,.*,P29,\+3$/)
    const again = await send('POST', path, { body: [{ reference: 'PO/1', quantity: 7 }] })
    expect(again.headers.get('x-assumed-dates')).toBeNull()
  })

  it('passes over unknown fields unless it is to be strict', async () => {
    const body = { name: 'new', nonsense: 1, lastmodified: '2020-01-01' }
    expect(await send('POST', demands, { body })).toMatchObject({ status: 201 })
    const strict = await send('POST', demands, { body, headers: { prefer: 'handling=strict' } })
    expect(strict.status).toBe(400)
    expect(Object.keys(strict.json ?? {})).toContain('nonsense')
  })

  it('takes forms, multipart forms, lines and compressed bodies', async () => {
    const form = await send('POST', demands, {
      body: 'name=from+form&quantity=3',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form).toMatchObject({ status: 201, json: { name: 'from form', quantity: 3 } })
    const data = new FormData()
    data.set('name', 'multi')
    expect(await send('POST', demands, { body: data })).toMatchObject({
      status: 201,
      json: { name: 'multi' },
    })
    const lines = await send('POST', demands, {
      body: '{"name":"l1"}\n{"name":"l2"}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect([lines.status, names(lines.json)]).toEqual([201, ['l1', 'l2']])
    const squeezed = await send('POST', demands, {
      body: gzipSync('[{"name":"gz"}]'),
      headers: { 'content-encoding': 'gzip' },
    })
    expect([squeezed.status, names(squeezed.json)]).toEqual([201, ['gz']])
  })

  it.each([
    ['text/plain', '{}', 415],
    ['application/json', '[{"quantity": NaN}]', 400],
    ['application/json', '{', 400],
    ['application/json; charset=martian', '{}', 415],
  ])('refuses %s with %s', async (type, body, status) => {
    const response = await send('POST', demands, { body, headers: { 'content-type': type } })
    expect(response).toMatchObject({ status, json: { detail: expect.any(String) } })
  })

  it('refuses a record with a member twice, also in a long list and in lines', async () => {
    const twice = '{"name":"twice","quantity":1,"quantity":2}'
    const many = Array.from({ length: 3_000 }, (_, index) => `{"name":"other ${index}","quantity":1}`)
    for (const [body, type] of [
      [twice, 'application/json'],
      [`[${[...many, twice, ...many].join()}]`, 'application/json'],
      [`${twice}\n`, 'application/x-ndjson'],
    ] as const) {
      const answer = await send('POST', demands, { body, headers: { 'content-type': type } })
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/column .*quantity.* twice/)])
    }
    expect(await send('GET', `${demands}twice/`)).toMatchObject({ status: 404 })
  })

  it('names the content types that it takes', async () => {
    const headers = { 'content-type': 'text/plain' }
    const { text } = await send('POST', demands, { body: '{}', headers })
    expect(text).toMatch(/Use application\/json, .*application\/x-www-form-urlencoded/)
  })

  it('refuses a body that is too large without reading it', async () => {
    await using small = await startTestServer({ settings: { MAX_BODY_SIZE: '2000' } })
    const response = await small.request('POST', demands, { body: [{ name: 'x'.repeat(3_000) }] })
    expect(response).toMatchObject({ status: 413, json: { detail: expect.stringContaining('2000') } })
  })
})

describe('the stored records of a list', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    name: `n${(index * 7) % 3_000}`,
    quantity: index,
  }))

  it('are answered in the order of the request, however many', async () => {
    for (const [method, status] of [
      ['POST', 201],
      ['PATCH', 200],
    ] as const) {
      const answer = await send(method, demands, { body: many })
      expect([answer.status, names(answer.json)]).toEqual([status, many.map(({ name }) => name)])
    }
  })

  it('are indented if that is accepted, and compressed if they are many', async () => {
    const accept = 'application/json; indent=4'
    const { text } = await send('POST', demands, { body: many, headers: { accept } })
    expect(text).toMatch(/^\[\n {4}\{\n {8}"source": null,/)
    const compressed = await send('POST', demands, { body: many, headers: { 'accept-encoding': 'gzip' } })
    expect([compressed.headers.get('content-encoding'), names(compressed.json)]).toEqual([
      'gzip',
      many.map(({ name }) => name),
    ])
  })

  it.each(['handling=lenient', 'handling=lenient, return=minimal', 'return=minimal'])(
    'contain the secrets of API keys although the client sends Prefer: %s',
    async (prefer) => {
      const expiry = { expiry_date: '2099-01-01' }
      const body = [
        { name: 'good', ...expiry },
        ...(prefer.includes('lenient') ? [{ name: 'no expiry' }] : []),
      ]
      const { text } = await send('POST', '/api/common/apikey/', { body, headers: { prefer } })
      expect(text.match(/"plk_[\w-]{43}"/g)).toHaveLength(1)
      const tried = await send('POST', '/api/common/apikey/?dryrun=1', { body, headers: { prefer } })
      expect(tried.text).not.toContain('plk_')
    },
  )

  it('contain the secrets of API keys that are made together', async () => {
    const body = ['one', 'two'].map((name) => ({ name, expiry_date: '2099-01-01' }))
    const { json } = await send('POST', '/api/common/apikey/', { body })
    const key: unknown = expect.stringMatching(/^plk_/)
    expect(json).toMatchObject([
      { name: 'one', key },
      { name: 'two', key },
    ])
  })
})
