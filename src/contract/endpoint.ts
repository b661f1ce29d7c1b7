/**
 * The declaration of an endpoint. Its route, the check of its rights, the parsing of its input, its operation in the
 * OpenAPI document and the types of its clients are derived from it.
 */
import { integer, limited, type Schema, text, type ValueOf } from './schemas.ts'

/** Whether a query parameter may be missing: it has no value then, or its default; a required one must be given. */
type Presence = 'optional' | 'default' | 'required'

/** A parameter of the path or of the query. */
export interface Parameter<T = unknown, P extends Presence = Presence> {
  readonly description: string
  readonly schema: Schema<T>
  readonly presence: P
}

/** Returns a required parameter. */
export const needed = <T = string>(description: string, schema: Schema<T>): Parameter<T, 'required'> => ({
  description,
  schema,
  presence: 'required',
})

/** Returns a query parameter that may be missing. */
export const optional = <T>(description: string, schema: Schema<T>): Parameter<T, 'optional'> => ({
  description,
  schema,
  presence: 'optional',
})

/** Returns a query parameter with a default. */
export const otherwise = <T>(description: string, schema: Schema<T>, value: T): Parameter<T, 'default'> => ({
  description,
  schema: limited(schema, { default: value }),
  presence: 'default',
})

/** Returns the query parameter `limit` of a list, with its maximum and its default. */
export const pageLimit = (maximum: number, value: number): Parameter<number, 'default'> =>
  otherwise('Maximum number of results.', limited(integer, { minimum: 1, maximum }), value)

/** The query parameter of lists that are read by position. */
export const pageOffset = (maximum: number): Parameter<number, 'default'> =>
  otherwise('Number of results to skip.', limited(integer, { minimum: 0, maximum }), 0)

/** Parts of the path that name an entity. */
export const entityPath = {
  app: needed('First part of the name of the entity, such as `input`.', text),
  entity: needed('Second part, such as `demand`.', text),
} as const

/** The query parameter of lists with conditions that `and`, `or` and `not` join. */
export const filterParameter = optional('Filters joined by and, or and not, as JSON.', text)

/** The query parameter of lists that are searched. */
export const searchParameter = optional('Words that the text fields contain.', text)

/** The query parameter of lists whose response has `next`. */
export const pageCursor: Parameter<number, 'optional'> = optional(
  'Value of `next` of the previous page.',
  integer,
)

/** Who may call an endpoint. Handlers check what depends on the data of the request. */
export interface Access {
  /** Without credentials. */
  readonly everybody?: true
  /** With the token of the setting METRICS_TOKEN, if there is one. */
  readonly token?: true
  /** With an API key. */
  readonly key?: true
  /** The endpoint is about the user: the scenario of the URL does not matter. */
  readonly ofUser?: true
  /** Only superusers of production. */
  readonly administrator?: true
  /** Permissions in the scenario, all of which are required. */
  readonly permissions?: readonly string[]
  /** Entities of which the user must be allowed to view all records. */
  readonly views?: readonly string[]
}

export interface Response<T = unknown> {
  readonly description: string
  /** Schema of the JSON; without one the response has no body, or `mediaType` names the format of the body. */
  readonly schema?: Schema<T>
  readonly mediaType?: string
  /** Further formats, for clients that request them. */
  readonly alsoIn?: readonly string[]
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
}

/** Status codes of success. */
export type SuccessStatus = 200 | 201 | 202 | 204

/** Status codes of errors in the common format. */
export type ErrorStatus =
  | '400'
  | '401'
  | '403'
  | '404'
  | '406'
  | '408'
  | '409'
  | '410'
  | '413'
  | '415'
  | '422'
  | '429'
  | '500'
  | '503'
  | '507'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint {
  /** Identifier in the OpenAPI document and in generated clients. */
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access?: Access
  /** Parameters of the path, by name. */
  readonly path?: Readonly<Record<string, Parameter>>
  readonly query?: Readonly<Record<string, Parameter>>
  /** Headers of the request, by their names among the parameters of the OpenAPI document. */
  readonly headers?: readonly ('prefer' | 'preferTask' | 'idempotencyKey')[]
  /** The filters of a list are parameters of the query too; the handler parses them. */
  readonly takesFilters?: true
  /** Schema of the JSON object of the request. */
  readonly body?: Schema
  /** The query or the body has the parameters of a task, which the handler parses. */
  readonly takesTaskParameters?: true
  /** The query has parameters that another program defines, such as a provider of sign-ins; they are not checked. */
  readonly takesForeignParameters?: true
  /** The body may be a form instead of JSON. */
  readonly takesForms?: true
  /** Limit of the size of the body; by default that of one object. */
  readonly bodySize?: 'batch'
  /** Schema of the multipart form of the request, which the handler reads. */
  readonly form?: Schema
  /** Responses by status: those of success, and errors with more than a message. */
  readonly answers: Readonly<Record<number, Response>>
  /**
   * Errors in the common format, besides those that are derived (src/http/openapi/contract-paths.ts): of any request,
   * of the check of credentials, of the scenario, of a body and of a repeated request.
   */
  readonly errors?: readonly ErrorStatus[]
}

/** Endpoints by method and path, such as `GET /api/webhooks/{webhook}/`. */
export type Endpoints = Readonly<Record<`${Method} /${string}`, Endpoint>>

/** Returns the endpoints unchanged; checks their types. */
export const defineEndpoints = <const E extends Endpoints>(endpoints: E): E => endpoints

/** Returns a response that is JSON, and has further formats for clients that request them. */
export const answers = <T>(
  description: string,
  schema: Schema<T>,
  ...alsoIn: readonly string[]
): Response<T> & { schema: Schema<T> } => ({ description, schema, alsoIn })

/** Returns the response without a body. */
export const done = (description: string) => ({ 204: { description } }) as const

/** Returns a response that is not JSON. */
export const answersIn = (
  mediaType: string,
  description: string,
  ...alsoIn: readonly string[]
): Response & { readonly mediaType: string } => ({ description, mediaType, alsoIn })

/** A file in its own format, which its name tells. */
export const anyFile = '*/*'

/** JSON objects, one per line. */
export const jsonLines = 'application/x-ndjson'

type Parameters = Readonly<Record<string, Parameter>>

/** Parsed parameters: one that may be missing is undefined, one with a default has a value. */
type Parsed<P extends Parameters> = {
  readonly [Name in keyof P]:
    | ValueOf<P[Name]['schema']>
    | (P[Name]['presence'] extends 'optional' ? undefined : never)
}

/** Parameters as a client gives them. */
type Given<P extends Parameters> = {
  readonly [Name in keyof P as P[Name]['presence'] extends 'required' ? Name : never]: ValueOf<
    P[Name]['schema']
  >
} & {
  readonly [Name in keyof P as P[Name]['presence'] extends 'required' ? never : Name]?:
    | ValueOf<P[Name]['schema']>
    | undefined
}

type NoParameters = Readonly<Record<string, never>>

export type PathOf<E extends Endpoint> = E extends { readonly path: infer P extends Parameters }
  ? Parsed<P>
  : NoParameters
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Q extends Parameters }
  ? Parsed<Q>
  : NoParameters
export type BodyOf<E extends Endpoint> = E extends { readonly body: infer B extends Schema }
  ? ValueOf<B>
  : undefined

/** What a client gives in a request. */
export type InputOf<E extends Endpoint> = (E extends { readonly path: infer P extends Parameters }
  ? { readonly path: Given<P> }
  : unknown) &
  (E extends { readonly query: infer Q extends Parameters } ? { readonly query?: Given<Q> } : unknown) &
  (E extends { readonly body: infer B extends Schema } ? { readonly body: ValueOf<B> } : unknown)

/** The value of a response. */
export type ValueOfResponse<R> = R extends { readonly schema: infer S extends Schema }
  ? ValueOf<S>
  : R extends { readonly mediaType: string }
    ? string
    : undefined

/** The values that an endpoint returns on success; text if they are not JSON. */
export type AnswerOf<E extends Endpoint> = ValueOfResponse<E['answers'][keyof E['answers'] & SuccessStatus]>
