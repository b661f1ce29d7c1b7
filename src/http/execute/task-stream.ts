/**
 * A stream of server-sent events with changes of tasks for one client, with heartbeats while there are no changes.
 */
import { Readable } from 'node:stream'
import type { MessageTexts } from '../../errors/messages.ts'
import type { TaskEvent, Unfinished } from './task-feed.ts'

/**
 * Interval between heartbeats in milliseconds, and maximum duration of a stream, so that permissions are checked
 * again.
 */
const heartbeatMs = 15_000
const longestMs = 10 * 60_000
/**
 * Maximum number of unread bytes before the stream is closed: the client reconnects and requests the missed changes.
 */
const mostWaiting = 4 * 1024 * 1024

export const eventText = (id: string | number, event: string, data: string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`

export class TaskStream extends Readable {
  readonly #sees: (event: TaskEvent) => boolean
  readonly #texts: MessageTexts
  #after: number
  /** Events that arrive while earlier changes are still being read. */
  #early: TaskEvent[] | undefined = []
  #quietSince = Date.now()
  #over = false
  #heartbeat: NodeJS.Timeout | undefined
  readonly #end: NodeJS.Timeout

  /** Sends changes after a number, as far as the client may see them. */
  constructor(after: number, sees: (event: TaskEvent) => boolean, texts: MessageTexts) {
    super({ highWaterMark: 1 })
    this.#after = after
    this.#sees = sees
    this.#texts = texts
    // The first interval is random, so that streams that start together do not send their heartbeats at the same
    // time.
    this.#heartbeat = setTimeout(() => this.#beat(), heartbeatMs * (0.5 + Math.random() / 2)).unref()
    this.#end = setTimeout(() => this.end(), longestMs).unref()
    this.push('retry: 1000\n\n')
  }

  tell(event: TaskEvent): void {
    if (this.#early === undefined) this.#give(event)
    else this.#early.push(event)
  }

  /** Sends the unfinished tasks, and then changes. */
  beginWith({ events, change }: Unfinished): void {
    this.#after = change
    for (const event of events)
      if (this.#sees(event)) this.#say(eventText(change, 'task', event.dataIn(this.#texts)))
    this.begin()
  }

  /**
   * Sends earlier changes. If many bytes are unread, ends the stream: the client gets them, and reconnects for the
   * rest. Returns whether the client may see any of the changes.
   */
  sendPast(past: readonly TaskEvent[]): boolean {
    let sent = false
    for (const event of past) {
      if (this.#give(event)) sent = true
      if (this.readableLength > mostWaiting / 2) this.end()
    }
    return sent
  }

  /** Sends from now on every event as it arrives. */
  begin(): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const event of early) this.#give(event)
  }

  /** Whether nothing more is sent. */
  get isOver(): boolean {
    return this.#over || this.destroyed
  }

  /** Ends the stream: the client reconnects and continues from its position. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.push(null)
  }

  /** Sends a change, unless it was sent before. Returns whether the client may see it. */
  #give(event: TaskEvent): boolean {
    if (event.task.changed <= this.#after) return false
    this.#after = event.task.changed
    if (!this.#sees(event)) return false
    this.#say(eventText(this.#after, 'task', event.dataIn(this.#texts)))
    return true
  }

  #say(text: string): void {
    if (this.isOver) return
    this.#quietSince = Date.now()
    this.push(text)
    if (this.readableLength > mostWaiting) this.destroy()
  }

  #beat(): void {
    const quietMs = Date.now() - this.#quietSince
    if (quietMs >= heartbeatMs / 2) this.#say(': alive\n\n')
    this.#heartbeat = setTimeout(() => this.#beat(), heartbeatMs).unref()
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#heartbeat)
    clearTimeout(this.#end)
    done(error)
  }
}
