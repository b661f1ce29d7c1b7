/**
 * Searches for remedies of a sales order. The search starts immediately, reports remedies as they are found, and can
 * be canceled. The component that uses this hook must be remounted for another sales order.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, asApiError } from '../platform/api/api-error.ts'
import { noteDone } from '../platform/api/first-hour.ts'
import { findRemedies, type RemediesEnd, type Remedy } from '../platform/api/plan-trials.ts'

export interface RemedySearch {
  /** Number of the search, from 0; each retry is another one. */
  readonly round: number
  readonly state: 'searching' | 'stopped' | 'done' | 'failed'
  /** Remedies found so far, the best first. */
  readonly remedies: readonly Remedy[]
  readonly end?: RemediesEnd
  readonly error?: ApiError
}

export interface Remedies extends RemedySearch {
  readonly search: () => void
  readonly stop: () => void
}

const nothing: RemedySearch = { round: 0, state: 'searching', remedies: [] }

/** @param onFound called with each remedy when it is found */
export function useRemedies(scenario: string, demand: string, onFound: (remedy: Remedy) => void): Remedies {
  const [found, setFound] = useState<RemedySearch>(nothing)
  const under = useRef<AbortController>(undefined)
  const latest = useRef(onFound)
  useEffect(() => {
    latest.current = onFound
  })
  const begin = useCallback((): void => {
    under.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    under.current = controller
    const told: Remedy[] = []
    const take = (remedy: Remedy): void => {
      if (signal.aborted) return
      told.push(remedy)
      setFound((known) => ({ ...known, remedies: [...known.remedies, remedy].toSorted(better) }))
      latest.current(remedy)
      noteDone('remedies')
    }
    const run = async (): Promise<void> => {
      try {
        const end = await findRemedies(scenario, demand, take, signal)
        if (!signal.aborted)
          setFound(({ round }) => ({ round, state: 'done', remedies: inOrder(told, end.ranks), end }))
      } catch (error) {
        if (!signal.aborted) setFound((known) => ({ ...known, state: 'failed', error: asApiError(error) }))
      }
    }
    void run()
  }, [scenario, demand])
  useEffect(() => {
    begin()
    return () => under.current?.abort()
  }, [begin])
  return {
    ...found,
    search: () => {
      setFound(({ round }) => ({ ...nothing, round: round + 1 }))
      begin()
    },
    stop: () => {
      under.current?.abort()
      setFound((known) => ({ ...known, state: 'stopped' }))
    },
  }
}

/** Order without ranks: the earliest delivery first, then the smallest delay of other sales orders. */
const better = (one: Remedy, other: Remedy): number =>
  lateness(one) - lateness(other) || one.others.days - other.others.days

const lateness = ({ after }: Remedy): number => after?.days_late ?? Number.MAX_SAFE_INTEGER

/** Sorts remedies by rank; remedies without a rank come last. */
function inOrder(told: readonly Remedy[], ranks: readonly number[]): readonly Remedy[] {
  const ranked = ranks.flatMap((place) => told[place] ?? [])
  const known = new Set(ranked)
  return [...ranked, ...told.filter((remedy) => !known.has(remedy)).toSorted(better)]
}
