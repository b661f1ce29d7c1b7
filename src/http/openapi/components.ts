/** Components of the OpenAPI document that all entities share. */
import type { ErrorStatus } from '../../contract/endpoint.ts'
import type { Entity } from '../../model/entity.ts'
import { lookupsByTypes } from '../../data/read/lookups.ts'
import { outcomes } from '../../data/write/request.ts'
import { offeredFormats } from '../negotiation.ts'
import type { Schema } from './schemas.ts'

const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })
const responseRef = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })

const query = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: 'query',
  description,
  schema,
})
const header = (name: string, description: string, schema: Schema = { type: 'string' }): Schema => ({
  name,
  in: 'header',
  description,
  schema,
})
const count = (minimum: number): Schema => ({ type: 'integer', minimum })

export const parameters: Readonly<Record<string, Schema>> = {
  format: query('format', 'Format of the answer; goes before the header Accept.', {
    type: 'string',
    enum: offeredFormats(true).map(({ name }) => name),
  }),
  ordering: query('ordering', 'Fields to sort by, a minus sign in front for descending: `-due,name`.', {
    type: 'string',
  }),
  fields: query(
    'fields',
    'Fields to give out, in this order: `name,quantity`. Those of a referred record after two underscores: `item__category`.',
    { type: 'string' },
  ),
  search: query('search', 'Words that all must be found in the text fields.', { type: 'string' }),
  filter: query(
    'filter',
    'Filters joined by and, or and not, as JSON: `{"or": [{"field": "quantity", "lookup": "gte", "value": 5}, {"not": …}]}`.',
    { type: 'string' },
  ),
  count: query('count', '`0` leaves out the number of records on all pages.', {
    type: 'string',
    enum: ['1', '0'],
  }),
  limit: query('limit', 'Records to give out; without it all.', count(1)),
  offset: query('offset', 'Records to skip.', count(0)),
  page: query('page', 'Number of the page, from 1.', count(1)),
  page_size: query('page_size', 'Records per page.', count(1)),
  cursor: {
    ...query('cursor', 'Keyset paging: empty for the first page, then from the header Link.', {
      type: 'string',
    }),
    allowEmptyValue: true,
  },
  filters: {
    name: 'filters',
    in: 'query',
    description:
      'Any field as `<field>=value` or `<field>__<lookup>=value`, all joined by AND; a reference can be followed ' +
      'one level: `item__category=value`. Lookups by type: ' +
      `${lookupsByTypes()
        .map(([types, names]) => `${types} \`${names.join(', ')}\``)
        .join('; ')}.`,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  },
  changedSince: query(
    'changed_since',
    'A cursor: only records that were changed since. `start` gives the whole list. The header `X-Cursor` has the cursor for ' +
      'the next call; 410 when the changes since a cursor are not all kept.',
    { type: 'string' },
  ),
  expect: query(
    'expect',
    'As many records must match, else nothing is done and the answer is 409.',
    count(0),
  ),
  dryrun: query('dryrun', 'Checks and counts, and changes nothing.', { type: 'string', enum: ['1', '0'] }),
  prefer: header('Prefer', '`handling=strict`, `handling=lenient`, `return=minimal`.'),
  ifMatch: header('If-Match', 'Tag the record must still have.'),
  ifNoneMatch: header(
    'If-None-Match',
    'Tag of what is known already. POST: `*` only creates. Other writes: 412 if the record has the tag, or exists with `*`.',
  ),
  idempotencyKey: header(
    'Idempotency-Key',
    'Sending the request again with the same key repeats the answer.',
  ),
  preferTask: header('Prefer', '`wait=30` waits up to 30 seconds for the end; `respond-async` returns 202.'),
}

const detail: Schema = {
  type: 'object',
  properties: { detail: { type: 'string' } },
  required: ['detail'],
}
const fieldErrors: Schema = {
  type: 'object',
  description: 'Messages by field; `non_field_errors` for the record as a whole.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Detail: detail,
  FieldErrors: fieldErrors,
  MatchedCounts: {
    type: 'object',
    properties: { matched: count(0), updated: count(0), unchanged: count(0) },
    required: ['matched', 'updated', 'unchanged'],
  },
  DeletedCounts: {
    type: 'object',
    properties: {
      deleted: count(0),
      cascaded: {
        type: 'object',
        description: 'Records that refer to the deleted ones and are deleted too, by entity.',
        additionalProperties: count(0),
      },
    },
    required: ['deleted', 'cascaded'],
  },
  Counts: {
    type: 'object',
    properties: {
      created: count(0),
      updated: count(0),
      unchanged: count(0),
      failed: {
        ...count(0),
        description: 'Invalid records; with `dryrun=1` and with `Prefer: handling=lenient`.',
      },
      results: {
        type: 'array',
        description:
          'With `Prefer: handling=lenient`: one per record of the request, in its order; with `return=minimal` those of invalid records.',
        items: { $ref: '#/components/schemas/Outcome' },
      },
    },
    required: ['created', 'updated', 'unchanged'],
  },
  Outcome: {
    type: 'object',
    properties: {
      index: { ...count(0), description: 'Position in the request, from 0; with `return=minimal`.' },
      outcome: { type: 'string', enum: outcomes },
      key: { type: ['string', 'integer', 'null'] },
      secret: { type: 'string', description: 'Of a new API key.' },
      errors: { $ref: '#/components/schemas/FieldErrors' },
    },
    required: ['outcome', 'key'],
  },
}

/** Messages about the records of a request, or about the request as a whole. */
const recordErrors: Schema = {
  oneOf: [
    { $ref: '#/components/schemas/FieldErrors' },
    {
      type: 'array',
      description: 'One per record of the request, in its order; `{}` for sound ones.',
      items: { $ref: '#/components/schemas/FieldErrors' },
    },
    { $ref: '#/components/schemas/Detail' },
  ],
}

const problem = (description: string, schema: Schema = { $ref: '#/components/schemas/Detail' }): Schema => ({
  description,
  content: { 'application/json': { schema } },
})

export const responses: Readonly<Record<string, Schema>> = {
  Invalid: problem('The data or a parameter is not valid.', recordErrors),
  NotAuthenticated: problem('Credentials are missing or wrong.'),
  Forbidden: problem('The user has no right to do this.', recordErrors),
  NotModified: { description: 'The client has the current answer: If-None-Match has its tag.' },
  NotFound: problem('There is no such record, entity or scenario.'),
  NotAcceptable: problem('The header Accept names no format of the answer.'),
  Conflict: problem('The record exists already, others keep changing it, or the scenario is busy.'),
  RecordConflict: problem('The record exists already, or others keep changing it.', recordErrors),
  Expired: problem('The changes since this cursor are not all kept; `X-Earliest-Cursor` can be followed.'),
  PreconditionFailed: problem('The record has changed since it was read.'),
  TooSlow: problem('The body did not arrive in time.'),
  TooLarge: problem('The body is larger than the service takes.'),
  UnsupportedType: problem('The content type, charset or compression of the body is not known.'),
  KeyReused: problem('The Idempotency-Key was used for another request.'),
  TooMany: problem('Too many failed attempts to sign in, or requests of this kind; see Retry-After.'),
  Failed: problem('The service failed; its log has the reason, under the value of X-Request-Id.'),
  Unavailable: problem('The service is overloaded, or its database is not reachable; see Retry-After.'),
  StorageFull: problem('A disk or a folder of the service is full.'),
}

export const securitySchemes: Readonly<Record<string, Schema>> = {
  basic: { type: 'http', scheme: 'basic', description: 'User name or e-mail address, and password.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key, or JSON web token (HS256) with the claims user or email, exp, and iat.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'sessionid', description: 'Set by POST /login/.' },
}

const problemNames: Readonly<Record<ErrorStatus, string>> = {
  '400': 'Invalid',
  '401': 'NotAuthenticated',
  '403': 'Forbidden',
  '404': 'NotFound',
  '406': 'NotAcceptable',
  '408': 'TooSlow',
  '409': 'Conflict',
  '410': 'Expired',
  '413': 'TooLarge',
  '415': 'UnsupportedType',
  '422': 'KeyReused',
  '429': 'TooMany',
  '500': 'Failed',
  '503': 'Unavailable',
  '507': 'StorageFull',
}

/** Returns the responses of errors in the common format. */
export const problems = (...codes: readonly ErrorStatus[]): Schema =>
  Object.fromEntries(codes.map((code) => [code, responseRef(problemNames[code])]))

/** Error responses of all operations: a faulty URL or parameter, and faults of the service. */
export const commonProblems = problems('400', '500', '503', '507')
/** Error responses of operations that need credentials; the rights of an API key may exclude any of them. */
export const signedInProblems = problems('401', '403', '429')
/** Error responses of operations other than reads: requests of other sites, faulty bodies, also if none is needed. */
export const changeProblems = problems('403', '408', '413', '415')
/** Error responses of operations on something that the path names, which may not exist. */
export const absenceProblems = problems('404')
/** Error responses of operations in a scenario, which may not exist, or be replaced at the moment. */
export const scenarioProblems = problems('404', '409')

/** Error responses of operations that read records. */
export const readProblems: Schema = {
  ...commonProblems,
  ...signedInProblems,
  ...scenarioProblems,
  ...problems('406'),
}
/** Responses of reads of records besides the records: a tag makes them conditional. */
export const conditionalReadProblems: Schema = { '304': responseRef('NotModified'), ...readProblems }
/** Error responses of operations that change records. */
export const writeProblems: Schema = {
  ...readProblems,
  ...changeProblems,
}
/** Error responses of adding records, which an Idempotency-Key makes repeatable. */
export const addProblems: Schema = {
  ...writeProblems,
  ...problems('422'),
  '409': responseRef('RecordConflict'),
}
const precondition: Schema = { '412': responseRef('PreconditionFailed') }
/** Error responses of operations that change one record. */
export const detailProblems: Schema = { ...writeProblems, ...precondition }
/** Error responses of the deletion of one record, whose body is not read. */
export const detailDeleteProblems: Schema = { ...readProblems, ...precondition }

/** Returns the parameters of a list in addition to its filters; a field of the same name replaces a parameter. */
export function listParameters(entity: Entity): readonly Schema[] {
  return [
    ['format', 'ordering', 'fields', 'search', 'filters', 'filter', 'count', 'prefer'],
    ['limit', 'offset', 'page', 'page_size', 'cursor'],
  ]
    .flat()
    .filter((name) => !entity.fieldByName.has(name))
    .map(parameterRef)
}
export const changedSinceParameter: Schema = parameterRef('changedSince')
export const postParameters: readonly Schema[] = ['dryrun', 'prefer', 'ifNoneMatch', 'idempotencyKey'].map(
  parameterRef,
)
export const changeParameters: readonly Schema[] = [
  'dryrun',
  'prefer',
  'expect',
  'filters',
  'filter',
  'search',
].map(parameterRef)
export const bulkParameters: readonly Schema[] = ['dryrun', 'prefer'].map(parameterRef)
export const deleteParameters: readonly Schema[] = ['dryrun', 'expect', 'filters', 'filter'].map(parameterRef)
export const detailWriteParameters: readonly Schema[] = ['dryrun', 'prefer', 'ifMatch', 'ifNoneMatch'].map(
  parameterRef,
)
