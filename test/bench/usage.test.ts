/** Tests the command line of the benchmarks: help, and errors without a stack. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { detail } from '../support/detail.ts'

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../bench/run.ts'), ...args])

it('prints how to use them', detail, async () => {
  const { stdout } = await run('--help')
  expect(stdout).toContain('--sizes=')
  expect(stdout).toContain('Suites: data-api, ')
})

it.each([['--what'], ['nothing'], ['--rounds=x']])('refuses %s in a sentence', detail, async (argument) => {
  await expect(run(argument)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^[^\n]+\nSee npm run bench -- --help\.\n$/),
  })
})
