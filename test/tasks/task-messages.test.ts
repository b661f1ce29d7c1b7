import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelTask } from '../../src/tasks/queue/queue.ts'
import { detail } from '../support/detail.ts'
import { readTaskEvents } from '../support/task-events.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

vi.setConfig({ testTimeout: 180_000 })

let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
  await server.startWorker()
  await buildUser(server.database, { username: 'hanna', language: 'de', rights: { default: 'superuser' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const launch = (task: string, options: Parameters<TaskServer['request']>[2] = {}) =>
  server.request('POST', `/execute/api/${task}`, options)

const file = (name: string): string => join(server.folder, name)

describe('the message of a failed task', () => {
  const english = 'The process ended with exit code 3.'
  const german = 'Der Prozess endete mit dem Exit-Code 3.'

  it('is in English, and as its detail in the language of the reader', detail, async () => {
    const id = idIn(await launch('ends/?how=exit&code=3'))
    await server.ended(id)
    for (const [as, detail] of [
      ['admin', english],
      ['hanna', german],
    ] as const) {
      const { json } = await server.request('GET', `/execute/api/status/?id=${id}`, { as })
      expect(json).toMatchObject({ [id]: { status: 'Failed', message: english, detail } })
      const events = await readTaskEvents(server, `/execute/api/events/?id=${id}`, () => false, { as })
      expect(events).toContain(`"detail":${JSON.stringify(detail)}`)
    }
    const { json } = await server.request('GET', '/api/inbox/', { as: 'admin' })
    expect(JSON.stringify(json)).toContain(english)
  })

  it('is so in the answer of the launch that waits, in the stream of all tasks, and in the inbox', async () => {
    const reading = readTaskEvents(server, '/execute/api/events', (text) => text.includes(german), {
      as: 'hanna',
    })
    const { json } = await launch('ends/?how=exit&code=3', {
      as: 'hanna',
      headers: { prefer: 'wait=60' },
    })
    expect(Object.values(Object(json))).toMatchObject([{ message: english, detail: german }])
    expect(await reading).toContain(`"message":${JSON.stringify(english)},"detail":${JSON.stringify(german)}`)
    const inbox = await server.request('GET', '/api/inbox/', { as: 'hanna' })
    expect(inbox.json).toMatchObject({ items: [{ kind: 'task', status: 'Failed', text: german }] })
  })

  it('is the text alone if an earlier release has recorded it', detail, async () => {
    const id = idIn(await launch('ends/?how=exit&code=3'))
    await server.ended(id)
    await server.database.query({
      text: 'UPDATE control."task" SET "coded_message" = NULL WHERE "id" = $1',
      values: [id],
    })
    const { json } = await server.request('GET', `/execute/api/status/?id=${id}`, { as: 'hanna' })
    expect(json).toMatchObject({ [id]: { message: english, detail: english } })
  })

  it('says what a waiting task waits for', async () => {
    const first = idIn(await launch('patient/'))
    const second = idIn(await launch(`noted/?file=${file('waits')}`))
    const { json } = await server.request('GET', `/execute/api/status/?id=${second}`, { as: 'hanna' })
    expect(json).toMatchObject({
      [second]: {
        message: `Waiting for patient (task ${first} in default)`,
        detail: `Wartet auf patient (Aufgabe ${first} in default)`,
      },
    })
    for (const id of [second, first]) {
      await cancelTask(server.database, id, { code: 'task_canceled_while_waiting' })
      await server.ended(id)
    }
  })
})
