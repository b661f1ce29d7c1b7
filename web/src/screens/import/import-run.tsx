/** Options of the import, its dry run, and the import itself. */
import { Alert, Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { IconChecklist, IconFileImport, IconGitPullRequest } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import {
  type ImportMode,
  type ImportOutcome,
  launchImport,
  modes,
  type Reading,
} from '../../platform/api/import.ts'
import { mayPropose } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import { RunOutcome } from './run-outcome.tsx'
import styles from './import.module.css'

interface ImportRunProps {
  readonly meta: EntityMeta
  readonly upload: string
  readonly columns: readonly string[]
  readonly reading: Reading
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

export function ImportRun({ meta, upload, columns, reading, ready, onStarted, onRefused }: ImportRunProps) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const client = useQueryClient()
  const { add, change, delete: remove } = meta.permissions
  const [mode, setMode] = useState<ImportMode>(add && change ? 'upsert' : add ? 'create' : 'update')
  const [purge, setPurge] = useState(false)
  const [createMissing, setCreateMissing] = useState(false)
  const [typed, setTyped] = useState('')
  const [check, setCheck] = useState<Launched>()
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [run, setRun] = useState<number>()
  const [ended, setEnded] = useState(false)
  const order = JSON.stringify([columns, reading, mode, purge, createMissing])
  const current = check?.order === order
  const checked = current ? outcome : undefined
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (kind: 'check' | 'import' | 'propose') => {
      const dryrun = kind === 'check'
      const tolerate = dryrun ? 2_000_000_000 : (checked?.rejected ?? 0)
      const common = { upload, entity: meta.entity, columns, reading, mode, purge, createMissing }
      const propose = kind === 'propose' ? t('proposal', { entity: heading(meta.label_plural) }) : undefined
      return launchImport(scenario.name, { ...common, dryrun, propose, tolerate })
    },
    onSuccess: (id, kind) => {
      if (kind === 'check') {
        setOutcome(undefined)
        setCheck({ id, order })
      } else {
        setEnded(false)
        setRun(id)
        onStarted()
      }
    },
  })
  const imported = (said: ImportOutcome | undefined): void => {
    setEnded(true)
    if (said?.stored !== true) onRefused()
    // The file has been removed: its preview stays as it is.
    else void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' })
  }
  const going = run !== undefined && !ended
  const fixed = run !== undefined
  const rows = (checked?.created ?? 0) + (checked?.updated ?? 0) + (checked?.unchanged ?? 0)
  const confirmed = !purge || typed === meta.model
  return (
    <>
      <section className={styles.panel} aria-labelledby="import-how">
        <h2 id="import-how">{t('step.how')}</h2>
        <Radio.Group
          label={t('mode.label')}
          value={mode}
          onChange={(value) => setMode(modes.find((name) => name === value) ?? 'upsert')}
        >
          <Stack gap={6} mt={6}>
            {modes.map((name) => (
              <Radio
                key={name}
                value={name}
                size="sm"
                label={t(`mode.${name}`)}
                description={t(`mode.${name}Hint`)}
                disabled={fixed || (name !== 'update' && !add) || (name !== 'create' && !change)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t('missing.label')}
          description={t('missing.hint')}
          checked={createMissing}
          disabled={fixed}
          onChange={({ currentTarget }) => setCreateMissing(currentTarget.checked)}
        />
        {remove ? (
          <Checkbox
            label={t('purge.label', { entity: meta.label_plural })}
            description={t('purge.hint')}
            checked={purge}
            disabled={fixed}
            onChange={({ currentTarget }) => setPurge(currentTarget.checked)}
          />
        ) : null}
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
        {error === null ? null : (
          <Alert color="red" role="alert" title={t('notStarted')}>
            {asApiError(error).detail}
          </Alert>
        )}
      </section>
      {check === undefined || !current ? null : (
        <section ref={intoSight} className={styles.panel} aria-labelledby="import-check">
          <h2 id="import-check">{t('step.check')}</h2>
          <RunOutcome key={check.id} meta={meta} upload={upload} run={check.id} onOutcome={setOutcome} />
          {checked === undefined || checked.refused !== null || fixed ? null : (
            <>
              {purge ? (
                <TextInput
                  label={t('purge.type', { word: meta.model })}
                  value={typed}
                  onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                />
              ) : null}
              <Group>
                <Button
                  leftSection={<IconFileImport size={16} />}
                  {...(purge ? { color: 'red' } : {})}
                  loading={isPending}
                  disabled={rows === 0 || !confirmed}
                  onClick={() => mutate('import')}
                >
                  {t('import', { count: rows })}
                </Button>
                {scenario.may(mayPropose) && !purge ? (
                  <Button
                    variant="default"
                    leftSection={<IconGitPullRequest size={16} />}
                    loading={isPending}
                    disabled={rows === 0}
                    onClick={() => mutate('propose')}
                  >
                    {t('common:propose')}
                  </Button>
                ) : null}
                {checked.rejected > 0 ? (
                  <span className={styles.soft}>{t('leavesOut', { count: checked.rejected })}</span>
                ) : null}
              </Group>
            </>
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
