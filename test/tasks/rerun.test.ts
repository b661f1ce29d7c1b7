/** Tests launching tasks again, and detecting whether a worker is running. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { detail } from '../support/detail.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { buildUser } from '../support/users.ts'

vi.setConfig({ testTimeout: 180_000 })

let server: TaskServer
beforeAll(async () => {
  server = await startTaskServer()
  const { database } = server
  await buildUser(database, { username: 'watcher', rights: { default: ['execute.view_task'] } })
  await buildUser(database, { username: 'nobody', rights: { default: [] } })
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (path: string, as = 'admin') => Object((await server.request('GET', path, { as })).json)
const rerun = (id: number | string, as = 'admin') =>
  server.request('POST', `/execute/api/rerun/?id=${id}`, { as, body: {} })

describe('a task', () => {
  it('is launched again as it was, in its scenario, by those who may', async () => {
    const first = idIn(await server.request('POST', '/execute/api/ends/', { body: { how: 'exit', code: 3 } }))
    expect(await get(`/execute/api/rerun/?id=${first}`)).toMatchObject({
      name: 'ends',
      scenario: 'default',
      parameters: { how: 'exit', code: 3 },
      secrets: [],
    })
    const again = await rerun(first)
    expect(again.status).toBe(200)
    const second = idIn(again)
    const { parameters } = await get(`/execute/api/rerun/?id=${second}`)
    expect(parameters).toEqual((await get(`/execute/api/rerun/?id=${first}`)).parameters)
    expect((await rerun(first, 'watcher')).status).toBe(403)
    expect((await rerun(first, 'nobody')).status).toBe(404)
    expect((await server.request('GET', `/execute/api/rerun/?id=${first}`, { as: 'nobody' })).status).toBe(
      404,
    )
    const elsewhere = idIn(
      await server.request('POST', '/scenario1/execute/api/ends/', { body: { how: 'exit', code: 3 } }),
    )
    const there = idIn(await rerun(elsewhere))
    expect((await get(`/execute/api/rerun/?id=${there}`)).scenario).toBe('scenario1')
  })

  it('that is none is not', async () => {
    expect((await rerun(999_999)).status).toBe(404)
    expect((await rerun('')).status).toBe(400)
    expect((await server.request('POST', '/execute/api/rerun/', { as: null })).status).toBe(401)
  })

  it('is refused by the name of a parameter that it no longer has', async () => {
    const id = idIn(await server.request('POST', '/execute/api/ends/', { body: { how: 'exit' } }))
    await server.database.query({
      text: `UPDATE control."task" SET "parameters" = "parameters" || '{"former": "value"}' WHERE "id" = $1`,
      values: [id],
    })
    expect(await rerun(id)).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('"former"') },
    })
    const { parameters } = await get(`/execute/api/rerun/?id=${id}`)
    expect(parameters).not.toHaveProperty('former')
  })

  it('keeps the values of a list as they were, with their commas', async () => {
    const files = ['item, old.csv', 'item.csv']
    const body = { files }
    for (const name of files) {
      const form = new FormData()
      form.append(name, new Blob(['name\nx\n']), name)
      await server.request('POST', '/execute/uploadtofolder/0/', { body: form })
    }
    const id = idIn(await server.request('POST', '/execute/api/importfromfolder/', { body }))
    const second = idIn(await rerun(id))
    expect((await get(`/execute/api/rerun/?id=${second}`)).parameters).toMatchObject(body)
  })

  it('keeps no secrets, which have to be given again', async () => {
    const body = { name: 'x', password: 'open sesame' }
    const id = idIn(await server.request('POST', '/execute/api/secretive/', { body }))
    const former = await get(`/execute/api/rerun/?id=${id}`)
    expect([former.parameters.password, former.secrets]).toEqual([undefined, ['password']])
    expect((await rerun(id)).status).toBe(400)
  })
})

describe('workers', () => {
  it('are known by their signs of life', detail, async () => {
    const none = await get('/execute/api/workers/', 'nobody')
    expect(none).toMatchObject({ alive: false, workers: 0, hint: expect.stringContaining('runworker') })
    expect(none.waiting).toBeGreaterThan(0)
    await server.startWorker()
    await expect.poll(() => get('/execute/api/workers/'), { timeout: 60_000 }).toMatchObject({ alive: true })
    expect(await get('/execute/api/workers/')).not.toHaveProperty('hint')
  })
})
