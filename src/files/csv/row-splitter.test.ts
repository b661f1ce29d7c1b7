import { array, assert, constantFrom, integer, oneof, property, string as anyString, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BrokenRow, TableRow } from '../tables/source-table.ts'
import { RowSplitter } from './row-splitter.ts'

/** Returns all rows of a text that arrives in pieces of the given length. */
function rowsOf(text: string, size = text.length || 1, delimiter = ','): readonly (TableRow | BrokenRow)[] {
  const splitter = new RowSplitter(delimiter)
  const rows: (TableRow | BrokenRow)[] = []
  for (let at = 0; at < text.length; at += size) rows.push(...splitter.push(text.slice(at, at + size)))
  return [...rows, ...splitter.push('', true)]
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

describe('splitting CSV', () => {
  it('knows all kinds of line ends, even in one file, and counts lines by them', () => {
    expect(rowsOf('a,1\nb,2\r\nc,3\rd,4')).toEqual([
      { line: 1, cells: ['a', '1'] },
      { line: 2, cells: ['b', '2'] },
      { line: 3, cells: ['c', '3'] },
      { line: 4, cells: ['d', '4'] },
    ])
  })

  it('leaves out empty lines and comments, but counts them', () => {
    expect(rowsOf('# x,"y\n\na\n\n#\nb\n')).toEqual([
      { line: 3, cells: ['a'] },
      { line: 6, cells: ['b'] },
    ])
  })

  it('takes delimiters, quotes and line ends in quoted cells as they are', () => {
    expect(rowsOf('"a,b","c""d","e\r\nf\ng"\nh,"#i", "j" \n')).toEqual([
      { line: 1, cells: ['a,b', 'c"d', 'e\r\nf\ng'] },
      { line: 4, cells: ['h', '#i', 'j'] },
    ])
  })

  it('takes a quote within an unquoted cell as it is: pipes of 5"', () => {
    expect(rowsOf('a,5" pipe\nb,3"\n')).toEqual([
      { line: 1, cells: ['a', '5" pipe'] },
      { line: 2, cells: ['b', '3"'] },
    ])
  })

  it('gives up the line of a quote that is never closed, and no other', () => {
    expect(rowsOf('a,1\nb,"2\nc,3\n')).toEqual([
      { line: 1, cells: ['a', '1'] },
      { line: 2, cells: ['b', '"2'], fault: { code: 'csv_quote_open', params: {} } },
      { line: 3, cells: ['c', '3'] },
    ])
  })

  it('finds every line after one with a fault, also those that its quotes have held', () => {
    expect(rowsOf('a,"1\nm\nb",c,"2"x\nd\n').map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', '"1']],
      [2, ['m']],
      [3, ['b"', 'c', '"2"x']],
      [4, ['d']],
    ])
  })

  it('searches lines after a fault for what they do not have only once', () => {
    const before = process.cpuUsage()
    expect(rowsOf(`"${'a""\n'.repeat(300_000)}`)).toHaveLength(300_000)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(3)
  })

  it('gives up a line whose quote is closed by that of a later one', () => {
    expect(rowsOf('a,"1\nb,"2"\nc,"3"\n')).toEqual([
      { line: 1, cells: ['a', '"1'], fault: { code: 'csv_cell_goes_on', params: {} } },
      { line: 2, cells: ['b', '2'] },
      { line: 3, cells: ['c', '3'] },
    ])
  })

  it('gives back what was written, in pieces of any length', () => {
    const cell = oneof(
      anyString({ unit: 'binary' }),
      constantFrom('"', ',', '\n', '\r\n', '\r', '#', ' ', '""'),
    )
    const table = array(tuple(cell, cell, cell), { minLength: 1, maxLength: 6 })
    const end = constantFrom('\n', '\r\n', '\r')
    assert(
      property(table, end, integer({ min: 1, max: 9 }), (rows, lineEnd, size) => {
        const text = rows.map((cells) => cells.map(quoted).join(',') + lineEnd).join('')
        expect(rowsOf(text, size).map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })

  it('finds the same rows in any text whatever its pieces', () => {
    const text = array(constantFrom('"', ',', '\n', '\r', '#', 'a', ' ', '""'), { maxLength: 30 })
    assert(
      property(text, integer({ min: 1, max: 5 }), (parts, size) => {
        const whole = parts.join('')
        expect(rowsOf(whole, size)).toEqual(rowsOf(whole))
      }),
      { numRuns: 500 },
    )
  })
})
