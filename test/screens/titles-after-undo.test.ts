/** Tests that the audit names records by their titles after an undo has deleted them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  await server.request('POST', '/api/input/item/', { body: [{ name: 'chair' }] })
  await server.request('POST', '/api/input/supplier/', { body: [{ name: 'Oak & Sons' }] })
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (path: string) => Object((await server.request('GET', path)).json)
const titles = async (changeset: number): Promise<readonly unknown[]> =>
  (await get(`/api/audit/${changeset}/`)).records.map(({ title }: { title: string }) => title)
const newest = async (): Promise<number> => (await get('/api/audit/?limit=1')).sets[0].changeset

it('a record keeps its title in the change set that added it, and in the one that removed it', async () => {
  const { json } = await server.request('POST', '/api/input/itemsupplier/', {
    body: { item: 'chair', supplier: 'Oak & Sons', cost: 4 },
  })
  const path = `/api/input/itemsupplier/${Object(json).id}/`
  const added = await newest()
  await server.request('PATCH', path, { body: { cost: 5 } })
  const changed = await newest()
  const title = 'chair · Oak & Sons'
  expect([await titles(added), await titles(changed)]).toEqual([[title], [title]])
  for (const one of [changed, added]) await server.request('POST', `/api/audit/${one}/undo/?apply=1`, {})
  const removed = await newest()
  expect([await titles(added), await titles(changed), await titles(removed)]).toEqual([
    [title],
    [title],
    [title],
  ])
})
