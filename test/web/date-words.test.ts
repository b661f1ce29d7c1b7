/** Tests that screens name relative dates, such as `today+7`, with words of their language that the input accepts. */
import { describe, expect, it } from 'vitest'
import { parseDateText } from '../../web/src/platform/values/parse-dates.ts'
import { readWords, wordAreas, wordLanguages } from '../support/words.ts'

const now = new Date(2026, 10, 24)
const english = 'today+7'

/** Texts of screens that name a relative date, as area and id. Those of the service keep what the API accepts. */
const named = wordAreas()
  .filter((area) => ['common', 'grid'].includes(area))
  .flatMap((area) =>
    Object.entries(readWords('en', area))
      .filter(([, text]) => text.includes(english))
      .map(([id]) => ({ area, id })),
  )

describe('relative dates in texts of screens', () => {
  it('exist', () => {
    expect(named.length).toBeGreaterThan(3)
  })

  it.each(wordLanguages())('are accepted words of the language in %s', (language) => {
    const faulty = named.flatMap(({ area, id }) => {
      const text = readWords(language, area)[id] ?? ''
      const [typed = ''] = /[^\s,、]+\+7/.exec(text) ?? []
      const isOwn = language === 'en' || !typed.startsWith('today')
      const isAccepted = parseDateText(typed, 'iso', now) === parseDateText(english, 'iso', now)
      return isOwn && isAccepted ? [] : [`${area}: ${id}: ${text}`]
    })
    expect(faulty).toEqual([])
  })
})
