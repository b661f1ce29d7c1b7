/**
 * A scenario that is Busy as during real work: its status, and the advisory lock of the task that replaces its data.
 */
import type { Database } from '../../src/database/database.ts'
import { scenarioLockKey } from '../../src/scenarios/registry.ts'

/** Runs a callback while the scenario is Busy; afterwards the scenario is in use again. */
export async function whileScenarioBusy(
  database: Database,
  name: string,
  run: () => Promise<void>,
): Promise<void> {
  const setStatus = (status: string) =>
    database.query({
      text: 'UPDATE control."scenario" SET "status" = $2 WHERE "name" = $1',
      values: [name, status],
    })
  await database.withTransaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${scenarioLockKey('$1::text')})`, [name])
    await setStatus('Busy')
    try {
      await run()
    } finally {
      await setStatus('In use')
    }
  })
}
