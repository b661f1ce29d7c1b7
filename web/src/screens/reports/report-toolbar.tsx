/** Toolbar of a report: buckets, horizon, measures, compared scenario, and export. */
import { Button, Checkbox, Group, Menu, Popover, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconDownload, IconListCheck, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { useMe } from '../../platform/api/me.ts'
import { granularitiesQuery } from '../../platform/api/granularities.ts'
import type { Query } from '../../platform/api/paths.ts'
import { type ReportDescription, reportFile } from '../../platform/api/reports.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import { isReversed, type ReportSearch } from './report-search.ts'
import { type ReportLook, trendOf } from './reports.ts'
import styles from './reports.module.css'

interface ReportToolbarProps {
  readonly look: ReportLook
  readonly description: ReportDescription
  readonly search: ReportSearch
  /** Query of the export. */
  readonly query: Query
  /** Displayed measures. */
  readonly shown: readonly string[]
  /** Whether the totals of all rows are shown; undefined for a single key. */
  readonly totals?: boolean | undefined
  /** Shows a single key: without search and heat map. */
  readonly single?: boolean
  readonly onChange: (changes: ReportSearch) => void
}

const formats = ['xlsx', 'csv', 'json'] as const

export function ReportToolbar(props: ReportToolbarProps) {
  const { look, description, search, query, shown, single = false, onChange } = props
  const { t, i18n } = useTranslation('reports')
  const scenario = useScenario()
  const { scenarios } = useMe()
  // Sites name their own buckets.
  const bucketLabel = (name: string): string =>
    i18n.exists(`reports:bucketName.${name}`) ? t(`bucketName.${name}`) : name
  const { data: granularities = [] } = useQuery(granularitiesQuery(scenario.name))
  const wanted = useTypedText(search.search ?? '', (text) => onChange({ search: text }))
  const others = scenarios.filter(({ name }) => name !== scenario.name)
  const [firstKey] = description.keys
  const firstLabel = firstKey?.label ?? ''
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
      {single ? null : (
        <TextInput
          type="search"
          className={styles.find}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          placeholder={t('find', { name: firstLabel })}
          aria-label={t('find', { name: firstLabel })}
          value={wanted.value}
          onChange={({ currentTarget }) => wanted.type(currentTarget.value)}
        />
      )}
      <Select
        className={styles.short}
        aria-label={t('bucket')}
        data={granularities.map((value) => ({ value, label: bucketLabel(value) }))}
        value={search.bucket ?? (granularities.includes('week') ? 'week' : (granularities[0] ?? null))}
        allowDeselect={false}
        onChange={(bucket) => onChange({ bucket: bucket ?? '' })}
      />
      <DateInput
        inline
        label={t('start')}
        value={search.start ?? ''}
        onChange={(start) => onChange({ start })}
      />
      <DateInput
        inline
        label={t('end')}
        value={search.end ?? ''}
        error={isReversed(search) ? t('endFault') : undefined}
        onChange={(end) => onChange({ end })}
      />
      <Popover position="bottom-start" withinPortal>
        <Popover.Target>
          <Button variant="default" leftSection={<IconListCheck size={14} />}>
            {t('measuresOf', { count: shown.length })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={styles.choices}>
          <Checkbox.Group
            aria-label={t('measures')}
            value={[...shown]}
            onChange={(names) => {
              // Without any, the address would mean the usual ones.
              if (names.length > 0) onChange({ measures: names.join(',') })
            }}
          >
            {description.measures.map(({ name, label, help }) => (
              <Checkbox key={name} size="xs" my={6} value={name} label={label} title={help} />
            ))}
          </Checkbox.Group>
        </Popover.Dropdown>
      </Popover>
      {others.length === 0 ? null : (
        <Select
          className={styles.medium}
          aria-label={t('compare')}
          placeholder={t('compare')}
          clearable
          data={others.map(({ name, label }) => ({ value: name, label }))}
          value={search.compare ?? null}
          onChange={(compare) => onChange({ compare: compare ?? '' })}
        />
      )}
      {single || trendOf(look)?.side === undefined ? null : (
        <Checkbox
          size="xs"
          className={styles.only}
          label={t('only')}
          checked={search.only !== undefined}
          onChange={({ currentTarget }) => onChange({ only: currentTarget.checked ? 'exceptions' : '' })}
        />
      )}
      {props.totals === undefined ? null : (
        <Checkbox
          size="xs"
          className={styles.only}
          label={t('totals')}
          checked={props.totals}
          onChange={({ currentTarget }) => onChange({ totals: currentTarget.checked ? 'yes' : 'no' })}
        />
      )}
      {look.heat === undefined || single ? null : (
        <SegmentedControl
          aria-label={t('show.label')}
          data={[
            { value: 'table', label: t('show.table') },
            { value: 'heat', label: t('show.heat') },
          ]}
          value={search.show === 'heat' ? 'heat' : 'table'}
          onChange={(show) => onChange({ show: show === 'heat' ? 'heat' : '' })}
        />
      )}
      <Group gap="xs" className={styles.end}>
        <Menu>
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={14} />}>
              {t('download')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {formats.map((format) => (
              <Menu.Item
                key={format}
                component="a"
                href={addressOfPath(reportFile(scenario.name, look.name, query, format))}
                download
              >
                {t(`format.${format}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </div>
  )
}
