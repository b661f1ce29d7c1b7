/**
 * Keeps results of a search in their places while the user acts on one of them: a click must not hit another result that
 * has just come in.
 */
import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Returns shown results in the order in which they are shown, and new ones after them. */
export function steadyOrder<T>(
  results: readonly T[],
  shown: readonly string[],
  keyOf: (result: T) => string,
): readonly T[] {
  const byKey = new Map(results.map((result) => [keyOf(result), result]))
  const known = shown.flatMap((key) => byKey.get(key) ?? [])
  const places = new Set(shown)
  return [...known, ...results.filter((result) => !places.has(keyOf(result)))]
}

/** Returns whether shown results are in the order of their ranks. */
export function isRankedOrder<T>(
  results: readonly T[],
  shown: readonly T[],
  keyOf: (result: T) => string,
): boolean {
  return results.every((result, place) => {
    const other = shown[place]
    return other !== undefined && keyOf(other) === keyOf(result)
  })
}

/** Handlers of the list of results. */
interface ListHandlers {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

export interface SteadyOrder<T> {
  readonly shown: readonly T[]
  readonly handlers: ListHandlers
  /** Whether the results are shown by rank, the best first. */
  readonly isRanked: boolean
  /** Shows the results by rank, although the pointer or the focus is in their list. */
  readonly rank: () => void
}

/**
 * Returns the results as they are to be shown: the best first, except that they keep their places while the pointer or
 * the focus is in their list.
 */
export function useSteadyOrder<T>(results: readonly T[], keyOf: (result: T) => string): SteadyOrder<T> {
  const [hold, setHold] = useState({ pointer: false, focus: false })
  const [held, setHeld] = useState<readonly string[]>([])
  const isHeld = hold.pointer || hold.focus
  const shown = isHeld ? steadyOrder(results, held, keyOf) : results
  const begin = (by: keyof typeof hold): void => {
    setHeld(shown.map(keyOf))
    setHold({ ...hold, [by]: true })
  }
  // While a result is stored the screen is locked, which takes pointer and focus away from its list.
  const end = (by: keyof typeof hold, list: Element): void => {
    if (list.closest('[inert]') === null) setHold({ ...hold, [by]: false })
  }
  return {
    shown,
    isRanked: !isHeld || isRankedOrder(results, shown, keyOf),
    rank: () => setHold({ pointer: false, focus: false }),
    handlers: {
      onPointerEnter: () => begin('pointer'),
      onPointerLeave: ({ currentTarget }) => end('pointer', currentTarget),
      onFocus: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) begin('focus')
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
          end('focus', currentTarget)
      },
    },
  }
}
