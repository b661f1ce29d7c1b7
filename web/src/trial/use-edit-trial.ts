/** What becomes of the plan with edits that somebody puts together: asked anew whenever they change. */
import { useQuery } from '@tanstack/react-query'
import { type PlanEdit, tryEdits, type TrialRequest } from '../api/plan-trials.ts'

export type TrialMode = NonNullable<TrialRequest['mode']>

/** @param edits none: nothing is asked */
export const useEditTrial = (scenario: string, edits: readonly PlanEdit[], mode: TrialMode) =>
  useQuery({
    // What is stored refreshes what names the scenario as a part of its key: a trial that was accepted is not tried again.
    queryKey: ['trial', `${scenario} ${mode}`, edits],
    queryFn: ({ signal }) => tryEdits(scenario, { edits, mode }, signal),
    enabled: edits.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
