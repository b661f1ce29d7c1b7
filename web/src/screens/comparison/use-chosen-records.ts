/** The different records that the user has chosen to merge. */
import { useState } from 'react'
import type { DifferentRecord } from '../../platform/api/differences.ts'

export interface ChosenRecords {
  readonly records: readonly DifferentRecord[]
  readonly has: (record: DifferentRecord) => boolean
  readonly set: (records: readonly DifferentRecord[], chosen: boolean) => void
  readonly clear: () => void
}

/** Returns the name that identifies a record among the differences. */
export const recordName = ({ entity, key }: Pick<DifferentRecord, 'entity' | 'key'>): string =>
  `${entity} ${key}`

export function useChosenRecords(): ChosenRecords {
  const [chosen, setChosen] = useState<ReadonlyMap<string, DifferentRecord>>(new Map())
  return {
    records: [...chosen.values()],
    has: (record) => chosen.has(recordName(record)),
    set(records, on) {
      const next = new Map(chosen)
      for (const record of records) {
        if (on) next.set(recordName(record), record)
        else next.delete(recordName(record))
      }
      setChosen(next)
    },
    clear: () => setChosen(new Map()),
  }
}
