/** Runs the steps of `.ci/run` after the installation. Every step runs, even if a previous step has failed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { root } from './install.mjs'
import { run } from './run.mjs'
import { outcomeOf, withRepeated } from './test-outcome.mjs'

const folder = mkdtempSync(join(tmpdir(), 'planctl-ci-'))
const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

/** Waits for the network, not for processors, so it runs beside the checks of the sources, which need no browser. */
const browser = passes('browser', process.execPath, [join(root, 'scripts/install-chromium.mjs')])

/** @type {readonly (readonly [name: string, command: string, args: string[]])[]} */
const checks = [
  ['format', 'oxfmt', ['--check']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', ['--noEmit']],
  ['types of the web UI', 'tsc', ['--noEmit', '--project', 'web']],
  ['types of its tests', 'tsc', ['--noEmit', '--project', 'test/web']],
]
/** If at most this many test files fail, they are run once more, one after the other. */
const mostFilesAgain = 15

const failed = []
for (const check of checks) if (!(await passes(...check))) failed.push(check[0])
if (!(await browser)) failed.push('browser')
if (!(await passes('tests', 'npm', testsInto('tests.json')))) failed.push('tests')

let outcome = outcomeOf(join(folder, 'tests.json'))
const { brokenFiles } = outcome
if (brokenFiles.length > 0 && brokenFiles.length <= mostFilesAgain) {
  // Tests with real processes and browsers may fail on a busy machine; a test that also fails alone is a real
  // failure.
  const alone = ['--maxWorkers=1', ...brokenFiles.map((file) => relative(root, file))]
  const passed = await passes('failed tests by themselves', 'npm', testsInto('again.json', alone))
  outcome = withRepeated(outcome, outcomeOf(join(folder, 'again.json')))
  if (passed) {
    failed.splice(failed.indexOf('tests'), 1)
    console.log(`Failed beside others, passed alone: ${alone.slice(1).join(', ')}`)
  }
}

rmSync(folder, { recursive: true, force: true })
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
process.exitCode = failed.length === 0 && outcome.failed === 0 ? 0 : 1

/** Runs a step and prints its result. Returns whether it has passed. */
async function passes(name, command, args) {
  console.log(`\n== ${name}`)
  const begun = Date.now()
  const code = await run(command, args, { env: { PATH, TESTS: process.env.TESTS ?? 'short' } })
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(`== ${name}: ${code === 0 ? 'passed' : `failed with exit code ${code}`} in ${seconds} s`)
  return code === 0
}

/** Returns arguments of `npm` that run tests and write the report to a file of the folder. */
function testsInto(report, more = []) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, report)}`]
  return ['test', '--', ...reporters, ...more]
}
