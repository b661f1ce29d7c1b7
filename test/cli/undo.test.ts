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

const order = (reference: string, quantity: number) => ({
  reference,
  operation: 'O',
  quantity,
  status: 'proposed',
  startdate: '2026-03-01T00:00:00',
  enddate: '2026-03-02T00:00:00',
})

it('undo says which orders it leaves out, and why', async () => {
  const context = createTestContext(test.database)
  await write(context, 'input.location', [{ name: 'L' }])
  await write(context, 'input.operation', [{ name: 'O', type: 'fixed_time', location: 'L' }])
  const change = async (): Promise<string> => {
    await write(context, 'input.manufacturingorder', [order('M1', 1), order('M2', 1)])
    await write(context, 'input.manufacturingorder', [order('M1', 2), order('M2', 2)])
    const { rows } = await test.database.query<{ last: string }>({
      text: `SELECT max("id")::text AS "last" FROM "default"."changeset"`,
    })
    return rows[0]!.last
  }
  const planned = await change()
  await test.database.query({ text: `DELETE FROM "default"."operationplan" WHERE "reference" = 'M1'` })
  const told = await run('undo', planned)
  expect(told.stdout).toBe(
    'input.operationplan: 1 would be reverted. input.operationplan: 1 left out, because a plan has removed these proposed orders since. Nothing was stored.\n',
  )
  const emptied = await change()
  await run('empty', '--models=input.operationplan')
  const none = await run('undo', emptied, '--apply')
  expect(none.stdout).toMatch(
    /^There is nothing to undo\. input\.operationplan: 2 left out, because change set \d+ has deleted these orders without keeping their values\.\n$/,
  )
})
