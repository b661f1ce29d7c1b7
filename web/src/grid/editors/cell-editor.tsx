/** Opens the editor for the field type of a cell above it. Enter and Tab commit the value, Escape cancels. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findReference } from '../find-reference.ts'
import { followDate } from '../follow-date.ts'
import { editOf } from '../grid-edits.ts'
import type { Editing, GridModel } from '../grid-model.ts'
import { go } from '../keys.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { useSignal } from '../../platform/signal.ts'
import { editText } from '../../platform/values/format-value.ts'
import styles from './cell-editor.module.css'
import type { Commit, EditorProps, Leave } from './editor-keys.ts'
import { ChoiceEditor } from './choice-editor.tsx'
import { DateEditor } from './date-editor.tsx'
import { ReferenceEditor } from './reference-editor.tsx'
import { TextEditor } from './text-editor.tsx'

const steps: Readonly<Record<Leave, readonly [number, number]>> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  next: [0, 1],
  previous: [0, -1],
}

export function CellEditor({ model }: { readonly model: GridModel }) {
  const editing = useSignal(model.editing)
  return editing === undefined ? null : (
    <OpenEditor key={`${editing.row} ${editing.column}`} model={model} editing={editing} />
  )
}

function OpenEditor({ model, editing }: { readonly model: GridModel; readonly editing: Editing }) {
  const { t } = useTranslation('grid')
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<DOMRect | undefined>()
  const done = useRef(false)
  const { field, ref, row, column, typed } = editing
  const { formats, scenario } = model.settings
  const staged = model.stage.row(ref.id)?.cells.get(field.name)
  const initial = typed ?? staged?.text ?? editText(field, model.value(ref, field.name), formats)

  const close = useCallback(
    (leave: Leave) => {
      if (done.current) return
      done.current = true
      model.editing.set(undefined)
      const [down, aside] = steps[leave]
      go(model, row + down, Math.max(0, Math.min(model.fields().length - 1, column + aside)), false)
    },
    [model, row, column],
  )
  const commit = useCallback<Commit>(
    (text, leave, isUnsettled = false) => {
      if (done.current) return
      if (typed !== undefined || text !== initial) {
        model.edit([editOf(model, ref, field, text)])
        model.stage.addPending(
          isUnsettled ? findReference(model, ref, field) : followDate(model, ref, field.name),
        )
      }
      model.entering.set(leave === 'next' || leave === 'previous')
      close(leave)
    },
    [model, ref, field, initial, typed, close],
  )

  // The engine may draw a cell that was just scrolled into view only in a later frame.
  useLayoutEffect(() => {
    let attempts = 0
    let frame = 0
    const put = (): void => {
      const layer = box.current?.parentElement
      const cell = model.engine?.cell(row, field.name)
      if (layer !== null && layer !== undefined && cell !== undefined) {
        const outer = layer.getBoundingClientRect()
        const inner = cell.getBoundingClientRect()
        setPlace(new DOMRect(inner.left - outer.left, inner.top - outer.top, inner.width, inner.height))
      } else if ((attempts += 1) < 30) frame = requestAnimationFrame(put)
      else close('stay')
    }
    put()
    return () => cancelAnimationFrame(frame)
  }, [model, row, field.name, close])

  // Scrolling below an open editor would leave it above another cell; therefore it commits first.
  useEffect(() => {
    const layer = box.current?.parentElement
    const moved = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true)
        model.draft.get()?.commit()
    }
    layer?.addEventListener('wheel', moved, { passive: true })
    return () => layer?.removeEventListener('wheel', moved)
  }, [model])
  useLayoutEffect(() => () => model.draft.set(undefined), [model])

  const label = t('editor.label', { column: heading(field.label), row: row + 1 })
  const props: EditorProps = {
    editing,
    initial,
    selectAll: typed === undefined,
    label,
    scenario,
    commit,
    cancel: () => close('stay'),
    closed: () => done.current,
    onDraft: model.draft.set,
  }
  const width = Math.max(
    place?.width ?? 0,
    field.type === 'reference' ? 220 : field.type === 'datetime' || field.type === 'choice' ? 170 : 90,
  )
  return (
    <div
      ref={box}
      className={styles.editor}
      data-right={field.align === 'right' || undefined}
      style={
        place === undefined
          ? { opacity: 0 }
          : {
              insetInlineStart: 0,
              transform: `translate(${place.x}px, ${place.y}px)`,
              width,
              height: place.height,
            }
      }
    >
      {field.type === 'choice' ? (
        <ChoiceEditor {...props} />
      ) : field.type === 'reference' ? (
        <ReferenceEditor {...props} />
      ) : field.type === 'datetime' || field.type === 'date' ? (
        <DateEditor {...props} />
      ) : (
        <TextEditor {...props} />
      )}
    </div>
  )
}
