/** Modules whose code is faulty at runtime: the server keeps serving, and messages name the task or the module. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importModule } from '../../src/extensions/import-module.ts'
import { problemText } from '../../src/tasks/registry.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { buildUser } from '../support/users.ts'

let folder: string
let database: TestDatabase
let server: ServerProcess

const code = `import { defineExtension, defineTask, Type } from 'planning-service/extension'
const task = (name, parts) => ({ name, group: 'Faulty', title: name, task: defineTask({ help: name,
  examples: [['planctl ' + name, 'fails']], parameters: Type.Object({}, { additionalProperties: false }), positional: [],
  right: 'execute.run_' + name, secrets: [], run: async () => 'Done well.', ...parts }) })
export const extension = defineExtension({ name: 'faulty', about: 'Faulty tasks.', tasks: [
  task('rejects', { authorize: async () => void Promise.reject(new Error('nobody awaits this')) }),
  task('silent', { run: async () => undefined }),
  task('symbol', { run: async () => Symbol('odd') }),
  task('sound', {}),
] })`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-faulty-'))
  const place = join(folder, 'faulty.mjs')
  await writeFile(place, code)
  database = await createTestDatabase()
  await buildUser(database.database, { username: 'admin', rights: { default: 'superuser' } })
  server = await startServerProcess({ databaseUrl: database.url, settings: { EXTENSIONS: place } })
}, 120_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const launch = async (name: string) => {
  const headers = { prefer: 'wait=100' }
  const { status, json } = await server.request('POST', `/execute/api/${name}/`, { headers })
  const [record] = Object.values(Object(json))
  return [status, Object(record).status, Object(record).message]
}

const failed = (name: string, type: string) => [
  200,
  'Failed',
  `The task "${name}" ended without a message: its function run must return a text, not ${type}.`,
]

it('a rejection that nothing awaits does not end the server', { timeout: 120_000 }, async () => {
  expect(await launch('rejects')).toEqual([200, 'Done', 'Done well.'])
  expect(server.child.exitCode).toBeNull()
  expect(server.log()).toContain('nobody awaits this')
})

it('a task without a message fails and does not stop the tasks after it', { timeout: 120_000 }, async () => {
  expect(await launch('silent')).toEqual(failed('silent', 'undefined'))
  expect(await launch('symbol')).toEqual(failed('symbol', 'symbol'))
  expect(await launch('sound')).toEqual([200, 'Done', 'Done well.'])
})

it('an import that never ends is a problem of its module', async () => {
  const place = join(folder, 'endless.mjs')
  await writeFile(place, 'await new Promise(() => {})')
  await expect(importModule(place, 10)).rejects.toThrow(
    'it cannot be imported: its code outside of functions, such as an "await", has not ended after 0.01 seconds',
  )
})

it('a name of any length is shown shortened', () => {
  const text = problemText({ place: '/m.js', name: 'n'.repeat(10_000), reason: `${'r'.repeat(10_000)}.` })
  expect(text).toBe(`${'n'.repeat(500)} (/m.js): ${'r'.repeat(500)}….`)
})
