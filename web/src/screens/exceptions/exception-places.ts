/** Links of an exception to its object and its bottleneck. */
import type { PlanException } from '../../platform/api/exceptions.ts'
import { recordHref } from '../../platform/record-href.ts'
import { hrefOfFinding, objectOf } from '../reports/finding-links.ts'
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
  { kind, subject, item, location, type, entity, cause }: PlanException,
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
    case 'data': {
      const row = { entity, name: cause, owner: subject }
      const found = objectOf('owner', row)
      return found === undefined ? undefined : hrefOfFinding(scenario, found, row)
    }
    default:
      return undefined
  }
}

/** Returns the address of the bottleneck of a late sales order; undefined without a screen. */
export function bottleneckPlace(
  scenario: string,
  { cause, bottleneck, entity, kind }: PlanException,
): string | undefined {
  if (kind !== 'late' && kind !== 'short') return undefined
  const row = { entity, name: cause, owner: bottleneck }
  const found = objectOf('owner', row)
  return found === undefined ? undefined : hrefOfFinding(scenario, found, row)
}
