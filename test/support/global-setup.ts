/**
 * Starts one PostgreSQL server for a test run, in a temporary folder and without durability, and builds the database
 * that each test file copies. The server ends with the run in any case.
 */
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { holdServer } from '../../src/database/embedded/hold.ts'
import { createInstallation } from '../../src/scenarios/installation.ts'
import { setScenarioStatus } from '../../src/scenarios/registry.ts'
import { createScenarioSchema } from '../../src/scenarios/scenario-schema.ts'
import { provideValidatedEndpoints, requireValidatedEndpoints } from './validated-endpoints.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of the test server. */
    testServer: string
    /** Folder of this run for what several test files copy; deleted at the end. */
    testFolder: string
  }
}

export const templateDatabase = 'template_planning'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await quickFolder(), 'planctl-test-'))
  // If root runs the tests, the server runs under another account.
  await chmod(folder, 0o755)
  const hold = await holdServer(folder, { ephemeral: true, grace: 200 })
  await withDatabaseAt(hold.url('postgres'), async (database) => {
    await database.query({ text: `CREATE DATABASE ${templateDatabase}` })
  })
  await withDatabaseAt(hold.url(templateDatabase), buildTemplate)
  project.provide('testServer', hold.url('postgres'))
  const prepared = await mkdtemp(join(tmpdir(), 'planctl-test-prepared-'))
  project.provide('testFolder', prepared)
  const validated = await provideValidatedEndpoints(project)
  return async () => {
    hold.release()
    await rm(prepared, { recursive: true, force: true })
    if (project.isRootProject()) await requireValidatedEndpoints(project, validated)
  }
}

/**
 * Returns a folder in memory if it has enough space, else on disk. A copy of the template has 1,300 files: it takes
 * 20 ms in memory, and up to 600 ms on a slow file system.
 */
async function quickFolder(): Promise<string> {
  const memory = '/dev/shm'
  const found = await statfs(memory).catch(() => undefined)
  return found !== undefined && found.bavail * found.bsize > 2 ** 31 ? memory : tmpdir()
}

async function buildTemplate(database: Database): Promise<void> {
  await createInstallation(database)
  await database.withTransaction(async (client) => {
    await createScenarioSchema(client, 'scenario1')
    await setScenarioStatus(client, 'scenario1', 'In use')
  })
}

async function withDatabaseAt(url: string, run: (database: Database) => Promise<void>): Promise<void> {
  const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 1, applicationName: 'test set-up' })
  try {
    await run(database)
  } finally {
    await database.close()
  }
}
