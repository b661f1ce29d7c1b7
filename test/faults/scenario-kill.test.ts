import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanupScenarios } from '../../src/scenarios/aside/cleanup.ts'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { listScenarios } from '../../src/scenarios/registry.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { mainCases } from '../support/detail.ts'
import { scale } from '../support/scale.ts'
import { expectNoLeftovers, fillScenario, fingerprint, scenarioWork } from '../support/scenarios.ts'

/** Tables that are not compared. The notes about the origin of the data differ between runs. */
const apart = ['follower', 'notification', 'changeset', 'parameter']

let test: TestDatabase
let folder: string
let dump: string

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kill-'))
  await fillScenario(test.database, 'default', 60_000)
  await fillScenario(test.database, 'scenario1', 20_000)
  const { path } = await backupScenario(scenarioWork(test.database), { scenario: 'default', folder })
  dump = path
}, 60_000)
afterAll(async () => {
  await rm(folder, { recursive: true })
  await test[Symbol.asyncDispose]()
})

/** Starts the work and kills it the given milliseconds after its start. Returns whether it had finished. */
async function runAndKill(kind: string, milliseconds: number): Promise<boolean> {
  const script = join(import.meta.dirname, '../support/scenario-work.ts')
  const child = spawn(process.execPath, [script, test.url, kind, dump], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.resume()
  await Promise.race([delay(milliseconds), ended])
  child.kill('SIGKILL')
  const [code] = await ended
  return code === 0
}

/** Waits until the connections of the killed process are closed: the server detects the kill a moment later. */
async function sessionsEnded(): Promise<void> {
  const victims = `SELECT FROM pg_stat_activity WHERE application_name = 'victim'`
  await expect
    .poll(async () => (await test.database.query({ text: victims })).rowCount, { timeout: 15_000 })
    .toBe(0)
}

/** Delays before the kill, in milliseconds. */
const moments = scale({ short: [20, 200], full: [20, 90, 200, 400, 800] })

const kinds: readonly (readonly [kind: string, destination: string, source: string])[] = [
  ['copy', 'scenario1', 'default'],
  ['restore', 'scenario1', 'default'],
  ['copy to a free one', 'scenario2', 'default'],
  // Last, because it keeps the data that it has replaced.
  ['promote', 'default', 'scenario1'],
]

it.each(mainCases(kinds, ([kind]) => kind === 'copy'))(
  'kill -9 in the midst of a %s leaves the old data or the new, and nothing else',
  async (kind, destination, source) => {
    const { database } = test
    const content = async (name: string): Promise<string> => {
      const { hasSchema, status } = (await listScenarios(database)).find((entry) => entry.name === name)!
      expect(status).toBe(hasSchema ? 'In use' : 'Free')
      return hasSchema ? fingerprint(database, name, apart) : 'nothing'
    }
    const outcomes = new Set<string>()
    for (const moment of moments) {
      // Changes the destination, so that it differs from the source and from all former content and the old data can
      // be recognized.
      if (kind !== 'copy to a free one') {
        await database.query({
          text: `UPDATE "${destination}".demand SET "description" = $1
            WHERE "name" = (SELECT max("name") FROM "${destination}".demand)`,
          values: [`before ${kind} at ${moment}`],
        })
      } else if ((await content(destination)) !== 'nothing') {
        await releaseScenario(scenarioWork(database), destination)
      }
      const [before, after] = [await content(destination), await content(source)]
      const finished = await runAndKill(kind, moment)
      await sessionsEnded()
      await cleanupScenarios(scenarioWork(database))
      const now = await content(destination)
      expect(await content(source)).toBe(after)
      expect([before, after]).toContain(now)
      expect(finished && now !== after).toBe(false)
      const promoted = kind === 'promote' && (outcomes.has('new') || now === after)
      outcomes.add(now === before ? 'old' : 'new')
      await expectNoLeftovers(database, promoted ? 1 : 0)
    }
    // If no run ends with the old data, the delays are chosen badly and nothing was tested.
    expect(outcomes).toContain('old')
  },
  120_000,
)
