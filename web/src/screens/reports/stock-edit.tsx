/** Editor of the safety stock in its cell; a link to the calendar where a calendar sets it. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withQuery } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { StockEdits, StockPlace } from './use-stock-edits.ts'
import styles from './reports.module.css'

interface StockEditProps {
  readonly edits: StockEdits
  readonly place: StockPlace
  /** The figure. */
  readonly children: ReactNode
}

export function StockEdit({ edits, place, children }: StockEditProps) {
  const { t } = useTranslation('reports')
  const { t: grid } = useTranslation('grid')
  const scenario = useScenario()
  const [isOpen, setOpen] = useState(false)
  const { calendar, isEdited, fault } = place
  if (calendar !== undefined) {
    const title = t('stock.calendar', { name: calendar })
    return (
      <ScreenLink
        tabIndex={-1}
        title={title}
        to={withQuery(`/app/${encodeURIComponent(scenario.name)}/calendars`, { calendar })}
      >
        {children}
        <span className="visually-hidden"> {title}</span>
      </ScreenLink>
    )
  }
  if (isOpen) return <StockInput edits={edits} place={place} onClose={() => setOpen(false)} />
  const state = fault === undefined ? (isEdited ? t('stock.edited') : undefined) : faultText(grid, fault)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.editable}
      title={state ?? t('stock.edit')}
      onClick={() => setOpen(true)}
    >
      {children}
      <span className="visually-hidden"> {state ?? t('stock.edit')}</span>
    </button>
  )
}

interface StockInputProps extends Omit<StockEditProps, 'children'> {
  readonly onClose: () => void
}

function StockInput({ edits, place, onClose }: StockInputProps) {
  const { t } = useTranslation('reports')
  const input = useRef<HTMLInputElement>(null)
  // The figures may be read again meanwhile.
  const [opened] = useState(place)
  const [text, setText] = useState(opened.text)
  // The input loses the focus while it closes.
  const isClosed = useRef(false)
  useEffect(() => input.current?.select(), [])
  const keep = useEffectEvent((): void => {
    if (!isClosed.current && text !== opened.text) edits.commit(opened, text)
  })
  // A line that scrolls out of sight, or is gone, leaves without losing the focus first.
  useEffect(() => () => keep(), [])
  const close = (isKept: boolean): void => {
    if (isClosed.current) return
    isClosed.current = true
    if (isKept && text !== opened.text) edits.commit(opened, text)
    onClose()
  }
  const toGrid = (): void => input.current?.closest<HTMLElement>('[role="grid"]')?.focus()
  return (
    <input
      ref={input}
      type="text"
      inputMode="decimal"
      className={styles.input}
      aria-label={t('stock.label', { item: opened.buffer.item, location: opened.buffer.location })}
      aria-invalid={place.fault !== undefined}
      autoComplete="off"
      value={text}
      autoFocus
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => close(true)}
      onKeyDown={(event) => {
        // Saved with the others.
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
          close(true)
          toGrid()
        }
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close(event.key === 'Enter')
        toGrid()
      }}
    />
  )
}
