/** Options of the import, its dry run, and the import itself. */
import { Button, Group } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportOutcome, launchImport, type Reading } from '../../platform/api/import.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { defaultOptions, ImportOptionFields } from './import-options.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { type ImportKind, StartImport } from './start-import.tsx'
import styles from './import.module.css'

interface ImportRunProps {
  readonly meta: EntityMeta
  readonly upload: string
  readonly columns: readonly string[]
  readonly reading: Reading
  /** Whether the file shows when its records were last changed. */
  readonly dated: boolean
  /** Whether the column assignment is complete. */
  readonly ready: boolean
  readonly onStarted: () => void
  /** Called if nothing was imported, so that the user can try again. */
  readonly onRefused: () => void
}

/** Scrolls the next section into view. */
const intoSight = (section: HTMLElement | null): void => section?.scrollIntoView({ block: 'center' })

interface Launched {
  readonly id: number
  /** The options of this run, to detect later changes. */
  readonly order: string
}

export function ImportRun(props: ImportRunProps) {
  const { meta, upload, columns, reading, dated, ready, onStarted, onRefused } = props
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const client = useQueryClient()
  const [options, setOptions] = useState(() => defaultOptions(meta))
  const [check, setCheck] = useState<Launched>()
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [run, setRun] = useState<number>()
  /** Result of the run: whether something was stored or proposed; undefined until it has ended. */
  const [isDone, setDone] = useState<boolean>()
  const order = JSON.stringify([columns, reading, options])
  const current = check?.order === order
  const checked = current ? outcome : undefined
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (kind: ImportKind) => {
      const dryrun = kind === 'check'
      const tolerate = dryrun ? 2_000_000_000 : (checked?.rejected ?? 0)
      const common = { upload, entity: meta.entity, columns, reading, ...options }
      const propose = kind === 'propose' ? t('proposal', { entity: heading(meta.label_plural) }) : undefined
      return launchImport(scenario.name, { ...common, dryrun, propose, tolerate })
    },
    onSuccess: (id, kind) => {
      if (kind === 'check') {
        setOutcome(undefined)
        setRun(undefined)
        setCheck({ id, order })
      } else {
        setDone(undefined)
        setRun(id)
        onStarted()
      }
    },
  })
  const imported = (said: ImportOutcome | undefined): void => {
    const done = said !== undefined && (said.stored || said.proposal !== null)
    setDone(done)
    if (!done) onRefused()
    // The file has been removed: its preview stays as it is.
    else void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' })
  }
  const going = run !== undefined && isDone === undefined
  // After a refused run the user can change the options and try again.
  const fixed = run !== undefined && isDone !== false
  return (
    <>
      <section className={styles.panel} aria-labelledby="import-how">
        <h2 id="import-how">{t('step.how')}</h2>
        <ImportOptionFields
          meta={meta}
          options={options}
          dated={dated}
          disabled={fixed}
          onChange={setOptions}
        />
        <Group>
          <Button
            variant={checked === undefined ? 'filled' : 'default'}
            leftSection={<IconChecklist size={16} />}
            loading={isPending && !fixed}
            disabled={!ready || fixed}
            onClick={() => mutate('check')}
          >
            {t('check')}
          </Button>
          <span className={styles.soft}>{t('checkHint')}</span>
        </Group>
        <ErrorAlert error={error} title={t('notStarted')} />
      </section>
      {check === undefined || !current ? null : (
        <section ref={intoSight} className={styles.panel} aria-labelledby="import-check">
          <h2 id="import-check">{t('step.check')}</h2>
          <RunOutcome key={check.id} meta={meta} upload={upload} run={check.id} onOutcome={setOutcome} />
          {checked === undefined || checked.refused !== null || fixed ? null : (
            <StartImport
              meta={meta}
              outcome={checked}
              purge={options.purge}
              loading={isPending}
              onStart={mutate}
            />
          )}
        </section>
      )}
      {run === undefined ? null : (
        <section ref={intoSight} className={styles.panel} aria-labelledby="import-result" aria-busy={going}>
          <h2 id="import-result">{t('step.result')}</h2>
          <RunOutcome key={run} meta={meta} upload={upload} run={run} onOutcome={imported} />
        </section>
      )}
    </>
  )
}
