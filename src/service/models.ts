/**
 * Provides the present model, which is rebuilt when this process or another one adds or deletes a custom attribute.
 * The same notification tells that a scenario was moved to another server.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ControlDatabase } from '../database/database.ts'
import { subscribe } from '../database/notifications.ts'
import { shareReads } from '../database/shared-reads.ts'
import { type Additions, noAdditions } from '../model/additions.ts'
import { buildModel, type Model } from '../model/model.ts'
import { readPlaces } from '../scenarios/registry.ts'
import { loadCustomFields, modelChannel } from '../scenarios/custom-attributes.ts'

export interface Models {
  current(): Model
  /**
   * Reads the attributes again. Resolves when `current` includes all attributes that were committed before the call.
   */
  refresh(): Promise<void>
  close(): Promise<void>
}

export interface ModelsOptions {
  readonly database: ControlDatabase
  /** Additions of extension modules. */
  readonly additions?: Additions
  readonly onFailure: (error: unknown) => void
}

export async function openModels({
  database,
  additions = noAdditions,
  onFailure,
}: ModelsOptions): Promise<Models> {
  let known = await loadCustomFields(database)
  await readPlaces(database)
  let model = buildModel(known, additions)

  async function load(): Promise<void> {
    const fields = await loadCustomFields(database)
    await readPlaces(database)
    // Keeps the same model object if nothing has changed, so that caches by model stay valid.
    if (isDeepStrictEqual(fields, known)) return
    known = fields
    model = buildModel(fields, additions)
  }

  const loads = shareReads(load)

  const inBackground = (): void => {
    loads.read().catch(onFailure)
  }
  let closed = false
  const changes = subscribe(database, modelChannel, {
    onNotification: inBackground,
    onGap: () => {
      // The gap at the start is reported until the subscription is active; while closing no model is needed.
      if (!closed) inBackground()
    },
    onFailure,
  })
  await changes.ready
  return {
    current: () => model,
    refresh: () => loads.read(),
    close: async () => {
      closed = true
      await changes.close()
      await loads.settled()
    },
  }
}
