/** Tests mentions in comments that are typed or chosen. */
import { describe, expect, it } from 'vitest'
import { insertMention, listUnknownMentions, typedMention } from './mentions.ts'

describe('a mention that is being typed', () => {
  it('begins with an @ that does not stand in a word', () => {
    expect(typedMention('Ask @an', 7)).toEqual({ at: 4, text: 'an' })
    expect(typedMention('@', 1)).toEqual({ at: 0, text: '' })
    expect(typedMention('mail ann@example', 16)).toBeUndefined()
    expect(typedMention('Ask @ann now', 12)).toBeUndefined()
  })

  it('is replaced by the name, in quotation marks where it has blanks', () => {
    const mention = { at: 4, text: 'an' }
    expect(insertMention('Ask @an about it', mention, 'ann')).toEqual({ text: 'Ask @ann about it', caret: 9 })
    expect(insertMention('Ask @an', mention, 'Ann Lee')).toEqual({ text: 'Ask @"Ann Lee" ', caret: 15 })
  })

  it('is listed if the service does not know the name', () => {
    const headers = new Headers({ 'x-unknown-mentions': 'J%C3%B6rg,Ann%20Lee,+3' })
    expect(listUnknownMentions(headers, 'en')).toBe('@Jörg, @Ann Lee, and +3')
    expect(listUnknownMentions(new Headers(), 'en')).toBe('')
  })
})
