import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileScenarioBusy } from '../support/busy-scenario.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser, goodPassword } from '../support/users.ts'

// What is looked at when a task is launched or asked about over the web, beyond what holds for every task.
let server: TaskServer

beforeAll(async () => {
  server = await startTaskServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('text that nothing can hold', () => {
  it.each([
    '/execute/api/status/?name=%00',
    '/execute/api/status/?schedule=a%00b',
    '/execute/api/status/?status=%00',
    '/execute/api/status/?id=%00',
    '/execute/api/log/?id=%00',
    '/execute/api/events/?id=%00',
    '/execute/uploadtofolder/0/?name=%00',
  ])('is refused in %s, naming the parameter', async (path) => {
    const { status, text } = await server.request('GET', path)
    expect([status, text]).toEqual([400, expect.stringMatching(/Parameter \\"(name|schedule|status|id)\\"/)])
  })
})

describe('a launch that is repeated with its key', () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { name: 'repeated', password: goodPassword }

  it('answers the first one, although its work is done or the scenario is busy now', async () => {
    const first = await server.request('POST', '/execute/api/createsuperuser/', { headers, body })
    expect([first.status, first.text]).toEqual([200, expect.anything()])
    await buildUser(server.database, { username: 'repeated' })
    const again = await server.request('POST', '/execute/api/createsuperuser/', { headers, body })
    expect([again.status, idIn(again)]).toEqual([200, idIn(first)])
    await whileScenarioBusy(server.database, 'default', async () => {
      const busy = await server.request('POST', '/execute/api/createsuperuser/', { headers, body })
      expect([busy.status, idIn(busy)]).toEqual([200, idIn(first)])
    })
    const other = await server.request('POST', '/execute/api/createsuperuser/', {
      headers,
      body: { ...body, promote: true },
    })
    expect([other.status, other.text]).not.toContain(200)
  })
})
