import { choice, identity, lastModified, number, reference, source, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const operationPlanResource = defineEntity({
  name: 'input.operationplanresource',
  label: 'resource detail',
  labelPlural: 'resource detail',
  about: 'Capacity assignments of orders ("resource detail").',
  key: 'id',
  naturalKey: ['resource', 'operationplan'],
  rowsMidSize: 800000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('resource', 'input.resource', 'cascade', { required: true, help: 'Resource concerned.' }),
    reference('operationplan', 'input.operationplan', 'cascade', {
      label: 'reference',
      aliases: ['reference'],
      required: true,
      help: 'Order using the capacity.',
    }),
    number('quantity', { minimum: 0, nullable: true, default: 1, help: 'Units of the resource in use.' }),
    text('setup', { nullable: true, access: 'computed', help: 'Setup state while running.' }),
    choice('status', ['proposed', 'confirmed', 'closed'], {
      label: 'load status',
      nullable: true,
      help: 'Status of the assignment.',
    }),
  ],
})
