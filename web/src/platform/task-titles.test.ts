import { expect, it } from 'vitest'
import { groupName } from './task-titles.ts'

it('calls the run of a group as the group', () => {
  expect(groupName({ name: 'scheduletasks', arguments: '--schedule=Night' })).toBe('Night')
  expect(groupName({ name: 'scheduletasks', arguments: '--schedule="Night of \\"B\\""' })).toBe(
    'Night of "B"',
  )
  expect(groupName({ name: 'scheduletasks', arguments: null })).toBeUndefined()
  expect(groupName({ name: 'backup', arguments: '--schedule=Night' })).toBeUndefined()
})
