import { describe, expect, it } from 'vitest'
import { loadMessages } from './load-messages.ts'
import { englishMessages, messageText } from './messages.ts'
import { ServiceError } from './service-error.ts'

describe('messages', () => {
  it('fall back to English in a language that we do not speak', async () => {
    for (const language of ['tlh', '', 'constructor', '__proto__'])
      expect(await loadMessages(language)).toEqual(englishMessages)
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
