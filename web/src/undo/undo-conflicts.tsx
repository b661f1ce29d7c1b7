/**
 * Conflicts of an undo: records with values that were changed later, records that already exist, and records that
 * were deleted.
 */
import { Box, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Undo, UndoConflict } from '../platform/api/undo.ts'
import { heading, metaQuery } from '../platform/meta/entity-meta.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { useShownValue } from '../platform/values/use-shown-value.ts'
import styles from './undo.module.css'

interface UndoConflictsProps {
  readonly scenario: string
  readonly undo: Undo
}

export function UndoConflicts({ scenario, undo }: UndoConflictsProps) {
  const { t } = useTranslation('undo')
  const more = undo.conflict_count - undo.conflicts.length
  return (
    <Box
      className={styles.scroller}
      tabIndex={0}
      role="region"
      aria-label={t('conflicts', { count: undo.conflict_count })}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.record')}</Table.Th>
            <Table.Th>{t('column.field')}</Table.Th>
            <Table.Th>{t('column.base')}</Table.Th>
            <Table.Th>{t('column.present')}</Table.Th>
            <Table.Th>{t('column.proposed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {undo.conflicts.map((conflict) => (
            <ConflictRows
              key={`${conflict.entity} ${conflict.key} ${conflict.problem}`}
              scenario={scenario}
              conflict={conflict}
            />
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 ? <p className={styles.soft}>{t('more', { count: more })}</p> : null}
    </Box>
  )
}

function ConflictRows({
  scenario,
  conflict,
}: {
  readonly scenario: string
  readonly conflict: UndoConflict
}) {
  const { t, i18n } = useTranslation('undo')
  const meta = useQuery(metaQuery(scenario, conflict.entity, i18n.language)).data
  const shown = useShownValue(meta)
  const { entity, title, problem, fields, records, latest } = conflict
  const { moment } = useFormats()
  const values = Object.entries(fields)
  const name = (
    <>
      <span className={styles.soft}>{heading(meta?.label ?? entity, i18n.language)}</span> <b>{title}</b>
    </>
  )
  const author =
    latest === null ? null : (
      <Table.Tr key="latest">
        <Table.Td colSpan={5} className={styles.soft}>
          {t('latest', {
            user:
              latest.user === null
                ? t('grid:record.nobody')
                : (latest.user.username ?? t('grid:record.gone')),
            time: moment(latest.created),
          })}
        </Table.Td>
      </Table.Tr>
    )
  if (values.length === 0) {
    const others = records
      .map((record) => `${heading(record.label, i18n.language)} ${record.title}`)
      .join(', ')
    return (
      <>
        <Table.Tr>
          <Table.Td>{name}</Table.Td>
          <Table.Td colSpan={4}>
            {t(`problem.${problem}`)}
            {others === '' ? null : `: ${others}`}
          </Table.Td>
        </Table.Tr>
        {author}
      </>
    )
  }
  const rows = values.map(([field, both], index) => {
    const show = (value: unknown): string => shown.value(field, value)
    return (
      <Table.Tr key={field}>
        <Table.Td>{index === 0 ? name : null}</Table.Td>
        <Table.Td>{shown.label(field)}</Table.Td>
        <Table.Td>{show(both.base)}</Table.Td>
        <Table.Td>
          <ins>{show(both.present)}</ins>
        </Table.Td>
        <Table.Td>{show(both.proposed)}</Table.Td>
      </Table.Tr>
    )
  })
  return (
    <>
      {rows}
      {author}
    </>
  )
}
