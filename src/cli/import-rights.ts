/**
 * Grants the roles of `SQL_ROLE` their import rights in commands that create or migrate scenarios, and reports the
 * grants.
 */
import type { Database } from '../database/database.ts'
import type { Additions } from '../model/additions.ts'
import { buildModel } from '../model/model.ts'
import { withImportRights } from '../scenarios/import-rights.ts'
import { sqlRole } from '../settings/scenario-settings.ts'
import type { CommandContext } from './command.ts'

export interface Granting {
  readonly database: Database
  readonly additions: Additions
  /** Only this scenario. */
  readonly scenario?: string | undefined
}

export async function withGrants<Result>(
  { settings, terminal }: Pick<CommandContext, 'settings' | 'terminal'>,
  { database, additions, scenario: only }: Granting,
  run: () => Promise<Result>,
): Promise<Result> {
  const importRole = (name: string): string | undefined =>
    only === undefined || only === name ? sqlRole(settings(), name) : undefined
  const model = buildModel(undefined, additions)
  const { result, granted } = await withImportRights({ database, model, importRole }, run)
  for (const { scenario, role } of granted) {
    terminal.say(`The role "${role}" may change the planning data of "${scenario}" with SQL files.`)
  }
  return result
}
