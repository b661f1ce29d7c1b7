import { expect, it } from 'vitest'
import { partsOf } from './result-parts.ts'

it('gives each kind of data of an import a line', () => {
  const told =
    'plan.xlsx: Nothing was stored. item: 1,200 created, 0 updated; demand: 2 created, 1 rejected. 2 sheets refused.'
  expect(partsOf(told)).toEqual({
    before: 'plan.xlsx: Nothing was stored.',
    lines: [
      { name: 'item', counts: '1,200 created, 0 updated' },
      { name: 'demand', counts: '2 created, 1 rejected' },
    ],
    after: '2 sheets refused.',
  })
  expect(partsOf('demand: 1 created. Left alone: photo.png.')).toEqual({
    before: '',
    lines: [{ name: 'demand', counts: '1 created' }],
    after: 'Left alone: photo.png.',
  })
})

it.each([
  [
    'Es wurde nichts gespeichert. item: 3 angelegt, 1 geändert. 1 Datei abgelehnt: a.csv (leer).',
    '3 angelegt, 1 geändert',
  ],
  [
    'Rien n’a été enregistré. item: 3 créés, 1 modifiés. 2 fichiers refusés : a.csv (vide).',
    '3 créés, 1 modifiés',
  ],
  ['未保存任何内容。item: 3 条新建, 1 条更新。1 个文件被拒绝：a.csv（空）。', '3 条新建, 1 条更新'],
  ['何も保存されませんでした。 item: 3 件作成, 1 件更新。', '3 件作成, 1 件更新'],
])('does so in every language: %s', (told, counts) => {
  expect(partsOf(told)?.lines).toEqual([{ name: 'item', counts }])
})

it('leaves other messages alone', () => {
  expect(partsOf('backup.sql.gz: 12 records of 3 tables, 22 bytes.')).toBeUndefined()
  expect(partsOf('Planned 109 orders; 25 are late.')).toBeUndefined()
})
