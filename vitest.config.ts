import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { scale } from './test/support/scale.ts'

const tests = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'extensions/**/*.test.ts',
  'fixtures/**/*.test.ts',
  'web/src/**/*.test.ts',
]

/**
 * Files that get a process each: those that start, kill and starve processes themselves, where loading the service once
 * more does not count, and those that measure the memory of theirs.
 */
const alone = [
  'test/attacks/**/*.test.ts',
  'test/bench/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/extensions/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/openapi-clients/**/*.test.ts',
  'test/operations/**/*.test.ts',
  'test/package/**/*.test.ts',
  'test/platform/**/*.test.ts',
  'test/data-api/hostile.test.ts',
  'test/tasks/files-upload.test.ts',
]

/** The form of the suite (test/support/scale.ts): whoever names files or folders runs the tests of details in them. */
const namesPaths = process.argv.slice(2).some((argument) => existsSync(argument))
const form = process.env['TESTS'] ?? (namesPaths ? 'details' : 'short')

/** Unit tests beside the code. They use a real PostgreSQL, started once for the whole run. */
export default defineConfig({
  resolve: {
    // As for whoever loads a module (src/extensions/import-module.ts).
    alias: Object.fromEntries(
      ['client', 'extension'].map((name) => [
        `planning-service/${name}`,
        new URL(`src/author/${name}.ts`, import.meta.url).pathname,
      ]),
    ),
  },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // To load the service anew for each file takes longer than most files do.
      {
        extends: true,
        test: { name: 'shared', include: tests, exclude: ['**/node_modules/**', ...alone], isolate: false },
      },
    ],
    // As for whoever is started by the launcher: processes that tests start compile the service once, and not each anew.
    env: {
      NODE_COMPILE_CACHE: new URL('node_modules/.cache/planctl', import.meta.url).pathname,
      TESTS: form,
    },
    globalSetup: 'test/support/global-setup.ts',
    // Many tests wait for processes and for PostgreSQL: one file more than processors leaves none of them idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Where others keep the processors busy tests are slow, and that is no fault.
    testTimeout: scale({ short: 180_000, full: 1_800_000 }),
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    // Real processes are killed and real browsers driven, on whatever machine there is: where nobody watches, a test
    // may try once more, and the report says which did. Whoever runs them sees a test that fails at times.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
