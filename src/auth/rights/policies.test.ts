import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../errors/service-error.ts'
import { buildModel, requireEntity } from '../../model/model.ts'
import type { Principal } from '../principal.ts'
import { allPermissions } from './permissions.ts'
import { actionOfMethod, authorize, type Grant, viewsAll, requireScenario } from './policies.ts'
import { presetPermissions, presets } from './presets.ts'

const model = buildModel()
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

type Rights = readonly string[] | 'superuser'

function principal(scenarios: Readonly<Record<string, Rights>>, extra: Partial<Principal> = {}): Principal {
  return {
    userId: 7,
    username: 'ann',
    language: 'en',
    via: 'basic',
    readOnly: false,
    scenarios: new Map(
      Object.entries(scenarios).map(([name, rights]) => [
        name,
        { superuser: rights === 'superuser', permissions: new Set(rights === 'superuser' ? [] : rights) },
      ]),
    ),
    ...extra,
  }
}

/** Returns the grant, or the code of the error. */
function ask(who: Principal, scenario: string, entity: string, method: string): Grant | string {
  try {
    return authorize(who, scenario, requireEntity(model, entity), method)
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error)
  }
}

const allowed = (who: Principal, scenario: string, entity: string): readonly string[] =>
  methods.filter((method) => typeof ask(who, scenario, entity, method) === 'object')

describe('planning records', () => {
  test('are closed to whoever has no right', () => {
    expect(allowed(principal({ default: [] }), 'default', 'input.demand')).toEqual([])
  })

  test('are closed to whoever has all rights in another scenario', () => {
    expect(allowed(principal({ scenario1: 'superuser' }), 'default', 'input.demand')).toEqual([])
  })

  test('are opened to each method by exactly one right', () => {
    for (const action of ['view', 'add', 'change', 'delete'] as const) {
      const who = principal({ default: [`input.${action}_demand`] })
      const expected = methods.filter((method) => actionOfMethod[method] === action)
      expect(allowed(who, 'default', 'input.demand')).toEqual(expected)
      expect(allowed(who, 'default', 'input.item')).toEqual([])
    }
  })

  test('may be changed by a POST only with the right to change', () => {
    const adder = principal({ default: ['input.add_demand'] })
    const both = principal({ default: ['input.add_demand', 'input.change_demand'] })
    expect(ask(adder, 'default', 'input.demand', 'POST')).toEqual({ mayAdd: true, mayChange: false })
    expect(ask(both, 'default', 'input.demand', 'POST')).toEqual({ mayAdd: true, mayChange: true })
  })

  test('are all open to superusers, but what the planner writes is only read', () => {
    const who = principal({ default: 'superuser' })
    expect(allowed(who, 'default', 'input.demand')).toEqual(methods)
    expect(allowed(who, 'default', 'output.problem')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })

  test('are only read with a read-only key', () => {
    const who = principal({ default: 'superuser' }, { via: 'apikey', readOnly: true })
    expect(allowed(who, 'default', 'input.demand')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })
})

const views = (who: Principal, entity: string): boolean =>
  viewsAll(who, 'default', requireEntity(model, entity))

describe('records of which everybody has some', () => {
  const own = { field: 'user', values: [7] }

  test('are seen and changed by their owner only', () => {
    const who = principal({ default: [] })
    for (const entity of [
      'common.apikey',
      'common.userpreference',
      'common.notification',
      'common.follower',
    ]) {
      for (const method of methods) {
        expect(ask(who, 'default', entity, method)).toHaveProperty('scope', own)
      }
    }
  })

  test('are seen by others with the right', () => {
    const who = principal({ default: ['common.view_follower'] })
    const others = principal({ default: ['common.view_notification'] })
    expect(ask(others, 'default', 'common.notification', 'GET')).not.toHaveProperty('scope')
    expect(ask(others, 'default', 'common.notification', 'PATCH')).toHaveProperty('scope', own)
    expect(ask(who, 'default', 'common.follower', 'PATCH')).toHaveProperty('scope', own)
  })

  test('include the own follows of whoever may see those of others', () => {
    const who = principal({ default: ['common.view_follower', 'common.delete_follower', 'input.view_item'] })
    const scope = { field: 'content_type', values: ['common.follower', 'input.item'], or: own }
    for (const method of ['GET', 'DELETE'])
      expect(ask(who, 'default', 'common.follower', method)).toHaveProperty('scope', scope)
  })

  test('are not all of an entity', () => {
    const who = principal({ default: ['common.view_follower', 'common.view_comment', 'input.view_item'] })
    expect(['common.follower', 'common.comment', 'input.item'].map((name) => views(who, name))).toEqual([
      false,
      false,
      true,
    ])
    const administrator = principal({ default: 'superuser' })
    expect(['common.follower', 'input.item'].every((name) => views(administrator, name))).toBe(true)
  })

  test.each(['common.comment', 'common.follower'])('%s tells only about what may be viewed', (entity) => {
    const model = entity.split('.')[1]!
    const rights = [`common.view_${model}`, 'input.view_item', 'input.add_demand']
    expect(ask(principal({ default: rights }), 'default', entity, 'GET')).toMatchObject({
      scope: { field: 'content_type', values: [entity, 'input.item'] },
    })
    const administrator = principal({ default: 'superuser' })
    expect(ask(administrator, 'default', entity, 'GET')).not.toHaveProperty('scope')
  })

  test('a key makes no further keys and changes no account', () => {
    const who = principal({ default: 'superuser' }, { via: 'apikey' })
    expect(allowed(who, 'default', 'common.apikey')).toEqual(['GET', 'HEAD', 'OPTIONS', 'DELETE'])
    const simple = principal({ default: [] }, { via: 'apikey' })
    expect(allowed(simple, 'default', 'common.user')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })

  test('tasks of others are seen with the right to', () => {
    expect(ask(principal({ default: [] }), 'default', 'execute.task', 'GET')).toHaveProperty('scope', own)
    const seeing = principal({ default: ['execute.view_task'] })
    expect(ask(seeing, 'default', 'execute.task', 'GET')).not.toHaveProperty('scope')
    expect(allowed(seeing, 'default', 'execute.task')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })
})

describe('administration', () => {
  test('of users is for managers; others see and change themselves', () => {
    const manager = principal({ default: ['common.manage_users'] })
    const simple = principal({ default: [] })
    expect(allowed(manager, 'default', 'common.user')).toEqual(methods)
    expect(ask(manager, 'default', 'common.user', 'PATCH')).not.toHaveProperty('scope')
    expect(allowed(simple, 'default', 'common.user')).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH'])
    expect(ask(simple, 'default', 'common.user', 'GET')).toHaveProperty('scope', { field: 'id', values: [7] })
    expect(allowed(simple, 'default', 'auth.group')).toEqual([])
    expect(allowed(manager, 'default', 'auth.group')).toEqual(methods)
  })

  test('of what all scenarios share needs the right in production', () => {
    const local = principal({ default: ['common.view_attribute'], scenario1: 'superuser' })
    expect(allowed(local, 'scenario1', 'common.attribute')).toEqual(['GET', 'HEAD', 'OPTIONS'])
    const global = principal({ default: 'superuser', scenario1: 'superuser' })
    expect(allowed(global, 'scenario1', 'common.attribute')).toEqual(methods)
  })

  test('of scenarios shows those one may open and labels those one may change', () => {
    const who = principal({ default: [], scenario1: ['common.change_scenario'] })
    expect(ask(who, 'default', 'common.scenario', 'GET')).toHaveProperty('scope.values', [
      'default',
      'scenario1',
    ])
    expect(ask(who, 'default', 'common.scenario', 'PATCH')).toHaveProperty('scope.values', ['scenario1'])
    expect(allowed(principal({ default: [] }), 'default', 'common.scenario')).not.toContain('PATCH')
    const superuser = principal({ default: 'superuser' })
    expect(allowed(superuser, 'default', 'common.scenario')).not.toContain('POST')
    expect(allowed(superuser, 'default', 'common.scenario')).not.toContain('DELETE')
  })
})

test('scenarios that are unknown, free or forbidden look the same', () => {
  const who = principal({ default: 'superuser' })
  const refusal = (scenario: string): unknown => {
    try {
      return requireScenario(who, scenario)
    } catch (error) {
      return error instanceof ServiceError ? [error.code, error.status, error.message] : error
    }
  }
  expect(refusal('default')).toBeUndefined()
  expect(refusal('scenario1')).toEqual(['unknown_scenario', 404, 'Not found.'])
  expect(refusal('no such')).toEqual(refusal('scenario1'))
})

describe('the list of rights', () => {
  test('has the rights of every entity, of scenarios, and of tasks', () => {
    const names = new Set(allPermissions(model, ['execute.run_runplan']).keys())
    for (const entity of model.entities) {
      for (const action of entity.permissions) {
        expect(names).toContain(`${entity.app}.${action}_${entity.model}`)
      }
    }
    for (const name of ['common.copy_scenario', 'common.manage_users', 'execute.view_task']) {
      expect(names).toContain(name)
    }
    expect(names).toContain('execute.run_runplan')
    expect(names).not.toContain('execute.add_task')
  })

  test('of the presets grows from viewer to administrator', () => {
    const [viewer, planner, administrator] = presets.map(
      (preset) => new Set(presetPermissions(preset, model, ['execute.run_runplan', 'execute.run_empty'])),
    )
    expect([...viewer!].filter((name) => !planner!.has(name))).toEqual([])
    expect([...planner!].filter((name) => !administrator!.has(name))).toEqual([])
    expect([...viewer!].filter((name) => !/\.view_/.test(name))).toEqual([])
    expect(viewer).toContain('input.view_demand')
    expect(planner).toContain('input.delete_demand')
    expect(planner).toContain('execute.run_runplan')
    expect(
      [...planner!].filter((name) => /user|group|apikey|manage_users|promote|run_empty/.test(name)),
    ).toEqual([])
    expect(administrator!.size).toBe(allPermissions(model, ['execute.run_runplan', 'execute.run_empty']).size)
  })
})
