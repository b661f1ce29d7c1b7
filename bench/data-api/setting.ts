/** What every measurement of the data API is given. */
import type pg from 'pg'
import { openClient, type ApiClient } from '../support/api-client.ts'
import type { Installation, RunningService } from '../support/installation.ts'
import { readMemory, resetPeak } from '../support/process-figures.ts'

export interface Setting {
  readonly installation: Installation
  /** A connection of the benchmark's own, for the references. */
  readonly database: pg.Client
  /** Rows in the table. */
  readonly rows: number
  readonly rounds: number
}

export interface ServiceUnderTest {
  readonly service: RunningService
  readonly client: ApiClient
  /** Bytes by which the peak since the start exceeds the idle state; undefined where it cannot be measured. */
  readonly growth: () => Promise<number | undefined>
}

export const demandPath = '/api/input/demand/'

/** Small requests after which a fresh process has loaded and compiled what every request needs. */
const warmUp = 200

/** Runs the callback with a fresh service, so that memory of earlier work is not taken for its own. */
export async function withService<Result>(
  { installation }: Pick<Setting, 'installation'>,
  run: (test: ServiceUnderTest) => Promise<Result>,
): Promise<Result> {
  const service = await installation.startService()
  const client = openClient(service.url, installation.authorization)
  try {
    for (let turn = 0; turn < warmUp; turn += 1) await client.send('GET', `${demandPath}?limit=10`)
    await resetPeak(service.pid)
    const idle = await readMemory(service.pid)
    const growth = async (): Promise<number | undefined> => {
      const memory = await readMemory(service.pid)
      return memory === undefined || idle === undefined ? undefined : memory.peak - idle.now
    }
    return await run({ service, client, growth })
  } finally {
    client.close()
    await service.stop()
  }
}
