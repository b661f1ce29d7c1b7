/** Dialog for an edit conflict: shows the values of both users field by field, and asks which value to keep. */
import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridModel } from '../grid-model.ts'
import { ConflictingChange } from './conflicting-change.tsx'
import { heading, titleOfRow } from '../../platform/meta/entity-meta.ts'
import { conflictWords } from '../stage/conflict-words.ts'
import { resolveConflicts } from '../stage/resolve-conflicts.ts'
import type { Conflict } from '../stage/save.ts'
import styles from './dialogs.module.css'
import { Dialog } from '../../ui/dialog.tsx'

/** Records of which the dialog says who changed them: each is a request. */
const mostAuthors = 20

export interface ConflictDialogProps {
  readonly model: GridModel
  readonly conflicts: readonly Conflict[]
  readonly onClose: () => void
  /**
   * Called when all conflicts are decided, with whether edits of deleted records were dropped; saves again and reads
   * the list.
   */
  readonly onResolved: (hasDropped: boolean) => void
}

export function ConflictDialog({ model, conflicts, onClose, onResolved }: ConflictDialogProps) {
  const { t } = useTranslation('grid')
  const { scenario, meta, formats } = model.settings
  const [choices, setChoices] = useState<Readonly<Record<string, 'yours' | 'theirs'>>>({})
  const choiceOf = (id: string, field: string): 'yours' | 'theirs' => choices[`${id} ${field}`] ?? 'yours'
  const nameOf = (id: string): string => {
    const base = model.stage.row(id)?.base
    return (base === undefined ? undefined : titleOfRow(meta, base)) ?? id
  }
  const resolve = (): void => {
    const hasDropped = resolveConflicts(model, conflicts, choiceOf)
    model.redraw()
    onClose()
    onResolved(hasDropped)
  }
  return (
    <Dialog onClose={onClose} title={t('conflict.title', { count: conflicts.length })} size={760}>
      <Stack gap="sm">
        <Text size="sm">{t('conflict.about')}</Text>
        <Group gap={6}>
          {(['yours', 'theirs'] as const).map((whose) => (
            <Button
              key={whose}
              size="compact-xs"
              variant="default"
              onClick={() =>
                setChoices(
                  Object.fromEntries(
                    conflicts.flatMap(({ id, fields }) =>
                      Object.keys(fields).map((field) => [`${id} ${field}`, whose]),
                    ),
                  ),
                )
              }
            >
              {t(`conflict.all.${whose}`)}
            </Button>
          ))}
        </Group>
        <div className={styles.scroller}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{heading(meta.label)}</Table.Th>
                <Table.Th>{t('conflict.field')}</Table.Th>
                <Table.Th>{t('conflict.yours')}</Table.Th>
                <Table.Th>{t('conflict.theirs')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {conflicts.map(({ id, deleted, lastmodified, fields }, place) => {
                const change =
                  place < mostAuthors ? (
                    <ConflictingChange
                      scenario={scenario}
                      entity={meta.entity}
                      conflict={{ id, lastmodified }}
                    />
                  ) : null
                return deleted ? (
                  <Table.Tr key={id}>
                    <Table.Td>
                      {nameOf(id)}
                      {change}
                    </Table.Td>
                    <Table.Td colSpan={3}>{t('conflict.deleted')}</Table.Td>
                  </Table.Tr>
                ) : (
                  Object.entries(fields).map(([name, both], line) => {
                    const words = conflictWords(meta, name, both, formats, t('conflict.nothing'))
                    return (
                      <Table.Tr key={`${id} ${name}`}>
                        <Table.Td>
                          {nameOf(id)}
                          {line === 0 ? change : null}
                        </Table.Td>
                        <Table.Td>{words.label}</Table.Td>
                        {(['yours', 'theirs'] as const).map((whose) => (
                          <Table.Td key={whose}>
                            <Radio
                              name={`${id} ${name}`}
                              label={words[whose]}
                              checked={choiceOf(id, name) === whose}
                              onChange={() => setChoices({ ...choices, [`${id} ${name}`]: whose })}
                            />
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    )
                  })
                )
              })}
            </Table.Tbody>
          </Table>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('conflict.later')}
          </Button>
          <Button onClick={resolve}>{t('conflict.save')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
