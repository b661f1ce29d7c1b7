/** A request of the import wizard: checks the permission to import into the entity, and finds the upload. */
import { holds } from '../../../auth/principal.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { isLoadable } from '../../../files/fixtures/load-fixture.ts'
import type { Folder } from '../../../files/folders/folder.ts'
import { findUpload, unknownUpload, type Upload, uploadStore } from '../../../files/uploads/upload-store.ts'
import { type Entity, permissionName } from '../../../model/entity.ts'
import { mayRun } from '../../../tasks/authorize.ts'
import { importfromfolder } from '../../../tasks/commands/importfromfolder.ts'
import { entityOf, type WordCall } from '../word-call.ts'

/**
 * Returns the entity of the path. Throws `not_found`, and `permission_denied` if the import would be rejected anyway.
 */
export async function importedEntity(call: WordCall): Promise<Entity> {
  const entity = entityOf(call)
  const { exchange, principal, scenario } = call
  const may = (action: 'add' | 'change'): boolean =>
    holds(principal, scenario, permissionName(entity, action))
  const runs = await mayRun(importfromfolder, { service: exchange.service, principal, scenario })
  if (!isLoadable(entity) || !runs || !(may('add') || may('change')))
    throw new ServiceError('permission_denied')
  return entity
}

export const uploadsOf = ({ exchange, scenario }: WordCall): Folder =>
  uploadStore(exchange.service.settings, scenario)

/** Returns the upload of the path. Throws `unknown_upload`, also for an upload of another user. */
export async function uploadOf(call: WordCall): Promise<Upload> {
  const upload = await findUpload(uploadsOf(call), call.principal.userId, call.params['upload'] ?? '')
  if (upload === undefined) throw unknownUpload()
  return upload
}
