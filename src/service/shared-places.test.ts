import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { planctl } from '../../test/support/planctl.ts'
import { until } from '../../test/support/wait.ts'
import { holdSharedPlaces, placeDifferences } from './shared-places.ts'

let held: TestDatabase
let folder: string
beforeAll(async () => {
  held = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'planning-places-'))
})
afterAll(async () => {
  await held[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const settings = (
  own: {
    readonly logs?: string
    readonly files?: string
    readonly secret?: string
    readonly zone?: string
  } = {},
) => ({
  VAR: folder,
  LOGDIR: join(folder, own.logs ?? 'log'),
  UPLOADFILEFOLDER: join(folder, own.files ?? 'upload'),
  DATABASES: {},
  FILES_URL: 'file:',
  TIME_ZONE: own.zone ?? 'Europe/Brussels',
  JWT_SECRET: own.secret ?? 'a secret of 32 characters or more',
})
const hold = (own?: Parameters<typeof settings>[0]) =>
  holdSharedPlaces({ database: held.database, settings: settings(own), logger: pino({ level: 'silent' }) })

it('lets processes with the same folders and secret work side by side', async () => {
  await using one = await hold()
  await using other = await hold()
  expect([one, other]).toHaveLength(2)
  expect(await placeDifferences(held.database, settings())).toEqual([])
})

it('refuses other folders and another secret while a process runs, naming each with its remedy', async () => {
  {
    await using _ = await hold()
    await expect(hold({ logs: 'other' })).rejects.toThrow(/^LOGDIR is not that of .*\.planning-folder/s)
    await expect(hold({ files: 'other', secret: 'another one' })).rejects.toThrow(
      /UPLOADFILEFOLDER is not.*\nJWT_SECRET is not that of a server/s,
    )
    await expect(hold({ zone: 'Asia/Tokyo' })).rejects.toThrow(/^TIME_ZONE is not that of a server/)
    expect(await placeDifferences(held.database, settings({ files: 'nowhere' }))).toEqual([
      {
        what: {
          code: 'check_shared_differs_at',
          params: { setting: 'UPLOADFILEFOLDER', address: '127.0.0.1' },
        },
        remedy: expect.objectContaining({ code: 'check_mount_folders' }),
      },
    ])
    const env = { DATABASE_URL: held.url, PLANCTL_VAR: join(folder, 'machine') }
    const worker = await planctl(['runworker'], { env, cwd: folder })
    expect(worker).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/LOGDIR is not that of a server or worker/),
    })
  }
  // After all processes have ended, the folders may change.
  await using _ = await hold({ logs: 'other' })
})

it('holds its places again when the connection has broken', async () => {
  await using _ = await hold()
  await held.database.query({
    text: `SELECT pg_terminate_backend(l.pid) FROM pg_catalog.pg_locks l
      WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.pid <> pg_backend_pid()
        AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())`,
  })
  const heldAgain = await until('the places to be held again', async () => {
    const differences = await placeDifferences(held.database, settings({ secret: 'another one' }))
    return differences.length === 1 ? differences : undefined
  })
  expect(heldAgain[0]?.what.params).toMatchObject({ setting: 'JWT_SECRET' })
})
