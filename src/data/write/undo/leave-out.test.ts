/** Tests the messages on records that an undo leaves out. */
import { expect, it } from 'vitest'
import { messageText } from '../../../errors/messages.ts'
import { leftOutMessage } from './leave-out.ts'

const rows = (records: number) =>
  messageText(leftOutMessage({ entity: 'orders', reason: 'rows', records, keys: [], changeset: null }))

it('tells one row and several rows of the plan by their numbers', () => {
  expect(rows(1)).toMatch(/^orders: 1 row of the plan left out/)
  expect(rows(2)).toMatch(/^orders: 2 rows of the plan left out/)
})
