/**
 * `npm run test:changed [base]`: runs the tests that a change affects most, in less than a minute: changed tests,
 * tests in the folders of changed files, tests that import a changed file, and the rules of the architecture. The
 * base is a commit; without one, the uncommitted changes are tested.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { node, root } from './install.mjs'
import { run } from './run.mjs'

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const [base = 'HEAD', ...options] = process.argv.slice(2)
const changed = new Set([
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
])
// Unit tests are in the folder of the code; each folder under test/ is a suite of its own.
const folders = new Set(
  [...changed]
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('test/'))
    .map((file) => dirname(file)),
)

/** Returns the files that a file of the project imports, relative to the root. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative(root, resolve(root, dirname(file), path)),
  )
}

const all = globSync('{src,test,extensions,fixtures,web/src}/**/*.test.ts', { cwd: root })
const wanted = all.filter(
  (test) =>
    changed.has(test) || folders.has(dirname(test)) || importsOf(test).some((file) => changed.has(file)),
)
if (changed.size === 0) console.log(`Nothing differs from ${base}.`)
else {
  const tests = [...new Set([...wanted, 'test/architecture.test.ts'])]
  console.log(`${changed.size} changed files, ${tests.length} of ${all.length} test files.`)
  process.exitCode = await run(node, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...tests,
    ...options,
  ])
}
