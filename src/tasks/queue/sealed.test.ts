import { expect, it } from 'vitest'
import { seal, unseal } from './sealed.ts'

it('what is sealed is read with the same secret, and each time looks different', () => {
  const [one, two] = [seal('{"password":"x"}', 'secret'), seal('{"password":"x"}', 'secret')]
  expect([unseal(one, 'secret'), unseal(two, 'secret')]).toEqual(['{"password":"x"}', '{"password":"x"}'])
  expect(one.equals(two)).toBe(false)
  expect(one.includes('password')).toBe(false)
})

it('with another secret, or changed, it says what to do', () => {
  const sealed = seal('{"password":"x"}', 'secret')
  const changed = Buffer.from(sealed)
  changed[changed.length - 1]! ^= 1
  expect(() => unseal(sealed, 'other')).toThrow(/same JWT_SECRET/)
  expect(() => unseal(changed, 'secret')).toThrow(/same JWT_SECRET/)
})
