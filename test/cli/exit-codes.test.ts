/** Exit codes of commands whose arguments name what does not exist or cannot be worked on: no task is started. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { goodPassword } from '../support/good-password.ts'
import type { Outcome } from '../support/planctl.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

vi.setConfig({ testTimeout: 60_000 })

let test: TestDatabase
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-exit-codes-'))
  test = await createTestDatabase()
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (line: string): Promise<Outcome> =>
  warmPlanctl(line.split(' '), {
    cwd: folder,
    env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var'), PLANCTL_PASSWORD: goodPassword },
  })

it.each([
  ['scenario_create What-If', '"What-If"'],
  ['scenario_create default', '"default"'],
  ['scenario_delete nowhere', '"nowhere"'],
  ['scenario_delete default', '"default"'],
  ['scenario_release --database=default', '"default"'],
  ['scenario_release --database=nowhere', '"nowhere"'],
  ['scenario_copy nowhere scenario1', '"nowhere"'],
  ['scenario_copy default nowhere', '"nowhere"'],
  ['scenario_copy default default', '"default"'],
  ['scenario_compare default nowhere', '"nowhere"'],
  ['scenario_compare default default', '"default"'],
  ['changepassword nobody', '"nobody"'],
  ['createsuperuser nobody --promote', '"nobody"'],
  ['empty --user=nobody', '"nobody"'],
  ['resetfactors nobody', '"nobody"'],
  ['importfromfolder --files=nothing.csv', 'nothing.csv'],
  ['exporttofolder --files=nothing.csv', 'nothing'],
  ['scheduletasks --schedule=nothing', 'nothing'],
  ['proposal show 77', '77'],
  ['status 77', '77'],
  ['cancel 77', '77'],
  ['log 77', '77'],
])('planctl %s ends with 2, because its argument is wrong', async (line, value) => {
  const { exitCode, stderr } = await run(line)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(value)])
})
