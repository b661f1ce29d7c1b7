/** The handlers of files: upload, list, preview, download and delete. */
import { fileHandler } from './file-call.ts'
import { answerDelete } from './delete.ts'
import { answerDownload } from './download.ts'
import { answerListing } from './listing.ts'
import { answerFilePreview } from './preview.ts'
import { answerUpload } from './upload.ts'

export const fileHandlers = {
  'GET /execute/uploadtofolder/{folder}/': fileHandler(answerListing),
  'POST /execute/uploadtofolder/{folder}/': fileHandler(answerUpload),
  'GET /execute/downloadfromfolder/{folder}/': fileHandler(answerDownload),
  'GET /execute/downloadfromfolder/{folder}/{name}/': fileHandler(answerDownload),
  'GET /execute/previewfromfolder/{folder}/{name}/': fileHandler(answerFilePreview),
  'DELETE /execute/deletefromfolder/{folder}/{name}/': fileHandler(answerDelete),
}
