/** Tests how compared plans are written in addresses. */
import { expect, it } from 'vitest'
import { planText } from '../../../../src/model/compared-plans.ts'
import { comparisonHref, plansOf, startingHere } from './compared-plans.ts'

it('reads what it has written, each plan once, and leaves out other texts', () => {
  const plans = plansOf('default,default@17,copy,default@17,,@3,copy@0,copy@x')
  expect(plans).toEqual([
    { scenario: 'default', id: undefined },
    { scenario: 'default', id: 17 },
    { scenario: 'copy', id: undefined },
  ])
  expect(plans.map(planText).join(',')).toBe('default,default@17,copy')
})

const texts = (here: string, text: string): string =>
  startingHere(here, plansOf(text)).map(planText).join(',')

it('puts a plan of the displayed scenario first, and keeps at most five', () => {
  expect(texts('copy', 'default,copy@3,copy')).toBe('copy@3,default,copy')
  expect(texts('copy', 'default')).toBe('copy,default')
  expect(texts('copy', 'a,b,c,d,e')).toBe('copy,a,b,c,d')
})

it('gives the address of a comparison', () => {
  const [first, second] = [
    { scenario: 'default', id: undefined },
    { scenario: 'default', id: 17 },
  ]
  expect(comparisonHref([first, second])).toBe('/app/default/reports/comparison?plans=default%2Cdefault%4017')
})
