import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { restoreScenario } from '../../src/scenarios/dump/restore-scenario.ts'
import { promoteScenario, revertPromote } from '../../src/scenarios/promote-scenario.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { mainCases } from '../support/detail.ts'
import { fillScenario, scenarioWork } from '../support/scenarios.ts'

// Twenty clients write to the source and others read the destination while its data is replaced.
let test: TestDatabase
let database: Database
let folder: string
let dump: string

beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 40 })
  database = test.database
  folder = await mkdtemp(join(tmpdir(), 'readers-'))
  await fillScenario(database, 'default', 20_000)
  await fillScenario(database, 'scenario1', 5_000)
  dump = (await backupScenario(scenarioWork(database), { scenario: 'scenario1', folder })).path
}, 60_000)
afterAll(async () => {
  await rm(folder, { recursive: true })
  await test[Symbol.asyncDispose]()
})

/** Lock timeout of a reader, in milliseconds. The limit is 100; the rest is for a busy machine. */
const longestWait = 250

/** Number of demands minus number of items. No transaction of a writer changes it. */
const invariant = (schema: string): string =>
  `SELECT (SELECT count(*) FROM "${schema}".demand)::integer - (SELECT count(*) FROM "${schema}".item)::integer AS "n"`

interface Traffic {
  /** Ends the traffic and returns the values that the readers got. */
  stop(): Promise<{ readonly seen: ReadonlySet<number>; readonly reads: number; readonly writes: number }>
}

function traffic(source: string, destination: string): Traffic {
  const over = new AbortController()
  const seen = new Set<number>()
  let [reads, writes] = [0, 0]
  const writers = Array.from({ length: 20 }, async (_, client) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const name = `w ${client} ${turn} ${Math.random()}`
      await database.withTransaction(async (connection) => {
        await connection.query(`INSERT INTO "${source}".item ("name") VALUES ($1)`, [name])
        await connection.query(
          `INSERT INTO "${source}".demand ("name", "item", "quantity") VALUES ($1, $1, 1)`,
          [name],
        )
      })
      writes += 1
    }
  })
  const readers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) {
      const { rows } = await database.withTransaction(async (reader) => {
        await reader.query(`SET LOCAL lock_timeout TO ${longestWait}`)
        return reader.query<{ n: number }>(invariant(destination))
      })
      seen.add(rows[0]!.n)
      reads += 1
    }
  })
  const all = Promise.all([...writers, ...readers])
  // The error is handled in `stop`; until then no code awaits the promise.
  all.catch(() => undefined)
  return {
    stop: async () => {
      over.abort()
      await all
      return { seen, reads, writes }
    },
  }
}

const user = null
const kinds: Readonly<Record<string, { source: string; destination: string; work: () => Promise<unknown> }>> =
  {
    copy: {
      source: 'default',
      destination: 'scenario1',
      work: () =>
        copyScenario(scenarioWork(database), {
          source: 'default',
          destination: 'scenario1',
          force: true,
          user,
        }),
    },
    restore: {
      source: 'default',
      destination: 'scenario1',
      work: () => restoreScenario(scenarioWork(database), { path: dump, scenario: 'scenario1', user }),
    },
    promote: {
      source: 'scenario1',
      destination: 'default',
      work: () =>
        promoteScenario(scenarioWork(database), { source: 'scenario1', destination: 'default', user }),
    },
    revert: {
      source: 'scenario1',
      destination: 'default',
      work: () => revertPromote(scenarioWork(database), { destination: 'default', user }),
    },
  }

it.each(mainCases(Object.keys(kinds), (kind) => kind === 'copy'))(
  'a %s is one consistent snapshot; its readers see the old data or the new, and none is kept waiting',
  async (name) => {
    const { source, destination, work } = kinds[name]!
    const number = async (): Promise<number> =>
      (await database.query<{ n: number }>({ text: invariant(destination) })).rows[0]!.n
    const before = await number()
    const under = traffic(source, destination)
    await work()
    const after = await number()
    const { seen, reads, writes } = await under.stop()
    expect([...seen].filter((n) => n !== before && n !== after)).toEqual([])
    expect([reads > 0, writes > 0]).toEqual([true, true])
    const { rows } = await database.query<{ lost: number }>({
      text: `SELECT count(*)::integer AS "lost" FROM "${destination}".demand d
        FULL JOIN "${destination}".item i ON i."name" = d."name"
        WHERE coalesce(d."name", i."name") LIKE 'w %' AND (d."name" IS NULL OR i."name" IS NULL)`,
    })
    expect(rows).toEqual([{ lost: 0 }])
  },
  60_000,
)
