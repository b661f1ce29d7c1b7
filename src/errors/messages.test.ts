import { beforeAll, describe, expect, it } from 'vitest'
import { loadMessages, translations } from './load-messages.ts'
import { messageText, type MessageTexts } from './messages.ts'
import { english } from './messages/en.ts'
import { ServiceError } from './service-error.ts'

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort()

/** Returns the literals in a text that a reader has to type: formats, headers, settings. */
const literals = (text: string): readonly string[] =>
  (
    text.match(/YYYY\S*\w|hh:mm\S*\w|X-\w+|[A-Z]+_[A-Z]+|<\w+>|\w+=\d|%\d+|ISO \d+|Idempotency-Key/g) ?? []
  ).sort()

const englishText = (code: string): string => new Map<string, string>(Object.entries(english)).get(code) ?? ''

describe('messages', () => {
  it('fall back to English in a language that we do not speak', async () => {
    for (const language of ['tlh', '', 'constructor', '__proto__'])
      expect(await loadMessages(language)).toEqual(english)
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

describe.each(Object.entries(translations))('messages in %s', (_language, load) => {
  let texts: Partial<MessageTexts>
  beforeAll(async () => {
    texts = await load()
  })

  it('are there for every code, and for no other', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
  })

  it('have the placeholders of the English ones', () => {
    for (const [code, text] of Object.entries(texts))
      expect([code, ...placeholders(text)]).toEqual([code, ...placeholders(englishText(code))])
  })

  it('keep what is typed as it stands', () => {
    for (const [code, text] of Object.entries(texts))
      expect([code, ...literals(text)]).toEqual([code, ...literals(englishText(code))])
  })
})
