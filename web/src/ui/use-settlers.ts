/** Lets the fields of a form take the texts that were typed into them, before the form is sent. */
import { useCallback, useRef } from 'react'

export interface TypedField {
  /** Takes the typed text. Returns whether it has a meaning. */
  readonly settle: () => Promise<boolean>
  readonly focus: () => void
}

export interface Settlers {
  /** Registers a field; returns a function that removes it. */
  readonly register: (field: TypedField) => () => void
  /** Takes the typed texts of all fields, and focuses the first without a meaning. Returns whether all have one. */
  readonly settle: () => Promise<boolean>
}

export function useSettlers(): Settlers {
  const fields = useRef(new Set<TypedField>())
  const register = useCallback((field: TypedField) => {
    const known = fields.current
    known.add(field)
    return () => void known.delete(field)
  }, [])
  const settle = async (): Promise<boolean> => {
    const typed = [...fields.current]
    const areMeant = await Promise.all(typed.map((field) => field.settle()))
    const wrong = areMeant.indexOf(false)
    typed[wrong]?.focus()
    return wrong === -1
  }
  return { register, settle }
}
