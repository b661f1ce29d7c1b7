import { expect, test } from 'vitest'
import { startTestServer } from '../../test/support/server.ts'
import { commentBytesPerHour, commentsPerHour, createCommentRate } from './comment-rate.ts'

test('a user may say so much within an hour, and has room again as it passes', () => {
  let now = 1_000_000
  const rate = createCommentRate(() => now)
  const admit = (comments: number, bytes = 0, user = 1): void => rate.admit(user, { comments, bytes })
  const refused = { code: 'too_many_comments', headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } }
  const expectRejected = (attempt: () => void): void =>
    expect(attempt).toThrow(expect.objectContaining(refused))

  admit(commentsPerHour - 1)
  admit(1)
  expectRejected(() => admit(1))
  admit(1, 0, 2)
  now += 3_600_000 / commentsPerHour
  admit(1)
  expectRejected(() => admit(1))
  now += 3_600_000
  admit(commentsPerHour, commentBytesPerHour)
  now += 3_600_000
  // A request above the limit is always rejected and is not counted.
  expectRejected(() => admit(commentsPerHour + 1))
  expectRejected(() => admit(1, commentBytesPerHour + 1))
  admit(1, commentBytesPerHour)
  expectRejected(() => admit(1, 1))
})

test('comments over the limit are refused to whoever is no superuser, on records and on proposals', async () => {
  await using server = await startTestServer()
  const rights = [
    'input.view_demand',
    'common.add_comment',
    'common.view_comment',
    'common.add_proposal',
    'input.view_item',
    'input.add_item',
  ]
  await server.addUser({ username: 'talker', rights: { default: rights } })
  await server.addUser({ username: 'other', rights: { default: rights } })
  await server.addUser({ username: 'boss', rights: { default: 'superuser' } })
  const post = (count: number, as: string, comment = 'so be it') =>
    server.request('POST', '/api/common/comment/', {
      as,
      body: Array.from({ length: count }, (_, index) => ({
        content_type: 'input.demand',
        object_pk: `order ${index}`,
        comment,
      })),
    })

  const large = await post(500, 'talker', 'x'.repeat(2_500))
  expect([large.status, large.json]).toEqual([
    429,
    { detail: expect.stringMatching(/1000 comments.*1048576 bytes.*\d+ seconds/) },
  ])
  expect(Number(large.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await post(commentsPerHour, 'talker')).status).toBe(201)
  expect((await post(commentsPerHour, 'talker')).status).toBe(429)
  const proposal = await server.request('POST', '/api/proposals/', {
    as: 'talker',
    body: { title: 'x', edits: [{ entity: 'input.item', action: 'create', fields: { name: 'new' } }] },
  })
  const id = /"id":\s*(\d+)/.exec(proposal.text)?.[1]
  const said = await server.request('POST', `/api/proposals/${id}/comment/`, {
    as: 'talker',
    body: { comment: 'x'.repeat(2_000) },
  })
  expect([proposal.status, said.status]).toEqual([201, 429])
  expect((await post(1, 'other')).status).toBe(201)
  expect((await post(commentsPerHour + 1, 'boss')).status).toBe(201)
})
