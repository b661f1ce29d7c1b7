/** Area for files to upload, with progress and result of each. */
import { Alert, Progress } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropArea } from '../../ui/drop-area.tsx'
import type { Uploads } from './use-uploads.ts'
import styles from './files.module.css'

export function Uploader({ uploads, take }: Uploads) {
  const { t } = useTranslation('files')
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
