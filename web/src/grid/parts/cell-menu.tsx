/** Context menu of a cell: offers the actions of the shortcuts to mouse users. */
import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconCut,
  IconExternalLink,
  IconFilter,
  IconLayoutSidebarRight,
  IconPencil,
  IconSortAscendingNumbers,
  IconSortDescending,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FilterNode } from '../filter/filter-model.ts'
import { clearRange, fillDown, startEdit } from '../grid-edits.ts'
import { continueSeries } from '../range/fill-series.ts'
import type { GridModel } from '../grid-model.ts'
import { keyNames } from '../../platform/key-names.ts'
import { formatValue, plainText } from '../../platform/values/format-value.ts'

export interface CellMenuProps {
  readonly model: GridModel
  readonly row: number
  readonly column: string
  readonly x: number
  readonly y: number
  readonly onCopy: () => void
  readonly onCut: () => void
  readonly onFilter: (condition: FilterNode) => void
  readonly onDetail: (row: number) => void
  readonly openLink: (href: string) => void
  readonly onClose: () => void
}

export function CellMenu(props: CellMenuProps) {
  const { model, row, column, x, y, onCopy, onCut, onFilter, onDetail, openLink, onClose } = props
  const { t } = useTranslation('grid')
  const field = model.fields().find(({ name }) => name === column)
  const ref = model.ref(row)
  if (ref === undefined) return null
  const bounds = model.bounds()
  const value = field === undefined ? undefined : ref.base?.[field.name]
  const editable = field !== undefined && model.mayEdit(ref, field)
  const href = field === undefined ? undefined : model.view(row, field.name).href
  const filterable =
    field !== undefined && field.filterable && ref.base !== undefined && field.type !== 'json'
  const condition = (): FilterNode => {
    const text = plainText(value)
    if (text === '') return { field: column, lookup: 'isnull', value: true }
    if (field?.choices !== undefined) return { field: column, lookup: 'in', value: [text] }
    return {
      field: column,
      lookup: 'exact',
      value: typeof value === 'number' || typeof value === 'boolean' ? value : text,
    }
  }
  const shown = field === undefined ? '' : formatValue(field, value, model.settings.formats)
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={250}>
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown>
        {editable ? (
          <Menu.Item
            leftSection={<IconPencil size={15} />}
            rightSection="F2"
            onClick={() => startEdit(model, { row, column: model.settings.columns.indexOf(column) })}
          >
            {t('cell.edit')}
          </Menu.Item>
        ) : null}
        {field === undefined ? null : (
          <Menu.Item leftSection={<IconCopy size={15} />} rightSection={keyNames('mod+C')} onClick={onCopy}>
            {t('cell.copy')}
          </Menu.Item>
        )}
        {editable && bounds !== undefined ? (
          <>
            <Menu.Item leftSection={<IconCut size={15} />} rightSection={keyNames('mod+X')} onClick={onCut}>
              {t('cell.cut')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSortDescending size={15} />}
              rightSection={keyNames('mod+D')}
              onClick={() => fillDown(model, bounds)}
            >
              {t('cell.fill')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSortAscendingNumbers size={15} />}
              rightSection={keyNames('mod+shift+D')}
              disabled={bounds.bottom === bounds.top}
              onClick={() => continueSeries(model, bounds)}
            >
              {t('cell.series')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={15} />}
              rightSection={keyNames('del')}
              onClick={() => clearRange(model, bounds)}
            >
              {t('cell.clear')}
            </Menu.Item>
          </>
        ) : null}
        {filterable ? (
          <Menu.Item leftSection={<IconFilter size={15} />} onClick={() => onFilter(condition())}>
            {t('cell.filter', { value: shown === '' ? t('filter.operator.empty') : shown })}
          </Menu.Item>
        ) : null}
        {href === undefined ? null : (
          <Menu.Item
            leftSection={<IconExternalLink size={15} />}
            rightSection={keyNames('mod+↵')}
            onClick={() => openLink(href)}
          >
            {t('cell.open', { name: shown })}
          </Menu.Item>
        )}
        {ref.base === undefined ? (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} />}
            onClick={() => {
              model.stage.drop([ref.id])
              model.redraw()
            }}
          >
            {t('cell.dropRow')}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconLayoutSidebarRight size={15} />}
            rightSection="Alt+↵"
            onClick={() => onDetail(row)}
          >
            {t('cell.detail')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
