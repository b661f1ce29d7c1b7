/**
 * Receives server-sent events from the service, and reconnects after each end of the connection. The browser alone
 * would reconnect every second for as long as the service does not answer, and not at all after an error response.
 */
import { addressOfPath } from './base-path.ts'
import { type Query, withQuery } from './paths.ts'

/**
 * Delay before the first attempt to reconnect, and maximum delay, in milliseconds. The delay doubles with each failed
 * attempt.
 */
const firstDelayMs = 1_000
const longestDelayMs = 10_000

export interface EventListener {
  /** Functions that receive the data of events, by kind of event. */
  readonly events: Readonly<Record<string, (data: string) => void>>
  /** Called when the stream is connected. */
  onOpen?(): void
  /** Called when the connection has ended or failed. Returns whether to reconnect. */
  onEnd(): boolean
}

/** Listens to a stream, and continues after the last event when it reconnects. The returned function stops listening. */
export function listenToEvents(path: string, query: Query, listener: EventListener): () => void {
  let failures = 0
  let after: string | undefined
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    const stream = new EventSource(addressOfPath(withQuery(path, { ...query, after })))
    source = stream
    stream.addEventListener('open', () => {
      failures = 0
      listener.onOpen?.()
    })
    stream.addEventListener('error', () => {
      stream.close()
      if (!listener.onEnd()) return
      timer = setTimeout(open, delayOf(failures))
      failures += 1
    })
    for (const [kind, take] of Object.entries(listener.events))
      stream.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        if (lastEventId !== '') after = lastEventId
        take(data)
      })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** Returns the delay after a number of failures. It is partly random, so that windows do not reconnect all at once. */
const delayOf = (failures: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** failures) * (0.5 + Math.random() / 2)
