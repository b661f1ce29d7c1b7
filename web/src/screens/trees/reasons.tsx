/** The reasons why a sales order is late or short, the main cause first, or a note that it is on time. */
import { daySeconds } from '../../platform/formats/instants.ts'
import { Alert } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Constraint } from '../../platform/api/plan-trees.ts'
import { useFindingText } from '../../platform/findings/use-finding-text.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { parseClock } from '../../platform/values/durations.ts'
import { isLateDelay } from './delay.ts'
import { delayShares } from './delay-shares.ts'
import { splitNames } from './split-names.ts'
import { Cause } from '../../trial/cause.tsx'
import { useFindingLinks } from '../reports/finding-links.ts'
import styles from './trees.module.css'

interface ReasonsProps {
  readonly reasons: readonly Constraint[]
  readonly late: string | undefined
  readonly onTime: boolean
  /** Quantity that is not delivered; undefined if unknown. */
  readonly missing: number | undefined
}

export function Reasons({ reasons, late, onTime, missing = 0 }: ReasonsProps) {
  const { t } = useTranslation(['trees', 'trial'])
  const formats = useFormats()
  if (onTime) return <Alert color="teal" className={styles.reasons} title={t('pegging.onTime')} />
  const short = missing > 0 ? t('trial:state.short', { quantity: formats.number(missing) }) : undefined
  if (reasons.length === 0) {
    return short === undefined ? null : <Alert color="orange" className={styles.reasons} title={short} />
  }
  const seconds = late !== undefined && isLateDelay(late) ? parseClock(late) : undefined
  const delayDays = seconds === undefined || short !== undefined ? undefined : seconds / daySeconds
  const { lines, rest, isOverlapping } = delayShares(reasons, delayDays)
  const single = reasons.filter(({ together }) => together === null)
  return (
    <Alert
      color="orange"
      className={styles.reasons}
      // A part may be delivered early, and the rest never.
      title={
        late !== undefined && isLateDelay(late)
          ? t('pegging.late', { late: formats.delay(late) })
          : (short ?? t('pegging.why'))
      }
    >
      <ul>
        {lines.map(({ reasons: members, isJoint, days, whole }) => (
          <li key={members.map(({ name, owner }) => `${name} ${owner}`).join(' ')}>
            {isJoint ? (
              <JointReasons members={members} single={single} days={days} whole={whole} />
            ) : (
              members.map((reason) => <SingleReason key={reason.owner} reason={reason} />)
            )}
          </li>
        ))}
        {rest > 0 && lines.some(({ days }) => days !== null) ? (
          <li>{t('pegging.rest', { days: formats.delay(rest * daySeconds) })}</li>
        ) : null}
      </ul>
      {isOverlapping ? <p>{t('pegging.overlap')}</p> : null}
    </Alert>
  )
}

function SingleReason({ reason }: { readonly reason: Constraint }) {
  const { t } = useTranslation('trees')
  const formats = useFormats()
  const describe = useFindingText()
  const { days, description } = reason
  return (
    <>
      <LinkedCause reason={reason} />
      {days === null ? (
        <> – {describe(description)}</>
      ) : (
        <> – {t('pegging.costs', { days: formats.delay(days * daySeconds) })}</>
      )}
    </>
  )
}

interface JointReasonsProps {
  readonly members: readonly Constraint[]
  /** Reasons that cost time by themselves, too. */
  readonly single: readonly Constraint[]
  /** Days that they add to the other causes; null if unknown. */
  readonly days: number | null
  /** Days that they cost together. */
  readonly whole: number | null
}

/** Reasons without which together, but not one by one, the order would be earlier. */
function JointReasons({ members, single, days, whole }: JointReasonsProps) {
  const { t } = useTranslation('trees')
  const formats = useFormats()
  const [{ together, owner } = { together: '', owner: '' }] = members
  const delayOf = (time: number | null): string => formats.delay((time ?? 0) * daySeconds)
  const known = new Set(members.map((member) => member.owner))
  const names = splitNames(together ?? '', new Set([...known, ...single.map((reason) => reason.owner)]))
  const others = names.filter((name) => name !== owner && !known.has(name))
  const parts: readonly ReactNode[] = [
    ...members.map((member) => <LinkedCause key={member.owner} reason={member} />),
    ...others.map((name) => {
      const alone = single.find((reason) => reason.owner === name)
      return alone === undefined ? name : <LinkedCause key={name} reason={alone} />
    }),
  ]
  return (
    <>
      {days === null || days === whole
        ? t('pegging.together', { days: delayOf(whole) })
        : t('pegging.togetherMore', { days: delayOf(days), whole: delayOf(whole) })}{' '}
      {parts.map((part, place) => (
        // The parts have no keys of their own, and their list does not change.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={place}>
          {place === 0 ? '' : ', '}
          {part}
        </Fragment>
      ))}
    </>
  )
}

function LinkedCause({ reason }: { readonly reason: Constraint }) {
  const { name, owner, entity, startdate, enddate } = reason
  const linkOf = useFindingLinks()
  return (
    <Cause code={name} owner={owner} href={linkOf('owner', { name, owner, entity, startdate, enddate })} />
  )
}
