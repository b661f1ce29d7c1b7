/** Tests which names a comment mentions. */
import { expect, it } from 'vitest'
import { mentionedNames } from './mentions.ts'

it('Names follow an @, end with their letters, or stand in quotation marks', () => {
  expect(mentionedNames('@ann, ask @bob.')).toEqual(['ann', 'bob.', 'bob'])
  expect(mentionedNames('See @"Ann Lee" and (@ann@example.com)')).toEqual(['Ann Lee', 'ann@example.com'])
  expect(mentionedNames('@ann and @ann, then @...')).toEqual(['ann', '...'])
  expect(mentionedNames('mail ann@example.com @ nobody')).toEqual([])
})
