/** Promise screen: a form for an enquiry, the possible delivery dates, and a button to take the order. */
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../platform/api/api-error.ts'
import { noteDone } from '../../platform/api/first-hour.ts'
import { askPromise, mayTryPlan, type OrderPromise } from '../../platform/api/plan-trials.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { AskButtons } from '../../ui/ask-buttons.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { announce } from '../../ui/live-region.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Row } from '../../platform/meta/entity-meta.ts'
import { RecordField } from '../../grid/record/record-field.tsx'
import { useAsk } from '../../trial/use-ask.ts'
import { focusField, useDemandFields } from '../../trial/use-demand-fields.ts'
import { enquiryOf, type Enquiry } from './enquiry.ts'
import { ItemPlaces } from './item-places.tsx'
import { PromiseAnswer } from './promise-answer.tsx'
import styles from './promise.module.css'

const names = ['item', 'location', 'customer', 'quantity', 'due', 'priority'] as const
const required = ['item', 'quantity', 'due'] as const

export function PromiseScreen() {
  const { t } = useTranslation('promise')
  const scenario = useScenario()
  return (
    <>
      <PageHeader title={t('title')} help="how-to/try-changes" />
      <div className={styles.page}>{scenario.may(mayTryPlan) ? <PromiseForm /> : <NoRight />}</div>
    </>
  )
}

interface Answered {
  readonly enquiry: Enquiry
  readonly promise: OrderPromise
}

/** Returns the name of the first field that the service has refused. */
const refusedField = (error: ApiError | undefined): string | undefined =>
  names.find((name) => error?.fields[name] !== undefined)

const takeFocus = (element: HTMLElement | null): void => element?.focus()

function PromiseForm() {
  const { t } = useTranslation('promise')
  const scenario = useScenario()
  const { busy, answer, error, ask, cancel } = useAsk<Answered>()
  const refused = refusedField(error)
  // Several locations have the item, so that the service refuses an inquiry without one.
  const fields = useDemandFields({
    names,
    required: refused === 'location' ? [...required, 'location'] : required,
    hints: { location: t('locationHint'), priority: t('priorityHint') },
    rules: { quantity: (value) => (value > 0 ? undefined : t('quantityAbove')) },
  })
  const [round, setRound] = useState(0)
  /** Whether the enquiry was stored as a sales order. */
  const [isTaken, setIsTaken] = useState(false)
  /** Whether a location was chosen from the list, which disappears with the focus. */
  const [isChosen, setIsChosen] = useState(false)
  const run = async (values: Row | undefined): Promise<void> => {
    const enquiry = values === undefined ? undefined : enquiryOf(values)
    if (enquiry === undefined) return
    const found = await ask(async (signal) => ({
      enquiry,
      promise: await askPromise(scenario.name, enquiry, signal),
    }))
    setRound(round + 1)
    if (found === undefined) return
    announce(t('answer'))
    noteDone('promise')
  }
  const runAgain = async (): Promise<void> => run(await fields.read())
  const runAt = async (location: string): Promise<void> => {
    const field = fields.fields.find(({ name }) => name === 'location')
    if (field !== undefined) fields.change(field, location)
    setIsChosen(true)
    const values = await fields.read()
    await run(values === undefined ? undefined : { ...values, location })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChosen(false)
    void runAgain()
  }
  const item = fields.fields.find(({ name }) => name === 'item')
  useEffect(() => {
    const field = refusedField(error)
    // A missing location is chosen from a list, which takes the focus.
    if (field !== undefined && field !== 'location') focusField(field)
  }, [error])
  return (
    <>
      <LeaveGuard dirty={fields.isTouched && !isTaken && answer === undefined} />
      <Panel title={t('form')} about={t('about')}>
        <form onSubmit={submit} className={styles.form} noValidate>
          {fields.fields.map((field) => (
            <RecordField
              key={field.name}
              scenario={scenario.name}
              field={field}
              text={fields.textOf(field)}
              error={fields.errorOf(field) ?? error?.fields[field.name]?.join(' ')}
              changed={false}
              register={fields.register}
              onlyExisting
              onChange={(text) => {
                fields.change(field, text)
                setIsTaken(false)
                // The displayed answer belongs to another enquiry.
                cancel()
              }}
            />
          ))}
          <div className={styles.bar}>
            <AskButtons
              busy={busy}
              bar={styles.bar ?? ''}
              words={{ ask: t('ask'), cancel: t('cancel'), asking: t('asking') }}
              onCancel={cancel}
            />
          </div>
          {refused === 'location' && item !== undefined ? (
            <ItemPlaces
              item={fields.textOf(item)}
              takesFocus
              onChoose={(location) => void runAt(location)}
              onNone={() => focusField('location')}
            />
          ) : null}
        </form>
        {error === undefined || refused !== undefined ? null : (
          <ErrorState error={error} inline onRetry={() => void runAgain()} />
        )}
      </Panel>
      {answer === undefined ? null : (
        <div key={round} ref={isChosen ? takeFocus : undefined} tabIndex={-1}>
          <PromiseAnswer
            enquiry={answer.enquiry}
            promise={answer.promise}
            onPlace={(location) => void runAt(location)}
            onRetry={() => void runAgain()}
            onTaken={() => setIsTaken(true)}
          />
        </div>
      )}
    </>
  )
}
