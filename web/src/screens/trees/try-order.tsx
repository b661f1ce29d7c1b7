/** "Try your own": tries another priority, due date or quantity of a sales order and shows the effect on the plan. */
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../../platform/api/first-hour.ts'
import { type PlanEdit, type Trial, tryEdits } from '../../platform/api/plan-trials.ts'
import { entityPath } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { AskButtons } from '../../ui/ask-buttons.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { RecordField } from '../../grid/record/record-field.tsx'
import { recordQuery } from '../../grid/record/record-query.ts'
import { TrialResult } from '../../trial/trial-result.tsx'
import { useAsk } from '../../trial/use-ask.ts'
import { demandEntity, useDemandFields } from '../../trial/use-demand-fields.ts'
import styles from '../../trial/trial.module.css'

export function TryOrder({ demand }: { readonly demand: string }) {
  const scenario = useScenario()
  const meta = { entity: demandEntity, url: entityPath(scenario.name, demandEntity) }
  const { data, error, refetch } = useQuery(recordQuery(scenario.name, meta, demand))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} inline />
  if (data === undefined) return <LoadingSkeleton rows={3} />
  return <TryForm key={String(data['lastmodified'])} demand={demand} record={data} />
}

const names = ['priority', 'due', 'quantity'] as const

function TryForm({ demand, record }: { readonly demand: string; readonly record: Row }) {
  const { t } = useTranslation('trial')
  const scenario = useScenario()
  const fields = useDemandFields({
    names,
    required: names,
    record,
    hints: { priority: t('try.priorityHint') },
  })
  const [displace, setDisplace] = useState(true)
  const [same, setSame] = useState(false)
  const { busy, answer, error, ask, cancel } = useAsk<Trial>()
  const run = async (): Promise<void> => {
    const values = await fields.read()
    if (values === undefined) return
    const changed = Object.entries(values).filter(([name, value]) => value !== record[name])
    setSame(changed.length === 0)
    if (changed.length === 0) {
      cancel()
      return
    }
    const edit: PlanEdit = {
      entity: demandEntity,
      action: 'update',
      key: demand,
      fields: Object.fromEntries(changed),
    }
    const found = await ask((signal) => tryEdits(scenario.name, { edits: [edit], displace }, signal))
    if (found === undefined) return
    announce(t('try.result'))
    noteDone('rush-order')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run()
  }
  return (
    <>
      <Panel title={t('tabs.try')} about={t('try.about')}>
        <form onSubmit={submit} className={styles.form} noValidate>
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
          <Checkbox
            className={styles.wide ?? ''}
            label={t('try.displace')}
            checked={displace}
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
            {same ? <span role="status">{t('try.same')}</span> : null}
          </div>
        </form>
        {error === undefined ? null : <ErrorState error={error} inline onRetry={() => void run()} />}
      </Panel>
      {answer === undefined ? null : (
        <TrialResult trial={answer} about={demand} onRetry={() => void run()} onAccepted={cancel} />
      )}
    </>
  )
}
