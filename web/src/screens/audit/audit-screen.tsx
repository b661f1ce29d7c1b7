/** The audit trail of a scenario: change sets filtered by the address, with their records. */
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditFilter, auditQuery, readAllSets } from '../../platform/api/audit.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastError, toastInfo } from '../../ui/toasts.ts'
import { startUndo } from '../../undo/undo-later.ts'
import type { AuditSearch } from './audit-search.ts'
import { AuditFilters } from './audit-filters.tsx'
import { ChangesSummary } from './changes-summary.tsx'
import { ChangeSetItem } from './change-set.tsx'
import { OneChangeSet } from './one-change-set.tsx'
import { saveRows } from './save-rows.ts'
import { usePlanEffects } from './use-plan-effects.ts'
import styles from './audit.module.css'

const nothingCounted = { entity: '', created: '', updated: '', deleted: '' }

/** Maximum number of exported change sets; larger results need a narrower filter. */
const mostExported = 10_000

export function AuditScreen() {
  const { set } = useSearch({ from: '/app/audit' })
  return set === undefined ? <AuditTrail /> : <OneChangeSet key={set} changeset={set} />
}

function AuditTrail() {
  const { t } = useTranslation('audit')
  const scenario = useScenario()
  const { user, entity, channel, task, after, before, scenario: named } = useSearch({ from: '/app/audit' })
  const navigate = useNavigate()
  // An address that is sent to a colleague, or opened in another tab, shows the same scenario.
  useEffect(() => {
    if (named !== undefined) return
    const search = (others: AuditSearch): AuditSearch => ({ ...others, scenario: scenario.name })
    void navigate({ to: '/app/audit', search, replace: true })
  }, [named, navigate, scenario.name])
  const given = { user, entity, channel, task, after, before }
  // The end of a period alone would select all earlier change sets.
  const isChosen = [user, entity, channel, task, after].some((value) => value !== undefined)
  const filter: AuditFilter = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const audit = useInfiniteQuery(auditQuery(scenario.name, filter))
  const exporting = useMutation({
    mutationFn: () => readAllSets(scenario.name, filter, mostExported),
    onSuccess: (sets) => {
      const rows = sets.flatMap((set) =>
        // A change set that replaced all data has no counts.
        (set.entities.length === 0 ? [nothingCounted] : set.entities).map(
          ({ entity: name, created, updated, deleted }) => [
            set.changeset,
            set.created,
            set.user?.username,
            set.channel,
            set.origin,
            name,
            created,
            updated,
            deleted,
          ],
        ),
      )
      const head = [
        'changeset',
        'created',
        'user',
        'channel',
        'origin',
        'entity',
        'added',
        'changed',
        'deleted',
      ]
      saveRows(`audit.${scenario.name}.csv`, [head, ...rows])
      if (sets.length === mostExported) toastInfo({ message: t('cut', { count: mostExported }) })
    },
    onError: (error) => toastError(error),
  })
  const effectOf = usePlanEffects()
  const sets = audit.data?.pages.flatMap((page) => page.sets) ?? []
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/see-what-changed"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={
          <Group gap="xs">
            {isChosen && sets.some(({ undo }) => undo.obstacle === null) ? (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={14} />}
                onClick={() => startUndo({ scenario: scenario.name, criteria: filter })}
              >
                {t('undoAll')}
              </Button>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconDownload size={14} />}
              disabled={sets.length === 0}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              {t('export')}
            </Button>
          </Group>
        }
      />
      <div className={styles.page}>
        <AuditFilters filter={filter} />
        {after === undefined || audit.data === undefined ? null : (
          <ChangesSummary after={after} before={before} sets={sets} />
        )}
        <QueryView query={audit}>
          {() =>
            sets.length === 0 ? (
              <EmptyState title={t(Object.keys(filter).length === 0 ? 'none' : 'noMatch')}>
                {t(Object.keys(filter).length === 0 ? 'noneHint' : 'noMatchHint')}
              </EmptyState>
            ) : (
              <ol className={styles.sets}>
                {sets.map((set) => (
                  <ChangeSetItem
                    key={set.changeset}
                    set={set}
                    entity={entity}
                    effect={effectOf(set.changeset)}
                  />
                ))}
              </ol>
            )
          }
        </QueryView>
        {audit.hasNextPage ? (
          <Button
            variant="default"
            loading={audit.isFetchingNextPage}
            onClick={() => void audit.fetchNextPage()}
          >
            {t('grid:record.more')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
