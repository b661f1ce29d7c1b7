/**
 * Runs work on scenarios in a separate process, like a task: processes the requests of its parent and returns their
 * duration.
 */
import { connectDatabase } from '../../src/database/connect.ts'
import { buildModel } from '../../src/model/model.ts'
import type { ScenarioWork } from '../../src/scenarios/aside/work.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { restoreScenario } from '../../src/scenarios/dump/restore-scenario.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'

/** Requests of the parent process. */
export type WorkRequest =
  | { readonly kind: 'copy' | 'release' }
  | { readonly kind: 'backup'; readonly folder: string }
  | { readonly kind: 'restore'; readonly path: string }

export interface WorkAnswer {
  readonly milliseconds: number
  /** Path of the backup. */
  readonly path?: string
  readonly failure?: string
}

const source = 'default'
const destination = 'scenario1'
/** The default of the settings. */
const poolSize = 10

const [, , url = '', backedUp = destination] = process.argv
const database = connectDatabase({ url, timeZone: 'UTC', poolSize, applicationName: 'bench' })
const work: ScenarioWork = { database, model: buildModel(), now: () => new Date() }

async function run(request: WorkRequest): Promise<string | undefined> {
  if (request.kind === 'backup') {
    return (await backupScenario(work, { scenario: backedUp, folder: request.folder })).path
  }
  if (request.kind === 'restore') {
    await restoreScenario(work, { path: request.path, scenario: destination, user: null })
  } else if (request.kind === 'copy') {
    await copyScenario(work, { source, destination, force: false, user: null })
  } else {
    await releaseScenario(work, destination)
  }
  return undefined
}

process.on('message', (request: WorkRequest) => {
  const begun = performance.now()
  void run(request)
    .then((path): WorkAnswer => ({
      milliseconds: performance.now() - begun,
      ...(path === undefined ? {} : { path }),
    }))
    .catch((error: unknown): WorkAnswer => ({ milliseconds: 0, failure: String(error) }))
    .then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
