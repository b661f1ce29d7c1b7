/** The changes that the user has chosen to merge: records, and decisions with all of their records. */
import { useState } from 'react'
import type { Decision, DifferentRecord } from '../../platform/api/differences.ts'

export interface ChosenRecords {
  readonly records: readonly DifferentRecord[]
  readonly decisions: readonly Decision[]
  /** Number of chosen records, with those of decisions. */
  readonly count: number
  /** Returns whether the record is chosen, alone or with its decision. */
  readonly has: (record: DifferentRecord) => boolean
  readonly hasDecision: (decision: Pick<Decision, 'changeset'>) => boolean
  readonly set: (records: readonly DifferentRecord[], chosen: boolean) => void
  /** Chooses all records of a decision, or none of them. */
  readonly setDecision: (decision: Decision, chosen: boolean) => void
  readonly clear: () => void
}

/** Returns the name that identifies a record among the differences. */
export const recordName = ({ entity, key }: Pick<DifferentRecord, 'entity' | 'key'>): string =>
  `${entity} ${key}`

export function useChosenRecords(): ChosenRecords {
  const [chosen, setChosen] = useState<ReadonlyMap<string, DifferentRecord>>(new Map())
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map())
  const isOfDecision = ({ changeset = null }: DifferentRecord): boolean =>
    changeset !== null && decisions.has(changeset)
  return {
    records: [...chosen.values()],
    decisions: [...decisions.values()],
    count: chosen.size + [...decisions.values()].reduce((sum, { records }) => sum + records, 0),
    has: (record) => chosen.has(recordName(record)) || isOfDecision(record),
    hasDecision: ({ changeset }) => decisions.has(changeset),
    set(records, on) {
      const next = new Map(chosen)
      for (const record of records) {
        if (on) next.set(recordName(record), record)
        else next.delete(recordName(record))
      }
      setChosen(next)
    },
    setDecision(decision, on) {
      const { changeset } = decision
      const next = new Map(decisions)
      if (on) next.set(changeset, decision)
      else next.delete(changeset)
      setDecisions(next)
      setChosen(new Map([...chosen].filter(([, record]) => record.changeset !== changeset)))
    },
    clear() {
      setChosen(new Map())
      setDecisions(new Map())
    },
  }
}
