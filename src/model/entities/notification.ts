import { choice, identity, reference } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const notification = defineEntity({
  name: 'common.notification',
  label: 'notification',
  labelPlural: 'notifications',
  about: 'Inbox entry: a message delivered to one user.',
  key: 'id',
  ownerField: 'user',
  rowsMidSize: 50000,
  fields: [
    identity(),
    reference('comment', 'common.comment', 'cascade', { nullable: true, help: 'Message notified.' }),
    reference('user', 'common.user', 'cascade', { required: true, help: 'Recipient.' }),
    choice('status', ['U', 'R'], {
      default: 'U',
      words: { U: 'unread', R: 'read' },
      help: 'U = unread, R = read.',
    }),
    choice('type', ['M', 'O'], {
      default: 'O',
      words: { M: 'e-mail', O: 'online' },
      help: 'Delivery channel: M = e-mail, O = online.',
    }),
    reference('follower', 'common.follower', 'setNull', {
      nullable: true,
      help: 'Subscription that caused it.',
    }),
  ],
})
