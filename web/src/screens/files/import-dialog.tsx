/**
 * Confirms an import of files: shows their sequence, the ignored ones and those that were imported before, and offers
 * a dry run.
 */
import { Button, Checkbox, Group } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filesQuery } from '../../platform/api/files.ts'
import type { TaskArguments } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { useEntityLabels } from './entity-labels.ts'
import { inOrder, isImported } from './file-table.tsx'
import styles from './files.module.css'
import { Dialog } from '../../ui/dialog.tsx'

interface ImportDialogProps {
  /** Whether the import is being launched. */
  readonly busy: boolean
  /** Names of the selected files, the only ones to import; empty for all. */
  readonly chosen: ReadonlySet<string>
  readonly onClose: () => void
  readonly onImport: (args: TaskArguments) => void
}

export function ImportDialog({ busy, chosen, onClose, onImport }: ImportDialogProps) {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const labels = useEntityLabels()
  const formats = useFormats()
  const [missing, setMissing] = useState(false)
  const [newer, setNewer] = useState(false)
  const { data } = useQuery(filesQuery(scenario.name, 'import'))
  const all = inOrder(data?.files ?? [])
  const selected = all.filter(({ name }) => chosen.has(name))
  // A selected file may have vanished: the others are not imported in its place.
  const isSome = chosen.size > 0
  const files = isSome ? selected : all
  const possible = files.filter(({ place }) => place !== null)
  const again = possible.filter(isImported)
  const [onlyNew, setOnlyNew] = useState<boolean>()
  // Selected files are meant, also if they were imported before.
  const mayLeave = again.length > 0 && again.length < possible.length
  const leaves = mayLeave && (onlyNew ?? !isSome)
  const taken = leaves ? possible.filter((file) => !isImported(file)) : possible
  const left = files.filter(({ place }) => place === null)
  const args: TaskArguments = {
    'create-missing': missing,
    'overwrite-newer': newer,
    ...(isSome || leaves ? { files: taken.map(({ name }) => name) } : {}),
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('ask.title', { count: taken.length, scenario: scenario.label })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.ask}>
        {isSome ? <p>{t('ask.only', { count: selected.length, all: all.length })}</p> : null}
        <p>{t('ask.order')}</p>
        <ol>
          {taken.map(({ name, entity }) => (
            <li key={name}>
              {name} <span className={styles.soft}>{labels.get(entity ?? '') ?? entity}</span>
            </li>
          ))}
        </ol>
        {again.length === 0 ? null : (
          <>
            <p className={styles.warn}>{t('ask.again', { count: again.length })}</p>
            <ul>
              {again.map(({ name, imported }) => (
                <li key={name}>
                  {name}{' '}
                  {imported === null ? null : (
                    <span className={styles.soft}>
                      {t('imported.same', { at: formats.moment(imported.at) })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {mayLeave ? (
              <Checkbox
                label={t('ask.onlyNew')}
                checked={leaves}
                onChange={({ currentTarget }) => setOnlyNew(currentTarget.checked)}
              />
            ) : null}
          </>
        )}
        {left.length === 0 ? null : (
          <>
            <p className={styles.warn}>{t('ask.left', { count: left.length })}</p>
            <ul>
              {left.map(({ name }) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        )}
        <Checkbox
          label={t('missing.label')}
          description={t('missing.hint')}
          checked={missing}
          onChange={({ currentTarget }) => setMissing(currentTarget.checked)}
        />
        <Checkbox
          label={t('newer.label')}
          description={t('newer.hint')}
          checked={newer}
          onChange={({ currentTarget }) => setNewer(currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            variant="default"
            disabled={taken.length === 0}
            loading={busy}
            onClick={() => onImport({ dryrun: true, ...args })}
          >
            {t('spreadsheet.dry')}
          </Button>
          <Button
            disabled={taken.length === 0}
            loading={busy}
            leftSection={<IconFileImport size={16} />}
            onClick={() => onImport(args)}
          >
            {t('ask.import', { count: taken.length })}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}
