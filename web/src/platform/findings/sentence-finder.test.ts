import { describe, expect, it } from 'vitest'
import english from '../../../../words/en/plan-findings.json' with { type: 'json' }
import { fillText } from '../../../../src/words/texts.ts'
import { createSentenceFinder, kindOf } from './sentence-finder.ts'

const finder = createSentenceFinder(english)
const parts = /^(?:lacks|fields|faults)_/
const isWhole = (id: string): boolean => !parts.test(id) && !id.startsWith('gain')

const values = { list: 'an item', number: '12.5', time: '1.5 days', text: 'Saw 1, "left" @ A.b' } as const

const paramsIn = (template: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, values[kindOf(name)]]),
  )

describe('sentences of the planner', () => {
  it.each(Object.entries(english).filter(([id]) => isWhole(id)))(
    'are found by their text: %s',
    (id, text) => {
      const params = paramsIn(text)
      expect(finder.find(fillText(text, params))).toEqual([{ id, params }])
    },
  )

  it('are found together with what the order would gain', () => {
    const busy = fillText(english.busy, { owner: 'Paint line' })
    const gain = fillText(english.gain, { time: '20 minutes' })
    expect(finder.find(`${busy} ${gain}`)).toEqual([
      { id: 'busy', params: { owner: 'Paint line' } },
      { id: 'gain', params: { time: '20 minutes' } },
    ])
    const others = '"Saw", "Frame @ Utrecht"'
    const joint = fillText(english.gain_together, { others, time: '1 day' })
    expect(finder.find(`${busy} ${joint}`)).toEqual([
      { id: 'busy', params: { owner: 'Paint line' } },
      { id: 'gain_together', params: { others, time: '1 day' } },
    ])
  })

  it('are found in lists, in their sequence', () => {
    const quantity = fillText(english.lacks_quantity, { most: 1e12 })
    for (const text of [`${quantity}, a due date`, `${quantity} and a due date`]) {
      expect(finder.findList('lacks', text)).toEqual([
        { id: 'lacks_quantity', params: { most: '1000000000000' } },
        { id: 'lacks_due', params: {} },
      ])
    }
    expect(finder.findList('fields', 'item, quantity, and due date').map(({ id }) => id)).toEqual([
      'fields_item',
      'fields_quantity',
      'fields_due',
    ])
    const faults = '"Saw" has setups, "Saw" has an efficiency'
    expect(finder.findList('faults', faults)).toEqual([
      { id: 'faults_setups', params: { resource: 'Saw' } },
      { id: 'faults_efficiency', params: { resource: 'Saw' } },
    ])
  })

  it('are not found in other texts, such as those of an extension module', () => {
    expect(finder.find('The oven is cold.')).toBeUndefined()
    expect(finder.find('Demand "A" is delivered soon late.')).toBeUndefined()
  })
})
