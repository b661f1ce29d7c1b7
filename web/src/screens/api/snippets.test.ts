import { describe, expect, it } from 'vitest'
import { snippetLanguages, snippetOf } from './snippets.ts'

const url = 'https://plan.example/api/input/item/?name=it%22s&limit=5'

describe('snippets', () => {
  it.each(snippetLanguages)('name the address and take the key from the environment: %s', (language) => {
    const text = snippetOf(language, url)
    expect(text).toContain(url)
    expect(text).toContain('PLANCTL_API_KEY')
  })

  it('cannot be broken out of by a quote', () => {
    expect(snippetOf('curl', "https://plan.example/?a=';rm")).toContain('%27;rm')
  })
})
