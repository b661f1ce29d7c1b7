import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { rowsOf, write } from '../../../test/support/records.ts'
import type { DataContext } from '../../data/context.ts'
import { type BucketRequest, makeBuckets, type TimeBucket } from './make-buckets.ts'
import { writeBuckets } from './write-buckets.ts'

// The tests of this file build on each other in their order.
let test: TestDatabase
let context: DataContext

beforeAll(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database, {
    actor: { userId: null, channel: 'task', origin: 'createbuckets' },
  })
})
afterAll(() => test[Symbol.asyncDispose]())

const templates = { year: '%Y', quarter: '%y Q%q', month: '%b %y', week: '%y W%W', day: '%Y-%m-%d' }

const year2024 = (changed: Partial<BucketRequest> = {}): readonly TimeBucket[] =>
  makeBuckets({ start: '2024-01-01', end: '2024-12-31', weekStart: 1, templates, language: 'en', ...changed })

const details = (order = '"bucket", "startdate"') => rowsOf(context, 'bucketdetail', order)

it('a rehearsal counts and stores nothing', async () => {
  const counts = await writeBuckets(context, year2024(), { dryRun: true })
  expect(counts).toEqual({ created: 1 + 4 + 12 + 53 + 366, updated: 0, unchanged: 0, deleted: 0 })
  expect([await rowsOf(context, 'bucket', '"name"'), await details()]).toEqual([[], []])
  expect(await rowsOf(context, 'changeset', '"id"')).toEqual([])
})

it('the first time everything is new, beside granularities that are there', async () => {
  await write(context, 'common.bucket', [
    { name: 'shift', level: 6 },
    { name: 'week', level: 9, description: 'ours' },
  ])
  await write(context, 'common.bucketdetail', [
    { bucket: 'shift', name: 'early', startdate: '2024-01-01T06:00:00', enddate: '2024-01-01T14:00:00' },
    { bucket: 'week', name: 'old', startdate: '2019-01-01T00:00:00', enddate: '2019-01-08T00:00:00' },
    { bucket: 'week', name: 'one', startdate: '2024-01-01T00:00:00', enddate: '2024-01-09T00:00:00' },
  ])
  const counts = await writeBuckets(context, year2024(), { dryRun: false })
  expect(counts).toEqual({ created: 435, updated: 1, unchanged: 0, deleted: 1 })
  expect(await rowsOf(context, 'bucket', '"level"')).toMatchObject([
    { name: 'year', level: 1 },
    { name: 'quarter', level: 2 },
    { name: 'month', level: 3 },
    { name: 'week', level: 4, description: 'ours' },
    { name: 'day', level: 5 },
    { name: 'shift', level: 6 },
  ])
  const weeks = (await details()).filter(({ bucket }) => bucket === 'week')
  expect(weeks).toHaveLength(53)
  expect(weeks[0]).toMatchObject({
    name: '24 W01',
    startdate: '2024-01-01 00:00:00',
    enddate: '2024-01-08 00:00:00',
  })
  expect((await details()).filter(({ bucket }) => bucket === 'shift')).toMatchObject([{ name: 'early' }])
})

it('the second time nothing changes', async () => {
  const before = await details()
  const changes = await rowsOf(context, 'changeset', '"id"')
  const counts = await writeBuckets(context, year2024(), { dryRun: false })
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: 436, deleted: 0 })
  expect(await details()).toEqual(before)
  expect(await rowsOf(context, 'changeset', '"id"')).toEqual(changes)
})

it('another week start and horizon replace what was there, and the change log tells', async () => {
  const made = year2024({ end: '2025-06-30', weekStart: 0 })
  const { created, updated, unchanged, deleted } = await writeBuckets(context, made, { dryRun: false })
  expect([created + updated + unchanged, deleted]).toEqual([made.length, 53])
  const stored = (await details()).filter(({ bucket }) => bucket !== 'shift')
  expect(stored.map(({ bucket, name }) => `${String(bucket)} ${String(name)}`).toSorted()).toEqual(
    made.map(({ granularity, name }) => `${granularity} ${name}`).toSorted(),
  )
  const log = (await rowsOf(context, 'changesetentity', '"changeset" DESC')).find(
    ({ entity }) => entity === 'common.bucketdetail',
  )
  expect(log).toMatchObject({ created, updated, deleted })
  const [set] = await rowsOf(context, 'changeset', '"id" DESC')
  expect(set).toMatchObject({ channel: 'task', origin: 'createbuckets' })
})

it('a horizon of ten years is stored in a moment', async () => {
  const made = year2024({ end: '2034-12-31' })
  const counts = await writeBuckets(context, made, { dryRun: false })
  expect(counts.created + counts.updated + counts.unchanged).toBe(made.length)
  expect((await details()).filter(({ bucket }) => bucket === 'day')).toHaveLength(4018)
})
