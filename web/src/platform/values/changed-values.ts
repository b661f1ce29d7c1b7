/**
 * Extracts old and new values from records of changes: pairs for changed fields, single values for added or deleted
 * records.
 */

export interface ChangedValue {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

type Values = Readonly<Record<string, unknown>>

const isSomething = (value: unknown): boolean => value !== null && value !== undefined

/** Returns the values by field, in their order. Blank fields of an added or deleted record are omitted. */
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
