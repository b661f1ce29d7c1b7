import { beforeEach, expect, it } from 'vitest'
import { buildModel, requireEntity } from '../../model/model.ts'
import { createIgnoredParameters, type IgnoredParameters } from './ignored-parameters.ts'

const demand = requireEntity(buildModel(), 'input.demand')
let lines: Record<string, unknown>[]
let counted: number
let time: number
let parameters: IgnoredParameters

beforeEach(() => {
  lines = []
  counted = 0
  time = 0
  const logger = { warn: (details: Record<string, unknown>) => void lines.push(details) }
  parameters = createIgnoredParameters(
    logger,
    (_entity, count) => (counted += count),
    () => time,
  )
})

const invented = (count: number, prefix = 'p'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

it('logs the first of many parameters, and counts all of them', () => {
  parameters.count(demand, ['statu', ...invented(240)])
  expect([counted, lines.length, lines[0]?.['nearest']]).toEqual([241, 5, 'status'])
})

it('logs 50 lines a minute at most, and says when it stops', () => {
  for (const prefix of invented(1_000, 'x')) parameters.count(demand, invented(5, prefix))
  expect([counted, lines.length, lines[49]]).toEqual([5_000, 50, { seconds: 60 }])
  time = 60_000
  parameters.count(demand, ['statu'])
  expect(lines[50]).toMatchObject({ parameter: 'statu' })
})
