/** Tests the command line of the benchmarks: help, and errors without a stack. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../bench/run.ts'), ...args])

it('prints how to use them', async () => {
  const { stdout } = await run('--help')
  expect(stdout).toContain('--sizes=')
  expect(stdout).toContain('Suites: data-api, ')
}, 60_000)

it.each([['--what'], ['nothing'], ['--rounds=x']])(
  'refuses %s in a sentence',
  async (argument) => {
    await expect(run(argument)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^[^\n]+\nSee npm run bench -- --help\.\n$/),
    })
  },
  60_000,
)
