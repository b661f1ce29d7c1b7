/** Dialog that previews a paste with effects beyond changed cells: new rows, skipped columns, or errors. */
/* oxlint-disable react/no-array-index-key, jsx-a11y/no-noninteractive-tabindex -- cells of a clipboard are known by their place, and what scrolls must be reached by keys */
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import type { PastePlan } from '../range/plan-paste.ts'
import styles from './dialogs.module.css'
import { Dialog } from '../../ui/dialog.tsx'

export interface PastePreviewProps {
  readonly meta: EntityMeta
  readonly plan: PastePlan
  readonly onApply: () => void
  readonly onClose: () => void
}

export function PastePreview({ meta, plan, onApply, onClose }: PastePreviewProps) {
  const { t } = useTranslation('grid')
  const bad = new Map(
    plan.faults.map(({ row, field, fault }) => [`${row} ${field.name}`, faultText(t, fault)]),
  )
  const nothing = plan.edits.length === 0 && plan.added.length === 0
  return (
    <Dialog onClose={onClose} title={t('paste.title')} size={860} returnFocus={false}>
      <Stack gap="sm">
        <Group gap="lg">
          <Text size="sm">{t('paste.changes', { count: plan.changedRows })}</Text>
          <Text size="sm" fw={plan.added.length > 0 ? 600 : 400}>
            {t('paste.makes', { count: plan.added.length, entity: meta.label_plural })}
          </Text>
        </Group>
        {plan.headers ? <Text size="xs">{t('paste.headers')}</Text> : null}
        {plan.keyField === undefined ? null : (
          <Text size="xs">
            {t(plan.generatedKey ? 'paste.generatedKeys' : 'paste.keys', {
              field: heading(plan.keyField.label),
            })}
          </Text>
        )}
        {plan.skipped.length === 0 ? null : (
          <Alert color="orange">
            {t('paste.skipped', { fields: plan.skipped.map(({ label }) => label).join(', ') })}
          </Alert>
        )}
        {plan.beyond === 0 ? null : <Alert color="orange">{t('paste.beyond', { count: plan.beyond })}</Alert>}
        {plan.lost === 0 ? null : <Alert color="orange">{t('paste.lost', { count: plan.lost })}</Alert>}
        {plan.unmatched === 0 || plan.keyField === undefined ? null : (
          <Alert color="orange">
            {t(plan.generatedKey ? 'paste.unknownKey' : 'paste.noKey', {
              count: plan.unmatched,
              field: heading(plan.keyField.label),
            })}
          </Alert>
        )}
        {plan.repeated === 0 ? null : (
          <Alert color="orange">{t('paste.repeated', { count: plan.repeated })}</Alert>
        )}
        {plan.faults.length === 0 ? null : (
          <Alert color="red">{t('paste.faults', { count: plan.faults.length })}</Alert>
        )}
        <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('paste.preview')}>
          <Table withColumnBorders>
            <Table.Thead>
              <Table.Tr>
                {plan.columns.map((field, index) => (
                  <Table.Th
                    key={index}
                    className={field === undefined || plan.skipped.includes(field) ? styles.skipped : ''}
                  >
                    {field === undefined ? '—' : heading(field.label)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {plan.preview.map((cells, row) => (
                <Table.Tr key={row}>
                  {plan.columns.map((field, index) => {
                    const fault = field === undefined ? undefined : bad.get(`${row} ${field.name}`)
                    return (
                      <Table.Td key={index} className={fault === undefined ? '' : styles.bad} title={fault}>
                        {cells[index] ?? ''}
                      </Table.Td>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <Text size="xs" c="dimmed">
          {t('paste.staged')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            data-autofocus
            disabled={nothing}
            onClick={() => {
              onApply()
              onClose()
            }}
          >
            {t('paste.apply')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
