/** Where a finding leads: to the plan of the order, and to what stands in its way. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../app/use-scenario.ts'
import { metaIndexQuery, type Row } from '../../grid/meta/entity-meta.ts'
import { recordHref } from '../../app/record-href.ts'
import { keyHref } from './report-address.ts'

/** An object that a finding names: a record, or the stock of an item at a location. */
export type FoundObject =
  | { readonly entity: string; readonly key: string }
  | { readonly item: string; readonly location: string }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a field of a finding names; undefined where it names nothing that has a screen. */
export function objectOf(field: string, row: Row): FoundObject | undefined {
  const key = text(row[field])
  if (key === '') return undefined
  if (field === 'demand' || field === 'item') return { entity: `input.${field}`, key }
  if (field !== 'owner') return undefined
  switch (row['entity']) {
    case 'demand':
      return { entity: 'input.demand', key }
    case 'capacity':
      return { entity: 'input.resource', key }
    case 'material':
      return stockOf(key) ?? { entity: 'input.item', key }
    case 'operation':
      // Of incomplete data it may be an order as well, which only the description tells.
      return row['name'] === 'invalid data'
        ? undefined
        : (suppliedBy(key) ?? { entity: 'input.operation', key })
    default:
      return undefined
  }
}

/** Stocks are named by item, location and, where there is one, batch. */
function stockOf(name: string): FoundObject | undefined {
  const [item, location] = name.split(' @ ')
  return item === undefined || location === undefined ? undefined : { item, location }
}

/** Purchases and transports are no records: the planner names them after what they bring, and where to. */
const generated = [/^Ship (.+) from .+ to (.+)$/, /^(?:Purchase|Ship) (.+) @ (.+?)(?: from .*)?$/]

function suppliedBy(operation: string): FoundObject | undefined {
  for (const name of generated) {
    const [, item, location] = name.exec(operation) ?? []
    if (item !== undefined && location !== undefined) return { item, location }
  }
  return undefined
}

/** Whoever may see this is shown the report of stocks in the menu, too. */
const reported = 'input.operationplanmaterial'

/** Addresses of what findings name, as far as the user may see it. */
export function useFindingLinks(): (field: string, row: Row) => string | undefined {
  const { i18n } = useTranslation()
  const { name: scenario } = useScenario()
  const { data: visible } = useQuery(metaIndexQuery(scenario, i18n.language))
  return useCallback(
    (field, row) => {
      const found = objectOf(field, row)
      if (found === undefined) return undefined
      const needed = 'entity' in found ? found.entity : reported
      if (visible?.some(({ entity }) => entity === needed) !== true) return undefined
      if (!('entity' in found)) return keyHref(scenario, 'inventory', [found.item, found.location])
      const href = recordHref(scenario, found.entity, found.key)
      return found.entity === 'input.demand' ? `${href}/plan` : href
    },
    [scenario, visible],
  )
}
