/** Old and new values in the records of changes: pairs of what was changed, plain values of what was added or deleted. */

export interface ChangedValue {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

type Values = Readonly<Record<string, unknown>>

const isSomething = (value: unknown): boolean => value !== null && value !== undefined

/** The values by field, in their order. Of a record that was added or deleted, blank fields are left out. */
export function changedValues(action: string, changes: Values | null): readonly ChangedValue[] {
  const entries = Object.entries(changes ?? {})
  if (action === 'change') {
    return entries.map(([name, both]) => {
      const [before, after]: readonly unknown[] = Array.isArray(both) ? both : [null, both]
      return { name, before, after }
    })
  }
  return entries
    .filter(([, value]) => isSomething(value))
    .map(([name, value]) =>
      action === 'delete' ? { name, before: value, after: null } : { name, before: null, after: value },
    )
}
