/** Tests the paging of `list_records` against responses of lists whose total is exact, estimated or missing. */
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Asker } from './asker.ts'
import { recordTools } from './record-tools.ts'

type Totals = 'exact' | 'estimated' | 'none'

const size = 110
const estimate = 15

const headersFor: Readonly<Record<Totals, IncomingHttpHeaders>> = {
  exact: { 'x-total-count': String(size) },
  estimated: { 'x-total-count': String(estimate), 'preference-applied': 'count=estimated' },
  none: {},
}

/** Returns an asker for a list of `size` records. */
function askerOf(totals: Totals): Asker {
  return {
    signal: new AbortController().signal,
    ask: async ({ path }) => {
      const { searchParams } = new URL(path, 'http://localhost')
      const offset = Number(searchParams.get('offset'))
      const ids = Array.from({ length: size }, (_, id) => ({ id }))
      const records = ids.slice(offset, offset + Number(searchParams.get('limit')))
      return { status: 200, headers: headersFor[totals], text: JSON.stringify(records) }
    },
    lines: async function* () {},
  }
}

async function listPage(totals: Totals, args: Readonly<Record<string, unknown>> = {}) {
  const tool = recordTools.find(({ name }) => name === 'list_records')!
  return Object(await tool.run(askerOf(totals), { entity: 'input.item', ...args }))
}

describe('list_records', () => {
  it.each<Totals>(['exact', 'estimated', 'none'])(
    'reaches every record of a list (total: %s)',
    async (totals) => {
      let read = 0
      for (let offset: number | null = 0; offset !== null;) {
        const page = await listPage(totals, { offset })
        read += page.records.length
        offset = page.next_offset
      }
      expect(read).toBe(size)
    },
  )

  it('tells an exact total, and the end of the list', async () => {
    expect(await listPage('exact')).toMatchObject({ total: size, total_is_exact: true, next_offset: 50 })
    expect(await listPage('exact', { limit: size })).toMatchObject({ total: size, next_offset: null })
  })

  it('marks an estimated total, which is never less than the records that were read', async () => {
    expect(await listPage('estimated', { limit: 10 })).toMatchObject({
      total: estimate,
      total_is_exact: false,
      next_offset: 10,
    })
    expect(await listPage('estimated', { offset: 50 })).toMatchObject({ total: 100, next_offset: 100 })
  })

  it('tells no total if there is none', async () => {
    expect(await listPage('none')).toMatchObject({ total: null, total_is_exact: false, next_offset: 50 })
  })

  it.each<Totals>(['estimated', 'none'])('knows the total from the last page (total: %s)', async (totals) => {
    expect(await listPage(totals, { offset: 100 })).toMatchObject({
      total: size,
      total_is_exact: true,
      next_offset: null,
    })
  })

  it('cannot know the total from a page beyond the end', async () => {
    const page = await listPage('estimated', { offset: 500 })
    expect(page).toMatchObject({ total: estimate, total_is_exact: false, next_offset: null, records: [] })
  })
})
