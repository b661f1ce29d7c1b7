import { beforeEach, describe, expect, it } from 'vitest'
import { writeInTransaction } from '../../src/data/write/write-in-transaction.ts'
import { importCpy } from '../../src/files/cpy/import-cpy.ts'
import { englishLabels } from '../../src/model/labels/labels.ts'
import { requireEntity } from '../../src/model/model.ts'
import { openImports } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'

// Large files in a copy format are written directly to their table. The messages about faulty files equal those of
// small files.
const { test, context, folder } = await openImports({ empty: ['item', 'demand', 'change', 'changeset'] })

const lines = 12_000
/** A description without blanks at its ends, which would have to be removed. */
const long = 'long,'.repeat(24)
const header = 'name,item,quantity,priority,status,description\n'
const line = (index: number): string =>
  `D${String(index).padStart(6, '0')},wheel,${1 + (index % 7)},${1 + (index % 3)},open,"${long}"\n`

/** Returns the file with some lines replaced, by their index. */
function demandFile(replaced: Readonly<Record<number, string>> = {}): string {
  return header + Array.from({ length: lines }, (_, index) => replaced[index] ?? line(index)).join('')
}

const datedFile = (due: string): string => {
  const dated = (_: unknown, index: number): string => `D${index},wheel,${due},"${long}"\n`
  return `name,item,due,description\n${Array.from({ length: lines }, dated).join('')}`
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

beforeEach(async () => {
  await write(context, 'input.item', [{ name: 'wheel' }])
})

const one = async (text: string): Promise<unknown> => {
  const { rows } = await test.database.query<{ answer: unknown }>({ text })
  return rows[0]?.answer
}
const count = (): Promise<unknown> => one('SELECT count(*)::int AS answer FROM "default"."demand"')

describe('a large .cpy file', () => {
  it('is logged and counted like every write', async () => {
    await folder.put('demand.cpy', demandFile())
    const { report, log } = await folder.import()
    expect(log).toEqual(['demand.cpy: 12,000 created, 0 updated, 0 unchanged, 0 rejected'])
    expect(report.outcomes).toMatchObject([{ kind: 'table', report: { created: lines, rejected: 0 } }])
    expect(await count()).toBe(lines)
    expect(
      await one(`SELECT sum(e."created")::int AS answer FROM "default"."changesetentity" e
        JOIN "default"."changeset" s ON s."id" = e."changeset"
        WHERE e."entity" = 'input.demand' AND s."origin" = 'demand.cpy'`),
    ).toBe(lines)
    expect(
      await one(`SELECT sum(json_array_length(c."changes"::json) - 1)::int AS answer
        FROM "default"."change" c WHERE c."entity" = 'input.demand' AND c."action" = 'add'`),
    ).toBe(lines)
    const [first] = await rowsOf(context, 'demand', '"name"')
    expect(first).toMatchObject({ name: 'D000000', item: 'wheel', quantity: 1, status: 'open' })
  })

  it('stores its texts without blanks around them, and nothing for an empty one', async () => {
    await folder.put('demand.cpy', demandFile({ 7: `" D000007",wheel ,1,1,open," ${long} "\n` }))
    const { report } = await folder.import()
    expect(report.outcomes).toMatchObject([{ kind: 'table', report: { created: lines, rejected: 0 } }])
    expect(await one(`SELECT count(*)::int AS answer FROM "default"."item"`)).toBe(1)
    expect(await one(`SELECT "item" AS answer FROM "default"."demand" WHERE "name" = 'D000007'`)).toBe(
      'wheel',
    )
  })

  it('goes straight into its table when nothing about it is special', async () => {
    const demand = requireEntity(context.model, 'input.demand')
    const straight = async (content: string): Promise<unknown> => {
      const bytes = Buffer.from(content)
      const source = {
        size: bytes.length,
        bytes: () => chunksOf(bytes),
      }
      let answer: unknown
      await writeInTransaction(context, { dryRun: true, attempts: 1 }, async (open) => {
        await importCpy(open, demand, source, {
          labels: englishLabels,
          dateStyle: 'YYYY-MM-DD',
          mayAdd: true,
          mayView: () => true,
          createMissing: [],
          isField: (name) => demand.fieldByName.has(name),
        })
        // The transaction itself adds staged rows; rows that are written directly are added within a savepoint.
        const { rows } = await open.client.query<{ straight: boolean }>(
          `SELECT xmin <> pg_current_xact_id()::xid AS straight FROM "default"."demand" LIMIT 1`,
        )
        answer = rows[0]?.straight
        // Foreign keys are checked again.
        const { rows: roles } = await open.client.query('SHOW session_replication_role')
        expect(roles).toEqual([{ session_replication_role: 'origin' }])
      })
      return answer
    }
    expect(await straight(demandFile())).toBe(true)
    expect(await straight(datedFile('2026-12-01T10:00:00'))).toBe(true)
    expect(await straight(datedFile('2026-12-01T10:00:00Z'))).toBe(false)
    expect(await straight(header + line(1))).toBe(false)
    expect(await straight(demandFile({ 1: 'X,wheel,1,,open,\n' }))).toBe(false)
    expect(await straight(demandFile({ 11_000: 'X,wheel,1,,open,\n' }))).toBe(false)
  })

  it.each([
    ['2026-12-01T10:00:00', '2026-12-01 10:00:00'],
    ['2026-12-01T10:00:00Z', '2026-12-01 10:00:00'],
    ['2026-12-01 10:00:00.5+0200', '2026-12-01 08:00:00.5'],
  ])('stores the date %s', async (due, stored) => {
    await folder.put('demand.cpy', datedFile(due))
    const { log } = await folder.import()
    expect(log).toEqual(['demand.cpy: 12,000 created, 0 updated, 0 unchanged, 0 rejected'])
    expect(await one('SELECT array_agg(DISTINCT "due"::text) AS answer FROM "default"."demand"')).toEqual([
      stored,
    ])
  })

  it.each<[string, string, RegExp]>([
    ['a number that is too large', 'X,wheel,1e300,1,open,\n', /record 11001, quantity: .*1e\+60/],
    ['a reference to nothing', 'X,nothing,1,1,open,\n', /record 11001, item: Invalid pk "nothing"/],
    ['a choice that there is not', 'X,wheel,1,1,mad,\n', /record 11001, status: "mad" is not a valid choice/],
    ['a number that is none', 'X,wheel,NaN,1,open,\n', /record 11001, quantity: A valid number/],
    ['text for a number', 'X,wheel,many,1,open,\n', /because of line 11002, quantity: invalid input syntax/],
    ['a key of blanks', '" \u00a0\n",wheel,1,1,open,\n', /record 11001, name: This field may not be/],
    ['too many cells', 'X,wheel,1,1,open,,,\n', /line 11002: extra data after last expected column/],
    ['a record twice', 'D000000,wheel,1,1,open,\n', /names a record twice: Key \(name\)=\(D000000\)/],
  ])('is refused for %s, which it names', async (_what, faulty, message) => {
    await folder.put('demand.cpy', demandFile({ 11_000: faulty }))
    const { log } = await folder.import()
    expect(log).toHaveLength(1)
    expect(log[0]).toMatch(message)
    expect(await count()).toBe(0)
  })

  it('is refused for a record that exists', async () => {
    await write(context, 'input.demand', [{ name: 'D000007', item: 'wheel', quantity: 1 }])
    await folder.put('demand.cpy', demandFile())
    const { log } = await folder.import()
    expect(log).toHaveLength(1)
    expect(log[0]).toMatch(/record 8, name: A record with this value exists already/)
    expect(await count()).toBe(1)
  })

  it('fills in defaults and makes missing references late in the file', async () => {
    await folder.put('demand.cpy', demandFile({ 11_000: 'X,cog,1,,,\n' }))
    const { log } = await folder.import({ createMissing: ['input.item'] })
    expect(log[0]).toMatch(/1 item did not exist/)
    const added = await rowsOf(context, 'demand', '"name"')
    expect(added.find(({ name }) => name === 'X')).toMatchObject({
      item: 'cog',
      priority: 10,
      status: 'open',
    })
    expect(await count()).toBe(lines)
  })
})
