/** Kinds of notices of the service to single users, and of other items of the inbox. */

/** Kinds of notices. */
export const noticeKinds = ['webhook', 'release'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Kinds of items of the inbox. */
export const inboxKinds = [
  'task',
  'comment',
  'mention',
  'add',
  'change',
  'delete',
  'proposal',
  'plan',
  'exception',
  ...noticeKinds,
] as const
export type InboxKind = (typeof inboxKinds)[number]
