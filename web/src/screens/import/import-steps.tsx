/** The steps of an import below each other; earlier steps stay visible and editable. */
import { Button, Group } from '@mantine/core'
import { IconFile, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportUpload, importQuery, type Reading, removeImport } from '../../platform/api/import.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { ColumnTable } from './column-table.tsx'
import { DropFile } from './drop-file.tsx'
import { FileFacts } from './file-facts.tsx'
import { ImportRun } from './import-run.tsx'
import styles from './import.module.css'

export function ImportSteps({ meta }: { readonly meta: EntityMeta }) {
  const { t, i18n } = useTranslation('import')
  const scenario = useScenario()
  const [upload, setUpload] = useState<ImportUpload>()
  const drop = (): void => {
    // Ignores errors: the service deletes the upload after a day.
    if (upload !== undefined) removeImport(scenario.name, meta.entity, upload.id).catch(() => undefined)
    setUpload(undefined)
  }
  return (
    <div className={styles.page}>
      <section className={styles.panel} aria-labelledby="import-file">
        <h2 id="import-file">{t('step.file')}</h2>
        {upload === undefined ? (
          <DropFile meta={meta} onUploaded={setUpload} />
        ) : (
          <Group justify="space-between">
            <span className={styles.file}>
              <IconFile size={16} stroke={1.7} aria-hidden="true" />
              <strong>{upload.name}</strong>
              <span className={styles.soft}>
                {t('size', { size: Math.ceil(upload.size / 1024).toLocaleString(i18n.language) })}
              </span>
            </span>
            <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={drop}>
              {t('another')}
            </Button>
          </Group>
        )}
      </section>
      {upload === undefined ? null : <Uploaded key={upload.id} meta={meta} upload={upload} />}
    </div>
  )
}

function Uploaded({ meta, upload }: { readonly meta: EntityMeta; readonly upload: ImportUpload }) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const [reading, setReading] = useState<Reading>({})
  const [chosen, setChosen] = useState<readonly string[]>()
  const [fixed, setFixed] = useState(false)
  const first = useQuery(importQuery(scenario.name, meta.entity, upload.id, reading, undefined))
  const judged = useQuery({
    ...importQuery(scenario.name, meta.entity, upload.id, reading, chosen),
    enabled: chosen !== undefined,
  })
  if (first.error !== null) return <ErrorState error={first.error} onRetry={() => void first.refetch()} />
  if (first.data === undefined) return <LoadingSkeleton />
  const preview = first.data
  const columns = chosen ?? preview.columns.map(({ field, written }) => (written ? (field ?? '') : ''))
  const problem = chosen === undefined ? preview.problem : (judged.data?.problem ?? null)
  return (
    <>
      <LeaveGuard dirty={chosen !== undefined && !fixed} />
      <section className={styles.panel} aria-labelledby="import-columns">
        <h2 id="import-columns">{t('step.columns')}</h2>
        <FileFacts
          preview={preview}
          reading={reading}
          disabled={fixed}
          onReading={(next) => {
            setReading(next)
            setChosen(undefined)
          }}
        />
        <ColumnTable
          meta={meta}
          preview={preview}
          columns={columns}
          problem={problem}
          disabled={fixed}
          onColumns={setChosen}
        />
      </section>
      {preview.refused !== undefined ? null : (
        <ImportRun
          meta={meta}
          upload={upload.id}
          columns={columns}
          reading={reading}
          ready={problem === null && !judged.isFetching}
          onStarted={() => setFixed(true)}
          onRefused={() => setFixed(false)}
        />
      )}
    </>
  )
}
