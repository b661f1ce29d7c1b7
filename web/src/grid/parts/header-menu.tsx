/** Menu of a column: sort, filter, freeze, move, hide, width. It offers every drag operation without dragging. */
import { Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconArrowsHorizontal,
  IconCheck,
  IconListTree,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityMeta, FieldMeta } from '../../platform/meta/entity-meta.ts'
import { groupNames, readGroups } from '../groups/group-names.ts'
import { measureOf } from '../summary/measures.ts'
import { measures } from '../../../../src/model/measures.ts'
import { moveColumn } from '../state/columns.ts'
import { setOrder } from '../state/ordering.ts'
import type { OpenGridState } from '../use-grid-state.ts'

interface HeaderMenuProps {
  readonly field: FieldMeta
  readonly anchor: HTMLElement
  readonly state: OpenGridState
  readonly meta: EntityMeta
  /** Whether the grid is within a record; grouping is then not offered. */
  readonly embedded: boolean
  readonly onFilter: (field: string) => void
  readonly onFit: (field: string) => void
  readonly onClose: () => void
}

export interface ColumnMenuProps extends Omit<HeaderMenuProps, 'field' | 'anchor'> {
  readonly menu: { readonly column: string; readonly anchor: HTMLElement }
}

/** Renders the menu of the named column; nothing if the entity has no such field. */
export function ColumnMenu({ meta, menu, ...rest }: ColumnMenuProps) {
  const field = meta.fields.find(({ name }) => name === menu.column)
  return field === undefined ? null : <HeaderMenu meta={meta} field={field} anchor={menu.anchor} {...rest} />
}

function HeaderMenu({ meta, embedded, field, anchor, state, onFilter, onFit, onClose }: HeaderMenuProps) {
  const { t } = useTranslation('grid')
  const { name } = field
  const place = state.columns.indexOf(name)
  const sorted = state.orders.find((order) => order.field === name)
  const below = measureOf(field, state.measures) ?? 'none'
  const box = anchor.getBoundingClientRect()
  const sort = (descending: boolean | undefined, more = false): void =>
    state.setOrders(setOrder(state.orders, name, descending, more))
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={230} returnFocus>
      <Menu.Target>
        <span
          style={{
            position: 'fixed',
            left: box.left,
            top: box.top,
            width: box.width,
            height: box.height,
            pointerEvents: 'none',
          }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {field.sortable ? (
          <>
            <Menu.Item leftSection={<IconArrowUp size={15} />} onClick={() => sort(false)}>
              {t('column.ascending')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={15} />} onClick={() => sort(true)}>
              {t('column.descending')}
            </Menu.Item>
            {state.orders.length > 0 && sorted === undefined ? (
              <Menu.Item leftSection={<IconArrowUp size={15} />} onClick={() => sort(false, true)}>
                {t('column.then')}
              </Menu.Item>
            ) : null}
            {sorted === undefined ? null : (
              <Menu.Item leftSection={<IconX size={15} />} onClick={() => sort(undefined, true)}>
                {t('column.unsorted')}
              </Menu.Item>
            )}
            <Menu.Divider />
          </>
        ) : null}
        {field.filterable ? (
          <Menu.Item leftSection={<IconFilter size={15} />} onClick={() => onFilter(name)}>
            {t('column.filter')}
          </Menu.Item>
        ) : null}
        {groupNames(field).map((group) => {
          const [part] = readGroups(meta, group)
          return part === undefined || embedded ? null : (
            <Menu.Item
              key={group}
              leftSection={<IconListTree size={15} />}
              onClick={() => state.setGroup(group)}
            >
              {t(part.period === undefined ? 'group.this' : `group.thisBy.${part.period}`)}
            </Menu.Item>
          )
        })}
        {field.measures.length === 0 ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>{t('total.below')}</Menu.Label>
            {(['none', ...measures] as const)
              .filter((measure) => measure === 'none' || field.measures.includes(measure))
              .map((measure) => (
                <Menu.Item
                  key={measure}
                  aria-current={measure === below}
                  leftSection={measure === below ? <IconCheck size={15} /> : <span style={{ width: 15 }} />}
                  onClick={() => state.setMeasure(name, measure)}
                >
                  {t(`total.${measure}`)}
                </Menu.Item>
              ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconPin size={15} />}
          onClick={() => state.setFrozen(place + 1 === state.frozen ? 0 : place + 1)}
        >
          {place + 1 === state.frozen ? t('column.unfreeze') : t('column.freeze')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsHorizontal size={15} />} onClick={() => onFit(name)}>
          {t('column.fit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft size={15} />}
          disabled={place === 0}
          onClick={() => state.setColumns(moveColumn(state.columns, name, place - 1))}
        >
          {t('column.left')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={15} />}
          disabled={place === state.columns.length - 1}
          onClick={() => state.setColumns(moveColumn(state.columns, name, place + 1))}
        >
          {t('column.right')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={15} />}
          disabled={state.columns.length === 1}
          onClick={() => state.setColumns(state.columns.filter((one) => one !== name))}
        >
          {t('column.hide')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
