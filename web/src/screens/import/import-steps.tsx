/** The steps of an import below each other; earlier steps stay visible and editable. */
import { Alert, Button, Group } from '@mantine/core'
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
  /** The columns that the user has mapped otherwise than proposed in earlier files. */
  const [mapped, setMapped] = useState<ColumnMapping>(new Map())
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
      {upload === undefined ? null : (
        <Uploaded key={upload.id} meta={meta} upload={upload} mapped={mapped} onMapped={setMapped} />
      )}
    </div>
  )
}

/** Field names by column; empty for columns that are left out. */
type ColumnMapping = ReadonlyMap<string, string>

/** Returns names of columns in files: the header, with a number if it is repeated; undefined without a header. */
function columnNames(headers: readonly string[]): readonly (string | undefined)[] {
  const seen = new Map<string, number>()
  return headers.map((header) => {
    const times = seen.get(header) ?? 0
    seen.set(header, times + 1)
    return header === '' ? undefined : `${header}\0${times}`
  })
}

interface UploadedProps {
  readonly meta: EntityMeta
  readonly upload: ImportUpload
  readonly mapped: ColumnMapping
  readonly onMapped: (mapped: ColumnMapping) => void
}

function Uploaded({ meta, upload, mapped, onMapped }: UploadedProps) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const [reading, setReading] = useState<Reading>({})
  const [changed, setChanged] = useState<readonly string[]>()
  // As it was for the file before: what is changed now is for this file.
  const [before] = useState(mapped)
  const [fixed, setFixed] = useState(false)
  const first = useQuery(importQuery(scenario.name, meta.entity, upload.id, reading, undefined))
  const found = first.data?.columns.map(({ field, written }) => (written ? (field ?? '') : ''))
  const names = columnNames(first.data?.columns.map(({ header }) => header) ?? [])
  const kept = first.data?.columns.map((_, at) => before.get(names[at] ?? '') ?? found?.[at] ?? '')
  const isKept = kept !== undefined && kept.some((field, at) => field !== found?.[at])
  const chosen = changed ?? (isKept ? kept : undefined)
  const judged = useQuery({
    ...importQuery(scenario.name, meta.entity, upload.id, reading, chosen),
    enabled: chosen !== undefined,
  })
  if (first.error !== null) return <ErrorState error={first.error} onRetry={() => void first.refetch()} />
  if (first.data === undefined) return <LoadingSkeleton />
  const preview = first.data
  const columns = chosen ?? found ?? []
  const map = (next: readonly string[]): void => {
    setChanged(next)
    const all = new Map(mapped)
    for (const [at, name] of names.entries()) {
      if (name === undefined) continue
      if (next[at] === found?.[at]) all.delete(name)
      else all.set(name, next[at] ?? '')
    }
    onMapped(all)
  }
  const problem = chosen === undefined ? preview.problem : (judged.data?.problem ?? null)
  return (
    <>
      <LeaveGuard dirty={changed !== undefined && !fixed} />
      <section className={styles.panel} aria-labelledby="import-columns">
        <h2 id="import-columns">{t('step.columns')}</h2>
        <FileFacts
          preview={preview}
          reading={reading}
          disabled={fixed}
          onReading={(next) => {
            setReading(next)
            setChanged(undefined)
          }}
        />
        {isKept && changed === undefined ? (
          <Alert color="gray" role="status">
            {t('columns.kept')}
          </Alert>
        ) : null}
        <ColumnTable
          meta={meta}
          preview={preview}
          columns={columns}
          problem={problem}
          disabled={fixed}
          onColumns={map}
        />
        {judged.error === null ? null : (
          <ErrorState error={judged.error} inline onRetry={() => void judged.refetch()} />
        )}
      </section>
      {preview.refused !== undefined ? null : (
        <ImportRun
          meta={meta}
          upload={upload.id}
          columns={columns}
          reading={reading}
          dated={preview.columns.some(({ field }) => field === 'lastmodified')}
          ready={problem === null && judged.error === null && !judged.isFetching}
          onStarted={() => setFixed(true)}
          onRefused={() => setFixed(false)}
        />
      )}
    </>
  )
}
