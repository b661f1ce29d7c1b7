/**
 * The data API: determines the entity of a request, checks the permissions of the user, and calls the handler of the
 * method. Permissions are checked before the body is read.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { requireScenario } from '../../auth/rights/policies.ts'
import { requestActor } from '../../auth/storages/actor.ts'
import { keyOfName } from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { outputReportByName } from '../../planning/reports/outputs.ts'
import { parseMediaType } from '../accept.ts'
import type { Answer } from '../answer.ts'
import { browse } from '../browsable/browse.ts'
import { credentialsOf, type Exchange, identify, readRequestBody } from '../exchange.ts'
import { type Body, formTypes } from '../body/read-body.ts'
import { negotiate } from '../negotiation.ts'
import type { RequestTarget } from '../request-target.ts'
import { type DataCall, type DataHandler, flagParameter } from './data-call.ts'
import { deleteDetailAnswer, deleteListAnswer } from './delete-handlers.ts'
import { describeAnswer } from './describe.ts'
import { withIdempotency } from './idempotency.ts'
import { methodsOf } from './methods.ts'
import { parsePrefer } from './prefer.ts'
import { readDetailAnswer, readListAnswer } from './read-handlers.ts'
import { writeAnswer } from './write-handlers.ts'

const handlers: Readonly<Record<'list' | 'detail', Readonly<Record<string, DataHandler>>>> = {
  list: {
    GET: readListAnswer,
    HEAD: readListAnswer,
    OPTIONS: describeAnswer,
    POST: (call) => withIdempotency(call, writeAnswer),
    PUT: writeAnswer,
    PATCH: writeAnswer,
    DELETE: deleteListAnswer,
  },
  detail: {
    GET: readDetailAnswer,
    HEAD: readDetailAnswer,
    OPTIONS: describeAnswer,
    PUT: writeAnswer,
    PATCH: writeAnswer,
    DELETE: deleteDetailAnswer,
  },
}

const routes = { list: '/api/:app/:entity/', detail: '/api/:app/:entity/:key/' } as const

/**
 * Handles a request to `/api/<app>/<entity>/` or `/api/<app>/<entity>/<key>/`. If a custom attribute is deleted while
 * the request runs, the request is retried with the current model.
 */
export async function answerData(exchange: Exchange, target: RequestTarget): Promise<Answer> {
  const body = once(() => readRequestBody(exchange))
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answerOnce(exchange, target, body.run)
    } catch (error) {
      if (!isUndefinedColumn(error) || attempt >= attempts) throw error
      // Records that arrived line by line cannot be read a second time.
      if ((await body.result)?.kind === 'lines') throw new ServiceError('conflict', {}, { cause: error })
      await exchange.service.models.refresh()
    }
  }
}

/** Maximum number of attempts if attributes are added and deleted meanwhile. */
const attempts = 5

/** Returns true for SQLSTATE `undefined_column`. */
const isUndefinedColumn = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42703'

interface Once<Result> {
  /** Runs the function on the first call; returns its result on every call. */
  readonly run: () => Promise<Result>
  readonly result: Promise<Result> | undefined
}

function once<Result>(run: () => Promise<Result>): Once<Result> {
  let result: Promise<Result> | undefined
  return {
    run: () => (result ??= run()),
    get result() {
      return result
    },
  }
}

async function answerOnce(
  exchange: Exchange,
  target: RequestTarget,
  body: () => Promise<Body>,
): Promise<Answer> {
  const { request, service } = exchange
  const kind = target.kind === 'detail' ? 'detail' : 'list'
  exchange.route = routes[kind]
  const { method } = request
  const negotiated = negotiate({
    query: target.query,
    accept: request.headers.accept,
    records: safeMethods.has(method),
  })
  const fromForm = method === 'POST' && negotiated.format === 'api' && isForm(request.headers)
  // The CSRF token of a form is in its body; it is checked when the body is read.
  const credentials = credentialsOf(exchange)
  const principal = await identify(exchange, fromForm ? { ...credentials, method: 'GET' } : credentials)
  requireScenario(principal, target.scenario)
  const context = service.dataContext({
    scenario: target.scenario,
    actor: requestActor(principal),
    signal: exchange.signal,
    mayLoseValues: flagParameter(target.query, 'confirm'),
  })
  const name = `${target.app}.${target.entity}`
  const report = kind === 'list' ? outputReportByName.get(name) : undefined
  const entity = report?.declaration ?? context.model.byName.get(name)
  if (entity === undefined) throw new ServiceError('not_found')
  const key = kind === 'detail' ? await keyOfName(context, entity, target.key) : undefined
  const call: DataCall = {
    exchange,
    method,
    target: key === undefined ? target : { ...target, key },
    query: target.query,
    entity,
    ...(report === undefined ? {} : { report }),
    principal,
    context,
    negotiated,
    prefer: parsePrefer(request.headers.prefer),
    fromForm,
    body,
  }
  return negotiated.format === 'api' && method !== 'OPTIONS' ? browse(call, dispatch) : dispatch(call)
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function isForm(headers: IncomingHttpHeaders): boolean {
  return formTypes.has(parseMediaType(headers['content-type'] ?? '').type)
}

/** Runs the handler of the method. Throws `method_not_allowed` with the allowed methods. */
async function dispatch(call: DataCall): Promise<Answer> {
  const kind = call.target.kind === 'detail' ? 'detail' : 'list'
  const methods = methodsOf(call.entity, kind)
  const handler = methods.includes(call.method) ? handlers[kind][call.method] : undefined
  if (handler === undefined) {
    throw new ServiceError(
      'method_not_allowed',
      { method: call.method },
      { headers: { Allow: methods.join(', ') } },
    )
  }
  if (safeMethods.has(call.method)) return handler(call)
  try {
    return await handler(call)
  } finally {
    call.exchange.listTags.forget(call.context.scenario)
  }
}
