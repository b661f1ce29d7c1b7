/** The routes of the import wizard. */
import { importEndpoints } from '../../../contract/imports.ts'
import { routesOf } from '../../contract/routes.ts'
import { answerOutcome, answerRejected } from './answer-outcome.ts'
import { answerImport } from './answer-preview.ts'
import { createImport, removeImport } from './answer-upload.ts'

export const importRoutes = routesOf(importEndpoints, {
  'POST /api/import/{app}/{entity}/': createImport,
  'GET /api/import/{app}/{entity}/{upload}/': answerImport,
  'DELETE /api/import/{app}/{entity}/{upload}/': removeImport,
  'GET /api/import/{app}/{entity}/{upload}/outcome/': answerOutcome,
  'GET /api/import/{app}/{entity}/{upload}/rejected/': answerRejected,
})
