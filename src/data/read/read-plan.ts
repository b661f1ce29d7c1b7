/** A statement that reads records, with the settings that apply to it. */
import type { Statement } from '../../database/database.ts'

/** PostgreSQL settings that apply to one statement. */
export type StatementSettings = Readonly<Record<string, string>>

export interface ReadPlan extends Statement {
  readonly text: string
  readonly values: readonly string[]
  readonly settings: StatementSettings
}

/**
 * Settings of all statements. JIT is off because compiling the long expression that renders a record takes longer
 * than it saves, and delays the first byte.
 */
export const always: StatementSettings = { jit: 'off' }
