/** Entries of a form over stored fields, which others may change while the form is open. */
import { useState } from 'react'

export interface Edits<Fields> {
  /** The stored fields with the entries; a field without an entry follows what others store. */
  readonly draft: Fields
  /** Fields with an entry. */
  readonly edits: Partial<Fields>
  readonly edit: (changes: Partial<Fields>) => void
  /** Forgets entries that are stored by now, unless others have been made meanwhile. */
  readonly forget: (stored: Partial<Fields>) => void
}

export function useEdits<Fields extends object>(stored: Fields): Edits<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({})
  return {
    draft: { ...stored, ...edits },
    edits,
    edit: (changes) => setEdits((before) => ({ ...before, ...changes })),
    forget: (done) => setEdits((now) => (now === done ? {} : now)),
  }
}
