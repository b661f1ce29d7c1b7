import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { detail } from '../support/detail.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { until } from '../support/wait.ts'

const program = join(import.meta.dirname, '../../bench/run.ts')

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a benchmark of scenarios that is ended by %s leaves neither files nor servers',
  detail,
  async (signal, code) => {
    await withTempFolder(async (folder) => {
      // The account that runs the servers on behalf of root needs access to the folder.
      await chmod(folder, 0o755)
      const bench = spawn(
        process.execPath,
        [program, 'scenarios', '--sizes=20000', '--only=copy', '--rounds=50'],
        {
          env: { ...process.env, TMPDIR: folder },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
      let said = ''
      bench.stderr.on('data', (text: Buffer) => (said += text.toString()))
      const ended = once(bench, 'exit')
      await until('it copies', () => said.includes('copy of') || bench.exitCode !== null)
      expect([bench.exitCode, await readdir(folder)]).toEqual([null, [expect.anything()]])
      bench.kill(signal)
      expect([await ended, said]).toEqual([[code, null], expect.not.stringContaining('Error')])
      expect(await readdir(folder)).toEqual([])
    })
  },
)
