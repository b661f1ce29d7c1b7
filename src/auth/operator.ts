/** The person at the command line of the machine: no user of the service, and free to do everything. */
import type { Database } from '../database/database.ts'
import type { Principal } from './principal.ts'

/** User id of the operator, which no user has. */
export const operatorId = 0

/** A principal with all rights in all scenarios, Free ones included. */
export async function operatorPrincipal(database: Database, language: string): Promise<Principal> {
  const { rows } = await database.query<{ name: string }>({ text: 'SELECT "name" FROM control."scenario"' })
  return {
    userId: operatorId,
    username: 'operator',
    language,
    scenarios: new Map(rows.map(({ name }) => [name, { superuser: true, permissions: new Set<string>() }])),
    via: 'operator',
    readOnly: false,
  }
}
