/** Filters of the account log, stored in the address. */
import { Button, Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { securityEvents } from '../../../../src/model/security-events.ts'
import type { AccountFilter } from '../../platform/api/account-log.ts'
import { useEventWords } from './event-words.ts'
import { PeriodFields, usedValues } from './filter-parts.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import styles from './audit.module.css'

export function AccountFilters({ filter }: { readonly filter: AccountFilter }) {
  const { t } = useTranslation('audit')
  const { title } = useEventWords()
  const navigate = useNavigate()
  const change = (changes: Readonly<Partial<Record<keyof AccountFilter, string>>>): void => {
    void navigate({
      to: '/app/admin/accounts',
      search: (before) => usedValues({ ...before, ...changes }),
      replace: true,
    })
  }
  const user = useTypedText(filter.user ?? '', (name) => change({ user: name }))
  return (
    <div className={styles.filters} role="search" aria-label={t('filter.label')}>
      <TextInput
        label={t('filter.user')}
        value={user.value}
        onChange={({ currentTarget }) => user.type(currentTarget.value)}
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
      <PeriodFields filter={filter} onChange={change} />
      {Object.keys(filter).length === 0 ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            user.put('')
            change({ user: '', event: '', after: '', before: '' })
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
