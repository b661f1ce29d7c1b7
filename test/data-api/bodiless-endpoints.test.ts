/** Tests endpoints that need no body: one with members, which they would ignore, is rejected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { goodPassword } from '../support/good-password.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(contract)

/** Methods and paths of the endpoints after sign-in that change something without a body. */
const bodiless = endpoints
  .filter(([, { body, form }]) => body === undefined && form === undefined)
  .map(([name]) => name)
  .filter((name) => /^(POST|PUT|PATCH|DELETE) \/api\/(?!signon\/)/.test(name))

describe('a body of an endpoint that needs none', () => {
  it.each(bodiless)('is rejected with the names of its members: %s', async (name) => {
    const [method = '', template = ''] = name.split(' ')
    const path = template.replaceAll('{app}/{entity}', 'input/demand').replaceAll(/\{\w+\}/g, '1')
    const answer = await server.api.request(method, path, { as: 'superuser', body: { apply: true } })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"apply"')])
  })

  it('has its errors in the OpenAPI document', async () => {
    const { json } = await server.api.get('/openapi.json', { as: 'superuser' })
    const missing = endpoints
      .filter(([name]) => /^(POST|PUT|PATCH|DELETE) /.test(name))
      .flatMap(([name]) => {
        const [method = '', path = ''] = name.split(' ')
        const { responses = {} } = Object(Object(json).paths[path]?.[method.toLowerCase()])
        return ['400', '413', '415']
          .filter((status) => !Object.hasOwn(responses, status))
          .map((status) => `${name} ${status}`)
      })
    expect(missing).toEqual([])
  })

  it('may be empty without a content type', async () => {
    const { status } = await fetch(`${server.url}/api/proposals/1/follow/`, {
      method: 'POST',
      headers: { authorization: encodeBasic({ name: 'superuser', password: goodPassword }) },
      body: new ReadableStream({ start: (controller) => controller.close() }),
      duplex: 'half',
    })
    expect(status).toBe(404)
  })

  it('is accepted if it is empty, and rejected if it is not JSON', async () => {
    const path = '/api/proposals/1/follow/'
    const send = (body: string): Promise<{ readonly status: number }> =>
      server.api.request('POST', path, {
        as: 'superuser',
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await send('{}')).status).toBe(404)
    expect((await send('{"apply":')).status).toBe(400)
  })
})
