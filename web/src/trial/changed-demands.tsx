/** Sales orders whose delivery changes, the largest change first, each with a link to its plan. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangedDemand, DemandState } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ScreenLink } from '../ui/screen-link.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useChoiceWords } from '../platform/meta/use-choice-words.ts'
import { isCauseShown } from './causes.ts'
import { isSameDelivery, useDeliveryWords } from './delivery-words.ts'
import styles from './trial.module.css'

const tones: Readonly<Record<ChangedDemand['change'], Tone>> = {
  late: 'bad',
  later: 'warn',
  gone: 'neutral',
  new: 'info',
  earlier: 'ok',
  recovered: 'ok',
}

/** Words for a change of a part of a sales order. */
const parts: Readonly<Partial<Record<ChangedDemand['change'], 'partLater' | 'partEarlier'>>> = {
  later: 'partLater',
  earlier: 'partEarlier',
}

const shownAtFirst = 10
const noCauses: readonly string[] = []

interface ChangedDemandsProps {
  readonly demands: readonly ChangedDemand[]
  /** Name of the sales order that the trial concerns; it comes first. */
  readonly about?: string | undefined
  /** Names of the edited records by edit; with several, the one that causes each change is shown. */
  readonly causes?: readonly string[] | undefined
}

export function ChangedDemands({ demands, about, causes = noCauses }: ChangedDemandsProps) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const scenario = useScenario()
  const words = useDeliveryWords()
  const wordOf = useChoiceWords('output.constraint', 'name')
  const [all, setAll] = useState(false)
  if (demands.length === 0) return <p className={styles.soft}>{t('demands.none')}</p>
  const sorted = demands.toSorted((one, other) => Number(other.name === about) - Number(one.name === about))
  const link = ({ name, change }: ChangedDemand) => {
    // A new sales order is not stored yet and has no screen.
    if (change === 'new') return name
    const path = `/app/${encodeURIComponent(scenario.name)}/data/demand/${encodeURIComponent(name)}/plan`
    return <ScreenLink to={path}>{name}</ScreenLink>
  }
  const badge = ({ change, before, after }: ChangedDemand) => {
    const part = isSameDelivery(before, after) ? parts[change] : undefined
    return <StatusBadge tone={tones[change]}>{t(`change.${part ?? change}`)}</StatusBadge>
  }
  const delivery = (state: DemandState | null) =>
    state === null ? null : (
      <span className={styles.delivery}>
        <span className={styles.moment}>{words.date(state)}</span>
        <small>{words.lateness(state)}</small>
      </span>
    )
  const day = (date: string) => <span className={styles.moment}>{formats.date(date)}</span>
  const cause: Column<ChangedDemand> = {
    id: 'cause',
    header: t('demands.cause'),
    cell: ({ edit }) => (edit === null ? '' : causes[edit]),
  }
  const because: Column<ChangedDemand> = {
    id: 'because',
    header: t('demands.because'),
    cell: ({ reasons }) =>
      sentence(
        reasons.slice(0, 2).map(({ code, owner }) => [wordOf(code), owner].filter(Boolean).join(': ')),
      ),
  }
  const columns: readonly Column<ChangedDemand>[] = [
    { id: 'name', header: t('demands.order'), cell: link },
    { id: 'change', header: t('demands.change'), cell: badge },
    {
      id: 'before',
      header: `${t('demands.delivery')} (${t('figures.before')})`,
      cell: ({ before }) => delivery(before),
    },
    {
      id: 'after',
      header: `${t('demands.delivery')} (${t('figures.after')})`,
      cell: ({ after }) => delivery(after),
    },
    ...(demands.some(({ reasons }) => reasons.length > 0) ? [because] : []),
    ...(isCauseShown(causes, demands) ? [cause] : []),
    { id: 'due', header: t('demands.due'), cell: ({ due }) => day(due) },
    {
      id: 'about',
      header: t('demands.about'),
      cell: ({ item, customer }) => sentence([item, customer]),
    },
  ]
  return (
    <>
      <DataTable
        label={t('demands.title')}
        stacks
        columns={columns}
        rows={all ? sorted : sorted.slice(0, shownAtFirst)}
        rowKey={({ name }) => name}
      />
      {all || sorted.length <= shownAtFirst ? null : (
        <Button size="compact-sm" variant="default" onClick={() => setAll(true)}>
          {t('demands.showAll', { count: sorted.length })}
        </Button>
      )}
    </>
  )
}

/** Joins texts in a cell that is wide enough for several words in a line. */
const sentence = (texts: readonly (string | null)[]) => {
  const text = texts.filter(Boolean).join(' · ')
  return text === '' ? '' : <span className={styles.sentence}>{text}</span>
}
