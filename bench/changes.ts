/**
 * Benchmark over HTTP of changes of many records and their undo, of proposals, differences and merges of scenarios,
 * and of the replay of events.
 */
import { Client } from 'pg'
import { benchFeed } from './changes/feed.ts'
import { benchMerge } from './changes/merge.ts'
import { benchProposals } from './changes/proposals.ts'
import { findCopyOut } from './support/copy-out.ts'
import { atMostTimes, type Figure, median, timed } from './support/figures.ts'
import { withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

type Report = (message: string) => void

export async function benchChanges(options: BenchOptions, report: Report): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const rows of options.sizes) figures.push(...(await benchSize(rows, options, report)))
  return figures
}

/**
 * Maximum time of an undo in relation to the change. For an import it is twice the time, because undoing processes
 * many more bytes.
 */
const [changeLimit, importLimit] = [1.5, 2]

const demandPath = '/api/input/demand/'

const name = (index: number): string => `SO ${String(index).padStart(8, '0')}`

async function benchSize(
  rows: number,
  { only, rounds, profile }: Pick<BenchOptions, 'only' | 'rounds' | 'profile'>,
  report: Report,
): Promise<readonly Figure[]> {
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name)
  const figures: Figure[] = []
  await withInstallation({ profile }, async (installation) => {
    const database = new Client({ connectionString: installation.databaseUrl })
    await database.connect()
    installation.stopFirst(() => database.end())
    const service = await installation.startService()
    const send = async (method: string, path: string, body?: unknown): Promise<string> => {
      const response = await fetch(service.url + path, {
        method,
        headers: {
          authorization: installation.authorization,
          'content-type': 'application/json',
          prefer: 'return=minimal',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
      return text
    }
    const newest = async (): Promise<number> => {
      const { rows: found } = await database.query<{ id: string }>(
        'SELECT max("id") AS id FROM "default"."changeset"',
      )
      return Number(found[0]?.id)
    }
    const undo = async (changeset: number): Promise<void> => {
      await send('POST', `/api/audit/${changeset}/undo/?apply=1`)
    }
    const settle = async (): Promise<void> => void (await database.query('VACUUM ANALYZE'))
    const records = Array.from({ length: rows }, (_, index) => ({
      name: name(index),
      customer: `Customer ${index % 500}`,
      item: `Item ${index % 2_000}`,
      location: `Location ${index % 20}`,
      quantity: (index % 97) + 1,
      due: `2027-0${(index % 9) + 1}-15T00:00:00`,
      source: 'bench',
    }))
    // This record stays, because a filter for all records of a table is rejected.
    await send('POST', demandPath, [{ name: 'another', quantity: 1 }])
    const imports = [await timed(() => send('POST', demandPath, records))]
    await settle()
    const works = {
      change: () =>
        send(
          'PATCH',
          demandPath,
          records.map((record, index) => ({ name: record.name, quantity: index + 0.5 })),
        ),
      delete: () => send('DELETE', `${demandPath}?source=bench`),
    }
    for (const work of ['change', 'delete'] as const) {
      if (!wanted(work)) continue
      const changes: number[] = []
      const undos: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        changes.push(await timed(works[work]))
        const changeset = await newest()
        await settle()
        undos.push(await timed(() => undo(changeset)))
        await settle()
      }
      if (work === 'change') add('undo of a change', changes, undos, changeLimit)
      // Restoring records writes rows and indexes, like adding them; deleting them does not touch indexes.
      else add('undo of a deletion', imports, undos, changeLimit, 'adding the records')
      report(`${rows.toLocaleString('en')} records: ${work} measured`)
    }
    if (wanted('proposal')) {
      const { databaseUrl } = installation
      const names = records.map((record) => record.name)
      figures.push(...(await benchProposals(send, databaseUrl, { names, rounds, settle })))
      report(`${rows.toLocaleString('en')} records: proposal measured`)
    }
    if (wanted('import')) {
      const changes: number[] = []
      const undos: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await send('DELETE', `${demandPath}?source=bench`)
        await settle()
        changes.push(await timed(() => send('POST', demandPath, records)))
        const changeset = await newest()
        await settle()
        undos.push(await timed(() => undo(changeset)))
        await send('POST', demandPath, records)
        await settle()
      }
      add('undo of an import', changes, undos, importLimit)
    }
    if (wanted('merge')) {
      const names = records.map((record) => record.name)
      figures.push(...(await benchMerge({ database, installation, service, send, names, rounds, settle })))
      report(`${rows.toLocaleString('en')} records: merge measured`)
    }
    // Last, because the change sets that it adds to the log have no changed records.
    if (wanted('events')) {
      const reader = findCopyOut()
      const copyOut = (sql: string): Promise<void> => reader.run(installation.databaseUrl, sql)
      figures.push(await benchFeed({ database, copyOut }, installation, service, { rows, rounds }))
      report(`${rows.toLocaleString('en')} records: events measured`)
    }
    await service.stop()
  })
  return figures

  function add(
    work: string,
    changes: readonly number[],
    undos: readonly number[],
    limit: number,
    against = 'the change',
  ): void {
    const [ours, reference] = [median(undos), median(changes)]
    const bar = atMostTimes(limit, ours, reference)
    figures.push({ work, rows, records: rows, unit: 'ms', ours, reference, against, bar })
  }
}
