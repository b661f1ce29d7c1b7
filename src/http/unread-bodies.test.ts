/** Tests that no body is read without end that nobody needs: of requests that are answered before a handler. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exchangeBytes } from '../../test/support/raw-http.ts'
import { startTestServer, type TestServer } from '../../test/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const endless = 'Content-Length: 10000000000'

it.each([
  ['an invalid content type', '/api/input/item/', 'Content-Type: @@@', 415],
  ['an empty content type', '/api/input/item/', 'Content-Type:', 415],
  ['an invalid escape in the path', '/api/input/%zz/', 'Content-Type: application/json', 400],
  ['an unknown expectation', '/api/input/item/', 'Expect: 200-maybe', 401],
  ['no sign-in', '/api/input/item/', 'Content-Type: application/json', 401],
  ['an unknown path', '/nowhere', 'Content-Type: application/json', 404],
])(
  'a request with %s is rejected, and its connection closed',
  { timeout: 15_000 },
  async (_what, path, header, status) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n${endless}\r\n\r\n{`
    const answer = await exchangeBytes(server.url, head)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*{"detail":"[^"]+`))
  },
)
