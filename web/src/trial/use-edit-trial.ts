/** Runs a trial of unsaved edits, and runs it again whenever they change. */
import { useQuery } from '@tanstack/react-query'
import { type PlanEdit, tryEdits, type TrialRequest } from '../platform/api/plan-trials.ts'

export type TrialMode = NonNullable<TrialRequest['mode']>

/** @param edits without edits no request is sent */
export const useEditTrial = (scenario: string, edits: readonly PlanEdit[], mode: TrialMode) =>
  useQuery({
    // The key does not contain the plain name of the scenario. Refreshing the scenario therefore does not repeat a
    // trial that was accepted.
    queryKey: ['trial', `${scenario} ${mode}`, edits],
    queryFn: ({ signal }) => tryEdits(scenario, { edits, mode }, signal),
    enabled: edits.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
