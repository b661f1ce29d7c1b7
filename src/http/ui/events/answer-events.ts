/**
 * `GET /api/events/`: streams the events of scenarios after a cursor, as JSON lines or as server-sent events. Each
 * event contains the cursor from which reading can continue. No event is lost or sent twice, regardless of the order
 * in which transactions commit.
 */
import { Readable } from 'node:stream'
import { parseMediaType } from '../../accept.ts'
import type { Principal } from '../../../auth/principal.ts'
import { requireScenario } from '../../../auth/rights/policies.ts'
import { requireFirstServer } from '../../../data/installation-context.ts'
import { type EventCursor, formatCursor } from '../../../data/history/events/cursor.ts'
import {
  earliestCursor,
  type EventLog,
  readEventLog,
  requireCursor,
} from '../../../data/history/events/event-log.ts'
import { changeRecords } from '../../../data/history/events/read-change-records.ts'
import { chunkSize } from '../../../data/read/gathered.ts'
import { type EventKind, eventKinds } from '../../../model/event-kinds.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import {
  type Followed,
  followEvents,
  nextEvents,
  type DeliveredEvent,
} from '../../../tasks/events/followed.ts'
import type { Answer } from '../../answer.ts'
import { credentialsOf } from '../../exchange.ts'
import { flagParameter } from '../../data/data-call.ts'
import { parameter } from '../../request-target.ts'
import { type AccessWatch, watchAccess } from '../../watch-access.ts'
import type { WordCall } from '../word-call.ts'

/** Number of events that are read at a time. */
const batchSize = 1_000
/** Maximum duration of a stream in milliseconds: the client reconnects, and its permissions are checked again. */
const longestMs = 10 * 60_000

/** Interval between heartbeats of a stream without events, in milliseconds. */
const heartbeatMs = 15_000

/** Output format of events and heartbeats. */
interface Form {
  readonly type: string
  readonly begin: string
  event(event: DeliveredEvent): string
  /** A record of the change set that follows. */
  record(text: string): string
  /** Heartbeat without events: all events up to the cursor were read. */
  rest(cursor: EventCursor): string
}

const lines: Form = {
  type: 'application/x-ndjson',
  begin: '',
  event: ({ text }) => `${text}\n`,
  record: (text) => `${text}\n`,
  rest: (cursor) => `{"cursor":"${formatCursor(cursor)}","kind":"cursor"}\n`,
}

const serverSent: Form = {
  type: 'text/event-stream',
  begin: 'retry: 1000\n\n',
  event: ({ cursor, kind, text }) => `id: ${formatCursor(cursor)}\nevent: ${kind}\ndata: ${text}\n\n`,
  record: (text) => `event: record\ndata: ${text}\n\n`,
  rest: (cursor) =>
    `id: ${formatCursor(cursor)}\nevent: cursor\ndata: {"cursor":"${formatCursor(cursor)}","kind":"cursor"}\n\n`,
}

interface Stream {
  readonly call: WordCall
  readonly form: Form
  readonly followed: Followed
  readonly since: EventCursor
  readonly log: EventLog
  readonly follow: boolean
  readonly records: boolean
  readonly access: AccessWatch
}

export async function answerEvents(call: WordCall): Promise<Answer> {
  const { context, exchange, principal, query } = call
  const { control } = context
  const form = wantsServerSent(exchange.request.headers.accept) ? serverSent : lines
  const kinds = kindsOf(parameter(query, 'kinds') ?? '')
  const follow =
    (parameter(query, 'follow') ?? '') === '' ? form === serverSent : flagParameter(query, 'follow')
  const records = flagParameter(query, 'records')
  const log = await readEventLog(control, context.signal)
  const filter = { kinds, entities: entitiesOf(call), scenarios: scenariosOf(call) }
  const followed = await followEvents(control, context.model, principal, filter, context.signal)
  const since = sinceOf(call, log, followed)
  const answer: Answer = {
    status: 200,
    headers: { 'content-type': form.type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    // Compression would delay events.
    uncompressed: follow,
    unspooled: true,
  }
  if (exchange.request.method === 'HEAD') return answer
  const leave = exchange.streams.enter(exchange.client)
  const access = await watchAccess(
    exchange.service.auth,
    credentialsOf(exchange),
    principal,
    followed.scenarios.map(({ name }) => name),
  ).catch((error: unknown) => {
    leave()
    throw error
  })
  const stream: Stream = { call, form, followed, since, log, follow, records, access }
  const body = Readable.from(inChunks(eventTexts(stream)), { objectMode: false, highWaterMark: chunkSize })
  body.once('close', () => {
    access.close()
    leave()
  })
  return { ...answer, body }
}

/** Yields all events that were written before the stream started; with `follow`, it continues with later events. */
async function* eventTexts({
  call,
  form,
  followed,
  since,
  log,
  follow,
  records,
  access,
}: Stream): AsyncGenerator<string> {
  const { revoked } = access
  const { context, exchange } = call
  const { eventPulse } = exchange
  const signal = AbortSignal.any([
    exchange.signal,
    eventPulse.closed,
    revoked,
    AbortSignal.timeout(longestMs),
  ])
  yield form.begin
  let cursor = since
  let restedAt = -Infinity
  for (let now: EventLog | undefined = log; now !== undefined && now.epoch === log.epoch;) {
    let isRestDue = performance.now() - restedAt >= heartbeatMs
    for (let more = true; more && !exchange.signal.aborted && !revoked.aborted;) {
      const batch = await nextEvents(
        context.control,
        { ...followed, follower: access.principal },
        cursor,
        now,
        {
          limit: batchSize,
          signal: exchange.signal,
        },
      )
      for (const event of batch.events) {
        if (records && event.changeset !== undefined)
          yield* recordTexts({ call, form, followed, access }, event, event.changeset)
        // Also if it was aborted between the records of the event.
        if (revoked.aborted) return
        yield form.event(event)
      }
      cursor = batch.cursor
      isRestDue ||= batch.events.length > 0
      more = batch.more
    }
    // Not after each transaction: those of others may be many.
    if (isRestDue) {
      yield form.rest(cursor)
      restedAt = performance.now()
    }
    // An empty text flushes the collected texts before the next wait.
    yield ''
    if (!follow) return
    now = await eventPulse.after(now, signal, heartbeatMs - (performance.now() - restedAt))
  }
}

async function* recordTexts(
  {
    call: { context, exchange },
    form,
    followed: { scenarios },
    access: { revoked },
  }: Pick<Stream, 'call' | 'form' | 'followed' | 'access'>,
  { scenario }: DeliveredEvent,
  changeset: number,
): AsyncGenerator<string> {
  const entities = scenarios.find(({ name }) => name === scenario)?.entities ?? []
  const home = exchange.service.homeOf(scenario)
  const reader = { home, model: context.model, signal: exchange.signal }
  for await (const text of changeRecords(reader, scenario, changeset, entities)) {
    if (revoked.aborted) return
    yield form.record(text)
  }
}

/** Joins texts to chunks of `chunkSize` characters or more; an empty text flushes the chunk, because the next text may take long. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < chunkSize && text !== '') continue
    if (chunk !== '') yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const wantsServerSent = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((part) => parseMediaType(part).type === 'text/event-stream')

/** Returns the event kinds. Throws `invalid_parameter`. */
function kindsOf(text: string): readonly EventKind[] {
  if (text === '') return eventKinds
  return text.split(',').map((name) => {
    const kind = eventKinds.find((known) => known === name.trim())
    if (kind === undefined) throw invalid('kinds', name, eventKinds.join(', '))
    return kind
  })
}

/** Returns the names of entities, which may be given in short or full form. Throws `invalid_parameter`. */
function entitiesOf({ context, query }: WordCall): readonly string[] {
  const text = parameter(query, 'entity') ?? ''
  if (text === '') return []
  return text.split(',').map((part) => {
    const name = part.trim()
    const { entities, byName } = context.model
    const entity = byName.get(name) ?? entities.find(({ model }) => model === name)
    if (entity === undefined) throw invalid('entity', name, 'input.demand, input.item, …')
    // The log contains orders under the entity of their table.
    return entity.view?.of ?? entity.name
  })
}

/**
 * Returns the scenario of the URL, or the scenarios of the parameter; `*` selects all scenarios that the user may
 * open. Throws `unknown_scenario`.
 */
function scenariosOf({ exchange, principal, query, scenario }: WordCall): readonly string[] {
  const text = parameter(query, 'scenario') ?? ''
  if (text === '*') return allScenarios(principal)
  const names = text === '' ? [scenario] : [...new Set(text.split(',').map((name) => name.trim()))]
  for (const name of names) {
    requireScenario(principal, name)
    const { control, homeOf } = exchange.service
    requireFirstServer({ control, home: homeOf(name), scenario: name }, 'events_on_first_server')
  }
  return names
}

const allScenarios = ({ scenarios }: Pick<Principal, 'scenarios'>): readonly string[] => [...scenarios.keys()]

/** Returns the cursor at which the stream starts. Throws `invalid_parameter` and `cursor_expired`. */
function sinceOf({ exchange, query }: WordCall, log: EventLog, { limits }: Followed): EventCursor {
  const header = String(exchange.request.headers['last-event-id'] ?? '')
  const text = header === '' ? (parameter(query, 'since') ?? '') : header
  if (text === '') return earliestCursor(log, limits.values())
  if (text === 'now') return { epoch: log.epoch, transaction: log.bound }
  return requireCursor('since', text, log, limits)
}

function invalid(name: string, given: string, choices: string): ServiceError {
  return parameterError(name, { code: 'invalid_choice', params: { value: given.slice(0, 100), choices } })
}
