/** Tests which requests of a list are aborted. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { createStage } from '../stage/stage.ts'
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
