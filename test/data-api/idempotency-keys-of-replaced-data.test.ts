/** Tests that an `Idempotency-Key` is new again when the data of its scenario has been replaced or deleted. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { promoteScenario, revertPromote } from '../../src/scenarios/promote-scenario.ts'
import { releaseScenario } from '../../src/scenarios/scenario-lifecycle.ts'
import { recreateScenario } from '../../src/scenarios/scenario-schema.ts'
import { claimSlot, keepAnswer, readFirstAnswer } from '../../src/service/request-slots.ts'
import { scenarioWork } from '../support/scenarios.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const items = (scenario: string): string => `${scenario === 'default' ? '' : `/${scenario}`}/api/input/item/`

/** Sends the same request as before, and returns whether the response is the stored one. */
async function isReplayed(scenario: string, key: string): Promise<boolean> {
  const headers = { 'idempotency-key': key }
  const answer = await server.request('POST', items(scenario), { body: { name: key }, headers })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.headers.has('idempotency-replayed')
}

const has = async (scenario: string, name: string): Promise<boolean> =>
  (await server.request('GET', `${items(scenario)}${name}/`)).status === 200

const work = () => scenarioWork(server.database)
const copy = () =>
  copyScenario(work(), { source: 'default', destination: 'scenario1', force: true, user: null })
const replacements = [
  ['a release and a copy', () => releaseScenario(work(), 'scenario1').then(copy)],
  ['another copy', copy],
  ['createdatabase', () => recreateScenario(server.database, 'scenario1')],
] as const

it.each(replacements)('is new after %s, and that of another scenario is not', async (name, replace) => {
  const key = name.replaceAll(' ', '-')
  await copy()
  expect(await isReplayed('default', `${key}1`)).toBe(false)
  expect(await isReplayed('scenario1', `${key}2`)).toBe(false)
  expect(await isReplayed('scenario1', `${key}2`)).toBe(true)
  await replace()
  await expect.poll(() => has('scenario1', `${key}2`)).toBe(false)
  expect(await isReplayed('scenario1', `${key}2`)).toBe(false)
  expect(await has('scenario1', `${key}2`)).toBe(true)
  expect(await isReplayed('default', `${key}1`)).toBe(true)
})

it('is new after a promote, and after its revert', async () => {
  await copy()
  expect(await isReplayed('default', 'promoted')).toBe(false)
  const request = { source: 'scenario1', destination: 'default', user: null }
  await promoteScenario(work(), request)
  expect(await has('default', 'promoted')).toBe(false)
  expect(await isReplayed('default', 'promoted')).toBe(false)
  expect(await isReplayed('default', 'reverted')).toBe(false)
  await revertPromote(work(), request)
  expect(await has('default', 'reverted')).toBe(false)
  expect(await isReplayed('default', 'reverted')).toBe(false)
  expect(await has('default', 'reverted')).toBe(true)
})

it('is not kept for a request whose data was replaced before its response was stored', async () => {
  const slot = { user: 1, scenario: 'scenario1', request: 'POST /scenario1/late', key: 'late' }
  const claimed = await claimSlot(server.database, slot, '', 24)
  await copy()
  const answer = { status: 201, headers: {} }
  await keepAnswer(server.database, claimed!, { hash: '', answer, logger: server.service.logger })
  expect(await readFirstAnswer(server.database, slot)).toBeUndefined()
})
