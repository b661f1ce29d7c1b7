/** Collects faults of the records of a batch. */
import type { Message } from '../../errors/messages.ts'
import type { RecordErrors } from '../../errors/service-error.ts'

export interface FaultList {
  add(index: number, field: string, ...messages: readonly Message[]): void
  has(index: number): boolean
  /** Returns the faults by index; undefined if there are none. */
  result(): ReadonlyMap<number, RecordErrors> | undefined
}

/** Creates a list that contains the faults `known`. */
export function createFaultList(known: ReadonlyMap<number, RecordErrors> = new Map()): FaultList {
  const faults = new Map<number, Map<string, readonly Message[]>>(
    [...known].map(([index, record]) => [index, new Map(Object.entries(record))]),
  )
  return {
    add: (index, field, ...messages) => {
      if (messages.length === 0) return
      const record = faults.get(index) ?? new Map<string, readonly Message[]>()
      record.set(field, [...(record.get(field) ?? []), ...messages])
      faults.set(index, record)
    },
    has: (index) => faults.has(index),
    result: () =>
      faults.size === 0
        ? undefined
        : new Map([...faults].map(([index, record]) => [index, Object.fromEntries(record)])),
  }
}
