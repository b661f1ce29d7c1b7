import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../errors/service-error.ts'
import { createThrottle, network, placeOf, type Throttle } from './throttle.ts'

function setUp(): { throttle: Throttle; pass: (seconds: number) => void } {
  let now = 1_000_000
  return {
    throttle: createThrottle(() => now),
    pass: (seconds) => {
      now += seconds * 1000
    },
  }
}

/** Returns the number of seconds to wait, 0 if the attempt is allowed. */
function waitFor(throttle: Throttle, name: string, address: string): number {
  try {
    throttle.check(name, address)
    return 0
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'too_many_attempts') throw error
    return Number(error.headers['Retry-After'])
  }
}

const fail = (throttle: Throttle, name: string, address: string): void =>
  throttle.admit(name, address).failed()

describe('guessing passwords', () => {
  test('is refused with a pause that doubles up to a minute', () => {
    const { throttle, pass } = setUp()
    const pauses: number[] = []
    for (let failures = 1; failures <= 14; failures += 1) {
      fail(throttle, 'ann', '10.0.0.1')
      const pause = waitFor(throttle, 'ann', '10.0.0.1')
      pauses.push(pause)
      pass(pause)
    }
    expect(pauses).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  test('is not sped up by other letters of the name or another address of the same network', () => {
    const { throttle } = setUp()
    for (const name of ['ann', 'ANN', 'Ann', 'aNN', 'ａｎｎ']) fail(throttle, name, '2001:db8:0:1::1')
    expect(waitFor(throttle, 'ann', '2001:db8:0:1:ffff::9')).toBe(1)
  })

  test('counts attempts that are still running', () => {
    const { throttle } = setUp()
    for (let count = 0; count < 5; count += 1) throttle.admit('ann', '10.0.0.1')
    expect(() => throttle.admit('ann', '10.0.0.1')).toThrow(ServiceError)
  })

  test('attempts during the pause do not lengthen it', () => {
    const { throttle, pass } = setUp()
    for (let count = 0; count < 5; count += 1) fail(throttle, 'ann', '10.0.0.1')
    for (let count = 0; count < 50; count += 1) waitFor(throttle, 'ann', '10.0.0.1')
    pass(1)
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(0)
  })

  test('of many names from one address is refused', () => {
    const { throttle } = setUp()
    for (let count = 0; count < 50; count += 1) fail(throttle, `user${count}`, '10.0.0.1')
    expect(waitFor(throttle, 'fresh', '10.0.0.1')).toBe(1)
    expect(waitFor(throttle, 'fresh', '10.0.0.2')).toBe(0)
  })

  test('at an address leaves those alone who have signed in there before', () => {
    const { throttle, pass } = setUp()
    throttle.admit('ann', '10.0.0.1').succeeded()
    for (let count = 0; count < 60; count += 1) {
      pass(waitFor(throttle, `user${count}`, '10.0.0.1'))
      fail(throttle, `user${count}`, '10.0.0.1')
    }
    expect(waitFor(throttle, 'fresh', '10.0.0.1')).toBe(60)
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(0)
    // Failures for that name are throttled as at any other place.
    for (let count = 0; count < 5; count += 1) fail(throttle, 'ann', '10.0.0.1')
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(1)
  })

  test('leaves credentials alone that are known to be right, where their user has signed in', () => {
    const { throttle } = setUp()
    const verified = (address: string) => () => throttle.checkVerified('ann', address)
    throttle.admit('ann', '10.0.0.1').succeeded()
    for (const address of ['10.0.0.1', '10.0.0.2'])
      for (let count = 0; count < 5; count += 1) fail(throttle, 'ann', address)
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(1)
    expect(verified('10.0.0.1')).not.toThrow()
    expect(verified('10.0.0.2')).toThrow(ServiceError)
    // Otherwise the response would reveal which guessed password is right.
    for (let count = 0; count < 1_000; count += 1)
      expect(() => throttle.admit('ann', '10.0.0.1')).toThrow(ServiceError)
    expect(verified('10.0.0.1')).toThrow(ServiceError)
  })

  test('leaves those alone who have signed in at the place before the process began', () => {
    const throttle = createThrottle(() => 1, { has: (place) => place === placeOf('ann', '10.0.0.1') })
    for (let count = 0; count < 50; count += 1) fail(throttle, `user${count}`, '10.0.0.1')
    expect(waitFor(throttle, 'Ann', '10.0.0.1')).toBe(0)
    expect(waitFor(throttle, 'bob', '10.0.0.1')).toBe(1)
  })

  test('of one name from many addresses is refused, but not where the user has signed in', () => {
    const { throttle, pass } = setUp()
    throttle.admit('ann', '10.9.9.9').succeeded()
    for (let count = 0; count < 40; count += 1) {
      pass(waitFor(throttle, 'ann', `10.0.0.${count}`))
      fail(throttle, 'ann', `10.0.0.${count}`)
    }
    expect(waitFor(throttle, 'ann', '10.0.1.1')).toBe(15)
    expect(waitFor(throttle, 'ann', '10.9.9.9')).toBe(0)
  })
})

describe('failures', () => {
  test('from elsewhere leave a user alone while they are few', () => {
    const { throttle } = setUp()
    for (let count = 0; count < 20; count += 1) {
      if (waitFor(throttle, 'ann', '10.0.0.1') === 0) fail(throttle, 'ann', '10.0.0.1')
    }
    expect(waitFor(throttle, 'ann', '10.0.0.2')).toBe(0)
  })

  test('are forgotten with a success, and after a quarter of an hour', () => {
    const { throttle, pass } = setUp()
    for (let count = 0; count < 4; count += 1) fail(throttle, 'ann', '10.0.0.1')
    throttle.admit('ann', '10.0.0.1').succeeded()
    for (let count = 0; count < 4; count += 1) fail(throttle, 'ann', '10.0.0.1')
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(0)
    pass(901)
    for (let count = 0; count < 4; count += 1) fail(throttle, 'ann', '10.0.0.1')
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(0)
  })

  test('that were none are taken back', () => {
    const { throttle } = setUp()
    for (let count = 0; count < 20; count += 1) throttle.admit('ann', '10.0.0.1').withdrawn()
    expect(waitFor(throttle, 'ann', '10.0.0.1')).toBe(0)
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:db8:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, expected) => {
  expect(network(address)).toBe(expected)
})
