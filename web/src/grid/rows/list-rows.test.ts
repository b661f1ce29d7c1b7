/** Tests which requests of a list are aborted. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { createStage, newRowId } from '../stage/stage.ts'
import { createListRows } from './list-rows.ts'

let signals: (AbortSignal | null | undefined)[]

beforeEach(() => {
  signals = []
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  })
})

afterEach(() => vi.unstubAllGlobals())

const meta: Pick<EntityMeta, 'url' | 'key' | 'list_fields'> = {
  url: '/api/input/item/',
  key: 'name',
  list_fields: [],
}

it('keeps the rows that are read again until they are read, also with new values', async () => {
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const names = url.includes('offset=200') ? ['C'] : ['A', 'B']
    const body = JSON.stringify(names.map((name) => ({ name, cost: answers.length })))
    const response = new Response(body, { headers: { 'x-total-count': answers.length === 0 ? '2' : '1' } })
    return new Promise((resolve) => answers.push(() => resolve(response)))
  })
  const stage = createStage()
  const rows = createListRows(meta, stage)
  rows.open({ url: meta.url, params: [], ordering: '' })
  const first = rows.load(0, 2)
  expect(rows.ref(0)).toBeUndefined()
  answers[0]?.()
  await first
  const id = newRowId()
  stage.edit([{ id, base: undefined, field: 'name', cell: { value: 'N' } }], [id])
  rows.reset()
  rows.source().replace([{ name: 'B', cost: 7 }])
  expect([rows.ref(0)?.base, rows.ref(1)?.base, rows.ref(2)?.id]).toEqual([
    { name: 'A', cost: 0 },
    { name: 'B', cost: 7 },
    id,
  ])
  // The engine reads them nevertheless.
  expect(rows.ready(0, 2)).toBeUndefined()
  const again = rows.load(0, 2)
  answers[1]?.()
  await again
  expect([rows.ref(0)?.base, rows.ref(1)?.id]).toEqual([{ name: 'A', cost: 1 }, id])
})

it('aborts the requests of a list that is replaced or closed, without an error', async () => {
  const rows = createListRows(meta, createStage())
  const open = (name: string): Promise<unknown> => {
    rows.open({ url: meta.url, params: [['name', name]], ordering: '' })
    return rows.load(0, 1).catch((error: unknown) => error)
  }
  const first = open('a')
  const second = open('b')
  await first
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  expect(rows.list.get()).toMatchObject({ loading: true, error: undefined })
  rows.close()
  await second
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
  expect(rows.list.get()).toMatchObject({ loading: false, error: undefined })
})
