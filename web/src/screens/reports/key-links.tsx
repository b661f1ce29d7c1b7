/** Links of a key of a report: to its objects, and to the previous and next key. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconChartBar,
  IconChevronLeft,
  IconChevronRight,
  IconExternalLink,
  IconSitemap,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../../platform/api/paths.ts'
import { type ReportDescription, reportKeysQuery } from '../../platform/api/reports.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ResourceActions } from '../../capacity/resource-actions.tsx'
import { StockLink } from '../../capacity/stock-link.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { recordHref } from '../../platform/record-href.ts'
import { keyHref } from './report-address.ts'
import type { ReportSearch } from './report-search.ts'
import type { ReportLook, ReportWord } from './reports.ts'
import { foundBy } from './use-report.ts'
import styles from './key-screen.module.css'

interface KeyLinksProps {
  readonly report: ReportWord
  readonly description: ReportDescription
  readonly parts: readonly string[]
  readonly search: ReportSearch
}

/** Reports whose first key part has a supply path. */
const supplied: Readonly<Partial<Record<ReportWord, string>>> = {
  demand: 'item',
  inventory: 'item',
  resource: 'resource',
  mo: 'operation',
}

export function KeyLinks({ report, description, parts, search }: KeyLinksProps) {
  const { t } = useTranslation('reports')
  const scenario = useScenario()
  const base = `/app/${encodeURIComponent(scenario.name)}`
  const [first = ''] = parts
  const network = supplied[report]
  return (
    <nav className={styles.links} aria-label={t('key.links')}>
      {description.keys.flatMap(({ name, label, reference }, at) => {
        const part = parts[at] ?? ''
        if (reference === undefined || part === '') return []
        return [
          <Button
            key={name}
            component={ScreenLink}
            variant="default"
            size="xs"
            leftSection={<IconExternalLink size={14} aria-hidden="true" />}
            to={recordHref(scenario.name, reference, part)}
          >
            {heading(label)}: {part}
          </Button>,
        ]
      })}
      {network === undefined || first === '' ? null : (
        <Button
          component={ScreenLink}
          variant="default"
          size="xs"
          leftSection={<IconSitemap size={14} aria-hidden="true" />}
          to={`${base}/supplypath/${network}/${encodeURIComponent(first)}`}
        >
          {t('supplyPath')}
        </Button>
      )}
      {report === 'resource' ? (
        <Button
          component={ScreenLink}
          variant="default"
          size="xs"
          leftSection={<IconChartBar size={14} aria-hidden="true" />}
          to={withQuery(`${base}/gantt`, { search: first, start: search.start })}
        >
          {t('key.gantt')}
        </Button>
      ) : null}
      {report === 'inventory' ? <StockLink item={first} location={parts[1]} /> : null}
      {report === 'resource' ? <ResourceActions resource={first} /> : null}
    </nav>
  )
}

interface KeyStepsProps {
  readonly look: ReportLook
  /** Names of the key parts. */
  readonly keys: readonly string[]
  readonly parts: readonly string[]
  readonly search: ReportSearch
}

/** Links to the previous and next key of the filtered report. */
export function KeySteps({ look, keys, parts, search }: KeyStepsProps) {
  const scenario = useScenario()
  const { data = [] } = useQuery(reportKeysQuery(scenario.name, look.name, keys, foundBy(keys, search)))
  const own = parts.join('\0')
  const at = data.findIndex((key) => key.join('\0') === own)
  const href = (key: readonly string[] | undefined): string | undefined =>
    at < 0 || key === undefined ? undefined : keyHref(scenario.name, look.word, key, search)
  return (
    <>
      <Step to={href(data[at - 1])} word="key.previous" Sign={IconChevronLeft} />
      <Step to={href(data[at + 1])} word="key.next" Sign={IconChevronRight} />
    </>
  )
}

interface StepProps {
  readonly to: string | undefined
  readonly word: 'key.previous' | 'key.next'
  readonly Sign: typeof IconChevronLeft
}

function Step({ to, word, Sign }: StepProps) {
  const { t } = useTranslation('reports')
  const label = t(word)
  const sign = <Sign size={16} aria-hidden="true" />
  return (
    <Tooltip label={label}>
      {to === undefined ? (
        <ActionIcon variant="default" size={30} aria-label={label} disabled>
          {sign}
        </ActionIcon>
      ) : (
        <ActionIcon variant="default" size={30} aria-label={label} component={ScreenLink} to={to}>
          {sign}
        </ActionIcon>
      )}
    </Tooltip>
  )
}
