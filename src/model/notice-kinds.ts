/** Kinds of notices of the service to single users. */
export const noticeKinds = ['webhook', 'release'] as const
export type NoticeKind = (typeof noticeKinds)[number]
