/** A parameter that a list does not know: ignored and told everywhere, or rejected where the installation wants that. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api.ts'

const path = '/api/input/demand/?statu=open'
let ignoring: ApiServer
let rejecting: ApiServer

beforeAll(async () => {
  ignoring = await startApiServer()
  rejecting = await startApiServer({ settings: { UNKNOWN_FILTERS: 'reject' } })
}, 60_000)
afterAll(async () => {
  await ignoring[Symbol.asyncDispose]()
  await rejecting[Symbol.asyncDispose]()
})

it('is ignored, named in the header, shown on the page with the nearest one, and counted', async () => {
  const list = await ignoring.api.get(path)
  expect([list.status, list.headers.get('x-ignored-parameters')]).toEqual([200, 'statu'])
  const page = await ignoring.api.get(`${path}&quantity__get=5&format=api`)
  expect(page.text).toMatch(/<code>statu<\/code> Maybe status is meant\./)
  expect(page.text).toMatch(/<code>quantity__get<\/code> Maybe quantity/)
  const metrics = await ignoring.api.get('/metrics')
  expect(metrics.text).toMatch(/api_ignored_parameters_total\{entity="input.demand"\} [1-9]/)
})

it('is rejected with the nearest one by the setting, unless the client asks for lenience', async () => {
  const refused = await rejecting.api.get(path)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('statu')])
  expect((await rejecting.api.get('/api/input/demand/x/?statu=open')).status).toBe(400)
  expect((await rejecting.api.get('/api/input/demand/?status=open&limit=1&format=json')).status).toBe(200)
  const lenient = await rejecting.api.get(path, { headers: { Prefer: 'handling=lenient' } })
  expect([lenient.status, lenient.headers.get('x-ignored-parameters')]).toEqual([200, 'statu'])
  const strict = await ignoring.api.get(path, { headers: { Prefer: 'handling=strict' } })
  expect(strict.status).toBe(400)
})
