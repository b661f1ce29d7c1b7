/** What was decided in the displayed scenario since: one line per change set, which opens to its records. */
import { Button, Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Decision, type DifferentRecord, differencesQuery } from '../../platform/api/differences.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { MorePages, readPages } from '../../ui/more-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type TitledSet, useChangeSetTitles } from '../../undo/change-set-title.ts'
import { useDifferenceColumns } from './difference-columns.tsx'
import type { NeededChanges } from './needed-changes.tsx'
import { recordName, type ChosenRecords } from './use-chosen-records.ts'
import styles from './comparison.module.css'

interface DecisionsProps {
  readonly other: string
  readonly label: string
  readonly decisions: readonly Decision[]
  /** Number of changed records of which no decision is listed. */
  readonly others: number
  readonly chosen: ChosenRecords
  readonly needed: NeededChanges
  readonly isOffered: (record: DifferentRecord) => boolean
  /** Shows the records one by one. */
  readonly onShowRecords: () => void
}

export function Decisions({ decisions, others, onShowRecords, ...props }: DecisionsProps) {
  const { t } = useTranslation('comparison')
  const { titleOf } = useChangeSetTitles(useScenario().name)
  return (
    <>
      <ul className={styles.decisions} aria-label={t('records.decisions')}>
        {decisions.map((decision) => (
          <DecisionItem key={decision.changeset} {...props} decision={decision} title={titleOf(decision)} />
        ))}
      </ul>
      {others === 0 ? null : (
        <p className={styles.soft}>
          {t('records.undecided', { count: others })}{' '}
          <Button variant="subtle" size="compact-xs" mih={24} onClick={onShowRecords}>
            {t('records.oneByOne')}
          </Button>
        </p>
      )}
    </>
  )
}

interface DecisionItemProps extends Pick<
  DecisionsProps,
  'other' | 'label' | 'chosen' | 'needed' | 'isOffered'
> {
  readonly decision: Decision & TitledSet
  readonly title: string
}

function DecisionItem({ decision, title, chosen, ...props }: DecisionItemProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const { changeset, user, created, records } = decision
  const who = user === null ? t('grid:record.nobody') : (user.username ?? t('grid:record.gone'))
  const body = `decision-${changeset}`
  const isPart = chosen.records.some((record) => record.changeset === changeset)
  return (
    <li>
      <div className={styles.decision}>
        <Checkbox
          aria-label={t('records.choose', { record: title })}
          checked={chosen.hasDecision(decision)}
          indeterminate={isPart && !chosen.hasDecision(decision)}
          onChange={({ currentTarget }) => chosen.setDecision(decision, currentTarget.checked)}
        />
        <UnstyledButton
          className={styles.opener}
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <span>
            <b>{title}</b>{' '}
            <span className={styles.soft}>
              {t('records.decided', { user: who, at: formats.moment(created), count: records })}
            </span>
          </span>
        </UnstyledButton>
      </div>
      <div id={body}>
        {open ? <DecisionRecords {...props} chosen={chosen} changeset={changeset} /> : null}
      </div>
    </li>
  )
}

interface DecisionRecordsProps extends Pick<
  DecisionsProps,
  'other' | 'label' | 'chosen' | 'needed' | 'isOffered'
> {
  readonly changeset: number
}

function DecisionRecords({ other, label, chosen, needed, isOffered, changeset }: DecisionRecordsProps) {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const columnsOf = useDifferenceColumns(other, label)
  const found = useInfiniteQuery(differencesQuery(scenario.name, other, { changeset }))
  return (
    <QueryView query={readPages(found)}>
      {({ pages }) => (
        <>
          <DataTable
            label={t('records.title')}
            columns={columnsOf({ known: true, isOffered, chosen, isNeeded: needed.has })}
            rows={pages.flatMap((page) => page.records)}
            rowKey={recordName}
          />
          <MorePages query={found} label={t('showMore')} />
        </>
      )}
    </QueryView>
  )
}
