/** Filters of the audit trail, stored in the address. */
import { Autocomplete, Button, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type AuditFilter, channels } from '../../platform/api/audit.ts'
import { entitiesQuery } from '../../platform/api/entities.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { lookupQuery } from '../../grid/lookup.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { PeriodFields, usedValues } from './filter-parts.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import styles from './audit.module.css'

export function AuditFilters({ filter }: { readonly filter: AuditFilter }) {
  const { t, i18n } = useTranslation('audit')
  const scenario = useScenario()
  const navigate = useNavigate()
  const entities = useQuery(entitiesQuery(scenario.name)).data ?? []
  const change = (
    changes: Readonly<Record<keyof AuditFilter, string | number>> | Partial<AuditFilter>,
  ): void => {
    void navigate({
      to: '/app/audit',
      search: (before) => usedValues({ ...before, ...changes }),
      replace: true,
    })
  }
  const user = useTypedText(filter.user ?? '', (name) => change({ user: name }))
  const users =
    useQuery({ ...lookupQuery(scenario.name, 'common.user', user.value), retry: false }).data ?? []
  return (
    <div className={styles.filters} role="search" aria-label={t('filter.label')}>
      <Autocomplete
        label={t('filter.user')}
        data={[...new Set(users.map(({ label }) => label))]}
        value={user.value}
        onChange={user.type}
      />
      <Select
        label={t('filter.entity')}
        placeholder={t('filter.all')}
        data={entities.map(({ entity, label_plural: label }) => ({
          value: entity,
          label: heading(label, i18n.language),
        }))}
        value={filter.entity ?? null}
        searchable
        clearable
        onChange={(entity) => change({ entity: entity ?? '' })}
      />
      <Select
        label={t('filter.channel')}
        placeholder={t('filter.all')}
        data={channels.map((value) => ({
          value,
          label: heading(t(`grid:record.channel.${value}`), i18n.language),
        }))}
        value={filter.channel ?? null}
        clearable
        onChange={(channel) => change({ channel: channel ?? '' })}
      />
      <NumberInput
        label={t('filter.task')}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        maxLength={15}
        value={filter.task ?? ''}
        onChange={(task) => change({ task: task === '' ? undefined : Number(task) })}
      />
      <PeriodFields filter={filter} onChange={change} />
      {Object.keys(filter).length === 0 ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            user.put('')
            change({ user: '', entity: '', channel: '', task: undefined, after: '', before: '' })
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
