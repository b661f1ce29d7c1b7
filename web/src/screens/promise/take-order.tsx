/**
 * Stores the promised order as a sales order with its plan, under the entered name. If the promised date is after the
 * requested one, the promised date can become its due date: the order is then on time as long as the promise holds.
 */
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLateBy } from '../../../../src/rules/late.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { askPromise, type OrderPromise } from '../../platform/api/plan-trials.ts'
import { daySeconds } from '../../platform/formats/instants.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { AcceptButton } from '../../trial/accept-button.tsx'
import { AcceptProblem } from '../../trial/accept-problem.tsx'
import { useAccept } from '../../trial/use-accept.ts'
import { useScreenLock } from '../../ui/use-screen-lock.ts'
import type { Enquiry } from './enquiry.ts'
import styles from './promise.module.css'

interface TakeOrderProps {
  readonly enquiry: Enquiry
  readonly promise: OrderPromise
  readonly onRetry: () => void
  /** Called when the order is stored. */
  readonly onTaken: () => void
}

/** The date that becomes the due date of the sales order. */
type DueDate = 'promised' | 'requested'
const dueDates: readonly DueDate[] = ['promised', 'requested']

/** Returns whether two promises have the same dates and quantities. */
const isSame = (one: OrderPromise, other: OrderPromise): boolean =>
  JSON.stringify(one.promises) === JSON.stringify(other.promises)

/** Returns whether a promise for a later due date keeps it, and delays no other sales orders than before. */
const isKept = (later: OrderPromise, promise: OrderPromise, due: string): boolean =>
  later.complete !== null &&
  later.complete <= due &&
  later.delays.every(({ demand }) => promise.delays.some((known) => known.demand === demand))

/** Returns the promised date if it is after the requested one. */
const laterDate = ({ complete, days_late: late }: OrderPromise): string | undefined =>
  complete !== null && isLateBy((late ?? 0) * daySeconds) ? complete : undefined

export function TakeOrder({ enquiry, promise, onRetry, onTaken }: TakeOrderProps) {
  const { t } = useTranslation(['promise', 'trial', 'grid'])
  const scenario = useScenario()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [asking, setAsking] = useState(false)
  const [taken, setTaken] = useState<string>()
  const [outdated, setOutdated] = useState(false)
  const { busy, error, accept } = useAccept(scenario.name)
  useScreenLock(asking || busy)
  const later = laterDate(promise)
  const [dueDate, setDueDate] = useState<DueDate>('promised')
  const take = async (wanted: string): Promise<void> => {
    setAsking(true)
    try {
      // The name and the due date are stored, and therefore part of the trial.
      const due = dueDate === 'promised' ? later : undefined
      const named = await askPromise(scenario.name, {
        ...enquiry,
        name: wanted,
        ...(due === undefined ? {} : { due }),
      })
      const holds = due === undefined ? isSame(named, promise) : isKept(named, promise, due)
      if (!holds) setOutdated(true)
      else if (await accept(named.token)) {
        setTaken(wanted)
        onTaken()
      }
    } catch (problem) {
      const { fields, detail } = asApiError(problem)
      setWrong(fields['name']?.[0] ?? (detail === '' ? t('error.hint', { ns: 'common' }) : detail))
    } finally {
      setAsking(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted !== '') void take(wanted)
    else {
      setWrong(t('grid:fault.required'))
      event.currentTarget.querySelector('input')?.focus()
    }
  }
  if (taken !== undefined) {
    const to = `/app/${encodeURIComponent(scenario.name)}/data/demand/${encodeURIComponent(taken)}/plan`
    return (
      <Alert color="teal" role="status" title={t('taken', { name: taken })}>
        <ScreenLink to={to}>{t('open')}</ScreenLink>
      </Alert>
    )
  }
  return (
    <>
      {outdated ? (
        <Alert color="orange" role="alert" title={t('trial:accept.outdated')}>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('retry', { ns: 'common' })}
          </Button>
        </Alert>
      ) : null}
      {error === undefined ? null : <AcceptProblem error={error} onRetry={onRetry} />}
      <form onSubmit={submit} className={styles.take} noValidate>
        <TextInput
          label={t('name')}
          withAsterisk
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={name}
          error={wrong}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setWrong(undefined)
          }}
        />
        {later === undefined ? null : (
          <DueDateChoice
            dates={{ promised: later, requested: enquiry.due }}
            chosen={dueDate}
            inParts={promise.promises.length > 1}
            onChange={setDueDate}
          />
        )}
        <AcceptButton type="submit" loading={asking || busy}>
          {t('take')}
        </AcceptButton>
      </form>
    </>
  )
}

interface DueDateChoiceProps {
  readonly dates: Readonly<Record<DueDate, string>>
  readonly chosen: DueDate
  /** Whether the promise has several deliveries, which may become one on the promised date. */
  readonly inParts: boolean
  readonly onChange: (chosen: DueDate) => void
}

function DueDateChoice({ dates, chosen, inParts, onChange }: DueDateChoiceProps) {
  const { t } = useTranslation('promise')
  const formats = useFormats()
  return (
    <Radio.Group
      label={t('dueDate.label')}
      value={chosen}
      onChange={(value) => onChange(value === 'promised' ? value : 'requested')}
    >
      <Stack gap={6} mt={6}>
        {dueDates.map((name) => (
          <Radio
            key={name}
            value={name}
            size="sm"
            label={t(`dueDate.${name}`, { date: formats.dateTime(dates[name]) })}
            description={t(`dueDate.${name === 'promised' && inParts ? 'promisedParts' : name}Hint`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
