/** Uploads a dropped or selected file. */
import { Alert, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { type ImportUpload, uploadImport } from '../../platform/api/import.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { announce } from '../../ui/live-region.tsx'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import styles from './import.module.css'

interface DropFileProps {
  readonly meta: EntityMeta
  readonly onUploaded: (upload: ImportUpload) => void
}

export function DropFile({ meta, onUploaded }: DropFileProps) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const [fraction, setFraction] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => uploadImport(scenario.name, meta.entity, file, setFraction),
    onSuccess: (upload) => {
      announce(t('drop.done', { name: upload.name }))
      onUploaded(upload)
    },
  })
  return (
    <DropArea
      tall
      choose={t('drop.choose')}
      hint={t('drop.hint', { entity: meta.label_plural })}
      accept=".csv,.txt,.tsv,.gz,.xlsx,.xlsm"
      busy={isPending}
      onFiles={([file]) => {
        setFraction(0)
        if (file !== undefined) mutate(file)
      }}
    >
      {isPending ? (
        <Progress className={styles.wide} value={fraction * 100} aria-label={t('drop.progress')} />
      ) : null}
      {error === null ? null : (
        <Alert className={styles.wide} color="red" role="alert">
          {asApiError(error).detail || t('drop.failed')}
        </Alert>
      )}
    </DropArea>
  )
}
