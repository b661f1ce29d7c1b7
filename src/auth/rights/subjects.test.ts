import { expect, it } from 'vitest'
import { mayViewSubject } from './subjects.ts'

it('are those of entities that both the user and the API key may view', () => {
  const permissions = new Set(['input.view_item', 'input.view_demand', 'common.add_comment'])
  const mayView = (allows?: (permission: string) => boolean): readonly boolean[] =>
    ['input.item', 'input.demand', 'input.buffer'].map((subject) =>
      mayViewSubject(
        { scenarios: new Map([['default', { superuser: false, permissions, ...(allows && { allows }) }]]) },
        'default',
        subject,
      ),
    )
  expect(mayView()).toEqual([true, true, false])
  expect(mayView((permission) => permission !== 'input.view_demand')).toEqual([true, false, false])
})
