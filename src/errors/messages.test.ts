import { describe, expect, it } from 'vitest'
import { loadMessages, messageAreas } from './load-messages.ts'
import { englishMessages, messageText } from './messages.ts'
import { loadWords } from '../words/load-words.ts'
import { ServiceError } from './service-error.ts'

/** Returns a message with two numbers. */
const counted = (files: number, rows: number) =>
  ({
    code: 'files_exported',
    params: {
      files: { code: 'exported_files', params: { count: files } },
      rows: { code: 'exported_rows', params: { count: rows } },
    },
  }) as const

describe('messages', () => {
  it('fall back to English in a language that we do not speak', async () => {
    for (const language of ['tlh', '', 'constructor', '__proto__'])
      expect(await loadMessages(language)).toEqual(englishMessages)
  })

  it('have different ids in all areas', async () => {
    const areas = await Promise.all(messageAreas.map((area) => loadWords('de', area)))
    const ids = areas.flatMap((words) => Object.keys(words))
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  })

  it('have the form for one, and that for several if a stored message has no count', () => {
    const params = { edits: 1, source: 'a', destination: 'b', changeset: 7 }
    const merged = (count: object) => messageText({ code: 'merge_done', params: { ...params, ...count } })
    expect(merged({ count: 1 })).toMatch(/^1 change of "a" is in "b" now/)
    expect(merged({})).toMatch(/^1 changes of "a" are in "b" now/)
  })

  it('leave a placeholder that has no parameter', () => {
    expect(messageText({ code: 'too_long' })).toBe('Ensure this field has no more than {limit} characters.')
  })

  it('name their parameters', async () => {
    const german = await loadMessages('de')
    expect(messageText({ code: 'too_long', params: { limit: 9 } }, german)).toBe(
      'Dieses Feld darf höchstens 9 Zeichen haben.',
    )
  })

  it('separate the digits of a number as the language does, and keep what is text already', async () => {
    const texts = await Promise.all(['en', 'de', 'fr', 'es', 'ja'].map(loadMessages))
    const shown = (number: number | string) =>
      texts.map((words) => messageText({ code: 'count_created', params: { number } }, words))
    expect(shown(12_345)).toEqual([
      '12,345 created',
      '12.345 angelegt',
      '12\u202f345 créés',
      '12.345 creados',
      '12,345 件作成',
    ])
    expect(shown('12,345')[1]).toBe('12,345 angelegt')
  })

  it('speak of one conflict as of one', async () => {
    const texts = await Promise.all(['en', 'de', 'fr'].map(loadMessages))
    const shown = (count: number) =>
      texts.map((words) => messageText({ code: 'proposal_conflict', params: { id: 3, count } }, words))
    for (const [index, part] of ['one of its edits conflicts', 'eine seiner', 'est en conflit'].entries())
      expect(shown(1)[index]).toContain(part)
    for (const [index, part] of ['2 of its edits conflict', '2 seiner', 'sont en conflit'].entries())
      expect(shown(2)[index]).toContain(part)
  })

  it('have the plural form of each of their numbers', async () => {
    expect([messageText(counted(1, 2)), messageText(counted(2, 1))]).toEqual([
      '1 file with 2 rows.',
      '2 files with 1 row.',
    ])
    expect(messageText(counted(1, 12_000), await loadMessages('es'))).toBe('1 archivo con 12000 filas.')
    expect(messageText({ code: 'check_schema_missing', params: { count: 1 } })).toBe('1 migration is missing')
  })

  it('put a message within a message into the same language', async () => {
    const message = { code: 'nested', params: { field: 'monday', message: { code: 'required' } } } as const
    expect(messageText(message, await loadMessages('nl'))).toBe('monday: Dit veld is verplicht.')
  })

  it('are English in an error, and told in the language of its reader', async () => {
    const error = new ServiceError('scenario_busy', { scenario: 'plan' })
    expect(error.message).toBe('Scenario "plan" is busy. Try again later.')
    expect(error.detail()).toBe(error.message)
    expect(error.detail(await loadMessages('fr'))).toBe('Le scénario "plan" est occupé. Réessayez plus tard.')
  })
})
