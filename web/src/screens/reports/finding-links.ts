/** Links of a finding to the plan of its order and to the constraint. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Row } from '../../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../../platform/meta/meta-index.ts'
import { recordHref } from '../../platform/record-href.ts'
import { dateOf } from '../../platform/calendar/days.ts'
import { dayMs } from '../../platform/formats/instants.ts'
import { keyHref } from './report-address.ts'
import type { ReportSearch } from './report-search.ts'

/**
 * The object of a finding: a record, or the stock of an item at a location. The name of stock contains those of both,
 * and of a batch, each of which may contain the separator: then it has more parts than names.
 */
export type FoundObject =
  | { readonly entity: string; readonly key: string }
  | { readonly stock: readonly string[] }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the object in a field of a finding; undefined if it has no screen. */
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
      // The owner of incomplete data may also be an order, which only the description shows.
      return row['name'] === 'invalid data' ? undefined : operationOf(key)
    default:
      return undefined
  }
}

/** Stock is named by item, location and optionally batch. */
function stockOf(name: string): FoundObject | undefined {
  const stock = name.split(' @ ')
  return stock.length < 2 ? undefined : { stock }
}

/** Purchases and transports are not records: the planner names them by item and destination. */
const transport = /^Ship (.+?) from (.+)$/
const supply = /^(?:Purchase|Ship) (.+? @ .+?)(?: from .*)?$/

function operationOf(name: string): FoundObject | undefined {
  const [, item, way] = transport.exec(name) ?? []
  if (item !== undefined && way !== undefined) {
    const [, destination, ...others] = way.split(' to ')
    // Names may contain the words between them: then nobody can say which stock it is.
    const isClear = others.length === 0 && !way.includes(' from ')
    if (destination !== undefined) return isClear ? { stock: [item, destination] } : undefined
  }
  const [, supplied] = supply.exec(name) ?? []
  return (supplied === undefined ? undefined : stockOf(supplied)) ?? { entity: 'input.operation', key: name }
}

/** Days before and after a finding that the report of a resource shows. */
const marginDays = 7
/** The report of longer times is by week. */
const mostDaysByDay = 62

/** Returns the part of a report with the time of a finding; empty without a time. */
function windowOf(row: Row): ReportSearch {
  const times = [Date.parse(`${text(row['startdate'])}Z`), Date.parse(`${text(row['enddate'])}Z`)] as const
  const [start, end] = [times[0] - marginDays * dayMs, times[1] + marginDays * dayMs]
  if (Number.isNaN(start) || Number.isNaN(end)) return {}
  return {
    start: dateOf(start),
    end: dateOf(end),
    bucket: end - start > mostDaysByDay * dayMs ? 'week' : 'day',
  }
}

/** Constraints that a record causes, which is to be changed; a plan or a report would not show why. */
const causedByRecord: ReadonlySet<unknown> = new Set(['never open', 'missing reference', 'invalid data'])

/**
 * Returns the address of the object of a finding: the record to change, or the report of a resource and of stock, the
 * plan of a sales order.
 */
export function hrefOfFinding(scenario: string, found: FoundObject, row: Row): string {
  if (!('entity' in found)) return keyHref(scenario, 'inventory', found.stock)
  const href = recordHref(scenario, found.entity, found.key)
  if (causedByRecord.has(row['name'])) return href
  if (found.entity === 'input.resource') return keyHref(scenario, 'resource', [found.key], windowOf(row))
  return found.entity === 'input.demand' ? `${href}/plan` : href
}

/** The right that also shows the inventory report in the menu. */
const reported = 'input.operationplanmaterial'

/** Returns the addresses of the objects of findings that the user may view. */
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
      return hrefOfFinding(scenario, found, row)
    },
    [scenario, visible],
  )
}
