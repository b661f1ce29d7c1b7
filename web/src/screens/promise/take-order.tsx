/** Stores the promised order as a sales order with its plan, under the entered name. */
import { Alert, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { askPromise, type OrderPromise } from '../../platform/api/plan-trials.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { AcceptProblem } from '../../trial/accept-problem.tsx'
import { useAccept } from '../../trial/use-accept.ts'
import type { Enquiry } from './enquiry.ts'
import styles from './promise.module.css'

interface TakeOrderProps {
  readonly enquiry: Enquiry
  readonly promise: OrderPromise
  readonly onRetry: () => void
  /** Called when the order is stored. */
  readonly onTaken: () => void
}

/** Returns whether two promises have the same dates and quantities. */
const isSame = (one: OrderPromise, other: OrderPromise): boolean =>
  JSON.stringify(one.promises) === JSON.stringify(other.promises)

export function TakeOrder({ enquiry, promise, onRetry, onTaken }: TakeOrderProps) {
  const { t } = useTranslation(['promise', 'trial', 'grid'])
  const scenario = useScenario()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [asking, setAsking] = useState(false)
  const [taken, setTaken] = useState<string>()
  const [outdated, setOutdated] = useState(false)
  const { busy, error, accept } = useAccept(scenario.name)
  const take = async (wanted: string): Promise<void> => {
    setAsking(true)
    try {
      // The name is stored, and therefore part of the trial.
      const named = await askPromise(scenario.name, { ...enquiry, name: wanted })
      if (!isSame(named, promise)) setOutdated(true)
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
        <Button type="submit" loading={asking || busy}>
          {t('take')}
        </Button>
      </form>
    </>
  )
}
