/** Tests the capacity of the time bucket that contains the current date. */
import { describe, expect, it } from 'vitest'
import { alwaysOpen } from '../calendar/working-time.ts'
import { day, hour, never } from '../time.ts'
import { CapacityBuckets } from './capacity-buckets.ts'

/** A Monday. */
const monday = Date.UTC(2026, 0, 5) / 1000
const thursday = monday + 3 * day
const always = { dates: [-never], values: [1] }

const bucketsOf = (type: string, current: number) =>
  new CapacityBuckets(type, always, alwaysOpen, { current, horizon: monday + 100 * day })

/** Returns capacity and free capacity of the bucket that starts on Monday. */
const ofWeek = (buckets: CapacityBuckets) => {
  const found = [...buckets.rooms()].find(({ start }) => start === monday)
  return [found?.size, found?.room]
}

describe('the bucket that contains the current date', () => {
  it('has the hours from now on', () => {
    expect(ofWeek(bucketsOf('buckets_week', monday))).toEqual([7 * 24, 7 * 24])
    expect(ofWeek(bucketsOf('buckets_week', thursday))).toEqual([4 * 24, 4 * 24])
    expect(ofWeek(bucketsOf('buckets_day', monday + 18 * hour))).toEqual([6, 6])
  })

  it('has been used by work that began before as long as it lasts', () => {
    const buckets = bucketsOf('buckets_week', thursday)
    buckets.take(monday, 50)
    expect(ofWeek(buckets)).toEqual([96, 96])
    buckets.take(thursday, 10)
    buckets.take(monday + day, 30)
    // Of 80 hours of work 72 are over.
    expect(ofWeek(buckets)).toEqual([96, 96 - 10 - 8])
    buckets.take(monday + day, -30)
    expect(ofWeek(buckets)).toEqual([96, 96 - 10])
    buckets.take(monday, -50)
    buckets.take(thursday, -10)
    expect(ofWeek(buckets)).toEqual([96, 96])
  })

  it('leaves the others as they are', () => {
    const buckets = bucketsOf('buckets_week', thursday)
    buckets.take(monday - day, 200)
    const rooms = [...buckets.rooms()].map(({ start, size, room }) => [(start - monday) / day, size, room])
    expect(rooms.filter(([start]) => Math.abs(start!) <= 7)).toEqual([
      [-7, 168, -32],
      [0, 96, 96],
      [7, 168, 168],
    ])
  })
})
