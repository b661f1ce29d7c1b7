/** Settings that a screen passes to its grid. */

import type { Fault } from '../platform/values/parse-value.ts'
import type { EntityMeta, Row } from '../platform/meta/entity-meta.ts'
import type { ActiveRule } from './rules/color-rules.ts'
import type { FieldFormats } from '../platform/values/field-formats.ts'

export interface ModelWords {
  readonly fault: (fault: Fault | string) => string
  readonly truth: (value: boolean) => string
  readonly tick: (key: string) => string
  readonly hrefOf: (entity: string, key: string) => string | undefined
}

export interface GridSettings {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly formats: FieldFormats
  /** Names of the columns in display order. */
  readonly columns: readonly string[]
  /** Returns the link target of a cell whose field is not a reference. */
  readonly linkOf?: (field: string, row: Row) => string | undefined
  /** Color rules that mark cells by their values. */
  readonly rules: readonly ActiveRule[]
  readonly words: ModelWords
  /** Runs an action on the rows, once they are shown if the list shows its groups; without it, at once. */
  readonly inRows?: (action: () => void) => void
  /** Filters the list by a record with unsaved edits, and runs an action once its row is read. */
  readonly showRecord?: (id: string, action: () => void) => void
}
