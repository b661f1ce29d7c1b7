/** Tests what a process for tasks leaves to those that start after it. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { withTempFolder } from '../../../test/support/temp-folder.ts'
import { until } from '../../../test/support/wait.ts'
import { loadSettings } from '../../settings/load-settings.ts'
import { openProcessPool } from './process-pool.ts'

afterEach(() => void vi.unstubAllEnvs())

it('stores the compiled code of a process that is killed, as every idle one is', () =>
  withTempFolder(async (folder) => {
    const cache = join(folder, 'compiled')
    vi.stubEnv('NODE_COMPILE_CACHE', cache)
    const settings = loadSettings({ cwd: folder, env: { PLANCTL_VAR: folder } })
    const pool = openProcessPool({ settings, logger: pino({ level: 'silent' }) })
    try {
      const stored = await until(
        'compiled code is stored',
        async () => {
          const found = await readdir(cache, { recursive: true }).catch(() => [])
          return found.length > 100 && found
        },
        90_000,
      )
      expect(stored.length).toBeGreaterThan(100)
    } finally {
      await pool.close()
    }
  }))
