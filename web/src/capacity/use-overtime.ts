/**
 * Searches options for more time of a resource and tries each in a new plan, one after the other, after a new plan
 * without overtime, with which they are compared.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, asApiError } from '../platform/api/api-error.ts'
import { findOvertime, type OvertimeOption, type Trial, tryEdits } from '../platform/api/plan-trials.ts'

export interface TriedOption {
  readonly option: OvertimeOption
  readonly trial: Trial
  /** By how much the lateness of all sales orders together is below that of a new plan without overtime, in quantity-days. */
  readonly gain: number
}

export interface OvertimeSearch {
  /** The sales order that waits longest for the resource. */
  readonly demand: string | undefined
  /** A new plan without overtime. */
  readonly plain: Trial | undefined
  /** Tried options, the largest gain first, and of equal ones the cheapest. */
  readonly tried: readonly TriedOption[]
  /** Number of options; undefined until it is known. */
  readonly count: number | undefined
  readonly busy: boolean
  readonly error: ApiError | undefined
  readonly again: () => void
}

interface State extends Pick<OvertimeSearch, 'demand' | 'plain' | 'tried' | 'count' | 'busy' | 'error'> {}

const begun: State = {
  demand: undefined,
  plain: undefined,
  tried: [],
  count: undefined,
  busy: true,
  error: undefined,
}

interface Ranked {
  readonly gain: number
  readonly option: { readonly cost: number | null }
}

/** Gains that a screen shows as equal are equal: an option that costs more has to show what it is better for. */
export function byGainThenCost(a: Ranked, b: Ranked): number {
  const gain = Math.round(b.gain) - Math.round(a.gain)
  return gain || (a.option.cost ?? Infinity) - (b.option.cost ?? Infinity) || b.gain - a.gain
}

const latenessOf = ({ keyfigures }: Trial): number => keyfigures.after.quantity_days_late

/** The component that uses this hook must be remounted for another resource. */
export function useOvertime(scenario: string, resource: string): OvertimeSearch {
  const [state, setState] = useState(begun)
  const under = useRef<AbortController>(undefined)
  const search = useCallback((): void => {
    under.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    under.current = controller
    const run = async (): Promise<void> => {
      try {
        const { demand, options } = await findOvertime(scenario, resource, signal)
        setState({ ...begun, demand: demand ?? undefined, count: options.length })
        if (options.length === 0) {
          setState((known) => ({ ...known, busy: false }))
          return
        }
        const plain = await tryEdits(scenario, { edits: [], mode: 'replan' }, signal)
        setState((known) => ({ ...known, plain }))
        for (const option of options) {
          const trial = await tryEdits(
            scenario,
            { edits: option.edits, mode: 'replan', purpose: { kind: 'overtime', resource } },
            signal,
          )
          const gain = latenessOf(plain) - latenessOf(trial)
          setState((known) => ({
            ...known,
            tried: [...known.tried, { option, trial, gain }].toSorted(byGainThenCost),
          }))
        }
        setState((known) => ({ ...known, busy: false }))
      } catch (error) {
        if (!signal.aborted) setState((known) => ({ ...known, busy: false, error: asApiError(error) }))
      }
    }
    void run()
  }, [scenario, resource])
  useEffect(() => {
    search()
    return () => under.current?.abort()
  }, [search])
  return {
    ...state,
    again: () => {
      setState(begun)
      search()
    },
  }
}
