/** Editor of the whole filter as a tree: groups of conditions, of which all or any must hold. */
import { ActionIcon, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { ConditionEditor, conditionOn } from './condition-editor.tsx'
import {
  type AllOf,
  type FilterNode,
  groupOf,
  isAllOf,
  isCondition,
  isNot,
  membersOf,
  pruned,
} from './filter-model.ts'
import { rankedFields } from '../state/columns.ts'
import styles from './filter.module.css'
import type { FilterFields } from './use-fields.ts'
import { Dialog } from '../../ui/dialog.tsx'

export interface FilterBuilderProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly fields: FilterFields
  readonly filter: AllOf
  readonly onApply: (filter: AllOf) => void
  readonly onClose: () => void
}

export function FilterBuilder({ scenario, meta, fields, filter, onApply, onClose }: FilterBuilderProps) {
  const { t } = useTranslation('grid')
  const first = rankedFields(meta).find(({ filterable }) => filterable)?.name ?? meta.key
  const [draft, setDraft] = useState<FilterNode>(() =>
    filter.and.length === 0
      ? { and: [conditionOn(first, fields)] }
      : filter.and.length === 1 && !isCondition(filter.and[0]!) && !isNot(filter.and[0]!)
        ? filter.and[0]!
        : filter,
  )
  const apply = (): void => {
    const whole = pruned(draft)
    onApply(isAllOf(whole) ? whole : { and: [whole] })
    onClose()
  }
  return (
    <Dialog onClose={onClose} size={820} title={t('filter.builder')}>
      <Stack gap="sm">
        <GroupEditor
          scenario={scenario}
          meta={meta}
          fields={fields}
          first={first}
          node={draft}
          depth={0}
          onChange={setDraft}
        />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => setDraft({ and: [] })}>
            {t('filter.clear')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button onClick={apply}>{t('filter.apply')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface GroupEditorProps extends Pick<FilterBuilderProps, 'scenario' | 'meta' | 'fields'> {
  readonly first: string
  readonly node: FilterNode
  readonly depth: number
  readonly onChange: (node: FilterNode) => void
  readonly onRemove?: () => void
}

const nodeIds = new WeakMap<FilterNode, number>()
let lastId = 0

/** Returns the id of a node of the draft, which its editor keeps while the node changes and others are removed. */
function nodeId(node: FilterNode): number {
  const known = nodeIds.get(node)
  if (known !== undefined) return known
  lastId += 1
  nodeIds.set(node, lastId)
  return lastId
}

function GroupEditor(props: GroupEditorProps) {
  const { t } = useTranslation('grid')
  const { node, depth, onChange, onRemove, fields, first, ...shared } = props
  const kind = isAllOf(node) ? 'and' : 'or'
  const members = membersOf(node)
  const replace = (replaced: FilterNode, next: FilterNode | undefined): void => {
    if (next !== undefined) nodeIds.set(next, nodeId(replaced))
    const nextMembers = members.flatMap((member) => (member === replaced ? (next ?? []) : member))
    onChange(groupOf(kind, nextMembers))
  }
  return (
    <fieldset className={styles.group} data-depth={depth}>
      <legend className="visually-hidden">{t('filter.group')}</legend>
      <Group justify="space-between" mb={6}>
        <SegmentedControl
          aria-label={t('filter.join')}
          data={[
            { value: 'and', label: t('filter.all') },
            { value: 'or', label: t('filter.any') },
          ]}
          value={kind}
          onChange={(next) => onChange(groupOf(next === 'or' ? 'or' : 'and', members))}
        />
        {onRemove === undefined ? null : (
          <ActionIcon aria-label={t('filter.removeGroup')} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Stack gap={8}>
        {members.map((member) => {
          const inner = isNot(member) ? member.not : member
          const wrap = (next: FilterNode): FilterNode => (isNot(member) ? { not: next } : next)
          if (!isCondition(inner))
            return (
              <GroupEditor
                key={nodeId(member)}
                {...props}
                node={inner}
                depth={depth + 1}
                onChange={(next) => replace(member, wrap(next))}
                onRemove={() => replace(member, undefined)}
              />
            )
          return (
            <Group key={nodeId(member)} gap={6} wrap="nowrap" align="flex-start">
              <Button
                size="xs"
                px={8}
                variant={isNot(member) ? 'filled' : 'default'}
                aria-pressed={isNot(member)}
                onClick={() => replace(member, isNot(member) ? inner : { not: inner })}
              >
                {t('filter.negate')}
              </Button>
              <ConditionEditor
                {...shared}
                fields={fields}
                condition={inner}
                wide
                onChange={(next) => replace(member, wrap(next))}
              />
              <ActionIcon mt={2} aria-label={t('filter.remove')} onClick={() => replace(member, undefined)}>
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          )
        })}
        <Group gap={6}>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange(groupOf(kind, [...members, conditionOn(first, fields)]))}
          >
            {t('filter.addCondition')}
          </Button>
          {depth < 3 ? (
            <Button
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() =>
                onChange(
                  groupOf(kind, [
                    ...members,
                    groupOf(kind === 'and' ? 'or' : 'and', [conditionOn(first, fields)]),
                  ]),
                )
              }
            >
              {t('filter.addGroup')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </fieldset>
  )
}
