import { expect, it } from 'vitest'
import { roundedFigure } from './figure-text.ts'

it('a figure is rounded to one decimal, from 100 to whole numbers, and never to minus zero', () => {
  expect([1.26, 99.96, -12.34, 123.6].map(roundedFigure)).toEqual([1.3, 100, -12.3, 124])
  expect(roundedFigure(-0.01)).toBe(0)
  expect(roundedFigure(-0)).toBe(0)
})
