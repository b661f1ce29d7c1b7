/** Finds the previous and the next record in the list from which a record was opened. */
import { useQuery } from '@tanstack/react-query'
import { nameHere } from '../../platform/api/base-path.ts'
import { getJson } from '../../platform/api/client.ts'
import { anything, list, number, object, table, text } from '../../platform/api/shape.ts'
import { type EntityMeta, keyOf } from '../../platform/meta/entity-meta.ts'
import type { ListQuery } from '../rows/row-source.ts'

const shape = object({ params: list(list(text)), ordering: text, index: number })

const nameOf = (scenario: string, entity: string): string => nameHere(`list ${scenario} ${entity}`)

/** Saves, for this browser tab, the list and the position from which a record is opened. */
export function rememberList(
  scenario: string,
  entity: string,
  { params, ordering }: ListQuery,
  index: number,
): void {
  sessionStorage.setItem(nameOf(scenario, entity), JSON.stringify({ params, ordering, index }))
}

function remembered(scenario: string, entity: string) {
  try {
    return shape(JSON.parse(sessionStorage.getItem(nameOf(scenario, entity)) ?? 'null'))
  } catch {
    return undefined
  }
}

export interface AdjacentRecords {
  readonly previous?: string | undefined
  readonly next?: string | undefined
  /** Must be called when the user moves to the previous or next record. */
  readonly go: (by: 1 | -1) => void
}

export function useAdjacentRecords(scenario: string, meta: EntityMeta, id: string): AdjacentRecords {
  const { data } = useQuery({
    queryKey: ['adjacent', scenario, meta.entity, id],
    queryFn: async ({ signal }) => {
      const known = remembered(scenario, meta.entity) ?? { params: [], ordering: '', index: -1 }
      if (known.index < 0) return {}
      const from = Math.max(0, known.index - 1)
      const params = new URLSearchParams(
        known.params.map(([name = '', value = '']): [string, string] => [name, value]),
      )
      for (const [name, value] of Object.entries({
        limit: '3',
        offset: String(from),
        count: '0',
        fields: meta.key,
      }))
        params.set(name, value)
      if (known.ordering !== '') params.set('ordering', known.ordering)
      const rows = await getJson(`${meta.url}?${params.toString()}`, list(table(anything)), { signal })
      const keys = rows.map((row) => keyOf(meta, row))
      const place = keys.indexOf(id)
      // The record moved in the list too far from its saved position.
      return place < 0 ? {} : { previous: keys[place - 1], next: keys[place + 1] }
    },
  })
  return {
    ...data,
    go(by) {
      const known = remembered(scenario, meta.entity)
      if (known !== undefined)
        sessionStorage.setItem(
          nameOf(scenario, meta.entity),
          JSON.stringify({ ...known, index: known.index + by }),
        )
    },
  }
}
