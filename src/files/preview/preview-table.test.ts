/** Files that cost much more to preview than to send: the preview ends, with a reason or with a few rows. */
import { detail } from '../../../test/support/detail.ts'
import { englishMessages } from '../../errors/messages.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildWorkbook } from '../../../test/support/build-workbook.ts'
import { withTempFolder } from '../../../test/support/temp-folder.ts'
import { previewTable, type TablePreview } from './preview-table.ts'

interface Previewed {
  readonly format: 'csv' | 'xlsx'
  readonly content: string | Buffer
  readonly signal?: AbortSignal
}

const isField = (header: string): boolean => header === 'name'

const preview = ({
  format,
  content,
  signal = new AbortController().signal,
}: Previewed): Promise<TablePreview> =>
  withTempFolder(async (path) => {
    const gzip = format === 'csv'
    const name = gzip ? 'item.csv.gz' : 'item.xlsx'
    const bytes = typeof content === 'string' && gzip ? gzipSync(content, { level: 1 }) : content
    await writeFile(join(path, name), bytes)
    const options = {
      charset: 'utf-8',
      decimal: '.',
      rows: 50,
      texts: englishMessages,
      namesEntity: () => true,
      isField,
      signal,
    } as const
    return previewTable({ kind: 'upload', path }, { name, format, gzip }, options)
  })

const refused = (message: string) => ({ code: 'file_refused', message })
const noHeader =
  'no header ends within its first 262,144 characters: the first line must hold the names of the fields.'

it.each([
  ['blank lines', '\n'.repeat(5_000_000), noHeader],
  ['a header of millions of columns', `${'a,'.repeat(8_000_000)}\n`, noHeader],
  [
    'a header of too many columns',
    `${'a,'.repeat(20_000)}\n`,
    'line 1, the header: has more than 16,384 cells.',
  ],
])('refuses %s', async (_what, content, reason) => {
  await expect(preview({ format: 'csv', content })).rejects.toMatchObject(refused(reason))
})

it('shows the start of rows of millions of cells, with their fault', async () => {
  const rows = `name,cost\n${`${'a,'.repeat(1_000_000)}\n`.repeat(4)}`
  const { rows: shown, more } = await preview({ format: 'csv', content: rows })
  expect(shown[0]).toMatchObject({ line: 2, fault: 'has more than 16,384 cells' })
  expect(shown[0]?.cells).toHaveLength(16_385)
  expect([shown.length, more]).toEqual([4, false])
})

it('shows fewer rows if their texts are long, although a file repeats one text', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(16_384)
  const sheet = { name: 'item', rows: `<row>${cells}</row>`.repeat(5) }
  const content = await buildWorkbook({ sheets: [sheet], strings: `<si><t>${'xy'.repeat(16_000)}</t></si>` })
  const { rows, more } = await preview({ format: 'xlsx', content })
  expect([rows.length, more]).toEqual([0, true])
})

const textOf = (index: number): string => ((index * 7919) % 65_536).toString(16)

interface TimedPreview extends TablePreview {
  readonly cpuSeconds: number
}

/** Previews a file, with the processor time that this took. */
async function timedPreview(previewed: Previewed): Promise<TimedPreview> {
  const before = process.cpuUsage()
  const table = await preview(previewed)
  const { user, system } = process.cpuUsage(before)
  return { ...table, cpuSeconds: (user + system) / 1e6 }
}

/** Returns the quickest of three previews: the processor time of one contains that of a garbage collection at times. */
async function quickestOf(previewed: () => Promise<TimedPreview>): Promise<TimedPreview> {
  const tables = [await previewed(), await previewed(), await previewed()]
  return tables.reduce((best, one) => (one.cpuSeconds < best.cpuSeconds ? one : best))
}

it.each([
  ['doubled quotes', 'a""\n'],
  ['quoted cells on one row', '"",\n'],
])('does not search the text of an open row again with each piece: %s', async (_what, piece) => {
  const previewOf = (count: number) =>
    timedPreview({ format: 'csv', content: `name\n"${piece.repeat(count)}` })
  await previewOf(200_000)
  const few = await previewOf(200_000)
  const many = await previewOf(800_000)
  expect(many.cpuSeconds, 'four times the text must not take sixteen times as long').toBeLessThan(
    8 * few.cpuSeconds,
  )
})

const previewOfOpenQuote = (lines: number): Promise<TimedPreview> =>
  timedPreview({ format: 'csv', content: gzipSync(`name\n"${'a\n'.repeat(lines)}`, { level: 1 }) })

it('splits only the rows that it shows where a quote in the first one is never closed', detail, async () => {
  const few = await quickestOf(() => previewOfOpenQuote(5_000_000))
  const many = await quickestOf(() => previewOfOpenQuote(20_000_000))
  expect(many.rows).toHaveLength(50)
  expect(many.rows[0]).toMatchObject({
    line: 2,
    cells: ['"a'],
    fault: expect.stringContaining('never closed'),
  })
  expect(many.rows[49]).toMatchObject({ line: 51, cells: ['a'] })
  expect(many.cpuSeconds).toBeLessThan(3 * few.cpuSeconds)
})

it('reads the texts of the first rows, not millions that no row needs', async () => {
  const rows = [0, 1, 399_999, 400_000].map((at) => `<row><c t="s"><v>${at}</v></c></row>`).join('')
  const previewOf = async (count: number) => {
    const texts = Array.from({ length: count }, (_, index) => `<si><t>${textOf(index)}</t></si>`)
    const content = await buildWorkbook({ sheets: [{ name: 'item', rows }], strings: texts.join('') })
    return timedPreview({ format: 'xlsx', content })
  }
  const few = await previewOf(401_000)
  const many = await previewOf(3_000_000)
  expect(many.header).toEqual([textOf(0)])
  expect(many.rows.map(({ cells }) => cells[0])).toEqual([textOf(1), textOf(399_999), '…'])
  expect(many.cpuSeconds).toBeLessThan(3 * few.cpuSeconds)
})

it('ends with its signal', async () => {
  const content = await buildWorkbook({
    sheets: [{ name: 'item', rows: '<row><c><v>1</v></c></row>'.repeat(100_000) }],
  })
  const signal = AbortSignal.abort(new Error('the user left'))
  for (const given of [
    { format: 'xlsx', content },
    { format: 'csv', content: 'name\n' },
  ] as const) {
    await expect(preview({ ...given, signal })).rejects.toThrow('the user left')
  }
})
