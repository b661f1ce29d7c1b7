import { boolean, choice, datetime, identity, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const apiKey = defineEntity({
  name: 'common.apikey',
  label: 'API key',
  labelPlural: 'API keys',
  about: 'Hashed access keys for external programs.',
  schema: 'control',
  key: 'id',
  imports: false,
  ownerField: 'user',
  rowsMidSize: 20,
  fields: [
    identity(),
    text('name', { required: true, oneLine: true, help: 'What the key is for.' }),
    reference('user', 'common.user', 'cascade', { access: 'readonly', help: 'Account the key acts as.' }),
    datetime('expiry_date', {
      label: 'expiry date',
      required: true,
      help: 'End of validity; capped by a setting.',
    }),
    datetime('created', { default: 'now()', access: 'readonly', help: 'Creation moment.' }),
    boolean('read_only', { label: 'read only', default: false, help: 'The key may only read.' }),
    choice('scope', ['all', 'read', 'propose', 'write', 'tasks'], {
      default: 'all',
      help: 'What the key may do of what its user may: all, read, propose (read and make proposals), write records, tasks (read and launch tasks).',
    }),
    text('entities', {
      nullable: true,
      commaSeparated: true,
      help: 'The only entities that the key opens, separated by commas, such as input.demand,input.item; empty for all.',
    }),
    text('scenarios', {
      nullable: true,
      commaSeparated: true,
      help: 'The only scenarios that the key opens, separated by commas; empty for all.',
    }),
    datetime('last_used', {
      label: 'last used',
      nullable: true,
      access: 'readonly',
      help: 'When the key was last used, to a minute.',
    }),
    text('hashed_key', {
      label: 'hashed key',
      access: 'readonly',
      writeOnly: true,
      unique: true,
      maxLength: 150,
      help: 'Hash; the secret is shown once only.',
    }),
  ],
})
