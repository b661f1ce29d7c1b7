/** Links of the reasons of a trial or a promise to what limits the delivery. */
import { useCallback } from 'react'
import type { Reason } from '../../platform/api/plan-trials.ts'
import { useFindingLinks } from './finding-links.ts'

/** Returns the addresses of the objects of reasons of a trial or a promise. */
export function useReasonLinks(): (reason: Pick<Reason, 'code' | 'entity' | 'owner'>) => string | undefined {
  const linkOf = useFindingLinks()
  return useCallback(({ code, entity, owner }) => linkOf('owner', { name: code, entity, owner }), [linkOf])
}
