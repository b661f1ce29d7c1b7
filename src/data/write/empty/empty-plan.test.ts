import { describe, expect, it } from 'vitest'
import { buildModel } from '../../../model/model.ts'
import { planEmptying } from './empty-plan.ts'

describe('the plan', () => {
  const model = buildModel()

  it.each([
    [
      ['input.demand', 'input.demnd'],
      'Parameter "models" is invalid: "input.demnd" cannot be emptied. Models that',
    ],
    [['common.user', 'control.task', ''], '"common.user", "control.task", "" cannot be emptied'],
    [['common.comment'], 'cannot be emptied'],
    [['common.follower'], 'cannot be emptied'],
    [['common.scenario'], 'input.customer, input.deliveryorder, input.demand,'],
    [['demand'], '"demand" cannot be emptied'],
    [[], 'no model is named. Models that can be emptied: common.bucket,'],
  ])('refuses %j', (names, message) => {
    expect(() => planEmptying(model, names)).toThrow(message)
  })

  it('names what goes along before anything goes', () => {
    const plan = planEmptying(model, ['input.Demand', ' input.demand'])
    expect(plan.requested.map(({ name }) => name)).toEqual(['input.demand'])
    expect(plan.following.map(({ name }) => name)).toEqual([
      'input.operationplan',
      'input.operationplanmaterial',
      'input.operationplanresource',
    ])
    expect([...plan.emptied]).toEqual(['input.demand'])
  })

  it('knows where nothing can stay', () => {
    const { emptied } = planEmptying(model, ['input.operationplan'])
    expect([...emptied]).toEqual([
      'input.operationplan',
      'input.operationplanmaterial',
      'input.operationplanresource',
    ])
  })

  it('without models takes all planning data and nothing else', () => {
    const { requested, following } = planEmptying(model)
    const names = requested.map(({ name }) => name)
    expect(following).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['input.item', 'common.bucketdetail', 'output.problem']))
    for (const internal of ['common.user', 'common.attribute', 'execute.task', 'common.comment']) {
      expect(names).not.toContain(internal)
    }
  })
})
