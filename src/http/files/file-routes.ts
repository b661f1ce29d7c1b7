/** The routes of files by method: upload, list, preview, download and delete. */
import type { TaskHandlers } from '../execute/task-call.ts'
import { answerDelete } from './delete.ts'
import { answerDownload } from './download.ts'
import { fileHandler } from './file-call.ts'
import { answerListing } from './listing.ts'
import { answerFilePreview } from './preview.ts'
import { answerUpload } from './upload.ts'

export const filePaths: Readonly<Record<string, TaskHandlers>> = {
  '/execute/uploadtofolder/:folder/': { GET: fileHandler(answerListing), POST: fileHandler(answerUpload) },
  '/execute/downloadfromfolder/:folder/': { GET: fileHandler(answerDownload) },
  '/execute/downloadfromfolder/:folder/:name/': { GET: fileHandler(answerDownload) },
  '/execute/previewfromfolder/:folder/:name/': { GET: fileHandler(answerFilePreview) },
  '/execute/deletefromfolder/:folder/:name/': { DELETE: fileHandler(answerDelete) },
}
