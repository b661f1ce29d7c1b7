/** Reads the outcome of a test run from the JSON report of vitest. */
import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} Outcome
 * @property {number} passed tests
 * @property {number} failed tests; a file that could not even be loaded counts as one
 * @property {readonly string[]} brokenFiles files with a test that failed
 * @property {number} passedInBroken tests of these files that passed nevertheless
 */

/**
 * Returns the outcome of a report. A missing report counts as one failure.
 * @param {string} report path of the file
 * @returns {Outcome}
 */
export function outcomeOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1, brokenFiles: [], passedInBroken: 0 }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter(({ status }) => status === 'failed')
  return {
    passed: numPassedTests,
    failed: sum(broken, (file) => Math.max(1, testsThat('failed', file))),
    brokenFiles: broken.map(({ name }) => name),
    passedInBroken: sum(broken, (file) => testsThat('passed', file)),
  }
}

/**
 * Returns the outcome of all tests, with the second result for the files that failed at first.
 * @param {Outcome} first
 * @param {Outcome} again
 * @returns {Outcome}
 */
export const withRepeated = (first, again) => ({
  ...again,
  passed: first.passed - first.passedInBroken + again.passed,
})

const testsThat = (status, { assertionResults }) =>
  assertionResults.filter((test) => test.status === status).length

const sum = (files, count) => files.reduce((total, file) => total + count(file), 0)
