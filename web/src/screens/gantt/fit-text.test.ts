import { expect, it } from 'vitest'
import { createTextFitting } from './fit-text.ts'

/** Each letter is ten pixels wide. */
const measure = (text: string): number => Array.from(text).length * 10

it('shortens a text with an ellipsis that has no room', () => {
  const fitted = createTextFitting()
  expect(fitted('Weld Frame', 100, measure)).toBe('Weld Frame')
  expect(fitted('Weld Frame', 99, measure)).toBe('Weld Fra…')
  // No space before the ellipsis.
  expect(fitted('Weld Frame', 60, measure)).toBe('Weld…')
  expect(fitted('Weld Frame', 35, measure)).toBe('')
})

it('measures a text once for each width', () => {
  const fitted = createTextFitting()
  let measured = 0
  const counted = (text: string): number => {
    measured += 1
    return measure(text)
  }
  const first = fitted('Weld Frame', 55.7, counted)
  const count = measured
  expect(fitted('Weld Frame', 55.2, counted)).toBe(first)
  expect(measured).toBe(count)
})
