/** Tests that a stream of task events sends what it can of large changes, instead of nothing. */
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { loadMessages } from '../../errors/load-messages.ts'
import type { TaskRecord } from '../../tasks/queue/task-record.ts'
import { taskEvent } from './task-feed.ts'
import { TaskStream } from './task-stream.ts'

const megabyte = 2 ** 20

const largeTask = (changed: number): TaskRecord => ({
  id: changed,
  name: 'empty',
  submitted: '2026-01-05 00:00:00',
  started: null,
  finished: null,
  arguments: 'x'.repeat(megabyte),
  status: 'Waiting',
  message: null,
  codedMessage: null,
  step: null,
  logfile: null,
  userId: null,
  username: null,
  operator: true,
  scenario: 'default',
  scenarios: ['default'],
  guarded: [],
  parent: null,
  worker: null,
  host: null,
  changed,
  waitsFor: null,
  replaced: null,
})

describe('a stream of task events', () => {
  it('ends within earlier changes that take many bytes, and sends the first of them', async () => {
    const stream = new TaskStream(0, () => true, await loadMessages('en'))
    expect(stream.sendPast([1, 2, 3, 4, 5, 6].map((changed) => taskEvent(largeTask(changed))))).toBe(true)
    expect(stream.isOver).toBe(true)
    stream.begin()
    const sent = await text(stream)
    expect([...sent.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['1', '2'])
  })
})
