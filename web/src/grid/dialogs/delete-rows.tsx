/**
 * Dialog that deletes records after showing their number and the records that are deleted with them; for many records
 * the number must be typed.
 */
import { Alert, Group, List, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { showUndoable } from '../../undo/undo-later.ts'
import type { GridModel } from '../grid-model.ts'
import { heading, keyOf } from '../../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../../platform/meta/meta-index.ts'
import { deleteScope, type Scope, scopeCount } from './scope.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { isTyped, TypedWord } from '../../ui/typed-word.tsx'

/** Number of records above which the user must type the number. */
const many = 100

export interface DeleteRowsProps {
  readonly model: GridModel
  /** The records that are deleted; a later one is ignored. */
  readonly scope: Scope
  readonly onClose: () => void
  readonly onDone: () => void
}

export function DeleteRows({ model, scope: given, onClose, onDone }: DeleteRowsProps) {
  const { t, i18n } = useTranslation('grid')
  const { meta, scenario, formats } = model.settings
  // The list may be read again behind the dialog, which then must not delete other records.
  const [scope] = useState(given)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data: index = [] } = useQuery(metaIndexQuery(scenario, i18n.language))
  const preview = useQuery({
    queryKey: ['delete-preview', scenario, meta.entity, scope],
    queryFn: () => deleteScope(model, scope, true),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const count = scopeCount(scope)
  const cascaded = Object.entries(preview.data?.cascaded ?? {}).filter(([, number]) => number > 0)
  const total = count + cascaded.reduce((sum, [, number]) => sum + number, 0)
  const guarded = total > many
  const names = scope.kind === 'rows' ? scope.rows.slice(0, 5).map((row) => keyOf(meta, row)) : []
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const { deleted, changeset } = await deleteScope(model, scope, false)
      const target =
        typeof changeset === 'number' ? { scenario, changeset, onUndone: () => model.reload() } : undefined
      showUndoable(t('delete.done', { count: deleted }), target)
      onDone()
      onClose()
    } catch (failure) {
      const { status, detail } = asApiError(failure)
      setError(status === 409 && scope.kind === 'all' ? t('bulk.moved') : detail)
      setBusy(false)
    }
  }
  const problem = error ?? (preview.error === null ? undefined : asApiError(preview.error).detail)
  return (
    <Dialog
      onClose={onClose}
      title={t('delete.title', { count, entity: count === 1 ? meta.label : meta.label_plural })}
      size="md"
    >
      <Stack component="form" gap="sm" onSubmit={(event) => void run(event)}>
        <Text size="sm">
          {scope.kind === 'all'
            ? t('delete.all', { count, number: formats.numbers.format(count), entity: meta.label_plural })
            : t('delete.rows', { names: names.join(', '), count: count - names.length })}
        </Text>
        {preview.isPending ? (
          <Group gap="xs">
            <Loader size="xs" />
            <Text size="sm">{t('delete.counting')}</Text>
          </Group>
        ) : cascaded.length === 0 ? (
          preview.isSuccess ? (
            <Text size="sm" c="dimmed">
              {t('delete.alone')}
            </Text>
          ) : null
        ) : (
          <Alert color="orange" title={t('delete.cascade')} styles={{ title: { color: 'var(--warn)' } }}>
            <List size="sm">
              {cascaded.map(([entity, number]) => (
                <List.Item key={entity}>
                  {formats.numbers.format(number)}{' '}
                  {index.find((one) => one.entity === entity)?.label_plural ?? entity}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {guarded ? <TypedWord takesFocus word={String(total)} value={typed} onChange={setTyped} /> : null}
        {problem === undefined ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Text size="xs" c="dimmed">
          {t('delete.noUndo')}
        </Text>
        <FormButtons
          submit={t('delete.run', { count, entity: heading(meta.label_plural) })}
          busy={busy}
          disabled={!preview.isSuccess || (guarded && !isTyped(typed.replaceAll(/\D/g, ''), String(total)))}
          danger
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  )
}
