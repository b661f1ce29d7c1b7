/**
 * "Try your own": tries another priority, due date or quantity of a sales order, or a part of it on a date of its own,
 * and shows the effect on the plan.
 */
import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../../platform/api/first-hour.ts'
import { type PlanEdit, type Trial, tryEdits } from '../../platform/api/plan-trials.ts'
import { entityPath } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { AskButtons } from '../../ui/ask-buttons.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { metaQuery, type Row } from '../../platform/meta/entity-meta.ts'
import { RecordField } from '../../grid/record/record-field.tsx'
import { readRecord, recordQuery } from '../../grid/record/record-query.ts'
import { ModeChoice } from '../../trial/mode-choice.tsx'
import { TrialResult } from '../../trial/trial-result.tsx'
import type { TrialMode } from '../../trial/use-edit-trial.ts'
import { useAsk } from '../../trial/use-ask.ts'
import { demandEntity, useDemandFields } from '../../trial/use-demand-fields.ts'
import { PartFields } from './part-fields.tsx'
import { quantityOf, readPartName, splitEdits } from './split-order.ts'
import { usePart } from './use-part.ts'
import styles from '../../trial/trial.module.css'

export function TryOrder({ demand }: { readonly demand: string }) {
  const scenario = useScenario()
  const meta = { entity: demandEntity, url: entityPath(scenario.name, demandEntity) }
  const found = useQuery(recordQuery(scenario.name, meta, demand))
  const [acceptedCount, setAcceptedCount] = useState(0)
  return (
    <QueryView query={found} inline rows={3}>
      {(record) => (
        // Changes of the order by others, also by every plan that moves it, leave the entries as they are.
        <TryForm
          key={`${acceptedCount} ${demand}`}
          demand={demand}
          record={record}
          onAccepted={() => setAcceptedCount(acceptedCount + 1)}
        />
      )}
    </QueryView>
  )
}

const names = ['priority', 'due', 'quantity'] as const

interface TryFormProps {
  readonly demand: string
  readonly record: Row
  readonly onAccepted: () => void
}

interface Tried {
  readonly edits: readonly PlanEdit[]
  readonly trial: Trial
}

function TryForm({ demand, record, onAccepted }: TryFormProps) {
  const { t, i18n } = useTranslation('trial')
  const scenario = useScenario()
  const client = useQueryClient()
  const part = usePart()
  const maySplit = scenario.may('input.add_demand')
  const fields = useDemandFields({
    names,
    required: names,
    record,
    hints: { priority: t('try.priorityHint') },
  })
  const [displace, setDisplace] = useState(true)
  const [chosenMode, setChosenMode] = useState<TrialMode>()
  // A priority decides in which sequence orders are planned: its effect shows only when all are planned again.
  const isUrgencyChanged = fields.fields.some((field) => field.name === 'priority' && fields.isChanged(field))
  const mode = chosenMode ?? (isUrgencyChanged ? 'replan' : 'repair')
  const [same, setSame] = useState(false)
  const { busy, answer, error, ask, cancel } = useAsk<Tried | undefined>()
  /** Returns undefined if the part is invalid. */
  const editsOf = async (changed: Row, signal: AbortSignal): Promise<readonly PlanEdit[] | undefined> => {
    if (!part.isGiven) return [{ entity: demandEntity, action: 'update', key: demand, fields: changed }]
    const [name, current, meta] = await Promise.all([
      readPartName(scenario.name, demand),
      // Since the form was opened, a colleague may have changed the order, of which the rest is computed.
      readRecord({ url: entityPath(scenario.name, demandEntity) }, demand, signal),
      client.ensureQueryData(metaQuery(scenario.name, demandEntity, i18n.language)),
    ])
    const wanted = part.read(quantityOf(current, changed))
    if (wanted === undefined) return undefined
    const writable = meta.fields.filter(({ read_only: isFixed }) => !isFixed).map((field) => field.name)
    return splitEdits({ record: current, writable, changed, part: wanted, name })
  }
  const run = async (): Promise<void> => {
    const values = await fields.read()
    if (values === undefined) return
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== record[name]),
    )
    const isSame = !part.isGiven && Object.keys(changed).length === 0
    setSame(isSame)
    if (isSame) {
      cancel()
      return
    }
    const found = await ask(async (signal) => {
      const edits = await editsOf(changed, signal)
      if (edits === undefined) return undefined
      return { edits, trial: await tryEdits(scenario.name, { edits, mode, displace }, signal) }
    })
    if (found === undefined) return
    announce(t('try.result'))
    noteDone('rush-order')
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // A date that cannot be read shows its own error and keeps its previous value.
    const wrong = [...event.currentTarget.elements].find(
      (one) => one instanceof HTMLInputElement && one.validity.customError,
    )
    if (wrong instanceof HTMLInputElement) wrong.focus()
    else void run()
  }
  return (
    <>
      <LeaveGuard dirty={fields.isTouched || part.isGiven} chosenPart />
      <Panel title={t('tabs.try')} about={t('try.about')}>
        {/* While a text is typed, the displayed result belongs to other values. */}
        <form onSubmit={submit} onInput={cancel} className={styles.form} noValidate>
          {fields.fields.map((field) => (
            <RecordField
              key={field.name}
              scenario={scenario.name}
              field={field}
              text={fields.textOf(field)}
              error={fields.errorOf(field)}
              changed={fields.isChanged(field)}
              register={fields.register}
              onChange={(text) => {
                setSame(false)
                fields.change(field, text)
                // The displayed result would belong to other values.
                cancel()
              }}
            />
          ))}
          {maySplit ? (
            <PartFields
              draft={part.draft}
              errors={part.errors}
              onChange={(draft) => {
                setSame(false)
                part.change(draft)
                cancel()
              }}
            />
          ) : null}
          <div className={`${styles.bar} ${styles.wide}`}>
            <ModeChoice
              mode={mode}
              onChange={(next) => {
                setChosenMode(next)
                cancel()
              }}
            />
            {chosenMode === undefined && isUrgencyChanged ? (
              <span role="status" className={styles.soft}>
                {t('try.replanHint')}
              </span>
            ) : null}
          </div>
          <Checkbox
            className={styles.wide ?? ''}
            label={t('try.displace')}
            checked={displace || mode === 'replan'}
            disabled={mode === 'replan'}
            onChange={({ currentTarget }) => {
              setDisplace(currentTarget.checked)
              cancel()
            }}
          />
          <div className={`${styles.bar} ${styles.wide}`}>
            <AskButtons
              busy={busy}
              bar={styles.bar ?? ''}
              words={{ ask: t('try.run'), cancel: t('try.cancel'), asking: t('try.running') }}
              onCancel={cancel}
            />
            {same ? <span role="status">{t(maySplit ? 'try.sameOrPart' : 'try.same')}</span> : null}
          </div>
        </form>
        {error === undefined ? null : <ErrorState error={error} inline onRetry={() => void run()} />}
      </Panel>
      {answer === undefined ? null : (
        <TrialResult
          trial={answer.trial}
          about={demand}
          edits={answer.edits}
          onRetry={() => void run()}
          onAccepted={onAccepted}
        />
      )}
    </>
  )
}
