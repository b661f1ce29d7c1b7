/** What is moved on the plan board and not stored yet: the moves, what they do to the sales orders, accept and discard. */
import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangedDemand, Trial } from '../../api/plan-trials.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'
import { AcceptProblem } from '../../trial/accept-problem.tsx'
import { Consequences } from '../../trial/consequences.tsx'
import { useAccept } from '../../trial/use-accept.ts'
import { ProposeButton } from '../../propose/propose-button.tsx'
import { type Move, moveEdits } from './moves.ts'
import type { Board } from './use-board.ts'
import styles from './tray.module.css'

const changes: readonly (readonly [ChangedDemand['change'], Tone])[] = [
  ['late', 'bad'],
  ['later', 'warn'],
  ['recovered', 'ok'],
  ['earlier', 'ok'],
]

export function Tray({ board }: { readonly board: Board }) {
  const { t } = useTranslation(['gantt', 'trial'])
  const scenario = useScenario()
  const { busy: storing, error: refused, accept, forget } = useAccept(scenario.name)
  const [open, setOpen] = useState(false)
  const id = useId()
  const { moves, trial, busy, error } = board
  const store = async (): Promise<void> => {
    if (trial !== undefined && (await accept(trial.token))) board.discard()
  }
  return (
    <section className={styles.tray} aria-label={t('board.title')}>
      <div className={styles.head}>
        <h2>{t('board.title')}</h2>
        <span role="status" className={styles.status}>
          {busy ? <Loader size="xs" aria-label={t('trial:try.running')} /> : null}
          {trial === undefined ? null : <Summary trial={trial} />}
        </span>
        <div className={styles.buttons}>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={trial === undefined}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t('trial:try.result')}
          </Button>
          <ProposeButton editsOf={() => moveEdits(moves)} onSaved={board.discard} />
          <Button size="compact-sm" variant="default" onClick={board.discard}>
            {t('discard.action')}
          </Button>
          <Button
            size="compact-sm"
            disabled={trial === undefined || busy}
            loading={storing}
            onClick={() => void store()}
          >
            {t('trial:accept.accept')}
          </Button>
        </div>
      </div>
      {error === undefined ? null : <ErrorState error={error} inline onRetry={board.retry} />}
      {refused === undefined ? null : (
        <AcceptProblem
          error={refused}
          onRetry={() => {
            forget()
            board.retry()
          }}
        />
      )}
      <ul className={styles.moves} aria-label={t('board.moves')}>
        {moves.map((move) => (
          <MoveLine key={move.reference} move={move} onTakeBack={() => board.takeBack(move.reference)} />
        ))}
      </ul>
      <div id={id}>
        {open && trial !== undefined ? <Consequences trial={trial} edits={moveEdits(moves)} /> : null}
      </div>
    </section>
  )
}

function Summary({ trial: { demands } }: { readonly trial: Trial }) {
  const { t } = useTranslation('trial')
  const counted = changes.flatMap(([change, tone]) => {
    const count = demands.filter((demand) => demand.change === change).length
    return count === 0 ? [] : [{ change, tone, count }]
  })
  if (counted.length === 0) return t('demands.none')
  return counted.map(({ change, tone, count }) => (
    <StatusBadge key={change} tone={tone}>
      {t(`change.${change}`)}: {count}
    </StatusBadge>
  ))
}

function MoveLine({ move, onTakeBack }: { readonly move: Move; readonly onTakeBack: () => void }) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const { reference, label, from, to } = move
  const words = [
    from.start === to.start ? [] : [`${formats.dateTime(from.start)} → ${formats.dateTime(to.start)}`],
    from.resource === to.resource ? [] : [`${from.resource} → ${to.resource}`],
    from.quantity === to.quantity
      ? []
      : [`${t('fact.quantity')} ${formats.number(from.quantity ?? 0)} → ${formats.number(to.quantity ?? 0)}`],
  ].flat()
  return (
    <li>
      <strong>{reference}</strong>
      <span>{label}</span>
      <span className={styles.words}>{words.join(' · ')}</span>
      <Tooltip label={t('board.takeBack', { reference })}>
        <ActionIcon variant="subtle" aria-label={t('board.takeBack', { reference })} onClick={onTakeBack}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
