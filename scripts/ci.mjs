/** What `.ci/run` does once everything is installed. Every step runs, whatever became of those before. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'
import { run } from './run.mjs'

const folder = mkdtempSync(join(tmpdir(), 'planctl-ci-'))
const report = join(folder, 'tests.json')
const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

/** @type {readonly (readonly [name: string, command: string, args: string[]])[]} */
const steps = [
  ['format', 'oxfmt', ['--check']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', ['--noEmit']],
  ['types of the web UI', 'tsc', ['--noEmit', '--project', 'web']],
  ['types of its tests', 'tsc', ['--noEmit', '--project', 'test/web']],
  ['browser', process.execPath, [join(root, 'scripts/install-chromium.mjs')]],
  ['tests', 'npm', ['test', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]],
]

const failed = []
for (const [name, command, args] of steps) {
  console.log(`\n== ${name}`)
  const begun = Date.now()
  const code = await run(command, args, { env: { PATH } })
  console.log(`== ${name}: ${code === 0 ? 'passed' : `failed with exit code ${code}`} in ${seconds(begun)} s`)
  if (code !== 0) failed.push(name)
}

const { passed, failures } = counts()
rmSync(folder, { recursive: true, force: true })
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`${passed} passed, ${failures} failed`)
process.exitCode = failed.length === 0 && failures === 0 ? 0 : 1

function seconds(begun) {
  return Math.round((Date.now() - begun) / 1000)
}

/** Tests by outcome; a file that could not even be loaded is one that failed. Without a report nothing passed. */
function counts() {
  if (!existsSync(report)) return { passed: 0, failures: 1 }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return { passed: numPassedTests, failures: numFailedTests + broken.length }
}
