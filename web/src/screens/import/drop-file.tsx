/** Takes the file, by drop or by choice, and gives it to the service. */
import { Alert, Button, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../api/api-error.ts'
import { type ImportUpload, uploadImport } from '../../api/import.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { announce } from '../../components/live-region.tsx'
import type { EntityMeta } from '../../grid/meta/entity-meta.ts'
import styles from './import.module.css'

interface DropFileProps {
  readonly meta: EntityMeta
  readonly onUploaded: (upload: ImportUpload) => void
}

export function DropFile({ meta, onUploaded }: DropFileProps) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [fraction, setFraction] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => uploadImport(scenario.name, meta.entity, file, setFraction),
    onSuccess: (upload) => {
      announce(t('drop.done', { name: upload.name }))
      onUploaded(upload)
    },
  })
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    setFraction(0)
    if (file !== undefined) mutate(file)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!isPending) take(event.dataTransfer.files)
  }
  return (
    // The same is done by the button within it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,.gz,.xlsx,.xlsm"
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <Button
        variant="light"
        loading={isPending}
        leftSection={<IconUpload size={16} />}
        onClick={() => input.current?.click()}
      >
        {t('drop.choose')}
      </Button>
      <span className={styles.soft}>{t('drop.hint', { entity: meta.label_plural })}</span>
      {isPending ? (
        <Progress className={styles.wide} value={fraction * 100} aria-label={t('drop.progress')} />
      ) : null}
      {error === null ? null : (
        <Alert className={styles.wide} color="red" role="alert">
          {asApiError(error).detail || t('drop.failed')}
        </Alert>
      )}
    </div>
  )
}
