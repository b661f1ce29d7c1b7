/**
 * Defines the operator: the person at the command line of the server, who is not a user of the service and has all
 * permissions.
 */
import type { ControlDatabase } from '../database/database.ts'
import type { Principal } from './principal.ts'

/** User id of the operator, which no user has. */
export const operatorId = 0

/** Returns a principal with all permissions in all scenarios, including free ones. */
export async function operatorPrincipal(database: ControlDatabase, language: string): Promise<Principal> {
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
