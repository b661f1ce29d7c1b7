/** What a read or a write needs to know besides what to read or write. */
import type { Database } from '../database/database.ts'
import type { Model } from '../model/model.ts'
import type { EntityStorage } from './storage.ts'

/** How a write came in; kept in the change log. */
export type Channel = 'api' | 'ui' | 'import' | 'fixture' | 'task' | 'command'

/** Who writes, for the change log and for fields that record their author. */
export interface Actor {
  readonly userId: number | null
  readonly channel: Channel
  /** Task, file or fixture behind the write. */
  readonly origin?: string
}

export interface DataContext {
  readonly database: Database
  readonly model: Model
  /** Name of the scenario, which is the name of its schema. */
  readonly scenario: string
  /** Entities whose records are kept otherwise than as one row of one table, by entity name. */
  readonly storages: ReadonlyMap<string, EntityStorage>
  /** IANA zone of planning time: offsets in datetimes are converted to it. */
  readonly timeZone: string
  readonly actor: Actor
  /** Aborting cancels running statements. */
  readonly signal?: AbortSignal | undefined
}
