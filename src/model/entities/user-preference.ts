import { identity, json, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const userPreference = defineEntity({
  name: 'common.userpreference',
  label: 'preference',
  labelPlural: 'preferences',
  about: 'Saved grid layouts, filters and dashboard per user or global.',
  schema: 'control',
  key: 'id',
  naturalKey: ['user', 'property'],
  ownerField: 'user',
  rowsMidSize: 5000,
  fields: [
    identity(),
    reference('user', 'common.user', 'cascade', {
      nullable: true,
      access: 'readonly',
      help: 'Owner; null = global preference.',
    }),
    text('property', { required: true, oneLine: true, help: 'Preference key, usually a report name.' }),
    json('value', { required: true, help: 'Preference content.' }),
  ],
})
