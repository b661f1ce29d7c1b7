import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectionSettings } from './connection-settings.ts'
import { loadSettings } from './load-settings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connection-settings-'))
  await writeFile(join(folder, 'settings.toml'), 'VAR = "state"\nPORT = 9000\n')
  await writeFile(join(folder, 'broken.toml'), 'VAR = ')
})
afterAll(() => rm(folder, { recursive: true }))

it.each([
  [{}],
  [{ PLANCTL_VAR: 'elsewhere', PLANCTL_DATABASE_URL: '' }],
  [{ DATABASE_URL: 'postgres://a:b@host/c' }],
  [{ PLANCTL_DATABASE_ARCHIVE: 'archive' }],
  [{ DATABASE_URL: 'postgres://a@b/c', PLANCTL_DATABASE_URL: 'postgresql://d@e/f' }],
])('are those of all settings: %j', (env) => {
  for (const cwd of [folder, '/']) {
    const quick = connectionSettings({ env, cwd })
    expect(loadSettings({ env, cwd })).toMatchObject({ ...quick })
    expect(quick?.VAR).toMatch(/^\//)
    expect('DATABASE_ARCHIVE' in quick!).toBe('PLANCTL_DATABASE_ARCHIVE' in env)
  }
})

it.each([
  { DATABASE_URL: 'mysql://a' },
  { PLANCTL_SETTINGS: 'missing.toml' },
  { PLANCTL_SETTINGS: 'broken.toml' },
])('are left to those who explain faults: %j', (env) => {
  expect(connectionSettings({ env, cwd: folder })).toBeUndefined()
  expect(() => loadSettings({ env, cwd: folder })).toThrow('The settings are not valid')
})
