/** Records by which of its names a client gives a column, so that errors name the field that was sent. */
import type { Entity } from '../../../model/entity.ts'

/** Names of the sent fields, by column, of the columns that have an alias. */
type Names = ReadonlyMap<string, string>

export class SentNames {
  readonly #aliases: readonly { readonly name: string; readonly column: string }[]
  /** A run per change of the names: records of a batch mostly have the same fields. */
  readonly #runs: { readonly from: number; readonly key: string; readonly names: Names }[] = []

  constructor({ fields }: Pick<Entity, 'fields'>) {
    this.#aliases = fields.filter(({ name, column }) => column !== name)
  }

  /** Notes the names of a record; indexes must increase. */
  note(index: number, isSent: (name: string) => boolean): void {
    if (this.#aliases.length === 0) return
    const sent = this.#aliases.flatMap(({ name, column }) =>
      isSent(column) ? [[column, column] as const] : isSent(name) ? [[column, name] as const] : [],
    )
    const key = sent.map(([, name]) => name).join()
    if (key === (this.#runs.at(-1)?.key ?? '')) return
    this.#runs.push({ from: index, key, names: new Map(sent) })
  }

  /**
   * Returns the names of two columns in an error of a record. A column that the record does not have is named by its
   * alias if the record has an alias of the other one.
   */
  pairOf(index: number, one: string, other: string): readonly [one: string, other: string] {
    const names = this.#namesOf(index)
    const nameOf = (column: string, partner: string): string => {
      const sent = names.get(column)
      if (sent !== undefined || (names.get(partner) ?? partner) === partner) return sent ?? column
      return this.#aliases.find((alias) => alias.column === column)?.name ?? column
    }
    return [nameOf(one, other), nameOf(other, one)]
  }

  #namesOf(index: number): Names {
    let [low, high] = [0, this.#runs.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#runs[middle]!.from <= index) low = middle + 1
      else high = middle
    }
    return this.#runs[low - 1]?.names ?? new Map()
  }
}
