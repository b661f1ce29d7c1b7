/** A proposed change, its consequences for the plan, and a button to accept it. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PlanEdit, tryEdits } from '../../platform/api/plan-trials.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { TrialResult } from '../../trial/trial-result.tsx'
import styles from './exceptions.module.css'

interface ProposedChangeProps {
  readonly edit: PlanEdit
  /** The change in words. */
  readonly children: ReactNode
  readonly onAccepted: () => void
}

export function ProposedChange({ edit, children, onAccepted }: ProposedChangeProps) {
  const scenario = useScenario()
  const found = useQuery({
    queryKey: ['trial', scenario.name, edit],
    queryFn: ({ signal }) => tryEdits(scenario.name, { edits: [edit], displace: true }, signal),
    // The result of a trial is valid for a limited time only.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <p className={styles.proposal}>{children}</p>
      <QueryView query={found} inline rows={4}>
        {(data) => (
          <TrialResult
            trial={data}
            edits={[edit]}
            onRetry={() => void found.refetch()}
            onAccepted={onAccepted}
          />
        )}
      </QueryView>
    </>
  )
}
