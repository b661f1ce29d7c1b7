/**
 * `planning-service/client`: a typed client of the HTTP API for programs in TypeScript and JavaScript. The types of
 * paths, parameters, bodies and responses are those of the contract.
 */
import type { Contract } from '../contract/contract.ts'
import type { AnswerOf, InputOf } from '../contract/endpoint.ts'
import { type RequestInput, requestLine } from '../contract/request.ts'

export type { Contract } from '../contract/contract.ts'
export type { AnswerOf, BodyOf, InputOf } from '../contract/endpoint.ts'

export interface ClientOptions {
  /** URL of the service, such as `https://planning.example.com`. */
  readonly url: string
  /** API key, or JSON web token. */
  readonly key: string
  /** Scenario of the requests; by default production. */
  readonly scenario?: string
  /** Language of messages, such as `de`; by default that of the user. */
  readonly language?: string
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** An error response of the service. */
export class RequestError extends Error {
  readonly status: number
  /** The JSON of the response, or its text. */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`The service answered ${status}: ${typeof body === 'string' ? body : JSON.stringify(body)}`)
    this.name = 'RequestError'
    this.status = status
    this.body = body
  }
}

/** Input and options of a call; the input can be omitted if an endpoint needs none. */
export type CallArguments<Name extends keyof Contract> =
  object extends InputOf<Contract[Name]>
    ? readonly [input?: InputOf<Contract[Name]>, options?: CallOptions]
    : readonly [input: InputOf<Contract[Name]>, options?: CallOptions]

/**
 * Calls an endpoint, named by method and path: `call('GET /api/webhooks/{webhook}/', { path: { webhook: 3 } })`. Throws
 * `RequestError` for an error response, and the errors of `fetch`.
 */
export type Client = <Name extends keyof Contract>(
  endpoint: Name,
  ...args: CallArguments<Name>
) => Promise<AnswerOf<Contract[Name]>>

/** Returns a client of a service. */
export function createClient({ url, key, scenario, language }: ClientOptions): Client {
  const prefix = scenario === undefined || scenario === 'default' ? '' : `/${encodeURIComponent(scenario)}`
  const base = `${url.replace(/\/+$/, '')}${prefix}`
  const common = {
    authorization: `Bearer ${key}`,
    ...(language === undefined ? {} : { 'accept-language': language }),
  }
  const send = async (
    endpoint: string,
    input: RequestInput = {},
    { signal, headers }: CallOptions = {},
  ): Promise<unknown> => {
    const { method, path } = requestLine(endpoint, input)
    const hasBody = input.body !== undefined
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...common, ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      ...(signal === undefined ? {} : { signal }),
    })
    const body = await readBody(response)
    if (!response.ok) throw new RequestError(response.status, body)
    return body
  }
  // Tests validate the responses of the service against the contract.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return send as Client
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return isJson ? response.json() : response.text()
}
