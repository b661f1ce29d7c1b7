/** Tests which followers and messages a restore brings along. */
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { scenarioWork } from '../../../test/support/scenarios.ts'
import { withTempFolder } from '../../../test/support/temp-folder.ts'
import { backupScenario } from './backup-scenario.ts'
import { restoreScenario } from './restore-scenario.ts'

it('a restore into another scenario leaves out followers and messages, and into its own one keeps them', async () => {
  await withTempFolder(async (folder) => {
    await using own = await createTestDatabase()
    const { database } = own
    const work = scenarioWork(database)
    const fill = (schema: string): Promise<unknown> =>
      database.query({
        text: `INSERT INTO "${schema}"."follower" ("id", "content_type", "user") VALUES (1, 'input.item', 1);
          INSERT INTO "${schema}"."comment" ("id", "content_type", "object_pk", "comment") VALUES (1, 'input.item', 'a', '@ann');
          INSERT INTO "${schema}"."notification" ("comment", "user", "follower") VALUES (1, 1, 1);
          INSERT INTO "${schema}"."mention" ("comment", "user") VALUES (1, 1);
          INSERT INTO "${schema}"."plannotice" ("changeset", "user", "total", "changes") VALUES (1, 1, 0, '[]')`,
      })
    const filled = async (schema: string): Promise<readonly string[]> => {
      const found: string[] = []
      for (const table of ['comment', 'follower', 'mention', 'notification', 'plannotice']) {
        const { rowCount } = await database.query({ text: `SELECT FROM "${schema}"."${table}"` })
        if (rowCount !== 0) found.push(table)
      }
      return found
    }
    const restoreInto = async (scenario: string, path: string): Promise<readonly string[]> => {
      await restoreScenario(work, { path, scenario, user: null })
      return filled(scenario)
    }
    await fill('default')
    const production = await backupScenario(work, { scenario: 'default', folder })
    expect(await restoreInto('scenario1', production.path)).toEqual(['comment'])
    const all = ['comment', 'follower', 'mention', 'notification', 'plannotice']
    expect(await restoreInto('default', production.path)).toEqual(all)
    await database.query({ text: 'DELETE FROM scenario1.comment' })
    await fill('scenario1')
    const { path } = await backupScenario(work, { scenario: 'scenario1', folder })
    expect(await restoreInto('scenario1', path)).toEqual(all)
  })
})
