/** The exceptions of the plan, most urgent first, filtered by the address. */
import { exceptionStatuses } from '../../../../src/model/exception-kinds.ts'
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ExceptionFilter,
  exceptionCountsQuery,
  exceptionsFile,
  exceptionsQuery,
  mayNote,
  type PlanException,
} from '../../platform/api/exceptions.ts'
import { useMe } from '../../platform/api/me.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import { groupByBottleneck } from './by-bottleneck.ts'
import { ExceptionList } from './exception-list.tsx'
import { GroupChips } from './group-chips.tsx'
import { type ExceptionSearch, filterOf, limitOf, pageSize } from './exception-search.ts'
import { PlaceFilters } from './place-filters.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { StateMenu } from './state-menu.tsx'
import { useEffectText } from './use-exception-words.ts'
import styles from './exceptions.module.css'

export function ExceptionsScreen() {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const { username } = useMe()
  const asked: ExceptionSearch = useSearch({ from: '/app/$scenario/exceptions' })
  const filter = filterOf(asked, username)
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/decide-on-exceptions"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={
          <Button
            component="a"
            variant="default"
            leftSection={<IconDownload size={14} />}
            href={exceptionsFile(scenario.name, filter)}
          >
            {t('download')}
          </Button>
        }
      />
      <div className={styles.page}>
        <Filters asked={asked} filter={filter} />
        <Found key={JSON.stringify(asked)} asked={asked} filter={filter} />
      </div>
    </>
  )
}

interface AskedProps {
  readonly asked: ExceptionSearch
  readonly filter: ExceptionFilter
}

function Filters({ asked, filter }: AskedProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const navigate = useNavigate()
  const { group, ...rest } = filter
  const { data: counts } = useQuery(exceptionCountsQuery(scenario.name, rest))
  const show = (change: {
    readonly [Name in keyof ExceptionSearch]: ExceptionSearch[Name] | undefined
  }): void => {
    const search = Object.fromEntries(
      Object.entries({ ...asked, ...change }).filter(([, value]) => value !== undefined),
    )
    void navigate({ to: '/app/$scenario/exceptions', params: { scenario: scenario.name }, search })
  }
  const look = useTypedText(asked.search ?? '', (text) => show({ search: text || undefined }))
  const base = `/app/${encodeURIComponent(scenario.name)}/exceptions`
  const status = asked.status ?? 'open'
  return (
    <>
      {counts === undefined ? (
        <LoadingSkeleton rows={1} />
      ) : (
        <GroupChips
          counts={counts}
          shown={group}
          hrefOf={(chosen) => withQuery(base, { ...asked, group: chosen })}
        />
      )}
      <div className={styles.filters} role="search" aria-label={t('filters')}>
        <SegmentedControl
          size="xs"
          aria-label={t('status.label')}
          value={status}
          onChange={(value) => {
            const chosen = [...exceptionStatuses, 'all' as const].find((one) => one === value)
            show({ status: chosen === 'open' ? undefined : chosen })
          }}
          data={[...exceptionStatuses, 'all'].map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('by.label')}
          value={asked.by ?? 'rank'}
          onChange={(value) => show({ by: value === 'bottleneck' ? 'bottleneck' : undefined })}
          data={['rank', 'bottleneck'].map((value) => ({ value, label: t(`by.${value}`) }))}
        />
        <Checkbox
          label={t('mine')}
          checked={asked.mine === true}
          onChange={({ currentTarget }) => show({ mine: currentTarget.checked ? true : undefined })}
        />
        <TextInput
          className={styles.search ?? ''}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={look.value}
          onChange={({ currentTarget }) => look.type(currentTarget.value)}
        />
        <PlaceFilters location={asked.location} customer={asked.customer} onChange={show} />
        <SavedFilters asked={asked} />
      </div>
    </>
  )
}

function Found({ asked, filter }: AskedProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const effectText = useEffectText()
  const formats = useFormats()
  const grouped = asked.by === 'bottleneck'
  const [limit, setLimit] = useState(limitOf(asked))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data, error, isPending, isFetching, refetch } = useQuery(
    exceptionsQuery(scenario.name, filter, limit),
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingSkeleton />
  const { rows, total } = data
  const { search, mine, group, location, customer } = asked
  const usual = [search, mine, group, location, customer].every((one) => one === undefined)
  if (rows.length === 0) {
    return (
      <EmptyState title={t(usual ? 'none' : 'noMatch')}>{t(usual ? 'noneHint' : 'noMatchHint')}</EmptyState>
    )
  }
  const choose = (id: string, add: boolean): void =>
    setChosen(new Set(add ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const selected = rows.filter(({ id }) => chosen.has(id))
  const list = (label: string, exceptions: readonly PlanException[]) => (
    <ExceptionList
      label={label}
      exceptions={exceptions}
      {...(scenario.may(mayNote) ? { chosen, onChoose: choose } : {})}
    />
  )
  return (
    <>
      {scenario.may(mayNote) ? (
        <div className={styles.selection}>
          <Checkbox
            size="xs"
            label={
              selected.length === 0
                ? t('count', { count: total })
                : t('chosen', { count: selected.length, total: formats.number(total) })
            }
            checked={selected.length === rows.length}
            indeterminate={selected.length > 0 && selected.length < rows.length}
            onChange={({ currentTarget }) =>
              setChosen(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
            }
          />
          {selected.length === 0 ? null : (
            <StateMenu exceptions={selected} label={t('action.note')} onDone={() => setChosen(new Set())} />
          )}
        </div>
      ) : null}
      {grouped
        ? groupByBottleneck(rows).map(({ bottleneck, exceptions, effect }) => {
            const name = bottleneck === '' ? t('noBottleneck') : bottleneck
            return (
              <section key={bottleneck} className={styles.group} aria-label={name}>
                <h2>
                  {name}
                  <span className={styles.soft}>
                    {t('count', { count: exceptions.length })}
                    {effect > 0 ? ` · ${effectText(effect)}` : null}
                  </span>
                </h2>
                {list(name, exceptions)}
              </section>
            )
          })
        : list(t('title'), rows)}
      {total > rows.length && !grouped ? (
        <Button variant="default" loading={isFetching} onClick={() => setLimit(limit + pageSize)}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}
