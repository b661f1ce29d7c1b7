/**
 * Dialog for the color rules of a list: which values are marked, and how. Each color has a symbol, so that marks can
 * be distinguished without color.
 */
import { ActionIcon, Button, Checkbox, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionEditor, conditionOn } from '../filter/condition-editor.tsx'
import { fieldsOf } from '../filter/check-filter.ts'
import type { FilterFields } from '../filter/use-fields.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { type ColorRule, markNames, marks, isEvaluable, mostRules } from './color-rules.ts'
import styles from './rules.module.css'
import { DrawerDialog } from '../../ui/dialog.tsx'

export interface RulesDialogProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly columns: readonly string[]
  readonly rules: readonly ColorRule[]
  /** View that stores the rules. */
  readonly view: string | undefined
  /** Whether the user may share views. */
  readonly mayShare: boolean
  readonly onRules: (rules: readonly ColorRule[]) => void
  readonly onClose: () => void
}

interface Draft extends ColorRule {
  readonly id: number
}

export function RulesDialog({
  scenario,
  meta,
  columns,
  rules,
  view,
  mayShare,
  onRules,
  onClose,
}: RulesDialogProps) {
  const { t } = useTranslation('grid')
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => rules.map((rule, id) => ({ ...rule, id })))
  const [next, setNext] = useState(rules.length)
  const fields = useMemo((): FilterFields => {
    const own = fieldsOf(meta)
    return {
      // Only the service can evaluate other lookups, such as those in trees.
      fieldOf: (path) => {
        const field = own(path)
        return field && { ...field, lookups: field.lookups.filter(isEvaluable) }
      },
      related: {},
      settled: true,
    }
  }, [meta])
  const apply = (changed: readonly Draft[]): void => {
    setDrafts(changed)
    onRules(changed.map(({ id: _id, ...rule }) => rule))
  }
  const change = (id: number, part: Partial<ColorRule>): void =>
    apply(drafts.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)))
  const add = (): void => {
    const field = columns.find((name) => fields.fieldOf(name)?.filterable === true) ?? meta.key
    const mark = markNames[drafts.length % markNames.length] ?? 'red'
    apply([...drafts, { id: next, condition: conditionOn(field, fields), mark, row: false }])
    setNext(next + 1)
  }
  return (
    <DrawerDialog
      onClose={onClose}
      position="right"
      size={380}
      title={t('rules.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {view !== undefined
            ? t('rules.ofView', { name: view })
            : t(mayShare ? 'rules.rememberedShareable' : 'rules.remembered')}
        </Text>
        {drafts.length === 0 ? <Text size="sm">{t('rules.none')}</Text> : null}
        {drafts.map((draft, place) => (
          <Paper
            key={draft.id}
            withBorder
            p="xs"
            component="section"
            aria-label={t('rules.rule', { place: place + 1 })}
          >
            <Stack gap={6}>
              <ConditionEditor
                scenario={scenario}
                meta={meta}
                fields={fields}
                condition={draft.condition}
                onChange={(condition) => change(draft.id, { condition })}
              />
              <Group gap={6} wrap="nowrap">
                <Select
                  aria-label={t('rules.mark')}
                  style={{ flex: 1 }}
                  data={markNames.map((name) => ({
                    value: name,
                    label: `${marks[name].sign} ${t(`rules.color.${name}`)}`,
                  }))}
                  value={draft.mark}
                  allowDeselect={false}
                  onChange={(name) => {
                    const mark = markNames.find((one) => one === name)
                    if (mark !== undefined) change(draft.id, { mark })
                  }}
                />
                <span className={styles.sample} data-mark={marks[draft.mark].tone} aria-hidden="true">
                  {marks[draft.mark].sign} 12
                </span>
                <ActionIcon
                  variant="subtle"
                  size={28}
                  aria-label={t('rules.up', { place: place + 1 })}
                  disabled={place === 0}
                  onClick={() => apply(swapped(drafts, place))}
                >
                  <IconArrowUp size={15} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size={28}
                  aria-label={t('rules.remove', { place: place + 1 })}
                  onClick={() => apply(drafts.filter(({ id }) => id !== draft.id))}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
              <Checkbox
                label={t('rules.row')}
                checked={draft.row}
                onChange={(event) => change(draft.id, { row: event.currentTarget.checked })}
              />
            </Stack>
          </Paper>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={drafts.length >= mostRules}
          onClick={add}
        >
          {t('rules.add')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('rules.hint')}
        </Text>
      </Stack>
    </DrawerDialog>
  )
}

const swapped = (drafts: readonly Draft[], place: number): readonly Draft[] =>
  drafts.map((draft, index) =>
    index === place ? (drafts[place - 1] ?? draft) : index === place - 1 ? (drafts[place] ?? draft) : draft,
  )
