import { beforeEach, describe, expect, it } from 'vitest'
import type { EntityRights } from '../../src/files/import/folder-import.ts'
import type { Entity } from '../../src/model/entity.ts'
import { detail } from '../support/detail.ts'
import { openImports } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'

const { test, context, folder } = await openImports({ empty: ['item', 'location'] })

beforeEach(async () => {
  await write(context, 'input.item', [{ name: 'Bicycle' }, { name: 'Tricycle' }, { name: 'Hub motor 250 W' }])
  await write(context, 'input.location', [{ name: 'Ghent' }])
  await folder.put(
    'demand.csv',
    `name,item,location,quantity,due
SO 1,Unicycle,Ghent,1,2026-01-05
SO 2,Unicycle,Gent,1,2026-01-05
SO 3,Bicycle,Ghent,1,2026-01-05
SO 4,hub motor 250w,Ghent,1,2026-01-05
SO 5,Scooter,Antwerp,1,2026-01-05
`,
  )
})

const items = async (): Promise<readonly unknown[]> =>
  (await rowsOf(context, 'item', '"name"')).map(({ name }) => name)

const allButItems = ({ name }: Entity): EntityRights => ({
  view: name !== 'input.item',
  add: true,
  change: true,
  delete: true,
})

describe('a file that names what does not exist', () => {
  it('has its rows rejected, told with what was probably meant', async () => {
    const { log, report } = await folder.import()
    expect(log).toContain(
      '! demand.csv: 3 items do not exist, so that the rows that name them are rejected: "Scooter", "Unicycle" (2 rows; is "Bicycle" meant?), "hub motor 250w" (is "Hub motor 250 W" meant?).',
    )
    expect(log).toContain(
      '! demand.csv: 2 locations do not exist, so that the rows that name them are rejected: "Antwerp", "Gent" (is "Ghent" meant?).',
    )
    expect(report.outcomes[0]).toMatchObject({ report: { created: 1, rejected: 4 } })
    expect(await items()).toHaveLength(3)
  })

  it('has them created where that is wanted, told in the same way', async () => {
    const { log, report } = await folder.import({ createMissing: ['input.item', 'input.location'] })
    expect(log).toContain(
      '! demand.csv: 3 items did not exist and got created with just a name: "Scooter", "Unicycle" (2 rows; is "Bicycle" meant?), "hub motor 250w" (is "Hub motor 250 W" meant?).',
    )
    expect(report.outcomes[0]).toMatchObject({ report: { created: 5, rejected: 0 } })
    expect(await items()).toHaveLength(6)
  })

  it('is told which of its orders have no lead time', async () => {
    await folder.clear()
    const rows = ['PO 1,,2026-01-05', 'PO 2,2026-01-02,2026-01-05', 'PO 3,2026-01-02,']
    await folder.put(
      'purchaseorder.csv',
      ['reference,startdate,enddate,item,location', ...rows.map((row) => `${row},Bicycle,Ghent`)].join('\n'),
    )
    const { log } = await folder.import()
    expect(log).toContain(
      '! purchaseorder.csv: 2 orders have one date and no known lead time, so that start and end are the same: "PO 1", "PO 3". Give both dates, or add a lead time (item supplier, item distribution or operation) that fits.',
    )
  })

  it.each(['csv', 'cpy'])('is told nothing of records that its user may not view (%s)', async (format) => {
    await folder.clear()
    const rows = 'name,item,location,quantity,due\nSO 1,Unicycle,Gent,1,2026-01-05\n'
    await folder.put(`demand.${format}`, rows)
    const createMissing = ['input.item', 'input.location']
    const { log } = await folder.import({ rights: allButItems, createMissing })
    const text = log.join('\n')
    expect(text).toContain('"Unicycle"')
    expect(text).not.toContain('Bicycle')
    expect(text).toContain('is "Ghent" meant?')
  })

  it('names only the first of many, and finds near ones in a large table', detail, async () => {
    await test.database.query({
      text: `INSERT INTO "default"."item" ("name") SELECT 'part ' || n FROM generate_series(1, 100000) n`,
    })
    const rows = Array.from({ length: 2_000 }, (_, index) => `X ${index},partt ${index + 10},1,2026-01-05`)
    await folder.put('demand.csv', `name,item,quantity,due\n${rows.join('\n')}\n`)
    const { log } = await folder.import({ tolerate: 2_000 })
    const remark = log.find((line) => line.includes('do not exist')) ?? ''
    expect(remark).toContain('2,000 items do not exist')
    expect(remark.match(/is "part \d+" meant\?/g)).toHaveLength(5)
    expect(remark).toMatch(/, …\.$/)
  })
})
