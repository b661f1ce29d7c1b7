import { choice, identity, json, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const follower = defineEntity({
  name: 'common.follower',
  label: 'follower',
  labelPlural: 'followers',
  about: 'Subscription of a user to messages about a record.',
  key: 'id',
  ownerField: 'user',
  rowsMidSize: 500,
  fields: [
    identity(),
    text('content_type', {
      label: 'model name',
      required: true,
      help: 'Registered model the record points to (half of a generic foreign key).',
    }),
    text('object_pk', { label: 'object name', nullable: true, help: 'Followed record key, or "all".' }),
    reference('user', 'common.user', 'cascade', { required: true, help: 'User concerned.' }),
    choice('type', ['M', 'O'], {
      default: 'O',
      words: { M: 'e-mail', O: 'online' },
      help: 'Delivery channel: M = e-mail, O = online.',
    }),
    json('args', { label: 'arguments', nullable: true, help: 'Sub-models followed.' }),
  ],
})
