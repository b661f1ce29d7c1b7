/** Runs trials: of unsaved edits, again whenever they change, and of a new plan. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type PlanEdit, tryEdits, type TrialRequest } from '../platform/api/plan-trials.ts'

export type TrialMode = NonNullable<TrialRequest['mode']>

/** Query for a trial; `purpose` distinguishes it from trials of the same edits on other screens. */
const trialQuery = (scenario: string, purpose: string, request: TrialRequest) =>
  queryOptions({
    // The key does not contain the plain name of the scenario. Refreshing the scenario therefore does not repeat a
    // trial that was accepted.
    queryKey: ['trial', `${scenario} ${purpose}`, request],
    queryFn: ({ signal }) => tryEdits(scenario, request, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** What the edits of a trial are for. */
export type TrialPurpose = TrialRequest['purpose']

/** @param edits without edits no request is sent */
export const useEditTrial = (
  scenario: string,
  edits: readonly PlanEdit[],
  mode: TrialMode,
  purpose?: TrialPurpose,
) =>
  useQuery({
    ...trialQuery(scenario, 'edits', { edits, mode, ...(purpose === undefined ? {} : { purpose }) }),
    enabled: edits.length > 0,
  })

/** Runs a trial of a new plan of the present data. */
export const useReplanTrial = (scenario: string) =>
  useQuery(trialQuery(scenario, 'preview', { edits: [], mode: 'replan' }))
