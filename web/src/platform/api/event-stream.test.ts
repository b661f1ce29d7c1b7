/** Tests how streams of events reconnect while the service does not answer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listenToRun } from './run-events.ts'

/** Answers of the service: none, an error, or a stream. */
let service: 'down' | 'busy' | 'up'
let requests: { readonly at: number; readonly address: string }[]
let streams: BrowserStream[]

/** Behaves as in a browser: reconnects every second while there is no answer, and never after an error response. */
class BrowserStream extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = BrowserStream.CONNECTING
  readonly #address: string
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(address: string) {
    super()
    this.#address = address
    streams.push(this)
    this.#wait(0)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.readyState = BrowserStream.CLOSED
  }

  /** Ends the connection, as a service that stops does. */
  end(): void {
    if (this.readyState !== BrowserStream.OPEN) return
    this.readyState = BrowserStream.CONNECTING
    this.#wait(1_000)
    this.dispatchEvent(new Event('error'))
  }

  #wait(delayMs: number): void {
    this.#timer = setTimeout(() => this.#connect(), delayMs)
  }

  #connect(): void {
    requests.push({ at: Date.now(), address: this.#address })
    if (service === 'up') {
      this.readyState = BrowserStream.OPEN
      this.dispatchEvent(new Event('open'))
      return
    }
    if (service === 'down') this.#wait(1_000)
    else this.readyState = BrowserStream.CLOSED
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', BrowserStream)
  service = 'up'
  requests = []
  streams = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listener = { onRun: () => undefined, onLine: () => undefined, onBegin: () => undefined }

for (const state of ['down', 'busy'] as const)
  it(`are requested ever more rarely by windows while the service is ${state}, and soon after`, () => {
    const stops = Array.from({ length: 4 }, (_, id) => listenToRun('default', id, listener))
    vi.advanceTimersByTime(1_000)
    expect(requests).toHaveLength(4)
    service = state
    for (const stream of streams) stream.end()
    vi.advanceTimersByTime(60_000)
    // The browser alone would send 60 requests for each window.
    expect(requests.length - 4).toBeLessThanOrEqual(4 * 15)
    expect(requests.length - 4).toBeGreaterThanOrEqual(4 * 6)
    const moments = requests.slice(-4).map(({ at }) => at)
    expect(new Set(moments).size).toBeGreaterThan(1)

    service = 'up'
    vi.advanceTimersByTime(10_000)
    expect(streams.filter(({ readyState }) => readyState === BrowserStream.OPEN)).toHaveLength(4)
    for (const stop of stops) stop()
    expect(streams.every(({ readyState }) => readyState === BrowserStream.CLOSED)).toBe(true)
  })

it('are requested soon again after each connection that succeeded', () => {
  const stop = listenToRun('default', 7, listener)
  for (let round = 1; round <= 8; round++) {
    vi.advanceTimersByTime(1_000)
    expect(requests).toHaveLength(round)
    streams.at(-1)!.end()
  }
  stop()
  vi.advanceTimersByTime(60_000)
  expect(requests).toHaveLength(8)
})

it('continue after the last event, and a log is shown from its start only once', () => {
  const lines: string[] = []
  let begins = 0
  const stop = listenToRun('default', 7, {
    ...listener,
    onLine: (line) => lines.push(line),
    onBegin: () => begins++,
  })
  vi.advanceTimersByTime(1)
  const first = streams.at(-1)!
  first.dispatchEvent(new MessageEvent('log', { data: '"one"', lastEventId: '12.34' }))
  first.end()
  vi.advanceTimersByTime(1_000)
  expect(requests.map(({ address }) => address)).toEqual([
    '/execute/api/events/?id=7',
    '/execute/api/events/?id=7&after=12.34',
  ])
  streams.at(-1)!.dispatchEvent(new MessageEvent('log', { data: '"two"', lastEventId: '12.56' }))
  expect(lines).toEqual(['one', 'two'])
  expect(begins).toBe(1)
  stop()
})
