/** Determines the appearance of a value in a cell: text, link, check mark or badge. */
import type { CellView } from '../engine/engine-types.ts'
import type { GridSettings } from '../grid-settings.ts'
import type { FieldMeta, Row } from '../../platform/meta/entity-meta.ts'
import { parseClock } from '../../platform/values/durations.ts'
import { isDelay, plainText } from '../../platform/values/format-value.ts'
import { isStatus, statusLook } from './status.ts'

export type Look = Pick<CellView, 'text' | 'kind'> &
  Partial<Pick<CellView, 'href' | 'tone' | 'sign' | 'checked' | 'title'>>

/** @param row the record as read; undefined for a new record, which has no link */
export function lookOf(
  { meta, words, linkOf }: Pick<GridSettings, 'meta' | 'words' | 'linkOf'>,
  field: FieldMeta,
  value: unknown,
  text: string,
  row: Row | undefined,
): Look {
  if (value === null || value === undefined) return { kind: 'text', text }
  if (field.type === 'boolean')
    return { kind: 'tick', text: words.truth(value === true), checked: value === true }
  if (isStatus(field)) return { kind: 'badge', text, ...statusLook(plainText(value)) }
  if (isDelay(field) && typeof value === 'string') {
    const seconds = parseClock(value) ?? 0
    if (seconds > 0) return { kind: 'badge', text, tone: 'bad', sign: '▲' }
    return { kind: 'text', text }
  }
  const target = row === undefined ? undefined : linkOf?.(field.name, row)
  if (target !== undefined) return { kind: 'link', text, href: target, title: text }
  const own = field.name === meta.key
  const entity = field.reference?.viewable === true ? field.reference.entity : own ? meta.entity : undefined
  const href = entity === undefined || row === undefined ? undefined : words.hrefOf(entity, plainText(value))
  if (href !== undefined) return { kind: own ? 'link' : 'reference', text, href, title: text }
  return {
    kind: field.align === 'right' ? 'number' : 'text',
    text,
    ...(text.length > 24 ? { title: text } : {}),
  }
}
