import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import type { Outcome } from '../support/planctl.ts'
import { rowsOf, write } from '../support/records.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

let test: TestDatabase
let folder: string

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'undo-'))
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]): Promise<Outcome> =>
  warmPlanctl(args, { cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') } })

it('undo tells what it would do, does it with --apply, and names conflicts', async () => {
  const context = createTestContext(test.database)
  const categories = async () => (await rowsOf(context, 'customer', '"name"')).map((row) => row['category'])
  await write(context, 'input.customer', [{ name: 'A', category: 'one' }])
  await write(context, 'input.customer', [{ name: 'A', category: 'two' }])
  const told = await run('undo', '2')
  expect([told.exitCode, told.stdout.trim()]).toEqual([
    0,
    'input.customer: 1 would be reverted. Nothing was stored.',
  ])
  expect(await categories()).toEqual(['two'])
  const done = await run('undo', '2', '--apply')
  expect(done.stdout).toMatch(/^input\.customer: 1 reverted\. Undone by change set \d+\.$/m)
  expect(await categories()).toEqual(['one'])
  const refused = await run('undo', '2', '--apply')
  expect(refused.exitCode).not.toBe(0)
  expect(refused.stderr + refused.stdout).toContain(
    'input.customer A was changed since: category was "two", is "one"',
  )
  await write(context, 'input.customer', [{ name: 'A', category: 'three' }])
  await write(context, 'input.customer', [{ name: 'B' }])
  const several = await run('undo', '--after=2020-01-01', '--apply')
  expect(several.stdout).toMatch(/^input\.customer: 2 removed\. Undone by change set \d+\.$/m)
  expect(await categories()).toEqual([])
  const none = await run('undo')
  expect(none.stderr).toContain('give the number of a change set, or "after", "author" or "task"')
  const nobody = await run('undo', '--author=nobody')
  expect(nobody.stderr).toContain('No change set that can be undone matches')
  const unknown = await run('undo', '999')
  expect(unknown.stderr).toContain('there is no change set 999')
})
