/** Handlers of the endpoints of the menu and of metadata. */
import { metaEndpoints } from '../../../contract/meta.ts'
import { routesOf } from '../../contract/routes.ts'
import { answerMenu } from '../menu/answer-menu.ts'
import { answerMeta, answerMetaIndex } from './answer-meta.ts'

export const metaRoutes = routesOf(metaEndpoints, {
  'GET /api/menu/': answerMenu,
  'GET /api/meta/': answerMetaIndex,
  'GET /api/meta/{app}/{entity}/': answerMeta,
})
