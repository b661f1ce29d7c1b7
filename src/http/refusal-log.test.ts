import { expect, test } from 'vitest'
import { createRefusalLog } from './refusal-log.ts'

test('refusals are logged once per client for some time, faults never here', () => {
  const lines: unknown[] = []
  const log = createRefusalLog({ warn: (...line: readonly unknown[]) => void lines.push(line) })
  for (let count = 0; count < 1_000; count += 1) {
    expect(log.take('overloaded', 'user 1', '/api/:app/:entity/')).toBe(true)
  }
  expect(log.take('shutting_down', 'user 2', '/api/:app/:entity/')).toBe(true)
  expect(log.take('internal_error', 'user 3', '/api/:app/:entity/')).toBe(false)
  expect(lines).toEqual([
    [expect.objectContaining({ client: 'user 1', code: 'overloaded' }), expect.any(String)],
    [expect.objectContaining({ client: 'user 2', code: 'shutting_down' }), expect.any(String)],
  ])
})
