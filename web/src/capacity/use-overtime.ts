/** More time of a resource: the options, each tried in the plan one after the other. */
import { useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { findOvertime, type OvertimeOption, type Trial, tryEdits } from '../api/plan-trials.ts'

export interface TriedOption {
  readonly option: OvertimeOption
  readonly trial: Trial
  /** Quantity-days by which all sales orders together are less late. */
  readonly gain: number
}

export interface OvertimeSearch {
  /** The sales order that waits for the resource longest. */
  readonly demand: string | undefined
  /** The one that helps most first. */
  readonly tried: readonly TriedOption[]
  /** Undefined as long as the options are not known. */
  readonly count: number | undefined
  readonly busy: boolean
  readonly error: ApiError | undefined
  readonly again: () => void
}

interface State extends Pick<OvertimeSearch, 'demand' | 'tried' | 'count' | 'busy' | 'error'> {}

const begun: State = { demand: undefined, tried: [], count: undefined, busy: true, error: undefined }

export function useOvertime(scenario: string, resource: string): OvertimeSearch {
  const [state, setState] = useState(begun)
  const [turn, setTurn] = useState(0)
  const search = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    setState(begun)
    try {
      const { demand, options } = await findOvertime(scenario, resource, signal)
      setState({ ...begun, demand: demand ?? undefined, count: options.length })
      for (const option of options) {
        const trial = await tryEdits(scenario, { edits: option.edits, mode: 'replan' }, signal)
        const { before, after } = trial.keyfigures
        const gain = before.quantity_days_late - after.quantity_days_late
        setState((known) => ({
          ...known,
          tried: [...known.tried, { option, trial, gain }].toSorted((a, b) => b.gain - a.gain),
        }))
      }
      setState((known) => ({ ...known, busy: false }))
    } catch (error) {
      if (!signal.aborted) setState((known) => ({ ...known, busy: false, error: asApiError(error) }))
    }
  })
  useEffect(() => {
    const controller = new AbortController()
    void search(controller.signal)
    return () => controller.abort()
  }, [scenario, resource, turn])
  return { ...state, again: () => setTurn(turn + 1) }
}
