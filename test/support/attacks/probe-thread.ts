/**
 * Simulates ordinary users of a service in a separate thread, so that the work of an attacker in the same process
 * does not delay the measurement. Each user repeatedly reads a page of a list, reads a record and writes one; an
 * additional client requests `/livez` over a new connection each time.
 */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { figuresOf, type ProbeKind, probeKinds, type ProbeReport } from './probe-figures.ts'

export interface ProbeOptions {
  readonly url: string
  /** Values of the header Authorization, one per user. */
  readonly users: readonly string[]
  /** Name of an existing record. */
  readonly item: string
}

/** `report` returns the figures since the last report and resets them; `look` returns them without resetting. */
export type ProbeQuestion = 'report' | 'look'

/** Pause between a response to a user and the next request, in milliseconds. */
const pauseMs = 40
/** Timeout of a request, in milliseconds. */
const givenUpMs = 10_000
const errorsKept = 10

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly agent: Agent | false
}

const port = parentPort
if (port === null) throw new Error('This file is run as a thread.')
const options: ProbeOptions = workerData
const { hostname, port: serverPort } = new URL(options.url)

/** Figures from one report to the next. */
interface Span {
  readonly times: Record<ProbeKind, number[]>
  readonly errorCounts: Record<ProbeKind, number>
  readonly errors: string[]
  /** Requests without a response so far: kind, and start time. */
  readonly underWay: Set<readonly [kind: ProbeKind, begun: number]>
}

let span = newSpan()
let written = 0

function newSpan(): Span {
  return {
    times: { list: [], detail: [], post: [], livez: [] },
    errorCounts: { list: 0, detail: 0, post: 0, livez: 0 },
    errors: [],
    underWay: new Set(),
  }
}

function send({ method, path, headers = {}, body, agent }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { hostname, port: serverPort, method, path, agent, headers: { ...length, ...headers } },
      (response) => {
        response.on('error', reject)
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.resume()
      },
    )
    sent.setTimeout(givenUpMs, () => sent.destroy(new Error(`no answer within ${givenUpMs} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

async function measure(kind: ProbeKind, sent: Sent): Promise<void> {
  const { times, errorCounts, errors, underWay } = span
  const begun = performance.now()
  const entry = [kind, begun] as const
  underWay.add(entry)
  let problem: string | undefined
  try {
    const status = await send(sent)
    if (status >= 400) problem = `status ${status}`
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  underWay.delete(entry)
  times[kind].push(performance.now() - begun)
  if (problem === undefined) return
  errorCounts[kind] += 1
  if (errors.length < errorsKept) errors.push(`${sent.method} ${sent.path}: ${problem}`)
}

async function use(authorization: string, user: number): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }
  const item = encodeURIComponent(options.item)
  for (;;) {
    await measure('list', { method: 'GET', path: '/api/input/item/?limit=50', headers, agent })
    await delay(pauseMs)
    await measure('detail', { method: 'GET', path: `/api/input/item/${item}/`, headers, agent })
    await delay(pauseMs)
    written += 1
    const body = JSON.stringify({ name: `written by ${user} as ${written}` })
    await measure('post', { method: 'POST', path: '/api/input/item/', headers, body, agent })
    await delay(pauseMs)
  }
}

async function watchLife(): Promise<never> {
  for (;;) {
    await measure('livez', { method: 'GET', path: '/livez', agent: false })
    await delay(pauseMs)
  }
}

/** Returns the figures of requests since the last report; a pending request counts with its time so far. */
function report(question: ProbeQuestion): ProbeReport {
  const { times, errorCounts, errors, underWay } = span
  if (question === 'report') span = newSpan()
  const soFar = (kind: ProbeKind): readonly number[] =>
    [...underWay]
      .filter(([other]) => other === kind)
      .map(([, begun]) => performance.now() - begun)
      .filter((time) => time > pauseMs)
  const [list, detail, post, livez] = probeKinds.map((kind) =>
    figuresOf([...times[kind], ...soFar(kind)], errorCounts[kind]),
  )
  return { kinds: { list: list!, detail: detail!, post: post!, livez: livez! }, errors: [...errors] }
}

// Replies with the figures.
port.on('message', (question: ProbeQuestion) => port.postMessage(report(question)))
void Promise.all([...options.users.map((user, index) => use(user, index)), watchLife()])
