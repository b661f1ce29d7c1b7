/** Changes of tasks as a stream of server-sent events for one client, with signs of life while nothing happens. */
import { Readable } from 'node:stream'
import type { TaskEvent, Unfinished } from './task-feed.ts'

/** Milliseconds between signs of life, and after which a stream ends so that rights are looked at again. */
const heartbeatMs = 15_000
const longestMs = 10 * 60_000
/** Bytes that wait for a client before its stream is ended: it comes back and asks for what it has missed. */
const mostWaiting = 4 * 1024 * 1024

export const eventText = (id: string | number, event: string, data: string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`

export class TaskStream extends Readable {
  readonly #sees: (event: TaskEvent) => boolean
  #after: number
  /** What was told while the past was still being read. */
  #early: TaskEvent[] | undefined = []
  #quietSince = Date.now()
  #over = false
  #heartbeat: NodeJS.Timeout | undefined
  readonly #end: NodeJS.Timeout

  /** Tells changes beyond a number, as far as the client may see them. */
  constructor(after: number, sees: (event: TaskEvent) => boolean) {
    super({ highWaterMark: 1 })
    this.#after = after
    this.#sees = sees
    // Many streams that begin together do not all have their turn in the same moment.
    this.#heartbeat = setTimeout(() => this.#beat(), heartbeatMs * (0.5 + Math.random() / 2)).unref()
    this.#end = setTimeout(() => this.end(), longestMs).unref()
    this.push('retry: 1000\n\n')
  }

  tell(event: TaskEvent): void {
    if (this.#early === undefined) this.#give(event)
    else this.#early.push(event)
  }

  /** Tells of tasks as they are, and from now on of changes. */
  beginWith({ events, change }: Unfinished): void {
    this.#after = change
    for (const event of events) if (this.#sees(event)) this.#say(eventText(change, 'task', event.data))
    this.begin()
  }

  /** The past was told; from now on events are passed on as they come. */
  begin(past: readonly TaskEvent[] = []): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const event of [...past, ...early]) this.#give(event)
  }

  /** Ends the stream: the client comes back and goes on from where it was. */
  end(): void {
    if (this.#over) return
    this.#over = true
    this.push(null)
  }

  #give(event: TaskEvent): void {
    if (event.task.changed <= this.#after) return
    this.#after = event.task.changed
    if (this.#sees(event)) this.#say(eventText(this.#after, 'task', event.data))
  }

  #say(text: string): void {
    if (this.destroyed || this.#over) return
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
