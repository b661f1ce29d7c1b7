/** The setting of all measurements of the data API. */
import type pg from 'pg'
import { openClient, type ApiClient } from '../support/api-client.ts'
import type { Installation, RunningService } from '../support/installation.ts'
import { readMemory, resetPeak } from '../support/process-figures.ts'

export interface Setting {
  readonly installation: Installation
  /** A separate connection of the benchmark, for the references. */
  readonly database: pg.Client
  /** Number of rows in the table. */
  readonly rows: number
  readonly rounds: number
}

export interface ServiceUnderTest {
  readonly service: RunningService
  readonly client: ApiClient
  /** Growth of the peak memory since the start over the idle state, in bytes; undefined if it cannot be measured. */
  readonly growth: () => Promise<number | undefined>
}

export const demandPath = '/api/input/demand/'

/** Number of small requests after which a fresh process has loaded and compiled the common code. */
const warmUp = 200

/** Runs the callback with a fresh service, so that memory of earlier work is not counted. */
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
