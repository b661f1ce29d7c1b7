/** Log viewer with search, error filter and live updates. Only visible lines are rendered. */
import { Button, Group, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { RunLog } from './use-run-log.ts'
import styles from './execute.module.css'

/** Height of a line in the style sheet, in pixels. */
const lineHeight = 20
/** Number of rendered lines above and below the visible ones. */
const margin = 20

interface LogViewProps {
  readonly log: RunLog
  readonly running: boolean
}

const levelOf = (line: string): 'error' | 'warning' | 'info' =>
  /\b(?:error|failed)\b/i.test(line) ? 'error' : /\bwarn(?:ing)?\b/i.test(line) ? 'warning' : 'info'

export function LogView({ log, running }: LogViewProps) {
  const { lines, dropped, isReading, error, retry } = log
  const { t } = useTranslation('execute')
  const [wanted, setWanted] = useState('')
  const [faults, setFaults] = useState(false)
  const [follow, setFollow] = useState(running)
  const [top, setTop] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => {
    const needle = wanted.toLowerCase()
    const all = lines.map((line, index) => ({ line, number: index + 1 }))
    if (needle === '' && !faults) return all
    return all.filter(
      ({ line }) => (!faults || levelOf(line) !== 'info') && line.toLowerCase().includes(needle),
    )
  }, [lines, wanted, faults])
  useEffect(() => {
    if (follow && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  })
  const first = Math.max(0, Math.floor(top / lineHeight) - margin)
  const visible = shown.slice(first, first + 80 + 2 * margin)
  return (
    <section className={styles.panel} aria-labelledby="log">
      <Group justify="space-between" className={styles.panelHead}>
        <h2 id="log">{t('log.title')}</h2>
        <Group gap="sm">
          <TextInput
            size="xs"
            type="search"
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            placeholder={t('log.search')}
            aria-label={t('log.search')}
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
          <Switch
            size="xs"
            label={t('log.faults')}
            checked={faults}
            onChange={(event) => setFaults(event.currentTarget.checked)}
          />
          {running ? (
            <Switch
              size="xs"
              label={t('log.follow')}
              checked={follow}
              onChange={(event) => setFollow(event.currentTarget.checked)}
            />
          ) : null}
          <CopyButton value={() => shown.map(({ line }) => line).join('\n')} />
        </Group>
      </Group>
      {dropped ? <p className={styles.soft}>{t('log.dropped')}</p> : null}
      {error === null ? null : <ErrorState inline error={error} onRetry={retry} />}
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-label={t('log.title')}
        aria-live="off"
        // A scrollable box must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          setTop(currentTarget.scrollTop)
          const end = currentTarget.scrollHeight - currentTarget.clientHeight - currentTarget.scrollTop
          if (end > lineHeight * 2) setFollow(false)
        }}
      >
        {error !== null ? null : isReading ? (
          <p className={styles.soft}>{t('common:loading')}</p>
        ) : shown.length === 0 ? (
          <p className={styles.soft}>
            {t(lines.length > 0 ? 'log.notFound' : running ? 'log.waiting' : 'log.none')}
          </p>
        ) : (
          <svg className={styles.spacer} width="1" height={shown.length * lineHeight} aria-hidden="true" />
        )}
        <ol className={styles.lines} ref={placeAt(first * lineHeight)}>
          {visible.map(({ line, number }) => (
            <li key={number} data-level={levelOf(line)}>
              <span aria-hidden="true">{number}</span>
              {line}
            </li>
          ))}
        </ol>
      </div>
      {running && !follow ? (
        <Button size="xs" variant="light" onClick={() => setFollow(true)}>
          {t('log.toEnd')}
        </Button>
      ) : null}
    </section>
  )
}

/** Positions the list by script, because the content security policy forbids inline styles. */
const placeAt =
  (top: number) =>
  (list: HTMLOListElement | null): void => {
    if (list !== null) list.style.transform = `translateY(${top}px)`
  }
