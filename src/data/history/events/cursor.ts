/** Positions in the stream of events, as clients hold them: `<epoch>.<transaction>`, with `.<source><id>.<scenario>` within one. */

/** What events are derived from, in the order in which those of one transaction are told. */
export const eventSources = ['changeset', 'proposal', 'plan', 'task'] as const
export type EventSource = (typeof eventSources)[number]

/** The event of a transaction after which reading goes on. */
export interface EventPosition {
  readonly source: EventSource
  readonly scenario: string
  readonly id: number
}

export interface EventCursor {
  /** Numbers of transactions mean something within one epoch only. */
  readonly epoch: string
  /** Everything that earlier transactions wrote was read. */
  readonly transaction: number
  /** Of this transaction, what was read; undefined for nothing. */
  readonly after?: EventPosition
}

const letterOf: Readonly<Record<EventSource, string>> = {
  changeset: 'c',
  proposal: 'r',
  plan: 'p',
  task: 't',
}
const shape = /^([0-9a-f]{8})\.(\d{1,15})(?:\.([crpt])(\d{1,15})\.([A-Za-z0-9_-]{1,63}))?$/

/** The cursor of a text; undefined for anything that is none. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, epoch, transaction, letter, id, scenario] = shape.exec(text) ?? []
  if (epoch === undefined) return undefined
  const begin = { epoch, transaction: Number(transaction) }
  if (letter === undefined || scenario === undefined) return begin
  const source = eventSources.find((candidate) => letterOf[candidate] === letter)
  return source === undefined ? undefined : { ...begin, after: { source, scenario, id: Number(id) } }
}

/** The text of a cursor. */
export function formatCursor({ epoch, transaction, after }: EventCursor): string {
  const begin = `${epoch}.${transaction}`
  return after === undefined ? begin : `${begin}.${letterOf[after.source]}${after.id}.${after.scenario}`
}
