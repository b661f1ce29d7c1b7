/** Faults of the records of a batch while they are being found. */
import type { Message } from '../../errors/messages.ts'
import type { RecordErrors } from '../../errors/service-error.ts'

export interface FaultList {
  add(index: number, field: string, ...messages: readonly Message[]): void
  has(index: number): boolean
  /** Faults by index; undefined when there are none. */
  result(): ReadonlyMap<number, RecordErrors> | undefined
}

/** An empty list, or one that begins with the faults `known`. */
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
