/** Choice of the user whose exceptions are shown: the user, nobody, or anyone to whom exceptions are assigned. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { exceptionNamesQuery } from '../../platform/api/exceptions.ts'
import { useMe } from '../../platform/api/me.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import type { ExceptionSearch } from './exception-search.ts'
import styles from './exceptions.module.css'

interface AssigneeFilterProps {
  readonly asked: ExceptionSearch
  readonly onChange: (change: {
    readonly mine: true | undefined
    readonly unassigned: true | undefined
    readonly assignee: string | undefined
  }) => void
}

/** Prefix of the values of users, whose names could be any text. */
const user = 'user '

export function AssigneeFilter({ asked, onChange }: AssigneeFilterProps) {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const { username } = useMe()
  const { data } = useQuery(exceptionNamesQuery(scenario.name))
  const { mine, unassigned, assignee } = asked
  // A chosen user stays visible when nothing is assigned to them any more.
  const users = new Set(assignee === undefined ? [] : [assignee])
  for (const name of data?.assignee ?? []) if (name !== username) users.add(name)
  return (
    <Select
      className={styles.place ?? ''}
      aria-label={t('form.assignee')}
      placeholder={t('form.assignee')}
      searchable
      clearable
      data={[
        { value: 'mine', label: t('mine') },
        { value: 'nobody', label: t('unassigned') },
        ...[...users].map((name) => ({ value: `${user}${name}`, label: name })),
      ]}
      value={
        mine === true
          ? 'mine'
          : unassigned === true
            ? 'nobody'
            : assignee === undefined
              ? null
              : `${user}${assignee}`
      }
      clearButtonProps={{ 'aria-label': t('filter.clear') }}
      onChange={(next) =>
        onChange({
          mine: next === 'mine' ? true : undefined,
          unassigned: next === 'nobody' ? true : undefined,
          assignee: next?.startsWith(user) === true ? next.slice(user.length) : undefined,
        })
      }
    />
  )
}
