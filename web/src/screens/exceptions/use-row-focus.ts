/** Keeps the focus in a list of exceptions: a changed one may leave the list, with its focused button. */
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { isFocusLost } from '../../ui/is-focus-lost.ts'

interface RowFocus {
  readonly ref: RefObject<HTMLOListElement | null>
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: (event: FocusEvent) => void
}

/** Returns the properties of the list: the last button of the row in the same place gets a lost focus. */
export function useRowFocus(exceptions: readonly PlanException[]): RowFocus {
  const ref = useRef<HTMLOListElement>(null)
  const place = useRef(-1)
  const known = useRef(exceptions)
  useEffect(() => {
    if (known.current === exceptions) return
    known.current = exceptions
    const rows = ref.current?.children
    if (place.current < 0 || rows === undefined || !isFocusLost()) return
    const row = rows[Math.min(place.current, rows.length - 1)]
    const target = [...(row?.querySelectorAll('button') ?? [])].at(-1) ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }, [exceptions])
  return {
    ref,
    onFocus: ({ target }) => {
      place.current = [...(ref.current?.children ?? [])].findIndex((row) => row.contains(target))
    },
    // The user has clicked elsewhere. An element that is removed from the list is not connected any more.
    onBlur: ({ target, relatedTarget }) => {
      if (relatedTarget === null && target.isConnected && isFocusLost()) place.current = -1
    },
  }
}
