/** Returns the result of the last import of an uploaded file, and a file with the rejected rows. */
import { listFiles } from '../../../files/folders/list-files.ts'
import { contentOf, openFile } from '../../../files/folders/open-file.ts'
import { readOutcome } from '../../../files/uploads/upload-store.ts'
import { jsonText } from '../../answer.ts'
import { RawReply } from '../../contract/routes.ts'
import { attachment } from '../../files/content-disposition.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { WordCall } from '../word-call.ts'
import { importedEntity, uploadOf } from './import-call.ts'

/** `GET /api/import/<app>/<entity>/<upload>/outcome/`: returns the result; 404 before the first import. */
export async function answerOutcome(call: WordCall): Promise<RawReply> {
  await importedEntity(call)
  const said = await readOutcome(await uploadOf(call))
  if (said === undefined) throw new ServiceError('not_found')
  return new RawReply(jsonText(200, said))
}

/**
 * `GET /api/import/<app>/<entity>/<upload>/rejected/`: returns the rejected rows as CSV, for correction and import; 404
 * without any, also after a dry run.
 */
export async function answerRejected(call: WordCall): Promise<RawReply> {
  await importedEntity(call)
  const { rejected } = await uploadOf(call)
  const [found] = await listFiles(rejected)
  if (found === undefined) throw new ServiceError('no_rejected_rows')
  const file = await openFile(rejected, found.name)
  return new RawReply({
    status: 200,
    headers: {
      'content-type': 'text/csv',
      'content-disposition': attachment(file.name),
      'content-length': String(file.size),
    },
    body: await contentOf(file),
    uncompressed: true,
  })
}
