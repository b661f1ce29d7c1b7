/** What the service answers below `/api/` besides records: one row per path. */
import { answerMenu } from './menu/answer-menu.ts'
import { answerMeta, answerMetaIndex } from './meta/answer-meta.ts'
import type { WordRoute } from './word-router.ts'

export const wordRoutes: readonly WordRoute[] = [
  { path: '/api/menu/', handlers: { GET: answerMenu } },
  { path: '/api/meta/', handlers: { GET: answerMetaIndex } },
  { path: '/api/meta/{app}/{entity}/', handlers: { GET: answerMeta } },
]
