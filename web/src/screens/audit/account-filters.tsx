/** Filters of the account log, stored in the address. */
import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { securityEvents } from '../../../../src/model/security-events.ts'
import type { AccountFilter } from '../../platform/api/account-log.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { useEventWords } from './event-words.ts'
import styles from './audit.module.css'

export function AccountFilters({ filter }: { readonly filter: AccountFilter }) {
  const { t } = useTranslation('audit')
  const { title } = useEventWords()
  const navigate = useNavigate()
  const [user, setUser] = useState(filter.user ?? '')
  const change = (changes: Readonly<Partial<Record<keyof AccountFilter, string>>>): void => {
    void navigate({
      to: '/app/admin/accounts',
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...changes }).filter(
            ([, value]) => value !== undefined && value !== '',
          ),
        ),
      replace: true,
    })
  }
  const search = useDebouncedCallback((name: string) => change({ user: name.trim() }), 400)
  const moment = (name: 'after' | 'before') => (
    <DateInput
      time
      label={t(`filter.${name}`)}
      value={filter[name] ?? ''}
      onChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <div className={styles.filters} role="search" aria-label={t('filter.label')}>
      <TextInput
        label={t('filter.user')}
        value={user}
        onChange={({ currentTarget: { value } }) => {
          setUser(value)
          search(value)
        }}
      />
      <Select
        label={t('accounts.column.event')}
        placeholder={t('filter.all')}
        data={securityEvents.map((event) => ({ value: event, label: title({ event }) }))}
        value={filter.event ?? null}
        searchable
        clearable
        onChange={(event) => change({ event: event ?? '' })}
      />
      {moment('after')}
      {moment('before')}
      {Object.keys(filter).length === 0 ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            setUser('')
            change({ user: '', event: '', after: '', before: '' })
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
