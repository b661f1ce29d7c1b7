import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelTask } from '../../src/tasks/queue/queue.ts'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { mostChanges } from '../../src/tasks/queue/task-record.ts'
import { detail } from '../support/detail.ts'
import { goodPassword } from '../support/good-password.ts'
import { readTaskEvents } from '../support/task-events.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

vi.setConfig({ testTimeout: 180_000 })

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
})
afterAll(() => server[Symbol.asyncDispose]())

const file = (name: string): string => join(server.folder, name)
/** Returns the ids of events. */
const idsOf = (text: string): readonly number[] =>
  [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))

describe('task events', () => {
  it('tell changes as they happen, and resume where they were left', async () => {
    const reading = readTaskEvents(server, '/execute/api/events', (text) => text.includes('noted live'))
    const id = await server.launch('noted', { file: file('events'), mark: 'live' })
    const text = await reading
    expect(text).toContain(`{"${id}": `)
    const ids = idsOf(text)
    const resumed = await readTaskEvents(
      server,
      '/execute/api/events',
      (part) => part.includes('noted live'),
      {
        last: String(ids.at(-2)),
      },
    )
    expect(resumed).toContain(`{"${id}": `)
    expect(resumed).not.toContain('"status":"Waiting"')
    const continued = await readTaskEvents(server, `/execute/api/events?after=${ids.at(-2)}`, (part) =>
      part.includes('noted live'),
    )
    expect(continued).toContain(`{"${id}": `)
    expect(continued).not.toContain('"status":"Waiting"')
  })

  it.each(['5.', '-1', '99999999999999999999', 'yesterday'])(
    'are refused after %s, which is no event',
    async (after) => {
      const { status, json } = await server.request('GET', `/execute/api/events/?after=${after}`)
      expect([status, json]).toEqual([
        400,
        expect.objectContaining({ parameter: 'after', detail: expect.stringContaining(after) }),
      ])
    },
  )

  it('tell what is unfinished in their own scenario, and in all of them when asked to', async () => {
    const elsewhere = await server.launch('patient', {}, 'scenario1')
    const here = await server.launch('patient')
    const text = await readTaskEvents(server, '/execute/api/events', (part) => part.includes(`{"${here}": `))
    expect(text).not.toContain(`{"${elsewhere}": `)
    const all = await readTaskEvents(server, '/execute/api/events?scope=all', (part) =>
      part.includes(`{"${here}": `),
    )
    expect(all).toContain(`{"${elsewhere}": `)
    for (const id of [here, elsewhere]) {
      await cancelTask(server.database, id, { code: 'task_canceled_while_waiting' })
      await server.ended(id)
    }
  })

  it('resume after any number of changes that their user does not see', async () => {
    await server.database.query({
      text: `INSERT INTO control."task" ("id", "name", "status", "submitted", "finished", "scenario", "scenarios")
        SELECT 1000000 + n, 'empty', 'Done', now(), now(), 'scenario1', '{scenario1}'
        FROM generate_series(1, $1::integer) n`,
      values: [mostChanges * 2],
    })
    const { changed } = await server.record(1_000_001)
    const id = await server.launch('patient')
    const shows = (part: string): boolean => part.includes(`{"${id}": `)
    const last = String(changed - 1)
    expect(await readTaskEvents(server, '/execute/api/events', shows, { last })).toContain(`{"${id}": `)
    await cancelTask(server.database, id, { code: 'task_canceled_while_waiting' })
    await server.ended(id)
  })

  it('end after many changes that their user sees, and resume after the last of them', async () => {
    const { changed } = await server.record(1_000_001)
    const path = '/execute/api/events?scope=all'
    const begun = idsOf(await readTaskEvents(server, path, () => false, { last: String(changed - 1) }))
    expect(begun).toEqual(Array.from({ length: mostChanges }, (_, index) => changed + index))
    const rest = idsOf(await readTaskEvents(server, path, () => false, { last: String(begun.at(-1)) }))
    expect(rest[0]).toBe(begun.at(-1)! + 1)
  })

  it('bring the lines of the log of one task, and end with it', async () => {
    const id = await server.launch('noted', { file: file('lines'), mark: 'lines' })
    const text = await readTaskEvents(server, `/execute/api/events/?id=${id}`, () => false)
    expect(text).toMatch(/event: log\ndata: ".* info Task \d+, noted in scenario default, begins\."/)
    expect(text).toMatch(/event: log\ndata: ".*Done: noted lines"/)
    expect(text).toMatch(/event: task\ndata: .*"status":"Done"/)
    const last = [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!
    expect(await readTaskEvents(server, `/execute/api/events/?id=${id}`, () => false, { last })).toBe('')
  })

  it('end when their user loses the permission to view tasks', async () => {
    const username = 'watcher'
    await buildUser(server.database, { username, rights: { default: ['execute.view_task'] } })
    const id = await server.launch('patient')
    const reading = ['/execute/api/events', `/execute/api/events/?id=${id}`].map((path) => {
      const begun = Promise.withResolvers<void>()
      const begin = (text: string): boolean => {
        if (text.includes('patient')) begun.resolve()
        return false
      }
      return { begun: begun.promise, ended: readTaskEvents(server, path, begin, { as: username }) }
    })
    await Promise.all(reading.map(({ begun }) => begun))
    await server.database.query({
      text: `DELETE FROM control."membershippermission" m USING control."user" u
        WHERE u."id" = m."user" AND u."username" = $1`,
      values: [username],
    })
    for (const text of await Promise.all(reading.map(({ ended }) => ended))) expect(text).toContain('patient')
    await cancelTask(server.database, id, { code: 'task_canceled_while_waiting' })
    await server.ended(id)
  })

  it('stop within a log when their user loses the permission to view tasks', detail, async () => {
    const username = 'log_reader'
    const user = await buildUser(server.database, {
      username,
      rights: { default: ['execute.view_task'] },
    })
    const id = await server.launch('patient')
    const path = join(server.service.settings.LOGDIR, `patient.${id}.log`)
    // More bytes than the buffers of both ends of a connection.
    const count = 60_000
    await writeFile(path, `${'x'.repeat(499)}\n`.repeat(count))
    const { body } = await fetch(`${server.address}/execute/api/events/?id=${id}`, {
      headers: { authorization: encodeBasic({ name: username, password: goodPassword }) },
    })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    const beside = await fetch(`${server.address}/execute/api/events/`, {
      headers: { authorization: encodeBasic({ name: username, password: goodPassword }) },
    })
    await server.database.query({
      text: `DELETE FROM control."membershippermission" WHERE "user" = $1`,
      values: [user],
    })
    // The other stream of the user has ended, while nothing more of this one was read.
    await beside.text()
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
    const lines = text.match(/^event: log$/gm)!.length
    expect(lines).toBeGreaterThan(0)
    expect(lines).toBeLessThan(count)
    await cancelTask(server.database, id, { code: 'task_canceled_while_waiting' })
    await server.ended(id)
  })
})
