/**
 * Prints the findings of the linter in openapi.json of this folder, as JSON: severity, rule, location and message.
 */
import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'

const config = await createConfig({
  extends: ['recommended'],
  // Every URL of this family of APIs ends in a slash.
  rules: { 'no-path-trailing-slash': 'off' },
})
const source = await readFile('openapi.json', 'utf8')
const problems = await lintFromString({ source, config })
console.log(
  JSON.stringify(
    problems.map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, location[0]?.pointer ?? '', message].join(' '),
    ),
  ),
)
