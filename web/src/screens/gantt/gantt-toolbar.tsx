/** Toolbar of the Gantt chart: resources, days, zoom, colors, and the view as a table. */
import { ActionIcon, Button, Group, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core'
import {
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { useTypedText, useWhenApplied } from '../../ui/use-typed.ts'
import { nextSpan, spans } from './keys.ts'
import {
  type Coloring,
  colorings,
  type GanttChanges,
  type GanttSearch,
  rowGroups,
  rowOrders,
} from './gantt-search.ts'
import styles from './gantt.module.css'

interface GanttToolbarProps {
  readonly search: GanttSearch
  /** First displayed day. */
  readonly start: string
  readonly days: number
  readonly color: Coloring
  readonly onChange: (changes: GanttChanges) => void
  /** Moves by a number of days. */
  readonly onStep: (days: number) => void
  readonly onToday: () => void
  readonly onZoom: (by: 'in' | 'out') => void
  readonly onFit: () => void
  /** Number of found orders; undefined without a search. */
  readonly found: number | undefined
  /** Selects the next found order. */
  readonly onNextFound: () => void
}

export function GanttToolbar(props: GanttToolbarProps) {
  const { search, start, days, color, onChange, onStep, onToday, onZoom, onFit, found, onNextFound } = props
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const resource = useTypedText(search.search ?? '', (text) => onChange({ search: text }))
  // Without a pause: the enter key goes to the next order of the text in the field.
  const order = useTypedText(search.order ?? '', (text) => onChange({ order: text }), 0)
  const goToFound = useWhenApplied(order.value.trim() === (search.order ?? ''), onNextFound)
  const half = Math.ceil(days / 2)
  const shown = spans.some((span) => span === days) ? spans : [...spans, days].toSorted((a, b) => a - b)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
      <TextInput
        type="search"
        className={styles.find}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        placeholder={t('find')}
        aria-label={t('find')}
        value={resource.value}
        onChange={({ currentTarget }) => resource.type(currentTarget.value)}
      />
      <TextInput
        type="search"
        className={styles.findOrder}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        placeholder={t('findOrder')}
        aria-label={t('findOrder')}
        value={order.value}
        rightSectionWidth={44}
        rightSection={<small role="status">{found === undefined ? '' : formats.number(found)}</small>}
        onChange={({ currentTarget }) => order.type(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') goToFound()
        }}
      />
      <Group gap={4} wrap="nowrap">
        <Act label={t('earlier')} onClick={() => onStep(-half)}>
          <IconChevronLeft size={16} />
        </Act>
        <Button variant="default" onClick={onToday}>
          {t('today')}
        </Button>
        <Act label={t('later')} onClick={() => onStep(half)}>
          <IconChevronRight size={16} />
        </Act>
      </Group>
      <DateInput
        inline
        label={t('start')}
        value={start}
        onChange={(day) => {
          if (day !== '') onChange({ start: day })
        }}
      />
      <Group gap={4} wrap="nowrap">
        <Act
          label={t('zoomIn')}
          keys="+"
          disabled={nextSpan(days, 'in') === undefined}
          onClick={() => onZoom('in')}
        >
          <IconZoomIn size={16} />
        </Act>
        <Act
          label={t('zoomOut')}
          keys="-"
          disabled={nextSpan(days, 'out') === undefined}
          onClick={() => onZoom('out')}
        >
          <IconZoomOut size={16} />
        </Act>
        <Act label={t('fit')} keys="0" onClick={onFit}>
          <IconArrowAutofitWidth size={16} />
        </Act>
      </Group>
      <Select
        aria-label={t('span')}
        allowDeselect={false}
        className={styles.short}
        data={shown.map((count) => ({ value: String(count), label: t('days', { count }) }))}
        value={String(days)}
        onChange={(value) => onChange({ days: Number(value) })}
      />
      <Select
        aria-label={t('color.label')}
        allowDeselect={false}
        className={styles.short}
        data={colorings.map((value) => ({ value, label: t(`color.${value}`) }))}
        value={color}
        onChange={(value) => onChange({ color: colorings.find((one) => one === value) })}
      />
      <Select
        aria-label={t('sort.label')}
        allowDeselect={false}
        className={styles.sort}
        data={rowOrders.map((value) => ({ value, label: t(`sort.${value}`) }))}
        value={search.sort ?? 'load'}
        onChange={(value) => onChange({ sort: rowOrders.find((one) => one === value && one !== 'load') })}
      />
      <Select
        aria-label={t('group.label')}
        allowDeselect={false}
        className={styles.sort}
        data={['', ...rowGroups].map((value) => ({ value, label: t(`group.${value || 'off'}`) }))}
        value={search.group ?? ''}
        onChange={(value) => onChange({ group: rowGroups.find((one) => one === value) })}
      />
      <Button
        variant={search.late === true ? 'filled' : 'default'}
        aria-pressed={search.late === true}
        onClick={() => onChange({ late: search.late === true ? undefined : true })}
      >
        {t('pool.title')}
      </Button>
      <Button
        variant={search.stock === true ? 'filled' : 'default'}
        aria-pressed={search.stock === true}
        onClick={() => onChange({ stock: search.stock === true ? undefined : true })}
      >
        {t('stock.button')}
      </Button>
      <SegmentedControl
        aria-label={t('show.label')}
        data={[
          { value: 'chart', label: t('show.chart') },
          { value: 'table', label: t('show.table') },
        ]}
        value={search.show ?? 'chart'}
        onChange={(show) => onChange({ show: show === 'table' ? show : undefined })}
      />
    </div>
  )
}

interface ActProps {
  readonly label: string
  /** Key for the same action within the chart. */
  readonly keys?: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Act({ label, keys, disabled = false, onClick, children }: ActProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
      <ActionIcon variant="default" size={36} aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
