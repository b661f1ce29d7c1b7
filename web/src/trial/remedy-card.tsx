/**
 * One remedy: its actions, the delivery before and after, the effect on other sales orders, its cost, and the button
 * that stores it.
 */
import { Alert, Button } from '@mantine/core'
import { IconArrowRight, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveriesByDay, hasLaterOvertime } from '../../../src/model/remedy-texts.ts'
import { isHarmful } from '../../../src/rules/remedy-harm.ts'
import type { Remedy } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { ProposeButton } from '../propose/propose-button.tsx'
import { confirm } from '../ui/confirm-dialog.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { AcceptButton } from './accept-button.tsx'
import { AcceptProblem } from './accept-problem.tsx'
import { isLate, useDeliveryWords } from './delivery-words.ts'
import { useFigureText } from './figure-text.ts'
import { RemedyCost } from './remedy-cost.tsx'
import { RemedyDetails } from './remedy-details.tsx'
import { RemedyHarmList } from './remedy-harm.tsx'
import { useRemedyWords } from './remedy-words.ts'
import { useAccept } from './use-accept.ts'
import styles from './remedies.module.css'

interface RemedyCardProps {
  readonly remedy: Remedy
  readonly demand: string
  readonly best: boolean
  readonly onAccepted: () => void
  /** Repeats the search. */
  readonly onRetry: () => void
  readonly onDismiss: () => void
}

export function RemedyCard({ remedy, demand, best, onAccepted, onRetry, onDismiss }: RemedyCardProps) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const scenario = useScenario()
  const words = useDeliveryWords()
  const { title, parts } = useRemedyWords()(remedy)
  const { busy, error, accept } = useAccept(scenario.name)
  const [open, setOpen] = useState(false)
  const id = useId()
  const figure = useFigureText()
  const { before, after, deliveries, quantity_days: quantityDays, others, cost, mode, token } = remedy
  const { total_quantity_days: total, keyfigures, orders, summary, costs } = remedy
  const harmful = isHarmful(remedy)
  const days = deliveriesByDay(deliveries)
  // The figure does not contain what is not delivered at all.
  const isWhole = [before, after].every((state) => state?.short === 0)
  const store = async (): Promise<void> => {
    const isWanted =
      !harmful ||
      (await confirm({
        title: t('remedies.harm.ask'),
        children: <RemedyHarmList remedy={remedy} />,
        action: t('remedies.harm.accept'),
        run: () => Promise.resolve(),
      }))
    if (isWanted && (await accept(token))) onAccepted()
  }
  const effects = [
    ...(others.later > 0
      ? [
          t('remedies.later', { count: others.later, late: words.days(others.days) }),
          ...(others.late > 0 ? [`${t('change.late')}: ${formats.number(others.late)}`] : []),
          ...others.paying.map(({ demand: other, days }) => `${other} +${words.days(days)}`),
        ]
      : []),
    ...(others.recovered > 0 ? [t('remedies.recovered', { count: others.recovered })] : []),
  ]
  return (
    <article className={styles.card} tabIndex={-1} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {best ? <StatusBadge tone="ok">{t('remedies.best')}</StatusBadge> : null}
      </div>
      {parts.length < 2 ? (
        parts.map((part) => <p key={part}>{part}</p>)
      ) : (
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      {hasLaterOvertime(summary, after?.date ?? null) ? (
        <p className={styles.ranking}>{t('remedies.laterOvertime')}</p>
      ) : null}
      {harmful ? (
        <Alert color="orange" p="xs" title={t('remedies.harm.title')}>
          <RemedyHarmList remedy={remedy} />
        </Alert>
      ) : null}
      {mode === 'replan' ? <p>{t('remedies.replan')}</p> : null}
      <dl className={styles.facts}>
        <div className={styles.wide}>
          <dt>{t('remedies.delivery')}</dt>
          <dd className={styles.delivery}>
            <span>
              {words.date(before)} <small>{words.lateness(before)}</small>
            </span>
            <IconArrowRight size={16} aria-label={t('figures.after')} />
            <strong data-late={isLate(after)}>
              {words.date(after)} <small>{words.lateness(after)}</small>
            </strong>
          </dd>
        </div>
        {days.length > 1 ? (
          <div className={styles.wide}>
            <dt>{t('remedies.deliveries')}</dt>
            <dd>
              {days
                .map(({ date, quantity }) => `${formats.date(date)}: ${formats.number(quantity)}`)
                .join(' · ')}
            </dd>
          </div>
        ) : null}
        {isWhole ? (
          <div>
            <dt>{t('figures.quantity_days_late')}</dt>
            <dd>
              {figure('quantity_days_late', quantityDays.before)}
              {' → '}
              {figure('quantity_days_late', quantityDays.after)}
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('remedies.total')}</dt>
          <dd>
            {figure('quantity_days_late', total.before)}
            {' → '}
            {figure('quantity_days_late', total.after)}
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>{t('remedies.others')}</dt>
          <dd>{effects.length === 0 ? t('remedies.othersNone') : effects.join(' · ')}</dd>
        </div>
        {cost === null ? null : (
          <div>
            <dt>{t('remedies.cost')}</dt>
            <dd title={t('common:currency')}>
              <RemedyCost
                cost={cost}
                costs={costs}
                isExpediting={(summary.parts ?? [summary]).some(({ code }) => code.startsWith('expedite_'))}
              />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('figures.stock_value')}</dt>
          <dd>
            {figure('stock_value', keyfigures.before.stock_value)}
            {' → '}
            {figure('stock_value', keyfigures.after.stock_value)}
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>{t('orders.title')}</dt>
          <dd>{t('orders.counts', orders)}</dd>
        </div>
      </dl>
      {error === undefined ? null : <AcceptProblem error={error} onRetry={onRetry} />}
      <div className={styles.bar}>
        <AcceptButton
          size="compact-md"
          variant={harmful ? 'default' : 'filled'}
          loading={busy}
          aria-describedby={id}
          onClick={() => void store()}
        >
          {t('accept.accept')}
        </AcceptButton>
        <Button size="compact-md" variant="default" aria-describedby={id} onClick={onDismiss}>
          {t('remedies.dismiss')}
        </Button>
        <ProposeButton editsOf={() => remedy.edits} suggestedTitle={`${demand}: ${title}`} />
        <Button
          size="compact-md"
          variant="subtle"
          aria-expanded={open}
          aria-describedby={id}
          leftSection={open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          onClick={() => setOpen(!open)}
        >
          {t('remedies.details')}
        </Button>
      </div>
      {open ? <RemedyDetails remedy={remedy} demand={demand} /> : null}
    </article>
  )
}
