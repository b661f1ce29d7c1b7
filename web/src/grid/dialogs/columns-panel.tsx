/** Panel that chooses columns and their order with check boxes, by dragging, or with arrow buttons. */
import { ActionIcon, Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/live-region.tsx'
import { type EntityMeta, type FieldMeta, heading } from '../../platform/meta/entity-meta.ts'
import { gridFields, moveColumn } from '../state/columns.ts'
import styles from './dialogs.module.css'
import { DrawerDialog } from '../../ui/dialog.tsx'

export interface ColumnsPanelProps {
  readonly meta: EntityMeta
  readonly columns: readonly string[]
  readonly frozen: number
  readonly onColumns: (columns: readonly string[]) => void
  readonly onFrozen: (count: number) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

export function ColumnsPanel({
  meta,
  columns,
  frozen,
  onColumns,
  onFrozen,
  onReset,
  onClose,
}: ColumnsPanelProps) {
  const { t } = useTranslation('grid')
  const [wanted, setWanted] = useState('')
  const [drag, setDrag] = useState<Drag>({})
  const hidden = gridFields(meta).filter(({ name }) => !columns.includes(name))
  const fields = [
    ...columns.flatMap((name) => meta.fields.find((field) => field.name === name) ?? []),
    ...hidden,
  ]
  const shown = fields.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
  const move = (name: string, to: number): void => {
    onColumns(moveColumn(columns, name, to))
    const label = meta.fields.find((field) => field.name === name)?.label ?? name
    announce(t('columns.moved', { column: label, place: Math.max(0, Math.min(columns.length - 1, to)) + 1 }))
  }
  return (
    <DrawerDialog
      onClose={onClose}
      position="right"
      size={340}
      title={t('columns.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="xs">
        <TextInput
          aria-label={t('columns.search')}
          placeholder={t('columns.search')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Group gap={6}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onColumns([...columns, ...hidden.map(({ name }) => name)])}
          >
            {t('columns.all')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={onReset}>
            {t('columns.reset')}
          </Button>
        </Group>
        <NumberInput
          label={t('columns.frozen')}
          min={0}
          max={Math.min(6, columns.length)}
          value={frozen}
          onChange={(next) => onFrozen(Number(next) || 0)}
        />
        <ol className={styles.columns}>
          {shown.map((field) => (
            <ColumnItem
              key={field.name}
              field={field}
              columns={columns}
              drag={drag}
              onDrag={setDrag}
              onMove={move}
              onColumns={onColumns}
            />
          ))}
        </ol>
        <Text size="xs" c="dimmed">
          {t('columns.hint')}
        </Text>
      </Stack>
    </DrawerDialog>
  )
}

/** The column that is dragged, and the one that it is over. */
interface Drag {
  readonly dragged?: string
  readonly over?: string
}

interface ColumnItemProps {
  readonly field: FieldMeta
  readonly columns: readonly string[]
  readonly drag: Drag
  readonly onDrag: (drag: Drag) => void
  readonly onMove: (name: string, to: number) => void
  readonly onColumns: (columns: readonly string[]) => void
}

/** A column with its check box; a displayed one can be moved by dragging or with its arrow buttons. */
function ColumnItem({ field, columns, drag, onDrag, onMove, onColumns }: ColumnItemProps) {
  const { t } = useTranslation('grid')
  const { name, label, help } = field
  const { dragged, over } = drag
  const place = columns.indexOf(name)
  const on = place >= 0
  return (
    // The arrow buttons are the accessible alternative to dragging.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-over={over === name && dragged !== name}
      draggable={on}
      onDragStart={() => onDrag({ dragged: name })}
      onDragEnd={() => onDrag({})}
      onDragOver={(event) => {
        if (dragged === undefined || !on) return
        event.preventDefault()
        if (over !== name) onDrag({ dragged, over: name })
      }}
      onDrop={() => {
        if (dragged !== undefined && on) onMove(dragged, place)
      }}
    >
      <span className={styles.grip} aria-hidden="true">
        {on ? <IconGripVertical size={14} /> : null}
      </span>
      <Checkbox
        className={styles.columnName}
        label={heading(label)}
        title={help}
        checked={on}
        disabled={on && columns.length === 1}
        onChange={() => onColumns(on ? columns.filter((one) => one !== name) : [...columns, name])}
      />
      {on ? (
        <>
          <ActionIcon
            size={24}
            aria-label={t('columns.up', { column: label })}
            disabled={place === 0}
            onClick={() => onMove(name, place - 1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={t('columns.down', { column: label })}
            disabled={place === columns.length - 1}
            onClick={() => onMove(name, place + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </>
      ) : null}
    </li>
  )
}
