/** Tests what a client reads about records that it names by their natural key, and that do not exist, or exist already. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

const buffers = '/api/input/buffer/'
const suppliers = '/api/input/itemsupplier/'
let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  await server.api.create(buffers, [
    { item: 'pen', location: 'plant', onhand: 5 },
    { item: 'pen', location: 'plant', batch: 'B1', onhand: 6 },
  ])
  await server.api.create(suppliers, [{ item: 'pen', supplier: 'mill', cost: 1 }])
})
afterAll(() => server[Symbol.asyncDispose]())

describe('a change of a record that does not exist', () => {
  it.each([
    [buffers, { item: 'ink', location: 'plant', onhand: 7 }, 'ink, plant'],
    [buffers, { item: 'pen', location: 'plant', batch: 'B2', onhand: 7 }, 'pen, plant, B2'],
    [
      suppliers,
      { item: 'pen', supplier: 'mill', effective_start: '2026-06-02', cost: 7 },
      'pen, mill, 2026-06-02 00:00:00',
    ],
  ])('names the values by which the record is known: %s %o', async (path, record, key) => {
    for (const records of [[record], [record, record], [{ ...record, source: 'erp' }, record]]) {
      const answer = await server.api.patch(path, records)
      const fault = { non_field_errors: [`No record with the key "${key}" exists.`] }
      expect([answer.status, Object(answer.json).at(-1)]).toEqual([400, fault])
    }
  })

  it('names the key that it gives', async () => {
    const answer = await server.api.patch(buffers, [
      { id: 99_999, item: 'ink', location: 'plant', onhand: 7 },
    ])
    expect([answer.status, answer.json]).toEqual([400, [{ id: ['No record with the key "99999" exists.'] }]])
  })
})

it('a creation of a record that exists names no field that the request does not contain', async () => {
  const answer = await server.api.post(
    buffers,
    [{ item: 'pen', location: 'plant', batch: 'B1', onhand: 7 }],
    {
      headers: { 'If-None-Match': '*' },
    },
  )
  expect([answer.status, answer.json]).toEqual([
    409,
    [{ non_field_errors: ['A record with this value exists already.'] }],
  ])
})
