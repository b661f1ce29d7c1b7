/**
 * Tests `planctl mcp` and `planctl apikey` as an assistant on a desktop uses them: a process that communicates over
 * its standard streams.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { detail } from '../support/detail.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { type Assistant, assistantOf } from '../support/mcp.ts'
import { cleanEnvironment, planctl, planctlPath } from '../support/planctl.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let server: TaskServer
let folder: string
let environment: Readonly<Record<string, string>>
let secret: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-mcp-'))
  server = await startTaskServer()
  environment = { DATABASE_URL: server.url, PLANCTL_VAR: join(folder, 'var') }
  const made = await run(['apikey', 'create', 'planning assistant', '--user=admin', '--days=2'])
  secret = /^plk_[\w-]{43}$/m.exec(made.stdout)?.[0] ?? ''
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  planctl(args, { cwd: folder, env: { ...environment, ...env } })

/** Starts the command as an assistant does. Its standard error is ignored. */
async function connect(args: readonly string[], era: 'legacy' | 'auto'): Promise<Assistant> {
  const env = { ...cleanEnvironment(environment), PLANCTL_API_KEY: secret }
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(
    new StdioClientTransport({
      command: planctlPath,
      args: ['mcp', ...args],
      cwd: folder,
      env: Object.fromEntries(given),
      stderr: 'ignore',
    }),
  )
  return assistantOf(client)
}

const customer = { entity: 'input.customer', action: 'create', fields: { name: 'Somebody new' } }

/** Reads data and makes a proposal as an assistant does. */
async function work(assistant: Assistant): Promise<Readonly<Record<string, unknown>>> {
  const before = await fingerprintOf(server.database)
  const tools = await assistant.tools()
  const users = await assistant.use('list_records', { entity: 'common.user', fields: 'username' })
  const { id } = Object(await assistant.use('propose_changes', { title: 'A customer', edits: [customer] }))
  const proposal = await assistant.use('read_proposal', { proposal: id })
  const refusal = await assistant.refused('read_record', { entity: 'input.customer', key: 'none' })
  const unchanged = (await fingerprintOf(server.database)) === before
  return { tools, users, proposal, refusal, unchanged }
}

const worked = {
  tools: expect.arrayContaining(['list_entities', 'propose_changes']),
  users: { records: expect.arrayContaining([{ username: 'admin' }]) },
  proposal: { state: 'open', source: { key: 'planning assistant' } },
  refusal: expect.stringContaining('404'),
  unchanged: true,
}

it('works through a server', async () => {
  await using assistant = await connect([`--server=${server.address}/`], 'auto')
  expect(await work(assistant)).toMatchObject(worked)
})

it('works on the installation of the machine, and passes on what is canceled', async () => {
  await using assistant = await connect([], 'legacy')
  expect(await work(assistant)).toMatchObject(worked)
  const { cursor } = Object(await assistant.use('read_events', { since: 'now' }))
  const gone = new AbortController()
  const call = { name: 'read_events', arguments: { since: cursor, wait: 30 } }
  // The maximum number of concurrent calls of a user: further calls succeed only after these have ended.
  const { promise: told, resolve } = Promise.withResolvers<unknown>()
  const waiting = Array.from({ length: 5 }, () =>
    assistant.client.callTool(call, { signal: gone.signal, onprogress: resolve }),
  )
  const ended = Promise.allSettled(waiting)
  expect(await told).toMatchObject({ message: expect.stringContaining('read_events') })
  gone.abort()
  await ended
  await expect
    .poll(() => assistant.use('list_entities').catch(() => []), { timeout: 15_000 })
    .toHaveProperty('0')
})

/** Returns the response to one line of input. */
async function answer(args: readonly string[], key: string, input: string): Promise<unknown> {
  const env = { ...environment, PLANCTL_API_KEY: key }
  const { stdout } = await planctl(['mcp', ...args], { cwd: folder, env, input })
  return JSON.parse(stdout)
}

it('says what is wrong before and while it runs', detail, async () => {
  expect(await run(['mcp'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('PLANCTL_API_KEY'),
  })
  const message = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n'
  const there = `--server=${server.address}`
  expect(await answer([there], 'plk_wrong', message)).toMatchObject({
    id: 7,
    error: { message: expect.stringContaining('401') },
  })
  expect(await answer(['--server=http://127.0.0.1:1'], secret, message)).toMatchObject({
    id: 7,
    error: { message: expect.stringContaining('cannot be reached') },
  })
  expect(await answer([there], secret, 'hello\n')).toMatchObject({ id: null, error: { code: -32_700 } })
})

it('ends with the key', detail, async () => {
  const [key] = Object(JSON.parse((await run(['apikey', 'list', '--user=admin'])).stdout))
  expect(key).toMatchObject({ name: 'planning assistant', scope: 'propose' })
  expect(key).not.toHaveProperty('hashed_key')
  await using assistant = await connect([`--server=${server.address}`], 'auto')
  expect((await run(['apikey', 'revoke', String(key.id)])).exitCode).toBe(0)
  await expect
    .poll(() => assistant.refused('list_entities').catch(String), { timeout: 15_000 })
    .toContain('401')
  expect((await run(['apikey', 'revoke', String(key.id)])).exitCode).toBe(1)
  expect((await run(['apikey', 'create', 'x'])).exitCode).toBe(2)
})
