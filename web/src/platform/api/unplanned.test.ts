/** Tests that sales orders without a plan are read in requests that the service accepts, however many there are. */
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { unplannedQuery } from './unplanned.ts'

/** Characters of an address that proxies accept. */
const mostCharacters = 8_000

const steps = 4
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const nameOf = (kind: string, at: number): string => `${kind} ${at}, of the assembly in Utrecht`

const operation = (name: string, type: string, item: string | null, owner: string | null): object => ({
  name,
  type,
  item,
  owner,
  priority: 1,
  location: 'Utrecht',
})

const records: Readonly<Record<string, readonly object[]>> = {
  demand: numbers(50).map((at) => ({
    name: `SO ${at}`,
    item: nameOf('bike', at),
    location: null,
    customer: null,
    quantity: 1,
    due: '2027-01-01T00:00:00',
  })),
  operation: numbers(50).flatMap((at) => {
    const routing = nameOf('make', at)
    const made = operation(routing, 'routing', nameOf('bike', at), null)
    const others = numbers(steps).map((step) =>
      operation(nameOf(`step ${step}`, at), 'time_per', null, routing),
    )
    return [made].concat(others)
  }),
  operationresource: numbers(50).flatMap((at) =>
    numbers(steps).map((step) => ({
      operation: nameOf(`step ${step}`, at),
      resource: `cell ${step}`,
      skill: null,
    })),
  ),
}

interface Condition {
  readonly field: string
  readonly lookup: string
  readonly value: readonly string[]
}

const isMatch = (record: object, { field, value }: Condition): boolean =>
  value.includes(String(new Map(Object.entries(record)).get(field)))

it('reads 50 of them whose items are made in routings', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const entity = pathname.split('/').at(-2) ?? ''
    const rows = records[entity] ?? []
    if (entity === 'demand') return Response.json(rows)
    expect(address.length).toBeLessThanOrEqual(mostCharacters)
    const condition: Condition = JSON.parse(searchParams.get('filter') ?? '')
    return Response.json(rows.filter((row) => isMatch(row, condition)))
  })
  try {
    const found = await new QueryClient().fetchQuery(unplannedQuery('default'))
    expect(found.rows.length).toBe(50)
    for (const { production } of found.rows) {
      expect(production?.isRouting).toBe(true)
      expect(production?.loads.map(({ resource }) => resource)).toEqual(
        numbers(steps).map((step) => `cell ${step}`),
      )
    }
  } finally {
    vi.unstubAllGlobals()
  }
})
