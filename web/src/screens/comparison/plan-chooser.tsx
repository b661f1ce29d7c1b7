/** Fields that choose the plans side by side: for each its scenario, and the last plan or one of the history. */
import { Button, Select, TextInput } from '@mantine/core'
import { IconArrowBarToLeft, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { type FoundPlan, planHistoryQuery } from '../../platform/api/plan-history.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { IconTool } from '../../ui/icon-tool.tsx'
import { mayViewPlanIn } from '../../ui/use-may-view-plan.ts'
import { type ComparedPlan, fewestPlans, mostPlans, planText } from '../../../../src/model/compared-plans.ts'
import type { FoundPlans } from './use-found-plans.ts'
import { usePlanLabel } from './use-plan-label.ts'
import styles from './comparison.module.css'

interface PlanChooserProps {
  readonly plans: readonly ComparedPlan[]
  /** The same plans with their figures; undefined while they are read. */
  readonly found: FoundPlans | undefined
  readonly onChoose: (plans: readonly ComparedPlan[]) => void
}

export function PlanChooser({ plans, found, onChoose }: PlanChooserProps) {
  const { t } = useTranslation('comparison')
  const { scenarios } = useMe()
  const here = useScenario()
  const labelOf = usePlanLabel(found)
  const { data: history = [] } = useQuery(planHistoryQuery(here.name))
  const taken = new Set(plans.map(planText))
  const isFree = (plan: ComparedPlan): boolean => !taken.has(planText(plan))
  const open = scenarios.filter(mayViewPlanIn)
  // Another scenario, or else the newest plan before the last one.
  const added = [
    ...open.map(({ name }): ComparedPlan => ({ scenario: name, id: undefined })),
    ...history
      .toReversed()
      .slice(1)
      .map(({ id }): ComparedPlan => ({ scenario: here.name, id })),
  ].find(isFree)
  const replace = (place: number, plan: ComparedPlan): void => {
    if (isFree(plan)) onChoose(plans.with(place, plan))
  }
  return (
    <ul className={styles.plans} aria-label={t('figures.with')}>
      {plans.map((plan, place) => (
        // Another plan in the same place keeps the focus.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place}>
          {place === 0 ? (
            <TextInput label={t('figures.scenario')} value={here.label} readOnly />
          ) : (
            <Select
              label={t('figures.scenario')}
              data={open.map(({ name, label }) => ({ value: name, label }))}
              value={plan.scenario}
              allowDeselect={false}
              onChange={(scenario) => {
                if (scenario !== null && scenario !== plan.scenario)
                  replace(place, { scenario, id: undefined })
              }}
            />
          )}
          <StoredPlans
            plan={plan}
            found={found?.[place]}
            isFree={isFree}
            onChoose={(id) => replace(place, { scenario: plan.scenario, id })}
          />
          {place === 0 ? null : (
            <span className={styles.planTools}>
              <IconTool
                label={t('figures.first', { plan: labelOf(plan, place) })}
                onClick={() => onChoose([plan, ...plans.filter((one) => one !== plan)])}
              >
                <IconArrowBarToLeft size={16} />
              </IconTool>
              {plans.length <= fewestPlans ? null : (
                <IconTool
                  label={t('figures.remove', { plan: labelOf(plan, place) })}
                  onClick={() => onChoose(plans.filter((one) => one !== plan))}
                >
                  <IconX size={16} />
                </IconTool>
              )}
            </span>
          )}
        </li>
      ))}
      {plans.length >= mostPlans || added === undefined ? null : (
        <li>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChoose([...plans, added])}
          >
            {t('figures.add')}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** Value of the last plan in the list of plans. */
const last = 'last'

interface StoredPlansProps {
  readonly plan: ComparedPlan
  readonly found: FoundPlan | undefined
  readonly isFree: (plan: ComparedPlan) => boolean
  readonly onChoose: (id: number | undefined) => void
}

/** The plans of the history of one scenario, by date and time, the newest first. */
function StoredPlans({ plan: { scenario, id }, found, isFree, onChoose }: StoredPlansProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const { data: history = [] } = useQuery(planHistoryQuery(scenario))
  const kept = history.toReversed()
  // A plan of an address can be older than those of the list, or no longer kept.
  const older =
    id === undefined || kept.some((one) => one.id === id)
      ? []
      : [{ id, user: null, time: found?.plan?.time ?? '' }]
  const value = id === undefined ? last : String(id)
  const isTaken = (other: number | undefined): boolean => other !== id && !isFree({ scenario, id: other })
  const options = [
    { value: last, label: t('figures.last'), disabled: isTaken(undefined) },
    ...[...kept, ...older].map((one) => ({
      value: String(one.id),
      disabled: isTaken(one.id),
      label: [one.time === '' ? t('figures.unknown') : formats.moment(one.time, { seconds: true }), one.user]
        .filter(Boolean)
        .join(' · '),
    })),
  ]
  return (
    <Select
      label={t('figures.plan')}
      data={options}
      value={value}
      allowDeselect={false}
      searchable={kept.length > 10}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChoose(chosen === last ? undefined : Number(chosen))
      }}
    />
  )
}
