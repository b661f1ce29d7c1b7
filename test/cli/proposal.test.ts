/** Tests proposals on the command line. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createProposal } from '../../src/proposals/create-proposal.ts'
import { proposalOf } from '../../src/proposals/given-proposal.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { loadModel } from '../support/plans.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Commands and the processes of their tests are slow on a busy machine.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 60_000 })

let test: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-proposal-'))
  test = await createTestDatabase()
  const context = createTestContext(test.database)
  await loadModel(context, [{ model: 'input.item', fields: { name: 'chair', description: 'old' } }])
  const body = {
    title: 'Describe the chair',
    submit: true,
    edits: [{ entity: 'input.item', action: 'update', key: 'chair', fields: { description: 'new' } }],
  } as const
  for (let count = 0; count < 2; count += 1) await createProposal(context, proposalOf(context, body), {})
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = async (...args: readonly string[]) => {
  const env = { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') }
  const { exitCode: code, stdout, stderr } = await warmPlanctl(['proposal', ...args], { cwd: folder, env })
  return { code, stderr, json: code === 0 ? Object(JSON.parse(stdout)) : {} }
}

it('are listed, shown, checked, approved and applied; what conflicts is refused with its values', async () => {
  expect((await run('list', '--state=open')).json).toMatchObject({
    count: 2,
    proposals: [{ id: 2 }, { id: 1 }],
  })
  expect((await run('show', '1')).json).toMatchObject({
    proposal: { title: 'Describe the chair' },
    edits: [{ key: 'chair', fields: { description: 'new' }, base: { description: 'old' } }],
    events: [{ kind: 'created' }, { kind: 'submitted' }],
  })
  expect((await run('check', '1')).json).toMatchObject({ conflict_count: 0, faults: [], checked: true })
  expect((await run('approve', '1', '--comment=Fine')).json).toMatchObject({ state: 'approved' })
  expect((await run('apply', '1')).json).toMatchObject({ changeset: expect.any(Number) })
  const text = `UPDATE "default"."item" SET "description" = 'theirs' WHERE "name" = 'chair'`
  await test.database.query({ text })
  const refused = await run('apply', '2')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('description was "old", is "theirs", proposed is "new"')
  expect((await run('check', '2')).json).toMatchObject({
    conflicts: [{ key: 'chair', problem: 'changed' }],
  })
  expect((await run('reject', '2')).json).toMatchObject({ state: 'rejected' })
  expect((await run('apply', '2')).stderr).toContain('rejected')
  expect((await run('show', '99')).stderr).toContain('no proposal 99')
  const body = {
    title: 'Two stools',
    submit: true,
    edits: [
      { entity: 'input.item', action: 'create', fields: { name: 'stool' } },
      { entity: 'input.item', action: 'create', fields: { name: 'bench' } },
    ],
  } as const
  const context = createTestContext(test.database)
  const id = String(await createProposal(context, proposalOf(context, body), {}))
  expect((await run('apply', id, '--except=0')).json).toMatchObject({ proposal: Number(id) + 1 })
  expect((await run('show', id)).json).toMatchObject({ edits: [{ number: 0, fields: { name: 'stool' } }] })
  expect((await run('apply', id, '--edits=1')).stderr).toContain('no edit 1')
  expect((await run('show')).stderr).toContain('number of a proposal')
})
