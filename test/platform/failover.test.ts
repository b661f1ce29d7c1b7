/**
 * Tests that a replica answers lists, and always with all acknowledged writes. Then the primary is killed under load
 * and the replica is promoted: no acknowledged write is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { planctl } from '../support/planctl.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { until } from '../support/wait.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from './support/replicated-database.ts'

const clients = 8

let held: ReplicatedDatabase
let folder: string
let server: ServerProcess
beforeAll(async () => {
  held = await startReplicatedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'planning-failover-'))
  const env = { DATABASE_URL: held.url, PLANCTL_VAR: folder, PLANCTL_PASSWORD: goodPassword }
  for (const command of [['createdatabase'], ['createsuperuser', 'admin']]) {
    const { exitCode, stderr } = await planctl(command, { env, cwd: folder })
    if (exitCode !== 0) throw new Error(stderr)
  }
  const settings = { DATABASE_READ_URL: held.addresses[1] }
  server = await startServerProcess({ databaseUrl: held.url, folder, settings })
}, 180_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await held[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function onReplica(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: held.addresses[1] })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

/** Returns the names of the locations in a list. */
async function listed(): Promise<readonly string[]> {
  const { status, text } = await server.request('GET', '/api/input/location/?format=json&fields=name')
  expect(status).toBe(200)
  const rows: readonly { readonly name: string }[] = JSON.parse(text)
  return rows.map(({ name }) => name)
}

async function create(name: string): Promise<void> {
  const { status } = await server.request('POST', '/api/input/location/', { body: { name } })
  expect(status).toBe(201)
}

it('reads lists from the replica, which never shows less than was saved', async () => {
  for (let index = 0; index < 20; index += 1) {
    await create(`place ${index}`)
    expect(await listed()).toContain(`place ${index}`)
  }
  const readThere = `SELECT FROM pg_stat_activity WHERE query LIKE '%"default"."location"%' AND pid <> pg_backend_pid()`
  await until('the replica to answer', async () => {
    await listed()
    return (await onReplica(readThere)).length > 0
  })
  const { text: metrics } = await server.request('GET', '/metrics', { as: null })
  expect(metrics).toMatch(/^database_reads_total\{server="replica"\} [1-9]/m)

  // A replica that lags is skipped, and used again after it has caught up.
  await onReplica('SELECT pg_wal_replay_pause()')
  try {
    await create('saved while the replica stood still')
    for (let index = 0; index < 5; index += 1) {
      expect(await listed()).toContain('saved while the replica stood still')
    }
    expect(JSON.stringify(await onReplica('SELECT "name" FROM "default"."location"'))).not.toContain(
      'stood still',
    )
  } finally {
    await onReplica('SELECT pg_wal_replay_resume()')
  }
  expect(await listed()).toHaveLength(21)

  // Broken connections to the replica cause no errors.
  await onReplica(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  for (let index = 0; index < 5; index += 1) expect(await listed()).toHaveLength(21)
  const report = await server.request('GET', '/api/output/constraint/?format=json')
  expect([report.status, report.text]).toEqual([200, '[]'])
})

it('names each server for reads that cannot serve them, although another one does', async () => {
  const [primary, replica] = held.addresses.map((address) => new URL(address).host)
  const readersWith = async (...hosts: readonly (string | undefined)[]): Promise<string> => {
    const env = {
      DATABASE_URL: held.url,
      PLANCTL_VAR: folder,
      PLANCTL_DATABASE_READ_URL: `postgres://planning@${hosts.join(',')}/planning`,
    }
    const { stdout, stderr } = await planctl(['doctor'], { env, cwd: folder })
    const lines = (stdout + stderr).split('\n').filter((line) => line.includes('readers'))
    return lines.join('\n')
  }
  expect(await readersWith(replica)).toContain('A replica answers lists and reports')
  const readers = await readersWith(replica, '127.0.0.1:1', primary)
  expect(readers).toContain(`have not caught up: 127.0.0.1:1, ${primary}. `)
  expect(readers).not.toContain(replica)
  expect(await readersWith('127.0.0.1:1', primary)).toContain('No replica of DATABASE_READ_URL')
})

it('loses no acknowledged write, and nothing of the service is started again', detail, async () => {
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
  // The promoted server is no replica any more: lists are read from the server that takes the writes.
  await until('a write to be taken', async () => {
    const body = { name: 'saved after the failover' }
    return (await server.request('POST', '/api/input/location/', { body })).status < 300
  })
  expect(await listed()).toContain('saved after the failover')
  // A failover only causes retries, which the responses announce.
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
})
