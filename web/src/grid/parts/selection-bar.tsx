/**
 * Bar with the number of ticked rows and their actions; offers to select all matching rows if only some are ticked.
 */
import { Button, CloseButton, Menu } from '@mantine/core'
import { IconBolt, IconChevronDown, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyRows, showTicks } from '../grid-edits.ts'
import type { GridModel } from '../grid-model.ts'
import { noSelection, selectedCount } from '../rows/selection.ts'
import { useSignal, useSignalPart } from '../../platform/signal.ts'
import type { BulkPreset } from '../use-grid-panels.ts'
import styles from './parts.module.css'

export interface SelectionBarProps {
  readonly model: GridModel
  readonly filtered: boolean
  readonly onBulk: (preset?: BulkPreset) => void
  readonly onDelete: () => void
}

/** Maximum number of rows per copy, because each copy becomes a new row on the screen. */
const mostCopies = 500

export function SelectionBar({ model, filtered, onBulk, onDelete }: SelectionBarProps) {
  const { t } = useTranslation('grid')
  const selection = useSignal(model.selection)
  const total = useSignalPart(model.list, (list) => list.total ?? 0)
  const { meta, formats } = model.settings
  const count = selectedCount(selection, total)
  if (count === 0) return null
  const { permissions, readonly } = meta
  const set = (next: typeof selection): void => {
    model.selection.set(next)
    model.engine?.repaint()
    showTicks(model)
  }
  const number = formats.numbers.format(count)
  return (
    <div className={styles.selection} role="region" aria-label={t('selection.label')}>
      <strong>
        {selection.all
          ? t(filtered ? 'selection.matching' : 'selection.everything', { count, number })
          : t('selection.rows', { count, number })}
      </strong>
      {!selection.all && count < total ? (
        <Button size="compact-xs" variant="subtle" onClick={() => set({ all: true, rows: new Map() })}>
          {t(filtered ? 'selection.selectMatching' : 'selection.selectEverything', {
            count: total,
            number: formats.numbers.format(total),
          })}
        </Button>
      ) : null}
      <span className={styles.grow} />
      {permissions.change && !readonly ? (
        <>
          {meta.actions.length === 0 ? null : (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconBolt size={15} />}
                  rightSection={<IconChevronDown size={13} />}
                >
                  {t('selection.actions')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {meta.actions.map(({ name, label, field, field_label: fieldLabel, value }) =>
                  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? (
                    <Menu.Item key={name} onClick={() => onBulk({ field, value })}>
                      {t('selection.set', { field: fieldLabel ?? field, value: label })}
                    </Menu.Item>
                  ) : null,
                )}
              </Menu.Dropdown>
            </Menu>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={15} />}
            onClick={() => onBulk()}
          >
            {t('toolbar.bulk')}
          </Button>
        </>
      ) : null}
      {permissions.add && !readonly && !selection.all ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={15} />}
          disabled={count > mostCopies}
          onClick={() => copyRows(model, [...selection.rows.values()])}
        >
          {t('selection.copy')}
        </Button>
      ) : null}
      {permissions.delete && !readonly ? (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={onDelete}
        >
          {t('selection.delete')}
        </Button>
      ) : null}
      <CloseButton size="sm" aria-label={t('selection.clear')} onClick={() => set(noSelection)} />
    </div>
  )
}
