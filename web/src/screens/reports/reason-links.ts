/** Links of the reasons of a trial or a promise to what limits the delivery. */
import { useCallback } from 'react'
import type { Reason } from '../../platform/api/plan-trials.ts'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { useFindingLinks } from './finding-links.ts'

/**
 * Kind of the object of each constraint that has one kind only. The object of other constraints, such as `never open`,
 * is not linked where the kind is unknown.
 */
const kindOfConstraint: Readonly<Record<string, string>> = {
  'purchasing lead time': 'operation',
  'manufacturing lead time': 'operation',
  'distribution lead time': 'operation',
  overload: 'capacity',
  'await supply': 'material',
  'material shortage': 'material',
  'sync demand': 'demand',
  overdue: 'demand',
  'maximum lateness': 'demand',
  'never enough capacity': 'operation',
  'effective dates': 'operation',
  'too many lots': 'operation',
}

/** Returns the object of a reason of a trial or a promise as a finding. */
const rowOfReason = ({ code, owner }: Pick<Reason, 'code' | 'owner'>): Row => ({
  name: code,
  owner,
  entity: Object.hasOwn(kindOfConstraint, code) ? kindOfConstraint[code] : undefined,
})

/** Returns the addresses of the objects of reasons of a trial or a promise. */
export function useReasonLinks(): (reason: Pick<Reason, 'code' | 'owner'>) => string | undefined {
  const linkOf = useFindingLinks()
  return useCallback((reason) => linkOf('owner', rowOfReason(reason)), [linkOf])
}
