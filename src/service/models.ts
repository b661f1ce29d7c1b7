/**
 * The model as it is now: rebuilt when a custom attribute was added or deleted, by this process or another.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../database/database.ts'
import { subscribe } from '../database/notifications.ts'
import { type Additions, noAdditions } from '../model/additions.ts'
import { buildModel, type Model } from '../model/model.ts'
import { loadCustomFields, modelChannel } from '../scenarios/custom-attributes.ts'

export interface Models {
  current(): Model
  /** Reads the attributes again; resolves when `current` tells of every one committed before the call. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export interface ModelsOptions {
  readonly database: Database
  /** What extension modules add. */
  readonly additions?: Additions
  readonly onFailure: (error: unknown) => void
}

export async function openModels({
  database,
  additions = noAdditions,
  onFailure,
}: ModelsOptions): Promise<Models> {
  let known = await loadCustomFields(database)
  let model = buildModel(known, additions)
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined

  async function load(): Promise<void> {
    const fields = await loadCustomFields(database)
    // Whoever remembers something of a model keeps it as long as nothing has changed.
    if (isDeepStrictEqual(fields, known)) return
    known = fields
    model = buildModel(fields, additions)
  }

  /** A reading that has begun may miss what was committed since, so whoever comes later shares the next one. */
  function refresh(): Promise<void> {
    if (running === undefined) {
      running = load().finally(() => (running = undefined))
      return running
    }
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return refresh()
      })
    return waiting
  }

  const inBackground = (): void => {
    refresh().catch(onFailure)
  }
  let closed = false
  const changes = subscribe(database, modelChannel, {
    onNotification: inBackground,
    onGap: () => {
      // The gap at the start lasts until the subscription stands; a closing one needs no model.
      if (!closed) inBackground()
    },
    onFailure,
  })
  await changes.ready
  return {
    current: () => model,
    refresh,
    close: async () => {
      closed = true
      await changes.close()
      await (waiting ?? running)?.catch(() => undefined)
    },
  }
}
