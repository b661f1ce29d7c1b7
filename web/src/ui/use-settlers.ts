/** Lets the fields of a form take the texts that were typed into them, before the form is sent. */
import { useCallback, useRef } from 'react'

type Settle = () => Promise<boolean>

export interface Settlers {
  /** Registers a function that takes the typed text of a field; returns a function that removes it. */
  readonly register: (settle: Settle) => () => void
  /** Takes the typed texts of all fields. Returns whether all have a meaning. */
  readonly settle: Settle
}

export function useSettlers(): Settlers {
  const settlers = useRef(new Set<Settle>())
  const register = useCallback((settler: Settle) => {
    const known = settlers.current
    known.add(settler)
    return () => void known.delete(settler)
  }, [])
  const settle = async (): Promise<boolean> =>
    (await Promise.all([...settlers.current].map((settler) => settler()))).every(Boolean)
  return { register, settle }
}
