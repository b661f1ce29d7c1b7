/** The inbox: how the own tasks have ended, and which of that has been read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, type Kind, startApiServer } from '../support/api.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  await end(1, 'planner', 10)
  await end(2, 'planner', 9)
  await end(3, 'viewer', 8)
  await end(4, 'planner', 7)
})
afterAll(() => server[Symbol.asyncDispose]())

/** Notes a task of a user that has ended so many minutes ago. */
async function end(id: number, username: string, minutes: number): Promise<void> {
  await server.database.query({
    text: `INSERT INTO control."task" ("id", "name", "submitted", "finished", "status", "scenario", "message", "user")
      SELECT $1, 'empty', LOCALTIMESTAMP, LOCALTIMESTAMP - make_interval(mins => $3), 'Failed', 'default', 'oh', "id"
      FROM control."user" WHERE "username" = $2`,
    values: [id, username, minutes],
  })
}

const inbox = async (as: Kind, query = '') =>
  Object((await server.api.get(`/api/inbox/${query}`, { as })).json)
const numbers = async (as: Kind, query = '') =>
  (await inbox(as, query)).items.map(({ task }: { task: number }) => task)
const read = (as: Kind, body: unknown) => server.api.post('/api/inbox/read/', body, { as })

describe('the inbox', () => {
  it('has the results of the own tasks, the latest first', async () => {
    expect((await server.api.get('/api/inbox/', { as: 'anonymous' })).status).toBe(401)
    expect(await inbox('planner')).toMatchObject({
      unread: 3,
      items: [
        { id: 'task:4', kind: 'task', status: 'Failed', text: 'oh', read: false, route: '/execute/runs/4' },
        { task: 2 },
        { task: 1 },
      ],
      next: null,
    })
    const page = await inbox('planner', '?limit=2')
    expect(page.next).toBe(2)
    expect(await numbers('planner', `?limit=2&cursor=${page.next}`)).toEqual([1])
    expect(await inbox('norights')).toEqual({ unread: 0, items: [], next: null })
  })

  it('is read one by one, or all at once', async () => {
    expect((await read('planner', { ids: ['task:2'] })).json).toEqual({ unread: 2 })
    expect(await numbers('planner', '?unread=1')).toEqual([4, 1])
    expect((await read('planner', { all: true })).json).toEqual({ unread: 0 })
    expect((await inbox('viewer')).unread).toBe(1)
    // An earlier task that ends later is news.
    await end(0, 'planner', 1)
    expect(await numbers('planner', '?unread=1')).toEqual([0])
    expect((await inbox('planner')).items).toHaveLength(4)
  })

  it('refuses what is none of it', async () => {
    for (const body of [{}, { ids: 'task:1' }, { ids: ['other:1'] }, { ids: [null] }]) {
      expect((await read('planner', body)).status).toBe(400)
    }
  })
})
