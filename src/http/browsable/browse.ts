/**
 * `?format=api`: the data API as HTML pages. A page runs the request with the same handlers as programs and shows
 * their response. Its forms are sent as POST and run with the method that they contain.
 */
import { singleValues } from '../body/form-body.ts'
import { authorize } from '../../auth/rights/policies.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { messageText } from '../../errors/messages.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { parsePaging, readRecord } from '../../data/read/index.ts'
import { sessionCookie } from '../../auth/sessions/cookies.ts'
import type { Answer } from '../answer.ts'
import { isBearer } from '../cross-site.ts'
import { firstDeletedKeys } from '../data/changed-since.ts'
import { type DataCall, type DataHandler, readOptions, scopeConditions } from '../data/data-call.ts'
import { permittedMethods } from '../data/methods.ts'
import { cookiesOf } from '../exchange.ts'
import { problemAnswer, toServiceError } from '../problem.ts'
import type { QueryPairs } from '../request-target.ts'
import { dataPage, pageLimit } from './data-page.ts'
import { readFirstRecords } from './first-records.ts'
import type { FormState, Shown } from './page-parts.ts'
import { type FormRequest, formFields, readForm } from './form-request.ts'
import { formToken, isFormToken } from './form-token.ts'
import { pageAnswer } from './page-answer.ts'
import { loadPageWords } from './words.ts'

/** Number of records that are read for a page; how many of them fit depends on their length. */
const pageSize = 25

const json = { format: 'json', contentType: 'application/json', indent: 0 } as const

/** Runs a request and returns the response as a page. */
export async function browse(call: DataCall, dispatch: DataHandler): Promise<Answer> {
  if (call.method === 'HEAD') return { ...(await browse({ ...call, method: 'GET' }, dispatch)), body: '' }
  const form = call.fromForm && !(await isOfProgram(call)) ? await takeForm(call) : undefined
  const asked: DataCall = {
    ...call,
    negotiated: json,
    query: form === undefined ? pagedQuery(call) : withoutPaging(call.query),
    method: form?.method ?? call.method,
    ...(form === undefined ? {} : { body: () => Promise.resolve(form.body) }),
  }
  const { answer, error } = await carryOut(asked, dispatch)
  const text = await bodyText(answer)
  const shown: Shown = {
    method: asked.method,
    answer,
    value: await withDeletedKeys(asked, answer, text === '' ? undefined : JSON.parse(text)),
    offset: offsetOf(asked.query),
    ...(answer.headers['x-total-count'] === undefined
      ? {}
      : { total: Number(answer.headers['x-total-count']) }),
  }
  const { target, entity, principal, exchange } = call
  const page = dataPage({
    call,
    labels: await loadLabels(exchange.language, exchange.service.extensions.translations),
    words: await loadPageWords(exchange.language),
    permitted: permittedMethods(principal, target, entity),
    form: await formState(call, form, shown, error),
    shown,
  })
  // A browser shows nothing for 204.
  const status = answer.status === 204 ? 200 : answer.status
  return pageAnswer(status, page, exchange.service.settings.FRAME_ANCESTORS)
}

/** Adds the deleted keys as the last element, if the list contains only changed records. */
async function withDeletedKeys(call: DataCall, { headers }: Answer, value: unknown): Promise<unknown> {
  if (!Array.isArray(value) || call.target.kind !== 'list' || Number(headers['x-deleted-count'] ?? 0) === 0)
    return value
  const records: readonly unknown[] = value
  return [...records, { deleted: await firstDeletedKeys(call) }]
}

/**
 * Returns whether no page can have made a browser send the request: browsers add a token to none, and to a form they add
 * the session and headers that name the page, unless it hides itself.
 */
function isBeyondPages(exchange: DataCall['exchange']): boolean {
  const { headers } = exchange.request
  if (isBearer(headers)) return true
  const { authorization = '', origin, referer, 'sec-fetch-site': site } = headers
  const session = cookiesOf(exchange.request)?.[sessionCookie] ?? ''
  const named = [origin, referer, site].some((value) => value !== undefined)
  return authorization !== '' && session === '' && !named
}

/**
 * Returns whether a program has sent the form: with credentials in a header, and without the fields of the forms of
 * pages. Its fields are a record, as in other formats.
 */
async function isOfProgram({ exchange, body }: DataCall): Promise<boolean> {
  if (!isBeyondPages(exchange)) return false
  const given = await body()
  const names: readonly string[] = Object.values(formFields)
  return given.kind === 'form' && given.pairs.every(([name]) => !names.includes(name))
}

/**
 * Reads the form of a page. Throws `csrf_failed` for a form without the token of this user, unless the request has an API
 * key or another token in its header, and `permission_denied`.
 */
async function takeForm(call: DataCall): Promise<FormRequest> {
  const { exchange, principal, entity, target } = call
  const changes = permittedMethods(principal, target, entity).some(
    (method) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
  )
  if (!changes) throw new ServiceError('permission_denied')
  const body = await call.body()
  const fields = body.kind === 'form' ? singleValues(body.pairs) : {}
  const token = Object.hasOwn(fields, formFields.token) ? fields[formFields.token] : undefined
  const isOfPage = token !== undefined && isFormToken(token, exchange.service.secret, exchange.request)
  if (!isOfPage && !isBearer(exchange.request.headers)) {
    throw new ServiceError('csrf_failed')
  }
  return readForm(entity, fields, exchange.policies.batch)
}

/** Adds a page size to the parameters of a list, unless the request sets its own paging. */
function pagedQuery({ query, target, method }: DataCall): QueryPairs {
  if (target.kind !== 'list' || method !== 'GET') return query
  const paged = query.some(([name, value]) => pagingNames.has(name) && value !== '')
  return paged ? query : [...query, ['limit', String(pageSize)]]
}

const pagingNames: ReadonlySet<string> = new Set(['limit', 'offset', 'page', 'page_size', 'cursor'])

/** Keeps the parameters that select records; removes paging, ordering and fields. */
function withoutPaging(query: QueryPairs): QueryPairs {
  return query.filter(([name]) => !pagingNames.has(name) && name !== 'ordering' && name !== 'fields')
}

/** Returns the response to the request; an error below 500 becomes a response too. */
async function carryOut(
  call: DataCall,
  dispatch: DataHandler,
): Promise<{ readonly answer: Answer; readonly error?: ServiceError }> {
  const { exchange } = call
  try {
    return { answer: await dispatch(call) }
  } catch (thrown) {
    const error = toServiceError(thrown, exchange.request.id)
    if (error.status >= 500) throw error
    const texts = await loadMessages(exchange.language)
    return { answer: problemAnswer(error, texts), error }
  }
}

/** Returns the body; of a list that is a stream, only as many records as can fit on the page. */
async function bodyText({ body }: Answer): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? ''
  return Buffer.isBuffer(body) ? body.toString('utf8') : readFirstRecords(body, pageLimit)
}

/** Returns the offset of the first record of the page; 0 for a cursor, whose offset is not known. */
function offsetOf(query: QueryPairs): number {
  const paging = parsePaging(new Map(query), new Map())
  return paging.kind === 'slice' ? paging.offset : 0
}

/** Returns the initial state of the forms of the page. */
async function formState(
  call: DataCall,
  form: FormRequest | undefined,
  shown: Shown,
  error: ServiceError | undefined,
): Promise<FormState> {
  const { entity, exchange, principal, target } = call
  const texts = await loadMessages(exchange.language)
  const mayRead = permittedMethods(principal, target, entity).includes('GET')
  const failed = error !== undefined && form !== undefined
  return {
    token: formToken(exchange.service.secret, exchange.request),
    record: target.kind === 'list' || !mayRead ? undefined : await currentRecord(call, shown),
    typed: failed ? form.typed : new Map(),
    errors: new Map(
      Object.entries(error?.fields ?? {}).map(([name, messages]) => [
        name,
        messages.map((message) => messageText(message, texts)),
      ]),
    ),
  }
}

/** Returns the record after the request; undefined if there is none or the user may not read it. */
async function currentRecord(
  call: DataCall,
  { value, answer }: Shown,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (answer.status < 300 && isRecord(value)) return value
  if (answer.status === 204 || answer.status === 404 || answer.status === 403) return undefined
  const { context, entity, principal, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'GET')
  const options = { ...readOptions(call), only: scopeConditions(entity, scope) }
  const text = await readRecord(context, entity, target.key, options)
  const record: unknown = text === undefined ? undefined : JSON.parse(text)
  return isRecord(record) ? record : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
