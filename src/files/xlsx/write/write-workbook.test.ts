import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { sheetsOf } from '../../../../test/support/workbook-import.ts'
import { withTempFolder } from '../../../../test/support/temp-folder.ts'
import { type CellKind, longestCell } from '../cell-kinds.ts'
import type { SheetSource } from './sheet-source.ts'
import { type WorkbookOptions, writeWorkbook } from './write-workbook.ts'

const options: WorkbookOptions = { language: 'en', tooLong: 'cut' }

async function* batches(...rows: readonly (readonly (string | null)[])[]) {
  yield rows
}

const sheet = (kind: CellKind, ...values: readonly (string | null)[]): SheetSource => ({
  title: 'data',
  columns: [{ header: 'value', kind }],
  rows: batches(...values.map((value) => [value])),
})

/** Returns the values as the import reads them. */
async function written(source: SheetSource): Promise<readonly unknown[]> {
  return withTempFolder(async (folder) => {
    const path = join(folder, 'out.xlsx')
    await writeFile(path, await buffer(writeWorkbook([source], options)))
    return (await sheetsOf(path))['data']!.slice(1).map(([value]) => value)
  })
}

describe('a cell', () => {
  it.each<[CellKind, string, unknown]>([
    ['general', '1.5', 1.5],
    ['general', '1e-07', 1e-7],
    ['general', 'NaN', 'NaN'],
    ['boolean', 't', true],
    ['boolean', 'false', false],
    ['moment', '2026-01-05 08:30:00', '2026-01-05T08:30:00'],
    ['moment', '2026-01-05 08:30:00.125', '2026-01-05T08:30:00.125'],
    ['moment', '2026-01-05 08:30:00.123456', '2026-01-05 08:30:00.123456'],
    ['moment', '1900-02-28 00:00:00', '1900-02-28 00:00:00'],
    ['moment', '9999-12-31 23:59:59', '9999-12-31T23:59:59'],
    ['moment', 'infinity', 'infinity'],
    ['moment', '0044-03-15 00:00:00 BC', '0044-03-15 00:00:00 BC'],
    ['date', '2026-01-05', '2026-01-05T00:00:00'],
    ['time', '08:30:00', '08:30:00'],
    ['span', '3 04:05:06', '3 04:05:06'],
    ['span', '00:00:00.25', '00:00:00.250'],
    ['span', '-00:05:00', '-00:05:00'],
    ['text', '=1+1', '=1+1'],
    ['text', '00123', '00123'],
    ['text', ' a\n\tb\r\u0001\ufffe ', ' a\n\tb\r\u0001\ufffe '],
    ['text', '_x0041_ & <b> "\u{1f600}"', '_x0041_ & <b> "\u{1f600}"'],
  ])('of the kind %s holds %j', async (kind, text, value) => {
    expect(await written(sheet(kind, text))).toEqual([value])
  })

  it('keeps every day and every second apart', async () => {
    const moments = Array.from({ length: 2_000 }, (_, index) =>
      new Date(Date.UTC(1971, 0, 1) + index * 47_111_111_000).toISOString().slice(0, 19).replace('T', ' '),
    ).filter((moment) => moment.length === 19 && moment < '9999')
    expect(await written(sheet('moment', ...moments))).toEqual(
      moments.map((moment) => moment.replace(' ', 'T')),
    )
  })

  it('holds a text that is too long cut, and says so; the reader refuses it', async () => {
    const longest = 'y'.repeat(longestCell)
    expect(await written(sheet('text', longest))).toEqual([longest])
    const half = `${'y'.repeat(longestCell - 49)}\u{1f600}${'y'.repeat(100)}`
    expect(await written(sheet('text', half))).toEqual([
      'cell A2 holds a text that was cut when it was exported',
    ])
  })
})

async function* failing(): AsyncGenerator<readonly (readonly string[])[]> {
  yield [['a']]
  throw new Error('the rows ended early')
}

describe('the stream', () => {
  it('gives the same bytes for the same rows', async () => {
    const one = await buffer(writeWorkbook([sheet('text', 'a')], options))
    expect(one.equals(await buffer(writeWorkbook([sheet('text', 'a')], options)))).toBe(true)
  })

  it('refuses a text that is too long, by cell and header', async () => {
    const stream = writeWorkbook([sheet('text', 'a', 'y'.repeat(40_000))], { ...options, tooLong: 'refuse' })
    await expect(buffer(stream)).rejects.toThrow(
      'Sheet "data", cell A3 (value): the text has 40,000 characters',
    )
  })

  it('ends with the error of its rows', async () => {
    await expect(buffer(writeWorkbook([{ ...sheet('text'), rows: failing() }], options))).rejects.toThrow(
      'the rows ended early',
    )
  })

  it('ends its rows when it is destroyed', async () => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<readonly (readonly string[])[]> {
      begun.resolve()
      try {
        for (let index = 0; ; index += 1) yield Array.from({ length: 100 }, () => [String(Math.sin(index))])
      } finally {
        ended.resolve()
      }
    }
    const stream = writeWorkbook([{ ...sheet('text'), rows: endless() }], options)
    stream.resume()
    await begun.promise
    stream.destroy()
    await ended.promise
    expect(stream.destroyed).toBe(true)
  })

  it('can be destroyed while it waits for rows', async () => {
    const begun = Promise.withResolvers<void>()
    const never = Promise.withResolvers<void>()
    async function* waiting(): AsyncGenerator<readonly (readonly string[])[]> {
      begun.resolve()
      await never.promise
      yield []
    }
    const stream = writeWorkbook([{ ...sheet('text'), rows: waiting() }], options)
    stream.resume()
    await begun.promise
    const closed = once(stream, 'close')
    stream.destroy()
    await closed
    never.resolve()
    expect(stream.destroyed).toBe(true)
  })
})
