/** Links of an exception to its object and its bottleneck. */
import type { PlanException } from '../../platform/api/exceptions.ts'
import { recordHref } from '../../platform/record-href.ts'
import { hrefOfObject, objectOf } from '../reports/finding-links.ts'
import { keyHref } from '../reports/report-address.ts'

/** Entities of the orders of exceptions, by type. */
export const orderEntities: Readonly<Record<string, string>> = {
  PO: 'input.purchaseorder',
  DO: 'input.distributionorder',
  MO: 'input.manufacturingorder',
}

/** Returns the address of the object of an exception; undefined without one. */
export function placeOf(
  scenario: string,
  { kind, subject, item, location, type }: PlanException,
): string | undefined {
  switch (kind) {
    case 'late':
    case 'short':
      return `${recordHref(scenario, 'input.demand', subject)}/plan`
    case 'expedite':
    case 'postpone':
    case 'cancel': {
      const entity = orderEntities[type ?? '']
      return entity === undefined ? undefined : recordHref(scenario, entity, subject)
    }
    case 'shortage':
    case 'excess':
      return keyHref(scenario, 'inventory', [item ?? '', location ?? ''])
    case 'overload':
      return keyHref(scenario, 'resource', [subject])
    case 'infeasible':
      return recordHref(scenario, 'input.operation', subject)
    case 'data':
    default:
      return undefined
  }
}

/** The report area of each cause, which determines the kind of its bottleneck. */
const areas: Readonly<Record<string, string>> = {
  overload: 'capacity',
  'await supply': 'material',
  'material shortage': 'material',
  'sync demand': 'demand',
  'purchasing lead time': 'operation',
  'manufacturing lead time': 'operation',
  'distribution lead time': 'operation',
  'never enough capacity': 'operation',
  'too many lots': 'operation',
  'effective dates': 'operation',
}

/** Returns the address of the bottleneck of a late sales order; undefined without a screen. */
export function bottleneckPlace(
  scenario: string,
  { cause, bottleneck, kind }: PlanException,
): string | undefined {
  if (kind !== 'late' && kind !== 'short') return undefined
  const found = objectOf('owner', { entity: areas[cause ?? ''], name: cause, owner: bottleneck })
  return found === undefined ? undefined : hrefOfObject(scenario, found)
}
