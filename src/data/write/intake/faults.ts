/** Collects the errors of the records of a batch, by index and field. */
import type { Message } from '../../../errors/messages.ts'
import { type BatchErrors, type RecordErrors, ServiceError } from '../../../errors/service-error.ts'

/** Returns whether a message says that the writer lacks a permission, so that the error is a 403. */
export function isMissingPermission({ code, params }: Message): boolean {
  if (code === 'not_permitted' || code === 'entity_not_permitted') return true
  const inner = code === 'nested' ? params?.['message'] : undefined
  return typeof inner === 'object' && isMissingPermission(inner)
}

export class Faults {
  readonly #byIndex = new Map<number, Record<string, Message[]>>()
  readonly #keys = new Map<number, string | number>()
  readonly #most: number
  total = 0

  /** @param most maximum number of invalid records, so that they fit in memory; `add` rejects the batch above it */
  constructor(most = Infinity) {
    this.#most = most
  }

  add(index: number, field: string, message: Message): void {
    let record = this.#byIndex.get(index)
    if (record === undefined) {
      if (this.#byIndex.size === this.#most) throw this.toError(false)
      this.#byIndex.set(index, (record = {}))
    }
    record[field] = [...(record[field] ?? []), message]
  }

  addAll(index: number, errors: RecordErrors): void {
    for (const [field, messages] of Object.entries(errors)) {
      for (const message of messages) this.add(index, field, message)
    }
  }

  /** Stores the key of an invalid row. */
  name(index: number, key: unknown): void {
    if (typeof key === 'string' || typeof key === 'number') this.#keys.set(index, key)
  }

  keyOf(index: number): string | number | null {
    return this.#keys.get(index) ?? null
  }

  /**
   * LIMIT of a query for invalid records: one more than the maximum ends the batch, so further ones are not needed.
   */
  get limit(): string {
    return this.#most === Infinity ? '' : `LIMIT ${this.#most + 1}`
  }

  get count(): number {
    return this.#byIndex.size
  }

  has(index: number): boolean {
    return this.#byIndex.has(index)
  }

  of(index: number): RecordErrors | undefined {
    return this.#byIndex.get(index)
  }

  get indexes(): readonly number[] {
    return [...this.#byIndex.keys()]
  }

  batch(): BatchErrors {
    return { total: this.total, byIndex: this.#byIndex }
  }

  /** Returns the error that rejects the batch; `single` if the request contained one object instead of a list. */
  toError(single: boolean): ServiceError {
    const errors = single ? { fields: this.of(0) ?? {} } : { records: this.batch() }
    return new ServiceError(this.#onlyRights() ? 'permission_denied' : 'invalid_record', {}, errors)
  }

  /** Returns whether all errors are missing rights of the writer. */
  #onlyRights(): boolean {
    const messages = [...this.#byIndex.values()].flatMap((record) => Object.values(record).flat())
    return messages.length > 0 && messages.every(isMissingPermission)
  }
}
