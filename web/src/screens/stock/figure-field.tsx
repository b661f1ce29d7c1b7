/** Field with the proposed safety stock of a buffer, in which the user may enter another one. */
import { NumberInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockProposal } from '../../platform/api/safety-stock.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useTyped } from '../../ui/use-typed.ts'
import { figureOf, isChange, muchCover, nameOf, type Picks } from './group-buffers.ts'
import styles from './stock.module.css'

interface FigureFieldProps {
  readonly buffer: StockProposal
  readonly picks: Picks
  /** Called with the entered figure; with undefined to return to the proposed one. */
  readonly onEnter: (buffer: StockProposal, figure: number | undefined) => void
  /** Called when the field begins or ceases to contain a number that no safety stock can have. */
  readonly onFault: (buffer: StockProposal, isWrong: boolean) => void
}

export function FigureField({ buffer, picks, onEnter, onFault }: FigureFieldProps) {
  const { t } = useTranslation('stock')
  const figure = figureOf(buffer, picks)
  const typed = useTyped<string | number>(figure ?? '', (given) => {
    if (typeof given === 'number' && given >= 0 && given !== figure)
      onEnter(buffer, given === buffer.proposed ? undefined : given)
  })
  const isWrong = typeof typed.value === 'number' && typed.value < 0
  const report = useEffectEvent((wrong: boolean) => onFault(buffer, wrong))
  useEffect(() => {
    if (!isWrong) return undefined
    report(true)
    return () => report(false)
  }, [isWrong])
  return (
    <span className={styles.figure}>
      <NumberInput
        size="xs"
        className={styles.figureInput ?? ''}
        aria-label={t('figure', { name: nameOf(buffer) })}
        value={typed.value}
        min={0}
        // A number below 0 stays with its message; it is not turned into 0.
        clampBehavior="none"
        error={isWrong ? t('below') : undefined}
        hideControls
        onChange={typed.type}
        onBlur={() => {
          if (typed.value !== '') return
          if (buffer.proposed !== null) typed.put(buffer.proposed)
          else if (figure !== null) onEnter(buffer, undefined)
        }}
      />
      <FigureNote buffer={buffer} picks={picks} />
    </span>
  )
}

/** Text below the figure: that it is not the proposed one, why none is proposed, or that it changes nothing. */
export function FigureNote({ buffer, picks }: Pick<FigureFieldProps, 'buffer' | 'picks'>) {
  const { t } = useTranslation('stock')
  const formats = useFormats()
  const { obstacle, proposed } = buffer
  const own = picks.get(buffer.id)
  const note =
    obstacle !== null
      ? t(`obstacle.${obstacle}`)
      : own !== undefined && proposed !== null
        ? t('proposedIs', { proposed: formats.number(proposed) })
        : isChange(buffer)
          ? undefined
          : t('noChange')
  const cover = picks.has(buffer.id) ? muchCover(buffer, figureOf(buffer, picks)) : undefined
  return (
    <>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
      {cover === undefined ? null : (
        <span className={styles.cover}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {t('cover', { weeks: formats.number(cover) })}
        </span>
      )}
    </>
  )
}
