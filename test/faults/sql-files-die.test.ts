/** Tests an import that is killed after the changes of its SQL file were committed, and before their change set was stored. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { cleanupOnce } from '../../src/service/maintenance.ts'
import { createTestContext } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { rowsOf, write } from '../support/records.ts'
import { openTaskInstallation, type TaskInstallation } from '../support/tasks.ts'
import { until } from '../support/wait.ts'

let installation: TaskInstallation
let context: DataContext
// Roles belong to the server, which other tests use at the same time.
const role = `killed_${randomBytes(4).toString('hex')}`
const administrate = (text: string): Promise<unknown> => installation.database.query({ text })

beforeAll(async () => {
  installation = await openTaskInstallation({ DATABASES: JSON.stringify({ default: { SQL_ROLE: role } }) })
  context = createTestContext(installation.database)
  await administrate(`CREATE ROLE ${role} NOLOGIN`)
  await administrate(`GRANT USAGE ON SCHEMA "default" TO ${role}`)
  await administrate(`GRANT SELECT, UPDATE ON "default".demand TO ${role}`)
  await write(context, 'input.item', [{ name: 'bike' }])
  await write(context, 'input.demand', [{ name: 'D', item: 'bike', quantity: 1 }])
  const folder = join(installation.settings.UPLOADFILEFOLDER, 'default')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'demand.sql'), 'UPDATE demand SET quantity = 7')
})
afterAll(async () => {
  await administrate(`DROP OWNED BY ${role}`)
  await administrate(`DROP ROLE ${role}`)
  await installation[Symbol.asyncDispose]()
})

const quantities = async (): Promise<unknown> =>
  (await rowsOf(context, 'demand', '"name"')).map(({ quantity }) => quantity)
const logged = async (): Promise<unknown> =>
  (await rowsOf(context, 'changeset', '"id"')).filter(({ origin }) => origin === 'demand.sql')

it('leaves its changes to the next cleanup, which stores their change set once', detail, async () => {
  await installation.startWorkerProcess()
  await installation.database.withTransaction(async (client) => {
    await client.query('LOCK TABLE "default"."changeset" IN EXCLUSIVE MODE')
    const id = await installation.launch('importfromfolder')
    await until(
      'the changes of the file are stored',
      async () => JSON.stringify(await quantities()) === '[7]',
    )
    process.kill(await installation.processOf(id), 'SIGKILL')
    expect((await installation.ended(id)).status).toBe('Failed')
  })
  expect(await logged()).toEqual([])
  const { database, settings } = installation
  const contextOf = (scenario: string): DataContext => createTestContext(database, { scenario })
  await cleanupOnce({ database, settings, contextOf })
  expect(await logged()).toHaveLength(1)
  await cleanupOnce({ database, settings, contextOf })
  expect(await logged()).toHaveLength(1)
})
