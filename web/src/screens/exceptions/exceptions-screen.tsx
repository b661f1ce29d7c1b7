/** The exceptions of the plan, most urgent first, filtered by the address. */
import { exceptionStatuses } from '../../../../src/model/exception-kinds.ts'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconDownload, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { type ExceptionFilter, exceptionCountsQuery, exceptionsFile } from '../../platform/api/exceptions.ts'
import { useMe } from '../../platform/api/me.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import { AssigneeFilter } from './assignee-filter.tsx'
import { type ExceptionSearch, filterOf } from './exception-search.ts'
import { FoundExceptions } from './found-exceptions.tsx'
import { GroupChips } from './group-chips.tsx'
import { PlaceFilters } from './place-filters.tsx'
import { SavedFilters } from './saved-filters.tsx'
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
            href={addressOfPath(exceptionsFile(scenario.name, filter))}
          >
            {t('download')}
          </Button>
        }
      />
      <div className={styles.page}>
        <Filters asked={asked} filter={filter} />
        <FoundExceptions key={JSON.stringify(asked)} asked={asked} filter={filter} />
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
  const counts = useQuery(exceptionCountsQuery(scenario.name, rest))
  // The list tells who may not see exceptions.
  const isForbidden = counts.error !== null && asApiError(counts.error).status === 403
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
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, { toggle }] = useDisclosure(false)
  const { group: _group, ...narrowing } = asked
  const used = Object.keys(narrowing).length
  return (
    <>
      {isNarrow ? (
        <Button
          variant={used > 0 ? 'light' : 'default'}
          className={styles.toggle ?? ''}
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden="true" />}
          rightSection={used > 0 ? used : undefined}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {t('filters')}
        </Button>
      ) : null}
      {isNarrow && !isOpen ? null : (
        <div className={styles.filterParts}>
          {isForbidden ? null : (
            <QueryView query={counts} inline rows={1}>
              {(found) => (
                <GroupChips
                  counts={found}
                  shown={group}
                  hrefOf={(chosen) => withQuery(base, { ...asked, group: chosen })}
                />
              )}
            </QueryView>
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
            <AssigneeFilter asked={asked} onChange={show} />
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
        </div>
      )}
    </>
  )
}
