/** Uploads dropped or selected files one after the other, with progress and result of each. */
import { Alert, Progress } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { type FolderFile, uploadFile } from '../../platform/api/files.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { announce } from '../../ui/live-region.tsx'
import styles from './files.module.css'

interface Upload {
  readonly name: string
  readonly fraction: number
  readonly state: 'going' | 'done' | 'failed'
  readonly message: string
}

interface UploaderProps {
  /** Existing files, to report which ones are replaced. */
  readonly files: readonly FolderFile[]
  readonly onUploaded: () => Promise<void>
}

export function Uploader({ files, onUploaded }: UploaderProps) {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const note = (name: string, changes: Partial<Upload>): void =>
    setUploads((before) =>
      before.map((upload) => (upload.name === name ? { ...upload, ...changes } : upload)),
    )
  const take = async (given: readonly File[]): Promise<void> => {
    setUploads(given.map(({ name }) => ({ name, fraction: 0, state: 'going', message: '' })))
    let done = 0
    for (const file of given) {
      try {
        await uploadFile(scenario.name, 'import', file, (fraction) => note(file.name, { fraction }))
        done += 1
        const replaced = files.some(({ name }) => name === file.name)
        note(file.name, {
          fraction: 1,
          state: 'done',
          message: t(replaced ? 'upload.replaced' : 'upload.done'),
        })
      } catch (error) {
        note(file.name, { state: 'failed', message: asApiError(error).detail || t('upload.failed') })
      }
    }
    announce(t('upload.summary', { count: done, all: given.length }))
    await onUploaded()
  }
  return (
    <DropArea
      multiple
      choose={t('upload.choose')}
      hint={t('upload.hint')}
      onFiles={(given) => void take(given)}
    >
      {uploads.length === 0 ? null : (
        <ul className={styles.uploads}>
          {uploads.map(({ name, fraction, state, message }) => (
            <li key={name} data-state={state}>
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
