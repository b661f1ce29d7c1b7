/** Calls the endpoints of the contract; the types of parameters, bodies and responses are those of the contract. */
import type { Contract } from '../../../../src/contract/contract.ts'
import type { AnswerOf, BodyOf, InputOf, ValueOfResponse } from '../../../../src/contract/endpoint.ts'
import { type RequestInput, requestLine } from '../../../../src/contract/request.ts'
import { type ApiRequest, readBody, send } from './client.ts'
import { scenarioPath } from './paths.ts'
import { productionScenario } from '../../../../src/model/production.ts'

/** Returns the path parameters of an entity such as `input.demand`. */
export function entityParts(name: string): { readonly app: string; readonly entity: string } {
  const [app = '', entity = ''] = name.split('.')
  return { app, entity }
}

/** Value that an endpoint returns, such as `Answer<'GET /api/webhooks/'>`. */
export type Answer<Name extends keyof Contract> = AnswerOf<Contract[Name]>
export type Body<Name extends keyof Contract> = BodyOf<Contract[Name]>
/** Body of an error response with more than a message. */
export type ErrorOf<
  Name extends keyof Contract,
  Status extends keyof Contract[Name]['answers'],
> = ValueOfResponse<Contract[Name]['answers'][Status]>
/** Returns true if a value is an object with a member, which tells it from the other bodies of an endpoint. */
export const hasMember = (value: unknown, member: string): boolean =>
  typeof value === 'object' && value !== null && member in value
/** Query parameters of a request. */
export type Query<Name extends keyof Contract> = NonNullable<
  InputOf<Contract[Name]> extends { readonly query?: infer Q } ? Q : never
>
export type Input<Name extends keyof Contract> = InputOf<Contract[Name]>

interface CallOptions extends Omit<ApiRequest, 'method' | 'body'> {
  /** Scenario of the request; by default production. */
  readonly scenario?: string
}

/**
 * Sends a request and returns the response if its status is one of success. Throws `ApiError`, or the abort of the
 * signal.
 */
export function request(
  endpoint: keyof Contract,
  input: RequestInput,
  { scenario = productionScenario, ...options }: CallOptions = {},
): Promise<Response> {
  const { method, path } = requestLine(endpoint, input)
  return send(scenarioPath(scenario, path), { ...options, method, body: input.body })
}

/** Sends a request and returns the value of the response. Throws as `request`. */
export async function call<Name extends keyof Contract>(
  endpoint: Name,
  input: Input<Name> & RequestInput,
  options?: CallOptions,
): Promise<Answer<Name>> {
  const response = await request(endpoint, input, options)
  // Tests validate the responses of the service against the contract.
  const value: Answer<Name> = response.status === 204 ? undefined : await readBody(() => response.json())
  return value
}
