/** What the service tells single users of by itself. */
export const noticeKinds = ['webhook', 'release'] as const
export type NoticeKind = (typeof noticeKinds)[number]
