import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer } from '../../../test/support/server.ts'
import { cached, createFolderHealth } from './folder-health.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-health-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settingsIn = (name: string, leastFree = 0) => ({
  VAR: join(folder, name),
  LOGDIR: join(folder, name, 'log'),
  UPLOADFILEFOLDER: join(folder, name, 'upload'),
  DATABASES: { scenario1: { UPLOADFILEFOLDER: join(folder, name, 'own') } },
  MIN_FREE_DISK: leastFree,
  FILES_URL: 'file:',
})

it('is ok for folders that can be written or made, and leaves nothing in them', async () => {
  await mkdir(join(folder, 'good', 'log'), { recursive: true })
  expect(await createFolderHealth(settingsIn('good')).check()).toBe('ok')
  expect(await readdir(join(folder, 'good'))).toEqual(['log'])
  expect(await readdir(join(folder, 'good', 'log'))).toEqual([])
})

it('names every folder that is no folder, and looks again after a while', async () => {
  await mkdir(join(folder, 'bad'))
  await writeFile(join(folder, 'bad', 'log'), '')
  await writeFile(join(folder, 'bad', 'own'), '')
  let now = 0
  const health = createFolderHealth(settingsIn('bad'), () => now)
  const refused =
    'LOGDIR cannot be written (ENOTDIR); UPLOADFILEFOLDER of scenario1 cannot be written (ENOTDIR)'
  expect(await health.check()).toBe(refused)
  await rm(join(folder, 'bad', 'log'))
  await rm(join(folder, 'bad', 'own'))
  expect(await health.check()).toBe(refused)
  now += 5_000
  expect(await health.check()).toBe('ok')
})

it('names the folders on a full disk', async () => {
  await mkdir(join(folder, 'full'))
  const result = await createFolderHealth(settingsIn('full', 10 ** 15)).check()
  expect(result).toMatch(
    /^VAR is on a full disk \(\d+ bytes free, MIN_FREE_DISK is 1000000000000000\); LOGDIR is/,
  )
})

it('makes the service unready, which the public answer does not explain', async () => {
  await using server = await startTestServer({ settings: { MIN_FREE_DISK: '9007199254740991' } })
  const { status, json } = await server.request('GET', '/readyz', { as: null })
  expect([status, json]).toMatchObject([503, { status: 'unavailable', checks: { folders: 'failed' } }])
})

it('is not checked again before the last check has ended, however long that takes', async () => {
  let now = 0
  const begun: PromiseWithResolvers<string>[] = []
  const check = cached(
    () => {
      const ended = Promise.withResolvers<string>()
      begun.push(ended)
      return ended.promise
    },
    5_000,
    () => now,
  )
  for (now = 0; now < 60_000; now += 5_000) void check()
  expect(begun.length).toBe(1)
  begun[0]!.resolve('ok')
  expect(await check()).toBe('ok')
  now += 5_000
  void check()
  expect(begun.length).toBe(2)
})
