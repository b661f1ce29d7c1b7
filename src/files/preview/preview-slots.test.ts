import { expect, it } from 'vitest'
import { withPreviewSlot } from './preview-slots.ts'

it('gives two slots to a user and four to all, and gives them back', async () => {
  const release = Promise.withResolvers<void>()
  const begin = (user: number) => withPreviewSlot(user, () => release.promise.then(() => user))
  const first = [begin(1), begin(1)]
  await expect(begin(1)).rejects.toMatchObject({ code: 'overloaded', headers: { 'Retry-After': '2' } })
  const others = [begin(2), begin(3)]
  await expect(begin(4)).rejects.toMatchObject({ status: 503 })
  release.resolve()
  expect(await Promise.all([...first, ...others])).toEqual([1, 1, 2, 3])
  expect(await withPreviewSlot(1, async () => 'again')).toBe('again')
  await expect(withPreviewSlot(1, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await Promise.all([begin(1), begin(1)])).toEqual([1, 1])
})
