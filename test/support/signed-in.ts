/** Sessions as browsers have them: signed in by password, with the cookies of the answer in every request. */
import { goodPassword } from './good-password.ts'
import { sendRequest, type TestResponse } from './server.ts'

export interface SignedIn {
  readonly status: number
  readonly json: unknown
  send(method: string, path: string, body?: unknown): Promise<TestResponse>
}

/** Signs in at a server; `send` then sends requests in the session. */
export async function signInAt(url: string, username: string, code?: string): Promise<SignedIn> {
  const body = { username, password: goodPassword, ...(code === undefined ? {} : { code }) }
  return signedInBy(url, await sendRequest(url, 'POST', '/login/', { as: null, body }))
}

/** Returns the session that an answer opens. */
export function signedInBy(url: string, { status, headers, json }: TestResponse): SignedIn {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0]!)
  const csrf = pairs.find((pair) => pair.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  const given = { cookie: pairs.join('; '), 'x-csrftoken': csrf }
  return {
    status,
    json,
    send: (method, path, content) =>
      sendRequest(url, method, path, {
        as: null,
        headers: given,
        ...(content === undefined ? {} : { body: content }),
      }),
  }
}
