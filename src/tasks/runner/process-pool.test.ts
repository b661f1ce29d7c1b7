/** Tests when processes for tasks start, and what one leaves to those that start after it. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { withTempFolder } from '../../../test/support/temp-folder.ts'
import { until } from '../../../test/support/wait.ts'
import { loadSettings } from '../../settings/load-settings.ts'
import { openProcessPool } from './process-pool.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const logger = pino({ level: 'silent' })

/** Returns the number of processes for tasks that this process has started and that have not ended. */
const started = (): number =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && isForTasks(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))).length

/** A process sets its title, which replaces its command line, only once its modules are loaded. */
const isForTasks = (commandLine: string): boolean =>
  commandLine.startsWith('planctl task: ') || commandLine.includes('runner/child.ts')

it('starts a further process for the next task only if the first has not ended after a second', () =>
  withTempFolder(async (folder) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const before = started()
    const settings = loadSettings({ cwd: folder, env: { PLANCTL_VAR: folder } })
    const pool = openProcessPool({ settings, logger })
    const used = pool.take()
    try {
      expect(started() - before).toBe(1)
      pool.giveBack(used)
      vi.advanceTimersByTime(2_000)
      expect(started() - before).toBe(1)
      expect(pool.take()).toBe(used)
      vi.advanceTimersByTime(2_000)
      expect(started() - before).toBe(2)
      // A task that does not wait for that has a process of its own at once.
      const second = pool.take()
      const third = pool.take()
      expect(new Set([used.pid, second.pid, third.pid]).size).toBe(3)
      for (const one of [second, third]) pool.giveBack(one)
    } finally {
      vi.useRealTimers()
      used.end()
      await used.gone
      await pool.close()
    }
  }))

it('stores the compiled code of a process that is killed, as every idle one is', () =>
  withTempFolder(async (folder) => {
    const cache = join(folder, 'compiled')
    vi.stubEnv('NODE_COMPILE_CACHE', cache)
    const settings = loadSettings({ cwd: folder, env: { PLANCTL_VAR: folder } })
    const pool = openProcessPool({ settings, logger })
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
