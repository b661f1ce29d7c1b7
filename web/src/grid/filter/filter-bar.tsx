/** Shows the filter as pills that can be edited and removed one by one; invalid ones show their error. */
/* oxlint-disable react/no-array-index-key -- conditions are known by their place */
import { Button, Menu, Popover, Stack, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconAlertTriangle, IconFilterPlus, IconX } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, type FieldMeta, heading } from '../../platform/meta/entity-meta.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { faultOf } from './check-filter.ts'
import { ConditionEditor, conditionOn } from './condition-editor.tsx'
import { type AllOf, type FilterNode, isCondition } from './filter-model.ts'
import { late } from '../../ui/late.tsx'
import styles from './filter.module.css'
import { type FilterFields, referredEntities, useFilterFields } from './use-fields.ts'
import { filterFaultText, nodeText } from './words.ts'

const FilterBuilder = late(async () => (await import('./filter-builder.tsx')).FilterBuilder)

export interface FilterBarProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly filter: AllOf
  readonly unreadable: string | undefined
  readonly fields: FilterFields
  /** Error message of the service if it rejected the filter. */
  readonly refused: string | undefined
  readonly onChange: (filter: AllOf) => void
  /** Field of a new condition that was chosen elsewhere. */
  readonly adding: string | undefined
  readonly onAdding: (field: string | undefined) => void
  readonly columns: readonly string[]
}

/** Settings of the popovers that edit a condition. */
const editorPopover = {
  position: 'bottom-start',
  shadow: 'md',
  width: 300,
  trapFocus: true,
  withRoles: false,
} as const

export function FilterBar(props: FilterBarProps) {
  const { scenario, meta, filter, unreadable, refused, onChange } = props
  const { t } = useTranslation('grid')
  const [building, setBuilding] = useState(false)
  const [editing, setEditing] = useState<number>()
  const replace = (index: number, next: FilterNode | undefined): void =>
    onChange({
      and: filter.and.flatMap((node, place) =>
        place === index ? (next === undefined ? [] : [next]) : [node],
      ),
    })
  return (
    <div className={styles.bar} role="group" aria-label={t('filter.label')}>
      <AddCondition {...props} onBuild={() => setBuilding(true)} />
      {unreadable === undefined ? null : (
        <UnreadablePill text={unreadable} onRemove={() => onChange({ and: [] })} />
      )}
      {filter.and.map((node, index) => (
        <Popover
          key={index}
          opened={editing === index}
          onChange={(opened) => setEditing(opened ? index : undefined)}
          {...editorPopover}
        >
          <Popover.Target>
            <span>
              <Pill
                {...props}
                node={node}
                onOpen={() => (isCondition(node) ? setEditing(index) : setBuilding(true))}
                onRemove={() => replace(index, undefined)}
              />
            </span>
          </Popover.Target>
          <Popover.Dropdown>
            <PillEditor
              {...props}
              node={node}
              onApply={(next) => {
                replace(index, next)
                setEditing(undefined)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      ))}
      {filter.and.length > 1 ? (
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => onChange({ and: [] })}>
          {t('filter.clearAll')}
        </Button>
      ) : null}
      {refused === undefined ? null : (
        <span className={styles.wrongText} role="alert">
          {refused}
        </span>
      )}
      {building ? (
        <Building
          scenario={scenario}
          meta={meta}
          filter={filter}
          onApply={onChange}
          onClose={() => setBuilding(false)}
        />
      ) : null}
    </div>
  )
}

/** Button with the menu of the fields, and the editor of the condition on the chosen field. */
function AddCondition({ onBuild, ...props }: FilterBarProps & { readonly onBuild: () => void }) {
  const { meta, columns, fields, filter, onChange, adding, onAdding } = props
  const { t } = useTranslation('grid')
  const shown = columns.flatMap(
    (name) => meta.fields.find((field) => field.name === name && field.filterable) ?? [],
  )
  const rest = meta.fields.filter(
    (field) => field.filterable && !shown.includes(field) && field.type !== 'json',
  )
  const item = ({ name, label }: FieldMeta) => (
    <Menu.Item key={name} onClick={() => onAdding(name)}>
      {heading(label)}
    </Menu.Item>
  )
  return (
    <Popover
      {...editorPopover}
      opened={adding !== undefined}
      onChange={(opened) => !opened && onAdding(undefined)}
    >
      <Popover.Target>
        <span>
          <Menu position="bottom-start" width={220}>
            <Menu.Target>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconFilterPlus size={15} stroke={1.7} />}
              >
                {t('filter.add')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={380} style={{ overflowY: 'auto' }}>
              {shown.map(item)}
              {rest.length === 0 ? null : <Menu.Divider />}
              {rest.map(item)}
              <Menu.Divider />
              <Menu.Item leftSection={<IconAdjustmentsHorizontal size={15} />} onClick={onBuild}>
                {t('filter.advanced')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        {adding === undefined ? null : (
          <PillEditor
            {...props}
            node={conditionOn(adding, fields)}
            onApply={(node) => {
              onChange({ and: [...filter.and, node] })
              onAdding(undefined)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface UnreadablePillProps {
  readonly text: string
  readonly onRemove: () => void
}

/** Pill of a filter in the address that cannot be parsed. */
function UnreadablePill({ text, onRemove }: UnreadablePillProps) {
  const { t } = useTranslation('grid')
  return (
    <span className={`${styles.pill} ${styles.wrong}`}>
      <span className={styles.text}>
        <IconAlertTriangle size={13} aria-hidden="true" />{' '}
        {t('filter.unreadable', { text: text.slice(0, 60) })}
      </span>
      <button type="button" className={styles.drop} aria-label={t('filter.remove')} onClick={onRemove}>
        <IconX size={13} />
      </button>
    </span>
  )
}

/** Loads the fields of all referenced entities for the filter builder. */
function Building(props: Omit<ComponentProps<typeof FilterBuilder>, 'fields'>) {
  const fields = useFilterFields(props.scenario, props.meta, referredEntities(props.meta))
  return (
    <Suspense>
      <FilterBuilder {...props} fields={fields} />
    </Suspense>
  )
}

interface PillProps extends FilterBarProps {
  readonly node: FilterNode
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function Pill({ meta, fields, refused, node, onOpen, onRemove }: PillProps) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const fault = fields.settled ? faultOf(node, fields.fieldOf, formats) : undefined
  const text = nodeText({ t, formats, meta, fieldOf: fields.fieldOf }, node)
  const said = fault === undefined ? undefined : filterFaultText(t, fault)
  const wrong =
    said !== undefined || (refused !== undefined && isCondition(node) && refused.includes(node.field))
  return (
    <Tooltip label={said ?? refused ?? text} disabled={!wrong && text.length < 46}>
      <span className={`${styles.pill} ${wrong ? styles.wrong : ''}`}>
        <button type="button" className={styles.text} onClick={onOpen}>
          {wrong ? <IconAlertTriangle size={13} aria-hidden="true" /> : null} {text}
          {said === undefined ? null : ` — ${said}`}
        </button>
        <button
          type="button"
          className={styles.drop}
          aria-label={t('filter.removeOne', { text })}
          onClick={onRemove}
        >
          <IconX size={13} />
        </button>
      </span>
    </Tooltip>
  )
}

function PillEditor({
  scenario,
  meta,
  node,
  onApply,
}: FilterBarProps & { readonly node: FilterNode; readonly onApply: (node: FilterNode) => void }) {
  const { t } = useTranslation('grid')
  const fields = useFilterFields(scenario, meta, referredEntities(meta))
  const formats = useFieldFormats()
  const [draft, setDraft] = useState(node)
  if (!isCondition(draft)) return null
  const fault = faultOf(draft, fields.fieldOf, formats)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === undefined) onApply(draft)
      }}
    >
      <Stack gap={8}>
        <ConditionEditor
          scenario={scenario}
          meta={meta}
          fields={fields}
          condition={draft}
          autoFocus
          inPopover
          onChange={setDraft}
        />
        <Button type="submit" disabled={fault !== undefined}>
          {t('filter.apply')}
        </Button>
      </Stack>
    </form>
  )
}
