/**
 * Panel with all fields of one record beside the list, including fields without a column. It follows the cursor while
 * it is open.
 */
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */
import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { GridModel } from '../grid-model.ts'
import { type FieldMeta, heading, titleOfRow } from '../../platform/meta/entity-meta.ts'
import { fieldSections, rankedFields } from '../state/columns.ts'
import { useSignal } from '../../platform/signal.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import styles from './parts.module.css'

export function DetailPanel({ model, onClose }: { readonly model: GridModel; readonly onClose: () => void }) {
  const { t } = useTranslation('grid')
  const range = useSignal(model.range)
  useSignal(model.list)
  const { meta, formats, words, linkOf } = model.settings
  const row = range?.head.row ?? 0
  const ref = model.ref(row)
  const go = (by: number): void => {
    const field = model.field(range?.head.column ?? 0)
    if (field !== undefined) model.moveTo(Math.max(0, Math.min(model.rowCount() - 1, row + by)), field.name)
  }
  const href = ref?.base === undefined ? undefined : words.hrefOf(meta.entity, ref.id)
  const line = (field: FieldMeta) => {
    const value = ref === undefined ? undefined : model.value(ref, field.name)
    const text =
      field.type === 'boolean' && typeof value === 'boolean'
        ? words.truth(value)
        : formatValue(field, value, formats)
    const target =
      field.reference?.viewable === true && text !== ''
        ? words.hrefOf(field.reference.entity, String(value))
        : ref?.base === undefined
          ? undefined
          : linkOf?.(field.name, ref.base)
    return (
      <div key={field.name} style={{ display: 'contents' }}>
        <dt title={field.help}>{heading(field.label)}</dt>
        <dd>{target === undefined ? text : <ScreenLink to={target}>{text}</ScreenLink>}</dd>
      </div>
    )
  }
  return (
    <aside className={styles.detail} aria-label={t('detail.label')}>
      <div className={styles.detailHead}>
        <h2>{ref?.base === undefined ? t('detail.new') : (titleOfRow(meta, ref.base) ?? ref.id)}</h2>
        <ActionIcon aria-label={t('detail.previous')} disabled={row === 0} onClick={() => go(-1)}>
          <IconChevronUp size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('detail.next')}
          disabled={row >= model.rowCount() - 1}
          onClick={() => go(1)}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
        <CloseButton aria-label={t('common:close')} onClick={onClose} />
      </div>
      <div className={styles.detailBody} tabIndex={0} role="group" aria-label={t('detail.values')}>
        {fieldSections.map((section) => {
          const fields = rankedFields(meta).filter(
            (field) => field.section === section && !field.write_only && field.type !== 'json',
          )
          return fields.length === 0 ? null : (
            <section key={section}>
              <h3>{t(`section.${section}`)}</h3>
              <dl>{fields.map(line)}</dl>
            </section>
          )
        })}
        {href === undefined ? null : (
          <Button
            component={ScreenLink}
            to={href}
            variant="default"
            leftSection={<IconExternalLink size={15} />}
          >
            {t('detail.open')}
          </Button>
        )}
      </div>
    </aside>
  )
}
