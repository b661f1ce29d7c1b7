/** The primary of the database dies under load and its replica takes over: nothing that was acknowledged is lost. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goodPassword } from '../support/good-password.ts'
import { planctl } from '../support/planctl.ts'
import { startServerProcess } from '../support/server-process.ts'
import { until } from '../support/wait.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from './support/replicated-database.ts'

const clients = 8

let held: ReplicatedDatabase
let folder: string
beforeAll(async () => {
  held = await startReplicatedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'planning-failover-'))
})
afterAll(async () => {
  await held[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

it('loses no acknowledged write, and nothing of the service is started again', async () => {
  const env = { DATABASE_URL: held.url, PLANCTL_VAR: folder, PLANCTL_PASSWORD: goodPassword }
  expect(await planctl(['createdatabase'], { env, cwd: folder })).toMatchObject({ exitCode: 0 })
  expect(await planctl(['createsuperuser', 'admin'], { env, cwd: folder })).toMatchObject({ exitCode: 0 })
  await using server = await startServerProcess({ databaseUrl: held.url, folder })

  const acknowledged: string[] = []
  const refused = new Set<number>()
  const over = new AbortController()
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const name = `item ${client} ${index}`
      for (;;) {
        const { status } = await server.request('POST', '/api/input/item/', { body: { name } })
        if (status === 201 || status === 200) break
        refused.add(status)
        if (over.signal.aborted) return
        await delay(200)
      }
      acknowledged.push(name)
    }
  })
  await until('writes to be acknowledged', () => acknowledged.length > 50)
  const begun = performance.now()
  await held.killPrimary()
  await held.promoteReplica()
  const before = acknowledged.length
  await until('writes to be acknowledged again', () => acknowledged.length > before + 50, 60_000)
  console.info(`writes were taken again after ${Math.round(performance.now() - begun)} ms`)
  over.abort()
  await Promise.all(load)
  // A failover costs retries, and says when.
  expect([...refused].filter((status) => status !== 503)).toEqual([])

  const client = new Client({ connectionString: held.addresses[1] })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('SELECT "name" FROM "default"."item"')
    const stored = new Set(rows.map(({ name }) => name))
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
  } finally {
    await client.end()
  }
  expect(server.child.exitCode).toBeNull()
  const task = await server.request('POST', '/execute/api/createbuckets/?start=2027-01-01&end=2027-02-01', {
    headers: { prefer: 'wait=60' },
  })
  expect(task.text).toContain('"Done"')
  await until('the service to be ready', async () => (await server.request('GET', '/readyz')).status === 200)
}, 180_000)
