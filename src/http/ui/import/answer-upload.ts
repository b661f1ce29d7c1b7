/** `POST /api/import/<app>/<entity>/`: stores a file for preview and import; `DELETE …/<upload>/` deletes it. */
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { importEndpoints } from '../../../contract/imports.ts'
import { utcText } from '../../../data/time-zone.ts'
import { createUpload, uploadRetentionMs, removeUpload } from '../../../files/uploads/upload-store.ts'
import { receiveOne, requireForm } from '../../files/receive-one.ts'
import type { WordCall } from '../word-call.ts'
import { importedEntity, uploadsOf, uploadOf } from './import-call.ts'

type Endpoints = typeof importEndpoints

/** Stores a file. Throws `permission_denied` before the file is received, and the errors of receiving one file. */
export async function createImport(
  call: WordCall,
): Promise<AnswerOf<Endpoints['POST /api/import/{app}/{entity}/']>> {
  const { exchange, principal } = call
  await importedEntity(call)
  const contentType = requireForm(exchange)
  const now = new Date()
  await using arriving = await createUpload(uploadsOf(call), {
    userId: principal.userId,
    now,
    most: exchange.service.settings.MAX_FOLDER_SIZE,
  })
  const { name } = await receiveOne(exchange, contentType, arriving.draft, { free: arriving.free })
  const { id, file } = await arriving.publish(name)
  const expires = utcText(new Date(now.getTime() + uploadRetentionMs))
  return { id, name: file?.name ?? name, size: file?.size ?? 0, expires }
}

export async function removeImport(call: WordCall): Promise<undefined> {
  await importedEntity(call)
  await removeUpload(await uploadOf(call))
  return undefined
}
