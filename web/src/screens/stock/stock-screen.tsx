/**
 * Safety stock screen: proposals for a service level by class of items; the effect of the selected ones on the plan
 * is tried before they are stored or proposed.
 */
import { Button, CloseButton, NumberInput, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { mayPropose } from '../../platform/api/proposals.ts'
import { type StockProposal, type StockQuestion, stockQuery } from '../../platform/api/safety-stock.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { useDiscard } from '../../trial/use-discard.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import { BufferGroupTable } from './buffer-group.tsx'
import { ChangesTray } from './changes-tray.tsx'
import { summaryParts } from './summary-parts.ts'
import { changesOf, groupBuffers, type Picks, type StockChange } from './group-buffers.ts'
import { groupings, ranges, type StockNumber, stockNumbers, type StockSearch } from './stock-search.ts'
import styles from './stock.module.css'

const questionOf = ({ level, history, outlook, variation, item, location }: StockSearch): StockQuestion => ({
  service_level: level ?? ranges.level.otherwise,
  history: history ?? ranges.history.otherwise,
  outlook: outlook ?? ranges.outlook.otherwise,
  lead_time_variation: variation ?? ranges.variation.otherwise,
  item,
  location,
})

export function StockScreen() {
  const { t } = useTranslation('stock')
  const scenario = useScenario()
  const asked: StockSearch = useSearch({ from: '/app/$scenario/safetystock' })
  const found = useQuery(stockQuery(scenario.name, questionOf(asked)))
  const { data, isFetching } = found
  const [picks, setPicks] = useState<Picks>(new Map())
  /** Ids of the buffers whose field contains a number that no safety stock can have. */
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const changes = changesOf(data?.buffers ?? [], picks)
  const clear = (): void => setPicks(new Map())
  const { discard } = useDiscard({ edits: picks, isEmpty: changes.length === 0, put: setPicks, clear })
  // Without either right, the panel of the selected ones could only discard them.
  const mayChoose = scenario.may(mayTryPlan) || scenario.may(mayPropose)
  const choose = (members: readonly StockProposal[], add: boolean): void => {
    const next = new Map(picks)
    for (const { id, present } of members) {
      const own = next.get(id)
      if (add) next.set(id, own === present ? undefined : own)
      else next.delete(id)
    }
    setPicks(next)
  }
  const enter = (buffer: StockProposal, figure: number | undefined): void => {
    // Without a proposal, an empty field is no safety stock.
    if (figure === undefined && buffer.proposed === null) choose([buffer], false)
    else setPicks(new Map([...picks, [buffer.id, figure]]))
  }
  const fault = ({ id }: StockProposal, isWrong: boolean): void =>
    setWrong((known) => new Set(isWrong ? [...known, id] : [...known].filter((one) => one !== id)))
  return (
    <div className="screen-fill">
      <PageHeader
        title={t('common:safetyStock')}
        help="how-to/set-safety-stock"
        aside={<span className={styles.soft}>{scenario.label}</span>}
      />
      <div className={styles.page} aria-busy={isFetching}>
        <StockFilters asked={asked} />
        <QueryView query={found}>
          {(data) =>
            data.buffers.length === 0 ? (
              <NoBuffers asked={asked} />
            ) : (
              <>
                {mayChoose || data.total > data.buffers.length ? (
                  <StockSummary
                    shown={data.buffers.length}
                    total={data.total}
                    changes={mayChoose ? changes : undefined}
                  />
                ) : null}
                {groupBuffers(data.buffers, asked.by ?? 'category').map((group) => (
                  <BufferGroupTable
                    key={group.name}
                    group={group}
                    picks={picks}
                    choosing={mayChoose ? { choose, enter, fault } : undefined}
                  />
                ))}
              </>
            )
          }
        </QueryView>
      </div>
      {changes.length === 0 ? null : (
        <Suspense>
          <ChangesTray
            changes={changes}
            isFaulty={wrong.size > 0}
            level={asked.level ?? ranges.level.otherwise}
            onTakeBack={(id) =>
              choose(
                changes.map(({ buffer }) => buffer).filter((one) => one.id === id),
                false,
              )
            }
            onDiscard={discard}
            onSaved={clear}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Message that there are no buffers: none at all, or none of the item or location. */
function NoBuffers({ asked: { item, location } }: { readonly asked: StockSearch }) {
  const { t } = useTranslation('stock')
  const scenario = useScenario()
  if (item !== undefined || location !== undefined)
    return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
  return (
    <EmptyState
      title={t('none')}
      actions={
        <Button component={ScreenLink} to={`/app/${encodeURIComponent(scenario.name)}/data/buffer`}>
          {t('all')}
        </Button>
      }
    >
      {t('emptyHint')}
    </EmptyState>
  )
}

/** Service level, assumptions, grouping, and the item or location to which the list is restricted. */
function StockFilters({ asked }: { readonly asked: StockSearch }) {
  const { t } = useTranslation('stock')
  const scenario = useScenario()
  const navigate = useNavigate()
  const show = (change: { readonly [Name in keyof StockSearch]: StockSearch[Name] | undefined }): void => {
    const search = Object.fromEntries(
      Object.entries({ ...asked, ...change }).filter(([, value]) => value !== undefined),
    )
    void navigate({
      to: '/app/$scenario/safetystock',
      params: { scenario: scenario.name },
      search,
      replace: true,
    })
  }
  const only = [asked.item, asked.location].filter((name) => name !== undefined).join(' @ ')
  return (
    <div className={styles.bar} role="search" aria-label={t('assumptions')}>
      {stockNumbers.map((name) => (
        <StockInput
          key={name}
          name={name}
          value={asked[name] ?? ranges[name].otherwise}
          onChange={(value) => show({ [name]: value })}
        />
      ))}
      <SegmentedControl
        size="xs"
        aria-label={t('by.label')}
        value={asked.by ?? 'category'}
        onChange={(value) => {
          const by = groupings.find((one) => one === value)
          show({ by: by === 'category' ? undefined : by })
        }}
        data={groupings.map((value) => ({ value, label: t(`by.${value}`) }))}
      />
      {only === '' ? null : (
        <span className={styles.only}>
          {t('only', { name: only })}
          <CloseButton
            size="sm"
            aria-label={t('all')}
            title={t('all')}
            onClick={() => show({ item: undefined, location: undefined })}
          />
        </span>
      )}
    </div>
  )
}

interface StockInputProps {
  readonly name: StockNumber
  readonly value: number
  readonly onChange: (value: number) => void
}

function StockInput({ name, value, onChange }: StockInputProps) {
  const { t } = useTranslation('stock')
  const { least, most } = ranges[name]
  const typed = useTyped<string | number>(value, (given) => {
    if (typeof given === 'number' && given >= least && given <= most) onChange(given)
  })
  const isPercent = name === 'level' || name === 'variation'
  return (
    <NumberInput
      size="xs"
      className={styles.number ?? ''}
      label={t(`number.${name}`)}
      value={typed.value}
      min={least}
      max={most}
      allowDecimal={isPercent}
      {...(isPercent ? { suffix: ' %' } : {})}
      onChange={typed.type}
    />
  )
}

interface StockSummaryProps {
  readonly shown: number
  readonly total: number
  /** Selected changes; undefined if the user may not select any. */
  readonly changes: readonly StockChange[] | undefined
}

/** Number of selected buffers, the change of the value of their safety stock, and how many buffers are not shown. */
function StockSummary({ shown, total, changes }: StockSummaryProps) {
  const { t } = useTranslation('stock')
  const formats = useFormats()
  return (
    <p className={styles.soft} role="status">
      {summaryParts({ shown, total, chosen: changes?.length })
        .map((part) =>
          part === 'summary'
            ? t('summary', {
                count: changes?.length ?? 0,
                value: formats.number(
                  (changes ?? []).reduce((sum, { value }) => sum + (value ?? 0), 0),
                  { maximumFractionDigits: 0, signDisplay: 'exceptZero' },
                ),
              })
            : t(part, { shown: formats.number(shown), total: formats.number(total) }),
        )
        .join(' ')}
    </p>
  )
}
