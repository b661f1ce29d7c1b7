/** A list of exceptions: problem, date, effect, cause, assignee, and possible actions. */
import { Button, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { mayNote, type PlanException } from '../../platform/api/exceptions.ts'
import { mayTryPlan } from '../../platform/api/plan-trials.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { editOf } from './exception-edit.ts'
import { bottleneckPlace, placeOf } from './exception-places.ts'
import { StateMenu } from './state-menu.tsx'
import { dateMeanings, kindTones, useExceptionWords } from './use-exception-words.ts'
import { useRowFocus } from './use-row-focus.ts'
import styles from './exceptions.module.css'

interface ExceptionListProps {
  readonly label: string
  readonly exceptions: readonly PlanException[]
  /** Selected exceptions, if several can be selected. */
  readonly chosen?: ReadonlySet<string>
  readonly onChoose?: (id: string, chosen: boolean) => void
  /** Shows the details of an exception. */
  readonly onOpen: (exception: PlanException) => void
}

export function ExceptionList({ label, exceptions, chosen, onChoose, onOpen }: ExceptionListProps) {
  const focus = useRowFocus(exceptions)
  return (
    <ol {...focus} className={styles.list} aria-label={label} data-choosing={onChoose !== undefined}>
      {exceptions.map((exception) => (
        <ExceptionRow
          key={exception.id}
          exception={exception}
          chosen={chosen?.has(exception.id) === true}
          onChoose={onChoose}
          onOpen={() => onOpen(exception)}
        />
      ))}
    </ol>
  )
}

interface ExceptionRowProps {
  readonly exception: PlanException
  readonly chosen: boolean
  readonly onChoose: ExceptionListProps['onChoose']
  readonly onOpen: () => void
}

function ExceptionRow({ exception, chosen, onChoose, onOpen }: ExceptionRowProps) {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  const scenario = useScenario()
  const words = useExceptionWords()(exception)
  const { id, kind, subject, startdate, bottleneck, together, status, until, assignee, note } = exception
  const place = placeOf(scenario.name, exception)
  const cause = bottleneckPlace(scenario.name, exception)
  const late = kind === 'late' || kind === 'short'
  const helps = scenario.may(mayTryPlan) && (late || editOf(exception) !== undefined)
  const action = t(helps ? (late ? 'action.remedies' : 'action.try') : 'action.details')
  return (
    <li className={styles.row} data-status={status}>
      {onChoose === undefined ? null : (
        <Checkbox
          size="xs"
          checked={chosen}
          aria-label={t('choose', { subject })}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
        />
      )}
      <div className={styles.what}>
        <div className={styles.head}>
          <StatusBadge tone={kindTones[kind]}>{words.kind}</StatusBadge>
          {place === undefined ? (
            <strong>{subject}</strong>
          ) : (
            <ScreenLink to={place} className={styles.subject}>
              {subject}
            </ScreenLink>
          )}
        </div>
        <span className={styles.soft}>{words.about}</span>
      </div>
      <div className={styles.matter}>
        <span>{words.sentence}</span>
        <span className={styles.soft}>
          {startdate === null ? null : t(`since.${dateMeanings[kind]}`, { date: formats.date(startdate) })}
          {words.cause === '' ? null : (
            <>
              {' · '}
              {words.cause}
              {bottleneck === null ? null : cause === undefined ? (
                `: ${bottleneck}`
              ) : (
                <>
                  {': '}
                  <ScreenLink to={cause}>{bottleneck}</ScreenLink>
                </>
              )}
              {together === null ? null : `, ${t('togetherWith', { others: together })}`}
            </>
          )}
        </span>
      </div>
      <div className={styles.figures}>
        {words.effect === '' ? null : <strong>{words.effect}</strong>}
        {words.value === '' ? null : (
          <span className={styles.soft} title={t('common:currency')}>
            {words.value}
          </span>
        )}
      </div>
      <div className={styles.state}>
        {status === 'open' ? null : (
          <StatusBadge tone={status === 'snoozed' ? 'waiting' : 'ok'}>
            {status === 'snoozed' && until !== null
              ? t('snoozedUntil', { date: formats.date(until) })
              : t(`status.${status}`)}
          </StatusBadge>
        )}
        {assignee === null ? null : <span>{assignee}</span>}
        {note === null ? null : <span className={styles.note}>{note}</span>}
      </div>
      <div className={styles.actions}>
        <Button
          size="compact-sm"
          variant={helps ? 'light' : 'default'}
          aria-label={`${action}: ${subject}`}
          onClick={onOpen}
        >
          {action}
        </Button>
        {scenario.may(mayNote) ? (
          <StateMenu exceptions={[exception]} label={t('action.note')} describe={subject} />
        ) : null}
      </div>
    </li>
  )
}
