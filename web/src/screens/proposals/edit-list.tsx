/** The edits of a proposal: records with base and proposed values. */
import { Button, Checkbox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckedProposal, proposalEditsQuery, type ProposedEdit } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { hrefInList } from '../../platform/record-href.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import styles from './proposals.module.css'
import { type PickedEdits, withDependents, withNeeds } from './use-picked-edits.ts'

/** Number of records shown initially, and added by "show more". */
const shownAtFirst = 100
const shownAtMost = 1_000

interface EditListProps {
  readonly proposal: CheckedProposal
  /** The edits that are applied. */
  readonly picked: PickedEdits
}

export function EditList({ proposal, picked }: EditListProps) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const [limit, setLimit] = useState(shownAtFirst)
  const [others, setOthers] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...proposalEditsQuery(scenario.name, proposal.id, limit),
    placeholderData: keepPreviousData,
  })
  const shown = data?.edits.length ?? 0
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on at the first edit that it has added.
    if (shown > shownAtFirst && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`:scope > :nth-child(${shownAtFirst + 1})`)?.focus()
  }, [shown])
  if (data === undefined)
    return error === null ? (
      <LoadingSkeleton rows={3} />
    ) : (
      <ErrorState error={error} inline onRetry={() => void refetch()} />
    )
  const { left, leave } = picked
  // Edits that are not listed cannot be selected knowingly.
  const isOffered = picked.isOffered && data.edits.length === proposal.edits
  const namesOf = (numbers: readonly number[]): string =>
    numbers
      .map((number) => data.edits.find((edit) => edit.number === number)?.title ?? `#${number}`)
      .join(', ')
  const pick = (number: number): void => {
    const isBack = left.has(number)
    const moved = isBack ? withNeeds(data.edits, number) : withDependents(data.edits, number)
    const also = [...moved].filter((other) => other !== number && left.has(other) === isBack)
    const next = new Set(left)
    for (const one of moved) {
      if (isBack) next.delete(one)
      else next.add(one)
    }
    leave(next)
    setOthers(also.length === 0 ? '' : t(isBack ? 'pick.taken' : 'pick.left', { names: namesOf(also) }))
  }
  const pickAll = (): void => {
    leave(left.size > 0 ? new Set() : new Set(data.edits.map(({ number }) => number)))
    setOthers('')
  }
  return (
    <>
      {isOffered ? (
        <div className={styles.pick}>
          <Checkbox
            label={t('pick.all')}
            checked={left.size === 0}
            indeterminate={left.size > 0 && left.size < proposal.edits}
            onChange={pickAll}
          />
          <span className={styles.soft} role="status">
            {left.size === 0
              ? null
              : t('pick.some', { number: proposal.edits - left.size, total: proposal.edits })}{' '}
            {others}
          </span>
        </div>
      ) : null}
      {picked.isOffered && !isOffered ? <p className={styles.soft}>{t('pick.unlisted')}</p> : null}
      {error === null ? null : <ErrorState error={error} inline onRetry={() => void refetch()} />}
      <ul ref={list} className={styles.edits}>
        {data.edits.map((edit) => (
          <EditItem
            key={edit.number}
            edit={edit}
            needs={namesOf(edit.needs)}
            {...(isOffered ? { isPicked: !left.has(edit.number), onPick: () => pick(edit.number) } : {})}
          />
        ))}
      </ul>
      {data.more && (limit < shownAtMost || isPlaceholderData) ? (
        <Button variant="default" loading={isPlaceholderData} onClick={() => setLimit(shownAtMost)}>
          {t('more')}
        </Button>
      ) : null}
      {data.more && limit === shownAtMost && !isPlaceholderData ? (
        <p className={styles.soft}>{t('first', { count: shownAtMost })}</p>
      ) : null}
    </>
  )
}

interface EditItemProps {
  readonly edit: ProposedEdit
  /** Names of the records whose edits it needs. */
  readonly needs: string
  readonly isPicked?: boolean
  readonly onPick?: () => void
}

function EditItem({ edit, needs, isPicked = true, onPick }: EditItemProps) {
  const { t, i18n } = useTranslation('proposals')
  const scenario = useScenario()
  const { entity, label, route, action, key, title, fields, base } = edit
  const meta = useQuery(metaQuery(scenario.name, entity, i18n.language)).data
  const show = useShownValue(meta)
  const address = hrefInList(scenario.name, route, key ?? '')
  const values = Object.entries(action === 'delete' ? {} : fields).filter(([name]) => name !== meta?.key)
  return (
    <li className={styles.edit} tabIndex={-1}>
      <div className={styles.head}>
        {onPick === undefined ? null : (
          <Checkbox
            checked={isPicked}
            onChange={onPick}
            aria-label={t('pick.one', { record: `${heading(label, i18n.language)} ${title}`.trim() })}
          />
        )}
        <span className={styles.soft}>
          {heading(label, i18n.language)} · {t(`action.${action}`)}
        </span>
        {action === 'create' || key === null ? <b>{title}</b> : <ScreenLink to={address}>{title}</ScreenLink>}
        {needs === '' ? null : <span className={styles.soft}>{t('pick.needs', { names: needs })}</span>}
      </div>
      <dl className={styles.values}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{show.label(name)}</dt>
            <dd>
              {base === null ? null : (
                <>
                  <del>{show.value(name, base[name])}</del> →{' '}
                </>
              )}
              <ins>{show.value(name, value)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
