import { identity, json, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const group = defineEntity({
  name: 'auth.group',
  label: 'group',
  labelPlural: 'groups',
  about: 'Role: a named set of permissions.',
  schema: 'control',
  key: 'id',
  naturalKey: ['name'],
  imports: false,
  rowsMidSize: 15,
  fields: [
    identity(),
    text('name', { required: true, oneLine: true, maxLength: 150, unique: true, help: 'Role name.' }),
    json('permissions', {
      nullable: true,
      virtual: true,
      help: 'Rights the group gives to its members, such as input.view_demand.',
    }),
  ],
})
