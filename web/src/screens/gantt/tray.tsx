/** Unsaved moves of the plan board: the moves, their effect on sales orders, and buttons to accept or discard. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { noteDone } from '../../platform/api/first-hour.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { ModeChoice } from '../../trial/mode-choice.tsx'
import { ModeComparison } from '../../trial/mode-comparison.tsx'
import { TrayFrame } from '../../trial/tray-frame.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { chartId } from './chart-id.ts'
import { type Move, moveEdits } from './moves.ts'
import styles from './tray.module.css'
import type { Board } from './use-board.ts'

export function Tray({ board }: { readonly board: Board }) {
  const { t } = useTranslation(['gantt', 'trial'])
  const { moves, trial, mode, busy, error, isRetriable } = board
  const edits = useMemo(() => moveEdits(moves), [moves])
  const finish = (): void => {
    noteDone('plan-board')
    board.clear()
  }
  return (
    <TrayFrame
      words={{
        title: t('board.title'),
        edits: t('board.moves'),
        discard: t('discard.action'),
        save: t('trial:accept.accept'),
      }}
      edits={edits}
      causes={moves.flatMap((move) => moveEdits([move]).map(() => move.reference))}
      trial={trial}
      busy={busy}
      error={error}
      isRetriable={isRetriable}
      options={<ModeChoice mode={mode} onChange={board.setMode} />}
      note={
        <>
          <ApprovalNote moves={moves} />
          {trial === undefined || busy ? null : (
            <ModeComparison edits={edits} mode={mode} trial={trial} onChoose={board.setMode} />
          )}
        </>
      }
      onRetry={board.retry}
      onDiscard={board.discard}
      onStored={finish}
      onProposed={finish}
      onUndoable={board.setStored}
      returnTo={chartId}
    >
      <LeaveGuard dirty />
      {moves.map((move) => (
        <MoveLine key={move.reference} move={move} onTakeBack={() => board.takeBack(move.reference)} />
      ))}
    </TrayFrame>
  )
}

function MoveLine({ move, onTakeBack }: { readonly move: Move; readonly onTakeBack: () => void }) {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const { reference, label, from, to, production } = move
  const created = [t('board.new'), formats.dateTime(to.start), to.resource, formats.number(to.quantity ?? 0)]
  const shifted = [
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
      <span className={styles.words}>{(production === undefined ? shifted : created).join(' · ')}</span>
      <Tooltip label={t('board.takeBack', { reference })}>
        <ActionIcon variant="subtle" aria-label={t('board.takeBack', { reference })} onClick={onTakeBack}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
