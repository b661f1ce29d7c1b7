/** One change set: user, time, channel and counts; expands to its records with old and new values. */
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ChangedRecord,
  type ChangeSet,
  changeSetQuery,
  runOfSetQuery,
  keyOf,
  proposalOf,
} from '../../platform/api/audit.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useDecisionText } from '../../platform/use-decision-text.ts'
import { titleOf, useTaskTitles } from '../../platform/task-titles.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RunLink } from '../../ui/run-title.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { changedValues } from '../../platform/values/changed-values.ts'
import { documentText } from '../../platform/values/document-text.ts'
import { ChangeSetLink } from '../../undo/change-set-link.tsx'
import { UndoStandingOf } from '../../undo/undo-standing.tsx'
import { ChangedDeliveries } from './changed-deliveries.tsx'
import { ChangedRecordItem } from './changed-record.tsx'
import { EntityCounts } from './entity-counts.tsx'
import { saveRows } from './save-rows.ts'
import type { PlanEffect } from './use-plan-effects.ts'
import styles from './audit.module.css'

/** Number of records shown initially, and added by "show more". */
const shownAtFirst = 100
const shownAtMost = 1_000

interface ChangeSetItemProps {
  readonly set: ChangeSet
  /** Shows only records of this entity. */
  readonly entity: string | undefined
  /** What it changed if it stored a plan. */
  readonly effect: PlanEffect
  /** Whether it is the only one on the screen: its records are shown at first. Default: false. */
  readonly isAlone?: boolean
}

export function ChangeSetItem({ set, entity, effect, isAlone = false }: ChangeSetItemProps) {
  const { t } = useTranslation('audit')
  const formats = useFormats()
  const titles = useTaskTitles(useScenario().name)
  const [open, setOpen] = useState(isAlone)
  const decisionOf = useDecisionText(true)
  const who = set.user === null ? t('grid:record.nobody') : (set.user.username ?? t('grid:record.gone'))
  const how = t(`grid:record.channel.${set.channel}`, { defaultValue: set.channel })
  const body = `changes-${set.changeset}`
  return (
    <li className={styles.set}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
      >
        {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        <span className={styles.when}>
          <b>{formats.moment(set.created, { seconds: true })}</b>
          <span className={styles.soft}>
            <RelativeTime at={set.created} />
          </span>
        </span>
        <span className={styles.who}>
          <b>{who}</b>{' '}
          <span className={styles.soft}>
            {[
              `#${set.changeset}`,
              how,
              set.replacement === null && set.undo.count === 0
                ? (decisionOf(set.origin) ?? originOf(set, titles, t))
                : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className={styles.counts}>
          {effect.figures === '' ? null : <b>{effect.figures}</b>}
          {set.replacement === null ? null : (
            <b>{t(`replaced.${set.replacement.kind}`, { source: set.replacement.source })}</b>
          )}
          {set.undo.of === null ? null : <b>{t('undoes', { changeset: set.undo.of })}</b>}
          {set.undo.count > 1 ? <b>{t('undoesSeveral', { count: set.undo.count })}</b> : null}
          {set.undo.by === null ? null : <b>{t('undone', { changeset: set.undo.by })}</b>}
          {set.entities.map((counts) => (
            <EntityCounts key={counts.entity} counts={counts} />
          ))}
        </span>
      </button>
      <div id={body}>
        {open && effect.deliveries !== null ? <ChangedDeliveries deliveries={effect.deliveries} /> : null}
        {open ? <Records set={set} entity={entity} isAlone={isAlone} /> : null}
      </div>
    </li>
  )
}

/** Returns the origin of the changes: title of a task, a proposal, or name of a file, dataset or API key. */
function originOf(set: ChangeSet, titles: ReadonlyMap<string, string>, t: TFunction<'audit'>): string | null {
  const { origin } = set
  if (origin === null) return null
  const key = keyOf(set)
  if (key !== undefined) return t('withKey', { name: key })
  const proposal = proposalOf(set)
  if (proposal !== undefined) return t('proposals:one', { id: proposal })
  return titleOf(titles.get(origin) ?? origin)
}

function Records({ set, entity, isAlone }: Omit<ChangeSetItemProps, 'effect'>) {
  const { t } = useTranslation('audit')
  const scenario = useScenario()
  const [limit, setLimit] = useState(shownAtFirst)
  const query = useQuery(changeSetQuery(scenario.name, set.changeset, entity, limit))
  const found = useQuery(runOfSetQuery(scenario.name, set)).data ?? null
  const run = set.task ?? found
  const proposal = proposalOf(set)
  const keep = (records: readonly ChangedRecord[]): void =>
    saveRows(`audit.${scenario.name}.${set.changeset}.csv`, [
      ['entity', 'key', 'action', 'field', 'old', 'new'],
      ...records.flatMap((record) =>
        changedValues(record.action, record.changes).map(({ name, before, after }) => [
          record.entity,
          record.key,
          record.action,
          name,
          documentText(before),
          documentText(after),
        ]),
      ),
    ])
  return (
    <QueryView query={query} inline rows={3}>
      {(data) => (
        <div className={styles.body}>
          <div className={styles.tools}>
            {isAlone ? null : (
              <ChangeSetLink scenario={scenario.name} changeset={set.changeset}>
                {t('undo:set.name', { changeset: set.changeset })}
              </ChangeSetLink>
            )}
            {set.undo.of === null ? null : (
              <ChangeSetLink scenario={scenario.name} changeset={set.undo.of}>
                {t('undoes', { changeset: set.undo.of })}
              </ChangeSetLink>
            )}
            {run === null ? null : <RunLink scenario={scenario.name} id={run} />}
            {proposal === undefined ? null : (
              <ScreenLink to={`/app/${encodeURIComponent(scenario.name)}/proposals/${proposal}`}>
                {t('proposals:one', { id: proposal })}
              </ScreenLink>
            )}
            {set.task === null ? null : (
              <ScreenLink to={withQuery('/app/audit', { scenario: scenario.name, task: set.task })}>
                {t('ofRun')}
              </ScreenLink>
            )}
            <UndoStandingOf
              scenario={scenario.name}
              changeset={set.changeset}
              created={set.created}
              undo={set.undo}
            />
            {data.records.length === 0 ? null : (
              <Button
                variant="subtle"
                size="compact-xs"
                mih={24}
                leftSection={<IconDownload size={13} />}
                onClick={() => keep(data.records)}
              >
                {t('exportSet')}
              </Button>
            )}
          </div>
          {data.records.length === 0 ? (
            <p className={styles.soft}>{t(set.replacement === null ? 'onlyCounts' : 'replaced.all')}</p>
          ) : null}
          <ul className={styles.records}>
            {data.records.map((record) => (
              <ChangedRecordItem
                key={`${record.entity} ${record.key} ${record.action}`}
                scenario={scenario.name}
                record={record}
              />
            ))}
          </ul>
          {data.more ? (
            limit < shownAtMost ? (
              <Button variant="default" onClick={() => setLimit(shownAtMost)}>
                {t('more')}
              </Button>
            ) : (
              <p className={styles.soft}>{t('tooMany', { count: shownAtMost })}</p>
            )
          ) : null}
        </div>
      )}
    </QueryView>
  )
}
