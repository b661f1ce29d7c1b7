import { duration, identity, lastModified, number, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const operationDependency = defineEntity({
  name: 'input.operationdependency',
  label: 'operation dependency',
  labelPlural: 'operation dependencies',
  about: 'Precedence: an operation must wait for another.',
  key: 'id',
  naturalKey: ['operation', 'blockedby'],
  rowsMidSize: 10000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('operation', 'input.operation', 'cascade', {
      required: true,
      help: 'Operation that has to wait.',
    }),
    reference('blockedby', 'input.operation', 'cascade', {
      label: 'blocked by operation',
      required: true,
      help: 'Operation that must finish first.',
    }),
    number('quantity', { minimum: 0, nullable: true, default: 1, help: 'Quantity ratio between both.' }),
    duration('safety_leadtime', {
      minimum: 0,
      label: 'soft safety lead time',
      nullable: true,
      help: 'Preferred (soft) gap.',
    }),
    duration('hard_safety_leadtime', {
      minimum: 0,
      label: 'hard safety lead time',
      nullable: true,
      help: 'Mandatory gap.',
    }),
  ],
})
