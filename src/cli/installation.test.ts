import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { loadSettings } from '../settings/load-settings.ts'
import { createMigrationWait } from './installation.ts'

it('a command that waits for a migration says so once, before and after the cluster exists', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planctl-wait-'))
  await using empty = await createTestDatabase({ empty: true })
  const settings = loadSettings({ env: { PLANCTL_VAR: folder }, cwd: folder })
  const lines: string[] = []
  const context = {
    settings: () => settings,
    commandNames: [],
    terminal: { say: (text: string) => void lines.push(text) },
    signal: new AbortController().signal,
  }
  const wait = createMigrationWait(context, 2)
  const waiting = wait.forCluster()
  await mkdir(join(folder, 'postgres/data'), { recursive: true })
  await waiting
  await expect(wait.forInstallation(empty.database)).rejects.toThrow('createdatabase')
  expect(lines).toEqual(['Waiting until the database is migrated (2 s at most) …'])
  await rm(folder, { recursive: true })
})
