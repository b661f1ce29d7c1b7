/** Uploads dropped or selected files one after the other, with progress and result of each. */
import { Alert, Progress } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { type FolderFile, uploadFile } from '../../platform/api/files.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { announce } from '../../ui/live-region.tsx'
import { toastError } from '../../ui/toasts.ts'
import { type Upload, withBatch, withProgress } from './uploads.ts'
import styles from './files.module.css'

interface UploaderProps {
  /** Existing files, to report which ones are replaced. */
  readonly files: readonly FolderFile[]
  readonly onUploaded: () => Promise<void>
}

export function Uploader({ files, onUploaded }: UploaderProps) {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const lastId = useRef(0)
  /** Ends when all files that were given are uploaded; they are uploaded one after the other. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  const note = (id: number, changes: Partial<Upload>): void =>
    setUploads((before) => withProgress(before, id, changes))
  const uploadAll = async (batch: readonly { readonly id: number; readonly file: File }[]): Promise<void> => {
    let done = 0
    for (const { id, file } of batch) {
      try {
        await uploadFile(scenario.name, 'import', file, (fraction) => note(id, { fraction }))
        done += 1
        const replaced = files.some(({ name }) => name === file.name)
        note(id, { fraction: 1, state: 'done', message: t(replaced ? 'upload.replaced' : 'upload.done') })
      } catch (error) {
        note(id, { state: 'failed', message: asApiError(error).detail || t('upload.failed') })
      }
    }
    announce(t('upload.summary', { count: done, all: batch.length }))
    await onUploaded()
  }
  const take = (given: readonly File[]): void => {
    const batch = given.map((file) => {
      lastId.current += 1
      return { id: lastId.current, name: file.name, file }
    })
    setUploads((before) => withBatch(before, batch))
    queue.current = queue.current.then(() => uploadAll(batch)).catch(toastError)
  }
  return (
    <DropArea multiple choose={t('upload.choose')} hint={t('upload.hint')} onFiles={take}>
      {uploads.length === 0 ? null : (
        <ul className={styles.uploads}>
          {uploads.map(({ id, name, fraction, state, message }) => (
            <li key={id} data-state={state}>
              {state === 'done' ? <IconCheck size={14} /> : state === 'failed' ? <IconX size={14} /> : null}
              <span>{name}</span>
              {state === 'going' ? (
                <Progress value={fraction * 100} size="sm" aria-label={t('upload.progress', { name })} />
              ) : state === 'failed' ? (
                <Alert color="red" p={6} role="alert">
                  {message}
                </Alert>
              ) : (
                <span className={styles.soft}>{message}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </DropArea>
  )
}
