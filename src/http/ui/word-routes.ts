/** What the service answers below `/api/` besides records: one row per path. */
import { answerLookup } from './grid/answer-lookup.ts'
import { answerDistinct, answerPosition } from './grid/list-questions.ts'
import { answerMenu } from './menu/answer-menu.ts'
import { answerMeta, answerMetaIndex } from './meta/answer-meta.ts'
import type { WordRoute } from './word-router.ts'

export const wordRoutes: readonly WordRoute[] = [
  { path: '/api/menu/', handlers: { GET: answerMenu } },
  { path: '/api/meta/', handlers: { GET: answerMetaIndex } },
  { path: '/api/meta/{app}/{entity}/', handlers: { GET: answerMeta } },
  { path: '/api/lookup/{app}/{entity}/', handlers: { GET: answerLookup } },
  { path: '/api/distinct/{app}/{entity}/', handlers: { GET: answerDistinct } },
  { path: '/api/position/{app}/{entity}/', handlers: { GET: answerPosition } },
]
