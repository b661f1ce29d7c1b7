/** Tests how the records of pasted keys are found in lists of any length. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FieldMeta } from '../../platform/meta/entity-meta.ts'
import { createStage } from '../stage/stage.ts'
import { findByKeys } from './find-by-keys.ts'
import type { ListQuery } from './row-source.ts'

let requests: URLSearchParams[]
let running: number
let mostRunning: number

/** Returns the keys that a request asks for. */
const askedKeys = (params: URLSearchParams, name: string): readonly string[] =>
  params.get(`${name}__in`)?.split(',') ?? []

beforeEach(() => {
  requests = []
  running = 0
  mostRunning = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const params = new URL(address, 'http://localhost').searchParams
    requests.push(params)
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await new Promise((resolve) => setTimeout(resolve))
    running -= 1
    const names = askedKeys(params, 'name').filter((name) => name !== 'unknown')
    return Response.json([
      ...names.map((name) => ({ name, quantity: 1 })),
      ...askedKeys(params, 'id').map((id) => ({ id: Number(id), quantity: 1 })),
    ])
  })
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
})

afterEach(() => vi.unstubAllGlobals())

function listOf(key: 'name' | 'id', params: ListQuery['params'] = []) {
  const stage = createStage()
  const type: FieldMeta['type'] = key === 'id' ? 'identity' : 'text'
  const fields = [{ name: key, type }]
  const meta = { key, fields, list_fields: [key, 'quantity'], url: '/api/x/' }
  const query = { url: meta.url, params, ordering: '-quantity' }
  return { stage, settings: { meta }, source: () => ({ query }) }
}

describe('pasted keys', () => {
  it('are sought in small portions, one after the other, with the filter of the list', async () => {
    const keys = Array.from({ length: 450 }, (_, index) => `SO ${index}`)
    const found = await findByKeys(listOf('name', [['status', 'open']]), [...keys, 'unknown'])
    expect([...found.keys()]).toEqual(keys)
    expect(found.get('SO 7')).toEqual({ id: 'SO 7', base: { name: 'SO 7', quantity: 1 } })
    expect(requests.map((params) => askedKeys(params, 'name').length)).toEqual([200, 200, 51])
    expect(mostRunning).toBe(1)
    for (const params of requests) {
      expect(Object.fromEntries(params)).toMatchObject({
        status: 'open',
        fields: 'name,quantity',
        count: '0',
      })
    }
  })

  it('are divided so that addresses stay short', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `${'é'.repeat(100)}${index}`)
    await findByKeys(listOf('name'), keys)
    expect(requests.flatMap((params) => askedKeys(params, 'name'))).toEqual(keys)
    expect(Math.max(...requests.map((params) => params.toString().length))).toBeLessThan(5_000)
  })

  it('are sought within a list that is filtered by key already', async () => {
    await findByKeys(listOf('name', [['name__in', 'A,B']]), ['B', 'C'])
    expect(requests[0]?.get('name__in')).toBe('A,B')
    expect(JSON.parse(requests[0]?.get('filter') ?? '')).toEqual({
      and: [{ field: 'name', lookup: 'in', value: ['B', 'C'] }],
    })
  })

  it('that no generated key can be are not sent', async () => {
    const found = await findByKeys(listOf('id'), ['12', 'many', '1.5', '99999999999999999999'])
    expect([...found.keys()]).toEqual(['12'])
    expect(requests.map((params) => params.get('id__in'))).toEqual(['12'])
  })

  it('are also those of new rows that are not saved', async () => {
    const model = listOf('name')
    const id = '\u0000new-7'
    model.stage.edit([{ id, base: undefined, field: 'name', cell: { value: 'unknown' } }], [id])
    expect([...(await findByKeys(model, ['unknown']))]).toEqual([['unknown', { id, base: undefined }]])
  })
})
