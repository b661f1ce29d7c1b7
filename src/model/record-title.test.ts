/** Tests the titles of records whose keys are numbers. */
import { expect, it } from 'vitest'
import { buildModel, requireEntity } from './model.ts'
import { recordTitle } from './record-title.ts'

const model = buildModel()

it.each([
  [
    'input.operationmaterial',
    { id: 23, operation: 'make', item: 'frame', effective_start: '1971-01-01T00:00:00' },
    'make · frame',
  ],
  [
    'input.operationmaterial',
    { id: 23, operation: 'make', item: 'frame', effective_start: '2026-03-01T06:30:00' },
    'make · frame · 2026-03-01 06:30',
  ],
  [
    'input.calendarbucket',
    {
      id: 17,
      calendar: 'shifts',
      startdate: '2026-05-01T00:00:00',
      enddate: '2026-05-02T00:00:00',
      priority: 3,
    },
    'shifts · 2026-05-01 · 2026-05-02 · 3',
  ],
  ['common.userpreference', { id: 5, user: 1, property: 'theme' }, 'theme'],
  ['input.item', { name: 'bike' }, undefined],
])('%s', (entity, values, title) => {
  expect(recordTitle(requireEntity(model, entity), values)).toBe(title)
})
