import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
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

it('undo says which orders it leaves out, and why', detail, async () => {
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
  const moved = await change()
  await test.database.query({ text: `DELETE FROM "default"."operationplan" WHERE "reference" = 'M1'` })
  const told = await run('undo', moved)
  expect(told.stdout).toBe(
    'input.operationplan: 1 would be reverted. input.operationplan: 1 left out, because a plan has removed these proposed orders since. Nothing was stored.\n',
  )
  const emptied = await change()
  await run('empty', '--models=input.operationplan')
  const none = await run('undo', emptied, '--apply')
  expect(none.stdout).toMatch(
    /^There is nothing to undo\. input\.operationplan: 2 left out, because change set \d+ has deleted these orders without keeping their values\.\n$/,
  )
  // A plan that was stored before may have removed them.
  const planned = await change()
  await write(context, 'input.customer', [{ name: 'C' }])
  await test.database.query({
    text: `INSERT INTO "default"."changesetentity" ("changeset", "entity", "created", "updated", "deleted", "kept")
      SELECT max("id"), 'input.operationplan', 0, 0, 1, 'computed' FROM "default"."changeset"`,
  })
  await run('empty', '--models=input.operationplan')
  expect((await run('undo', planned)).stdout).toContain(
    ' 2 left out, because these proposed orders do not exist any more.',
  )
})

it('undo says of each order which change set has removed it', detail, async () => {
  const context = createTestContext(test.database)
  const byTask = createTestContext(test.database, { actor: { ...context.actor, task: 7 } })
  await write(context, 'input.manufacturingorder', [order('M1', 1), order('M2', 1)])
  await write(byTask, 'input.manufacturingorder', [order('M1', 2), order('M2', 2)])
  await run('empty', '--models=input.operationplan')
  await write(context, 'input.manufacturingorder', [order('M3', 1)])
  await write(byTask, 'input.manufacturingorder', [order('M3', 2)])
  await test.database.query({ text: `DELETE FROM "default"."operationplan" WHERE "reference" = 'M3'` })
  const { stdout } = await run('undo', '--task=7')
  expect(stdout).toMatch(/ 2 left out, because change set \d+ has deleted these orders/)
  expect(stdout).toContain(' 1 left out, because a plan has removed these proposed orders since.')
})
