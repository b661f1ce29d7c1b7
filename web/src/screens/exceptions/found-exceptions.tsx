/** The found exceptions as one list or by bottleneck, and the selection of several of them. */
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExceptionFilter, mayNote, type PlanException } from '../../platform/api/exceptions.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NothingPlanned } from '../../ui/nothing-planned.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ExceptionList } from './exception-list.tsx'
import type { ExceptionSearch } from './exception-search.ts'
import { OpenException } from './open-exception.tsx'
import { StateMenu } from './state-menu.tsx'
import { useEffectText } from './use-exception-words.ts'
import { type Found, type FoundAnswer, useFound } from './use-found.ts'
import styles from './exceptions.module.css'

interface FoundExceptionsProps {
  readonly asked: ExceptionSearch
  readonly filter: ExceptionFilter
}

export function FoundExceptions({ asked, filter }: FoundExceptionsProps) {
  const answer = useFound(asked, filter)
  const [open, setOpen] = useState<PlanException>()
  return (
    <>
      <QueryView query={answer}>
        {(found) => <FoundList asked={asked} answer={answer} found={found} onOpen={setOpen} />}
      </QueryView>
      <OpenException exception={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

interface FoundListProps extends Pick<FoundExceptionsProps, 'asked'> {
  readonly answer: FoundAnswer
  readonly found: Found
  readonly onOpen: (exception: PlanException) => void
}

function FoundList({ asked, answer, found, onOpen }: FoundListProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const effectText = useEffectText()
  const formats = useFormats()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { busy, showMore, moreOf } = answer
  const { rows, total, groups } = found
  const { group, status: _status, by: _by, ...narrowing } = asked
  const usual = group === undefined && Object.keys(narrowing).length === 0
  if (rows.length === 0) {
    return (
      <NothingPlanned title={t(usual ? 'none' : 'noMatch')}>
        {t(usual ? 'noneHint' : 'noMatchHint')}
      </NothingPlanned>
    )
  }
  const choose = (id: string, add: boolean): void =>
    setChosen(new Set(add ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const selected = rows.filter(({ id }) => chosen.has(id))
  const list = (label: string, exceptions: readonly PlanException[]) => (
    <ExceptionList
      label={label}
      exceptions={exceptions}
      onOpen={onOpen}
      {...(scenario.may(mayNote) ? { chosen, onChoose: choose } : {})}
    />
  )
  return (
    <>
      {scenario.may(mayNote) ? (
        <div className={styles.selection}>
          <Checkbox
            size="xs"
            label={
              selected.length === 0
                ? t('count', { count: total })
                : t('chosen', { count: selected.length, total: formats.number(total) })
            }
            checked={selected.length === rows.length}
            indeterminate={selected.length > 0 && selected.length < rows.length}
            onChange={({ currentTarget }) =>
              setChosen(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
            }
          />
          {selected.length === 0 ? null : (
            <StateMenu exceptions={selected} label={t('action.note')} onDone={() => setChosen(new Set())} />
          )}
        </div>
      ) : null}
      {groups === undefined
        ? list(t('title'), rows)
        : groups.map((one) => {
            const { bottleneck, exceptions, count, effect } = one
            const name = bottleneck === '' ? t('noBottleneck') : bottleneck
            const more = moreOf(one)
            return (
              <section key={bottleneck} className={styles.group} aria-label={name}>
                <h2>
                  {name}
                  <span className={styles.soft}>
                    {t('count', { count })}
                    {effect > 0 ? ` · ${effectText(effect)}` : null}
                  </span>
                </h2>
                {exceptions.length === 0 ? null : list(name, exceptions)}
                {more.error !== null ? (
                  <ErrorState error={more.error} onRetry={more.retry} inline />
                ) : count > exceptions.length ? (
                  <Button
                    variant="default"
                    size="xs"
                    loading={more.busy}
                    aria-label={`${t('more')}: ${name}`}
                    onClick={more.show}
                  >
                    {t('more')}
                  </Button>
                ) : null}
              </section>
            )
          })}
      {total > rows.length && groups === undefined ? (
        <Button variant="default" loading={busy} onClick={showMore}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}
