/** Warns of further database servers that cannot be reached, and of the scenarios that are therefore not available. */
import type { Database } from '../../database/database.ts'
import { homesOf } from '../../database/homes.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import type { Terminal } from '../terminal.ts'

export async function warnServers(database: Database, terminal: Pick<Terminal, 'say'>): Promise<void> {
  for (const [name, server] of homesOf(database).servers) {
    const answers = await server.query({ text: 'SELECT 1' }).then(
      () => true,
      () => false,
    )
    if (answers) continue
    const scenarios = (await listScenarios(database)).filter(({ home }) => home === name)
    const lost = scenarios.map((scenario) => scenario.name).join(', ')
    terminal.say(
      `The database server "${name}" cannot be reached.${lost === '' ? '' : ` Not available: ${lost}.`} See: planctl doctor`,
    )
  }
}
