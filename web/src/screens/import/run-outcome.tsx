/** Progress of the import run and its result: counts, first faults, and rejected rows for download. */
import { Alert, Button, Group, Progress } from '@mantine/core'
import { IconDownload, IconGitPullRequest, IconList, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { type ImportOutcome, importOutcomeQuery, rejectedPath } from '../../platform/api/import.ts'
import { hasEnded, runQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { UndoStanding } from '../../undo/undo-standing.tsx'
import { SampleChanges } from './sample-changes.tsx'
import styles from './import.module.css'

interface RunOutcomeProps {
  readonly meta: EntityMeta
  readonly upload: string
  readonly run: number
  /** Called at the end; undefined without a result. */
  readonly onOutcome: (outcome: ImportOutcome | undefined) => void
}

/** Interval of status requests, in milliseconds. */
const pollDelayMs = 600

export function RunOutcome({ meta, upload, run: id, onOutcome }: RunOutcomeProps) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    ...runQuery(scenario.name, id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : pollDelayMs),
  })
  const over = run !== undefined && hasEnded(run)
  const said = useQuery({
    ...importOutcomeQuery(scenario.name, meta.entity, upload, id),
    enabled: over,
  })
  // An aborted run leaves the result of an earlier one.
  const outcome = said.data?.task === id ? said.data : undefined
  // A run that was aborted before it had a result has none.
  const unread = said.error === null || asApiError(said.error).status === 404 ? null : said.error
  const settled = over && !said.isPending && (unread === null || outcome !== undefined)
  const tell = useRef(onOutcome)
  useEffect(() => {
    tell.current = onOutcome
  })
  useEffect(() => {
    if (!settled) return
    tell.current(outcome)
    announce(outcome === undefined ? t('run.failed') : t('run.announced', countsOf(outcome)))
  }, [settled, outcome, t])
  // The rows may be stored although their result cannot be read.
  const problem =
    error !== null ? (
      <ErrorState error={error} onRetry={() => void refetch()} inline />
    ) : unread !== null ? (
      <ErrorState error={unread} onRetry={() => void said.refetch()} inline />
    ) : null
  if (problem !== null && outcome === undefined) return problem
  const base = `/app/${encodeURIComponent(scenario.name)}`
  if (!settled) {
    return (
      <div className={styles.going}>
        <Progress value={run?.progress ?? 0} animated aria-label={t('run.progress')} />
        <span className={styles.soft}>
          {t(run?.status === 'Waiting' ? 'run.waiting' : 'run.running', { step: run?.step ?? '' })}
        </span>
      </div>
    )
  }
  return (
    <>
      {problem}
      {outcome === undefined || outcome.refused !== null ? (
        <Alert color="red" role="alert" title={t('run.refused')}>
          <span className={styles.reason}>{outcome?.refused ?? run.detail ?? t('run.failed')}</span>
        </Alert>
      ) : (
        <Counts meta={meta} outcome={outcome} />
      )}
      <Group gap="xs">
        {outcome !== undefined && outcome.stored ? (
          <Button
            variant="light"
            component={ScreenLink}
            to={`${base}${meta.route}`}
            leftSection={<IconTable size={16} />}
          >
            {t('run.open', { entity: meta.label_plural })}
          </Button>
        ) : null}
        {outcome === undefined || outcome.changeset === null ? null : (
          <UndoStanding scenario={scenario.name} changeset={outcome.changeset} />
        )}
        {outcome === undefined || outcome.proposal === null ? null : (
          <Button
            variant="light"
            component={ScreenLink}
            to={`${base}/proposals/${outcome.proposal}`}
            leftSection={<IconGitPullRequest size={16} />}
          >
            {t('run.proposal', { id: outcome.proposal })}
          </Button>
        )}
        {outcome !== undefined && !outcome.dryrun && outcome.rejected > 0 ? (
          <Button
            variant="default"
            component="a"
            href={addressOfPath(rejectedPath(scenario.name, meta.entity, upload))}
            leftSection={<IconDownload size={16} />}
          >
            {t('run.download', { count: outcome.rejected })}
          </Button>
        ) : null}
        <Button
          variant="subtle"
          component={ScreenLink}
          to={`${base}/execute/runs/${id}`}
          leftSection={<IconList size={16} />}
        >
          {t('run.log')}
        </Button>
      </Group>
    </>
  )
}

/** A dry run and a proposal have overwritten nothing yet. */
function newerWord({ dryrun, newer_rejected, stored }: ImportOutcome): 'found' | 'overwritten' | 'rejected' {
  if (newer_rejected && !dryrun) return 'rejected'
  return stored && !newer_rejected ? 'overwritten' : 'found'
}

const countsOf = ({ created, updated, unchanged, rejected }: ImportOutcome) => ({
  created,
  updated,
  unchanged,
  rejected,
})

function Counts({ meta, outcome }: { readonly meta: EntityMeta; readonly outcome: ImportOutcome }) {
  const { t, i18n } = useTranslation('import')
  const purged = Object.entries(outcome.purged).filter(([, count]) => count > 0)
  return (
    <>
      <dl className={styles.counts}>
        {(['created', 'updated', 'unchanged', 'rejected'] as const).map((name) => (
          <div key={name} data-name={name} data-none={outcome[name] === 0}>
            <dt>{t(`counts.${name}`)}</dt>
            <dd>{outcome[name].toLocaleString(i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {purged.length === 0 ? null : (
        <Alert color="red">
          {t(outcome.stored ? 'purge.done' : 'purge.would')}{' '}
          {purged.map(([name, count]) => `${name}: ${count.toLocaleString(i18n.language)}`).join(', ')}
        </Alert>
      )}
      {outcome.newer === 0 ? null : (
        <Alert color="orange">{t(`newer.${newerWord(outcome)}`, { count: outcome.newer })}</Alert>
      )}
      {outcome.remarks.map((remark) => (
        <p key={remark} className={styles.soft}>
          {remark}
        </p>
      ))}
      {outcome.sample.length === 0 ? null : <SampleChanges meta={meta} sample={outcome.sample} />}
      {outcome.faults.length === 0 ? null : (
        <>
          <h3>{t('faults.title')}</h3>
          <DataTable
            label={t('faults.title')}
            rows={outcome.faults.map((fault, place) => ({ ...fault, place }))}
            rowKey={({ place }) => place}
            columns={[
              { id: 'line', header: t('faults.line'), cell: ({ line }) => line, align: 'end', width: '70px' },
              { id: 'field', header: t('faults.field'), cell: ({ field }) => field || '–', width: '150px' },
              { id: 'value', header: t('faults.value'), cell: ({ value }) => value ?? '', width: '180px' },
              { id: 'reason', header: t('faults.reason'), cell: ({ reason }) => reason },
            ]}
          />
        </>
      )}
    </>
  )
}
