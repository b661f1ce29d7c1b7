import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { openChangeSet } from '../../src/data/write/log/change-set.ts'
import { writeBatch } from '../../src/data/write/write-batch.ts'
import { requireEntity } from '../../src/model/model.ts'
import { openImports } from '../support/folder-import.ts'
import { buildWrite, deleteWhere, rowsOf, write } from '../support/records.ts'
import { buildUser } from '../support/users.ts'
import { until } from '../support/wait.ts'

const { test, context, folder } = await openImports({ empty: ['demand'] })

let ann: DataContext

beforeAll(async () => {
  const userId = await buildUser(test.database, { username: 'ann', rights: { default: 'superuser' } })
  ann = { ...context, actor: { userId, channel: 'ui' } }
})
beforeEach(async () => {
  await write(context, 'input.demand', [
    { name: 'SO 1', quantity: 1, due: '2026-01-05' },
    { name: 'SO 2', quantity: 2, due: '2026-01-05' },
    { name: 'SO 3', quantity: 3, due: '2026-01-05' },
  ])
})

const orders = async (): Promise<readonly (readonly [unknown, unknown, unknown])[]> =>
  (await rowsOf(context, 'demand', '"name"')).map(({ name, quantity, due }) => [
    name,
    quantity,
    String(due).slice(0, 10),
  ])

/** Returns the lines of a file with the sales orders as they are, as an export writes them. */
const exported = async (): Promise<string> => {
  const rows = await rowsOf(context, 'demand', '"name"')
  const lines = rows.map(({ name, quantity, due, lastmodified }) =>
    [name, quantity, due, lastmodified].map(String).join(','),
  )
  return ['name,quantity,due,last modified', ...lines, ''].join('\n')
}

/** Exports the list, lets ann change the due date of SO 2, and puts the file with another quantity of SO 1 and SO 2. */
const editBesideAnn = async (): Promise<void> => {
  const file = await exported()
  await write(ann, 'input.demand', [{ name: 'SO 2', due: '2026-02-02' }])
  await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,10').replace('SO 2,2', 'SO 2,20'))
}

describe('a file with "last modified" that is imported after others have changed its records', () => {
  it('stores its rows, and says whose changes it overwrites', async () => {
    await editBesideAnn()
    const { log, report } = await folder.import()
    expect(await orders()).toEqual([
      ['SO 1', 10, '2026-01-05'],
      ['SO 2', 20, '2026-01-05'],
      ['SO 3', 3, '2026-01-05'],
    ])
    expect(report.outcomes[0]).toMatchObject({
      report: { updated: 2, rejected: 0, newer: { total: 1, rejected: false } },
    })
    expect(log).toContainEqual(
      expect.stringMatching(
        /^! demand\.csv: 1 row overwrites a change that was made after the file was written: "SO 2": due \(ann, \d{4}-\d\d-\d\d \d\d:\d\d\)\.$/,
      ),
    )
  })

  it('has such rows rejected where that is wanted, with record, fields, author and remedy', async () => {
    await editBesideAnn()
    const { log, report } = await folder.import({ rejectNewer: true })
    expect(await orders()).toEqual([
      ['SO 1', 10, '2026-01-05'],
      ['SO 2', 2, '2026-02-02'],
      ['SO 3', 3, '2026-01-05'],
    ])
    expect(report.outcomes[0]).toMatchObject({
      report: { updated: 1, unchanged: 1, rejected: 1, newer: { total: 1, rejected: true } },
    })
    expect(log).toContainEqual(
      expect.stringMatching(
        /^! demand\.csv, line 3: "SO 2" was changed after the file was written: due \(ann, \d{4}-\d\d-\d\d \d\d:\d\d\)\. Export it again and repeat your change, or import with the option to overwrite newer changes\.$/,
      ),
    )
  })

  it('is no conflict where only other fields were changed, or the same values were stored', async () => {
    const file = await exported()
    await write(ann, 'input.demand', [
      { name: 'SO 1', description: 'urgent' },
      { name: 'SO 2', quantity: 20 },
    ])
    await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,10').replace('SO 2,2', 'SO 2,20'))
    const { report } = await folder.import({ rejectNewer: true })
    expect(report.outcomes[0]).toMatchObject({ report: { updated: 1, unchanged: 2, rejected: 0 } })
    expect(report.outcomes[0]).not.toHaveProperty('report.newer')
  })

  it('is no conflict with an earlier import of the same user', async () => {
    const importing: DataContext = { ...ann, actor: { ...ann.actor, channel: 'import' } }
    const file = await exported()
    await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,10'))
    await folder.import({ rejectNewer: true, context: importing })
    await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,100'))
    const again = await folder.import({ rejectNewer: true, context: importing })
    expect(again.report.outcomes[0]).toMatchObject({ report: { updated: 1, rejected: 0 } })
    await folder.put('demand.csv', file)
    const other = await folder.import({ rejectNewer: true })
    expect(other.report.outcomes[0]).toMatchObject({ report: { unchanged: 2, rejected: 1 } })
  })

  it('is no conflict with the plan, which computes values of the same records', async () => {
    const file = await exported()
    await test.database.query({
      text: `UPDATE "default"."demand" SET "delay" = '1 day', "lastmodified" = LOCALTIMESTAMP(6)`,
    })
    await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,10'))
    const { report } = await folder.import({ rejectNewer: true })
    expect(report.outcomes[0]).toMatchObject({ report: { updated: 1, rejected: 0 } })
  })

  it('is a conflict with every value after a change of which no values were logged', async () => {
    const file = await exported()
    await write(ann, 'input.demand', [{ name: 'SO 2', due: '2026-02-02' }], { withoutChangeLog: true })
    await folder.put('demand.csv', file)
    const { report } = await folder.import({ rejectNewer: true })
    expect(report.outcomes[0]).toMatchObject({ report: { unchanged: 2, rejected: 1 } })
  })

  it('finds records among those that were changed in bulk', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ name: `many ${index}`, quantity: 1 }))
    await write(context, 'input.demand', rows, { returning: 'counts' })
    const file = await exported()
    await write(
      ann,
      'input.demand',
      rows.map(({ name }) => ({ name, quantity: 5 })),
      { returning: 'counts' },
    )
    await folder.put('demand.csv', file)
    const { report } = await folder.import({ rejectNewer: true })
    expect(report.outcomes[0]).toMatchObject({ report: { unchanged: 3, rejected: 3_000 } })
  })

  it('is a conflict with a deletion, which the import would revert', async () => {
    const file = await exported()
    await deleteWhere(ann, 'input.demand', `t."name" = 'SO 2'`)
    await folder.put('demand.csv', file)
    const rejecting = await folder.import({ rejectNewer: true })
    expect(await orders()).toHaveLength(2)
    expect(rejecting.report.outcomes[0]).toMatchObject({
      report: { created: 0, unchanged: 2, rejected: 1, newer: { total: 1, rejected: true } },
    })
    expect(rejecting.log).toContainEqual(
      expect.stringMatching(
        /^! demand\.csv, line 3: "SO 2" was deleted after the file was written \(ann, \d{4}-\d\d-\d\d \d\d:\d\d\)\./,
      ),
    )
    const storing = await folder.import()
    expect(storing.report.outcomes[0]).toMatchObject({ report: { created: 1, newer: { total: 1 } } })
    expect(storing.log).toContainEqual(expect.stringMatching(/"SO 2": deleted \(ann, /))
  })

  it('is no conflict with a deletion before the export, nor where the record never existed', async () => {
    await deleteWhere(ann, 'input.demand', `t."name" = 'SO 2'`)
    const file = await exported()
    await folder.put('demand.csv', `${file}SO 2,2,2026-01-05,2099-01-01\nSO 9,2,2026-01-05,2020-01-01\n`)
    const { report } = await folder.import({ rejectNewer: true })
    expect(report.outcomes[0]).toMatchObject({ report: { created: 2, rejected: 0 } })
  })

  it('does not count rows that are rejected for another reason', async () => {
    const file = await exported()
    await write(ann, 'input.demand', [
      { name: 'SO 1', quantity: 7 },
      { name: 'SO 2', quantity: 7 },
    ])
    await folder.put('demand.csv', file.replace('SO 2,2', 'SO 2,many'))
    const dry = await folder.import({ rejectNewer: true, dryRun: true })
    expect(dry.report.outcomes[0]).toMatchObject({ report: { rejected: 2, newer: { total: 1 } } })
    const adding = await folder.import({ mode: 'create' })
    expect(adding.report.outcomes[0]).toMatchObject({ report: { updated: 0, rejected: 3 } })
    expect(adding.report.outcomes[0]).not.toHaveProperty('report.newer')
    const unauthorized = await folder.import({
      rejectNewer: true,
      rights: () => ({ view: true, add: true, change: false, delete: false }),
    })
    expect(unauthorized.report.outcomes[0]).not.toHaveProperty('report.newer')
  })

  it('is a conflict with an earlier import of the service, which stands for no single user', async () => {
    const service: DataContext = { ...context, actor: { userId: null, channel: 'import' } }
    const file = await exported()
    await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,10'))
    await folder.import({ context: service })
    await folder.put('demand.csv', file)
    const { report } = await folder.import({ rejectNewer: true, context: service })
    expect(report.outcomes[0]).toMatchObject({ report: { unchanged: 2, rejected: 1 } })
  })

  it('waits for a change that is not yet committed, and finds it', async () => {
    const file = await exported()
    await folder.put('demand.csv', file.replace('SO 1,1', 'SO 1,10'))
    const { importing } = await test.database.withTransaction(async (client) => {
      const changes = await openChangeSet(client, ann)
      const request = buildWrite([{ name: 'SO 1', quantity: 7 }])
      await writeBatch(client, ann, requireEntity(ann.model, 'input.demand'), request, changes)
      await changes.close(client)
      const importing = folder.import({ rejectNewer: true })
      await until('the import waits', async () => {
        const { rowCount } = await test.database.query({
          text: `SELECT FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids("pid"))`,
          values: [Object((await client.query('SELECT pg_backend_pid() AS "pid"')).rows[0]).pid],
        })
        return rowCount !== 0
      })
      return { importing }
    })
    const { report } = await importing
    expect(report.outcomes[0]).toMatchObject({ report: { unchanged: 2, rejected: 1 } })
  })

  it('compares no finer than the times in the file, and not at all without them', async () => {
    const file = await exported()
    await write(ann, 'input.demand', [{ name: 'SO 1', quantity: 7 }])
    await folder.put('demand.csv', file.replaceAll(/,\d{4}-\d\d-\d\d [\d:.]+$/gm, ','))
    const blank = await folder.import({ rejectNewer: true })
    expect(blank.report.outcomes[0]).toMatchObject({ report: { updated: 1, rejected: 0 } })
    await write(ann, 'input.demand', [{ name: 'SO 1', quantity: 7 }])
    const today = new Date().toISOString().slice(0, 10)
    await folder.put('demand.csv', `name,quantity,lastmodified\nSO 1,1,${today}\nSO 2,9,at noon\n`)
    const dated = await folder.import({ rejectNewer: true })
    expect(dated.report.outcomes[0]).toMatchObject({ report: { updated: 2, rejected: 0 } })
    expect(dated.log).toContainEqual(
      expect.stringContaining('lastmodified: 1 value is no time, so that changes after it are not detected'),
    )
  })
})

describe('a dry run', () => {
  it('shows the first records that it would change, with old and new values', async () => {
    const file = await exported()
    await folder.put(
      'demand.csv',
      file
        .replace('SO 1,1', 'SO 1,10')
        .replace('SO 3,3,2026-01-05', 'SO 3,3,2026-03-04')
        .concat('SO 4,1,,\n'),
    )
    await folder.put('demand.more.csv', 'name,description\nSO 1,urgent\n')
    const { log, report } = await folder.import({ dryRun: true })
    expect(log).toEqual([
      'demand.csv: would change SO 1: quantity 1 → 10',
      'demand.csv: would change SO 3: due 2026-01-05T00:00:00 → 2026-03-04T00:00:00',
      'demand.csv: 1 created, 2 updated, 1 unchanged, 0 rejected',
      'demand.more.csv: would change SO 1: description empty → urgent',
      'demand.more.csv: 0 created, 1 updated, 0 unchanged, 0 rejected',
    ])
    expect(report.outcomes[1]).toMatchObject({
      report: {
        sample: [{ key: 'SO 1', fields: [{ field: 'description', before: null, after: 'urgent' }] }],
      },
    })
    expect(await orders()).toHaveLength(3)
  })

  it('shows no values to a user who may not view the records', async () => {
    await folder.put('demand.csv', 'name,quantity\nSO 1,10\n')
    const { report } = await folder.import({
      dryRun: true,
      rights: () => ({ view: false, add: true, change: true, delete: false }),
    })
    expect(report.outcomes[0]).not.toHaveProperty('report.sample')
  })

  it('is no conflict with records that the import itself deletes first, also with those of another file', async () => {
    await write(context, 'input.item', [{ name: 'bike' }])
    await write(context, 'input.demand', [{ name: 'SO 2', item: 'bike' }])
    await folder.put('item.csv', 'name\nbike\n')
    await folder.put('demand.csv', await exported())
    const task = { ...context, actor: { ...context.actor, task: 7 } }
    const { log } = await folder.import({ context: task, purge: ['input.item'], rejectNewer: true })
    expect(log.filter((line) => line.startsWith('!'))).toEqual([])
    expect(await orders()).toHaveLength(3)
  })
})
