/** Choice of the grouping of a list: none, one or two fields, dates by day, week or month. */
import { Button, Popover, Select, Stack } from '@mantine/core'
import { IconListTree } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { rankedFields } from '../state/columns.ts'
import { ToolButton } from '../parts/tool-button.tsx'
import { groupLabel, groupNames, readGroups } from './group-names.ts'

export interface GroupPickerProps {
  readonly meta: EntityMeta
  readonly group: string
  readonly compact: boolean
  readonly onGroup: (group: string) => void
}

export function GroupPicker({ meta, group, compact, onGroup }: GroupPickerProps) {
  const { t } = useTranslation('grid')
  const [opened, setOpened] = useState(false)
  const parts = readGroups(meta, group)
  const names = parts.map(({ name }) => name)
  const choices = rankedFields(meta).flatMap((field) =>
    groupNames(field).flatMap((name) => {
      const [part] = readGroups(meta, name)
      return part === undefined ? [] : [{ value: name, label: groupLabel(t, part) }]
    }),
  )
  const pick = (place: number, name: string | null): void => {
    const next =
      place === 0 ? [name ?? '', name === null ? '' : (names[1] ?? '')] : [names[0] ?? '', name ?? '']
    onGroup([...new Set(next.filter((one) => one !== ''))].join(','))
  }
  const shown = parts.map((part) => groupLabel(t, part)).join(', ')
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus width={270}>
      <Popover.Target>
        <ToolButton
          compact={compact || shown === ''}
          icon={<IconListTree size={15} stroke={1.7} />}
          // The names of two fields would wrap the toolbar.
          maw={190}
          title={shown === '' ? undefined : t('group.by', { fields: shown })}
          label={shown === '' ? t('group.label') : t('group.by', { fields: shown })}
          variant={shown === '' ? 'default' : 'light'}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Select
            label={t('group.first')}
            data={choices}
            value={names[0] ?? null}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('group.clear') }}
            comboboxProps={{ withinPortal: false }}
            // The open list would cover the button that removes the groups.
            openOnFocus={names.length === 0}
            onChange={(name) => pick(0, name)}
            data-autofocus
          />
          <Select
            label={t('group.second')}
            data={choices.filter(({ value }) => value !== names[0])}
            value={names[1] ?? null}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('group.clear') }}
            disabled={names[0] === undefined}
            comboboxProps={{ withinPortal: false }}
            onChange={(name) => pick(1, name)}
          />
          <Button
            variant="default"
            disabled={names.length === 0}
            onClick={() => {
              onGroup('')
              setOpened(false)
            }}
          >
            {t('group.off')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
