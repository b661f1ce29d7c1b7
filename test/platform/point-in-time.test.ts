/**
 * Restores the embedded database to points in time: before a wrong deletion, before and after a restore, and after
 * kills.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archivePaths } from '../../src/database/embedded/archive.ts'
import { backUpEmbedded } from '../../src/database/embedded/base-backup.ts'
import { readPassword } from '../../src/database/embedded/cluster.ts'
import { embeddedStatus, startEmbedded, stopEmbedded } from '../../src/database/embedded/control.ts'
import { embeddedPaths } from '../../src/database/embedded/paths.ts'
import { isRunning } from '../../src/database/embedded/process-state.ts'
import { followed } from '../../src/database/embedded/reachable-place.ts'
import { type Restored, restoreEmbedded } from '../../src/database/embedded/restore.ts'
import { detail } from '../support/detail.ts'
import { planctl } from '../support/planctl.ts'
import { until as waitUntil } from '../support/wait.ts'

// One installation; the tests run in order and depend on each other.
const { signal } = new AbortController()
let base: string
let folder: string
let archive: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'planning-moments-'))
  await chmod(base, 0o755)
  folder = join(base, 'var/postgres')
  archive = join(base, "the archive's 100% folder")
})
afterAll(async () => {
  for (const place of [folder, join(base, 'drill/postgres')]) await stopEmbedded(place, true)
  await rm(base, { recursive: true, force: true })
})

/** Runs statements on the running server, each in its own transaction. Returns the only value of the last one. */
async function ask(...statements: readonly string[]): Promise<unknown> {
  const status = await embeddedStatus(folder)
  if (status.state !== 'running') throw new Error(`It is ${status.state}.`)
  const password = await readPassword(embeddedPaths(folder).password)
  const client = new Client({
    connectionString: `postgres://planctl:${password}@127.0.0.1:${status.port}/postgres`,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let value: unknown
    for (const text of statements) {
      const { rows } = await client.query<Record<string, unknown>>(text)
      value = rows[0] === undefined ? undefined : Object.values(rows[0])[0]
    }
    return value
  } finally {
    await client.end()
  }
}

const words = (): Promise<unknown> => ask(`SELECT string_agg("word", ' ' ORDER BY "word") FROM "kept"`)

/** Returns a time after everything that is committed so far and before everything that will be committed. */
async function moment(): Promise<Date> {
  const now = Number(await ask('SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8 + 1'))
  await waitUntil('the clock to go on', () => Date.now() > now + 1)
  return new Date(now)
}

const restore = (until: Date | undefined): Promise<Restored> =>
  restoreEmbedded({ folder, from: archive, archive, until, signal, onStep: () => undefined })

/** Kills the server and its keeper as a power failure would. */
async function kill(): Promise<void> {
  const status = await embeddedStatus(folder)
  if (status.state !== 'running') throw new Error(`It is ${status.state}.`)
  for (const pid of [status.keeper, status.pid]) process.kill(pid, 'SIGKILL')
  await waitUntil('the server to be gone', () => !isRunning(status.pid) && !isRunning(status.keeper))
}

let beforeDeletion: Date
let afterDeletion: Date

it('brings back what was deleted by mistake, although the server was killed before it archived all', async () => {
  await startEmbedded(folder, archive)
  await ask('CREATE TABLE "kept" ("word" text)', `INSERT INTO "kept" VALUES ('before')`)
  const backup = await backUpEmbedded({ folder, archive, keep: 7, signal })
  expect(backup.bytes).toBeGreaterThan(2 ** 20)
  await ask(`INSERT INTO "kept" VALUES ('after')`)
  beforeDeletion = await moment()
  await ask('DELETE FROM "kept"')
  afterDeletion = await moment()
  await kill()
  const { reachedEnd, last, aside } = await restore(beforeDeletion)
  expect(reachedEnd).toBe(false)
  expect(Number(last)).toBeLessThanOrEqual(Number(beforeDeletion))
  await startEmbedded(folder, archive)
  expect(await words()).toBe('after before')
  expect(await readdir(aside ?? '')).toContain('PG_VERSION')
}, 180_000)

it(
  'refuses while others use the database, and a moment before the first base backup',
  { ...detail, timeout: 120_000 },
  async () => {
    const early = restore(new Date(Date.parse('2020-01-01T00:00:00Z')))
    await expect(early).rejects.toThrow(/The oldest base backup in .* is of 20/)
    const held = join(import.meta.dirname, '../support/hold-embedded.ts')
    const holder = spawn(process.execPath, [held, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    await expect(restore(undefined)).rejects.toThrow('others use the database')
    holder.stdin.end()
    await once(holder, 'close')
    expect(await words()).toBe('after before')
  },
)

it(
  'knows what the database held at each moment, before a restore and after it',
  { ...detail, timeout: 240_000 },
  async () => {
    await ask(`INSERT INTO "kept" VALUES ('once more')`)
    await stopEmbedded(folder)
    // At this time the table was empty, because the deletion had not been reverted yet.
    await restore(afterDeletion)
    await startEmbedded(folder, archive)
    expect(await words()).toBeNull()
    await ask(`INSERT INTO "kept" VALUES ('third')`)
    await stopEmbedded(folder)
    // A target time after the end of the archive loses no data.
    expect((await restore(new Date(Date.now() + 3_600_000))).reachedEnd).toBe(true)
    await startEmbedded(folder, archive)
    expect(await words()).toBe('third')
  },
)

it(
  'goes on where a kill has interrupted the exchange of the folders',
  { ...detail, timeout: 120_000 },
  async () => {
    await stopEmbedded(folder)
    const data = followed(embeddedPaths(folder).data) ?? ''
    const [draft, aside] = [`${data}.restored-test`, `${data}.before-test`]
    const password = await readPassword(embeddedPaths(folder).password)
    await rename(data, draft)
    await mkdir(aside)
    const note = { data, draft, aside: `${data}.before-other`, password, rest: null, note: null }
    await writeFile(join(folder, 'replacement.json'), JSON.stringify(note))
    await startEmbedded(folder, archive)
    expect(await words()).toBe('third')
    expect(await readdir(folder)).not.toContain('replacement.json')
  },
)

it(
  'is tried in another installation, and backed up and checked with the command line',
  { ...detail, timeout: 240_000 },
  async () => {
    const env = { PLANCTL_VAR: join(base, 'var'), PLANCTL_DATABASE_ARCHIVE: archive }
    const before = await readdir(archivePaths(archive).base)
    const backup = await planctl(['database', 'backup', '--keep=1'], { env, cwd: base })
    expect(backup).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('any point in time since 20'),
    })
    const kept = await readdir(archivePaths(archive).base)
    expect(kept).toHaveLength(1)
    expect(before).not.toContain(kept[0])
    const { stdout } = await planctl(['doctor'], { env, cwd: base })
    expect(stdout).toMatch(/^ok +archive +The last base backup is 0\.0 days old$/m)

    const drill = { PLANCTL_VAR: join(base, 'drill'), PLANCTL_TIME_ZONE: 'UTC' }
    const done = await planctl(['database', 'restore', `--from=${archive}`], { env: drill, cwd: base })
    expect(done).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Everything in the archive is restored.'),
    })
    const installation = folder
    folder = join(base, 'drill/postgres')
    try {
      await startEmbedded(folder)
      expect(await words()).toBe('third')
    } finally {
      await stopEmbedded(folder, true)
      folder = installation
    }
    const unknown = await planctl(['database', 'restore', '--until=yesterday', `--from=${archive}`], {
      env: drill,
      cwd: base,
    })
    expect(unknown).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--until must be a moment'),
    })
    const without = await planctl(['database', 'backup'], { env: drill, cwd: base })
    expect(without).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Set DATABASE_ARCHIVE') })
  },
)
