/**
 * Cursors in the event stream, as clients store them: `<epoch>.<transaction>`, with `.<source><id>.<scenario>` within
 * a transaction.
 */

/** Sources from which events are derived, in the order of events within one transaction. */
export const eventSources = ['changeset', 'proposal', 'plan', 'task'] as const
export type EventSource = (typeof eventSources)[number]

/** Position of an event within its transaction; reading continues after it. */
export interface EventPosition {
  readonly source: EventSource
  readonly scenario: string
  readonly id: number
}

export interface EventCursor {
  /** Epoch of the stream. Transaction numbers are comparable within one epoch only. */
  readonly epoch: string
  /** All events of earlier transactions were read. */
  readonly transaction: number
  /** Last event of this transaction that was read; undefined if none was read. */
  readonly after?: EventPosition
}

const letterOf: Readonly<Record<EventSource, string>> = {
  changeset: 'c',
  proposal: 'r',
  plan: 'p',
  task: 't',
}
const shape = /^([0-9a-f]{8})\.(\d{1,15})(?:\.([crpt])(\d{1,15})\.([A-Za-z0-9_-]{1,63}))?$/

/** Returns the cursor of a text; undefined if the text is not a cursor. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, epoch, transaction, letter, id, scenario] = shape.exec(text) ?? []
  if (epoch === undefined) return undefined
  const begin = { epoch, transaction: Number(transaction) }
  if (letter === undefined || scenario === undefined) return begin
  const source = eventSources.find((candidate) => letterOf[candidate] === letter)
  return source === undefined ? undefined : { ...begin, after: { source, scenario, id: Number(id) } }
}

/** Returns the text of a cursor. */
export function formatCursor({ epoch, transaction, after }: EventCursor): string {
  const begin = `${epoch}.${transaction}`
  return after === undefined ? begin : `${begin}.${letterOf[after.source]}${after.id}.${after.scenario}`
}
