/** Tests that a step of a group never has the rights of the operator, because another user may have saved it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTaskInstallation, type TaskInstallation } from '../../test/support/tasks.ts'
import { operatorPrincipal } from '../auth/operator.ts'
import { authorizeTask, mayUsePaths } from './authorize.ts'
import { findDefinition } from './registry.ts'
import { checkSteps } from './schedules/check-steps.ts'

let bench: TaskInstallation

beforeAll(async () => {
  bench = await openTaskInstallation()
})
afterAll(() => bench[Symbol.asyncDispose]())

const operator = async () => {
  const { service, database } = bench
  return { service, scenario: 'default', principal: await operatorPrincipal(database, 'en') }
}

it('a step names no files by path', async () => {
  const caller = await operator()
  expect(mayUsePaths(caller)).toBe(true)
  expect(mayUsePaths({ ...caller, step: true })).toBe(false)
})

it.each([
  ['flush', {}],
  ['restore', { dump_file: '/tmp/x.dump' }],
])('a step does not run %s, which only the operator may', async (task, args) => {
  const caller = await operator()
  const definition = (await findDefinition(bench.settings, task))!
  await expect(authorizeTask(definition, { ...caller, step: true }, args)).rejects.toMatchObject({
    code: 'permission_denied',
  })
  await expect(authorizeTask(definition, caller, args)).resolves.toBeUndefined()
  const group = {
    name: 'nightly',
    scenario: 'default',
    steps: [{ task, arguments: args, abortOnFailure: true }],
  }
  expect(await checkSteps({ caller, find: findDefinition }, group, new Map())).toEqual({
    checked: [],
    faults: [{ code: 'step_not_allowed', params: { step: 1, task } }],
    forbidden: true,
  })
})
