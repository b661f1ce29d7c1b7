/** Tests tables of text. */
import { expect, it } from 'vitest'
import { type TextColumn, textTable } from './text-table.ts'
import { cutText, textWidth } from './text-width.ts'

type Row = readonly [name: string, text: string]

const columns: readonly TextColumn<Row>[] = [
  { head: 'NAME', text: ([name]) => name },
  { head: 'TEXT', text: ([, text]) => text },
]

it('aligns columns under their heads, also after characters of two columns', () => {
  const rows: readonly Row[] = [
    ['東京 1', 'a'],
    ['Müller', 'b'],
    ['e\u0301', 'c'],
  ]
  expect(textTable(columns, rows)).toEqual(['NAME    TEXT', '東京 1  a', 'Müller  b', 'e\u0301       c'])
})

it('shows no control characters, which a terminal would obey', () => {
  expect(textTable(columns, [['a\u001b[2Jb\u0007', 'c\nd']])).toEqual(['NAME    TEXT', 'a [2Jb  c d'])
})

it('shows a block per row if the terminal is too narrow, and lets only the last column wrap', () => {
  const long = 'x'.repeat(45)
  const rows: readonly Row[] = [
    ['first', long],
    ['second', 'y'],
  ]
  expect(textTable(columns, rows, 48)).toEqual([`NAME    TEXT`, `first   ${long}`, 'second  y'])
  expect(textTable(columns, rows, 47)).toEqual([
    'NAME  first',
    `TEXT  ${long}`,
    '',
    'NAME  second',
    'TEXT  y',
  ])
  expect(textTable(columns, [], 5)).toEqual(['NAME  TEXT'])
})

it('measures and cuts text in columns of the terminal', () => {
  expect(['abc', '東京', 'é', 'e\u0301', '👍🏽'].map(textWidth)).toEqual([3, 4, 1, 1, 2])
  expect([cutText('abc', 2), cutText('東京', 3), cutText('éa', 1), cutText('東京', 9)]).toEqual([
    'ab',
    '東',
    'é',
    '東京',
  ])
})
