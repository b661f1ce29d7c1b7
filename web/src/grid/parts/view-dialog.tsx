/**
 * Dialog for the name of a view and its users: all, or members of groups; the view can be the default one for them.
 */
import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getJson } from '../../platform/api/client.ts'
import { call, entityParts } from '../../platform/api/endpoints.ts'
import { list, object, text } from '../../platform/api/shape.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import type { SavedView } from '../state/views.ts'
import { isNameTaken, valueOf, type ViewsMenuProps } from './view-value.ts'
import { Dialog } from '../../ui/dialog.tsx'

export interface ViewDialogProps extends ViewsMenuProps {
  /** View to edit; undefined to create a view of the current list. */
  readonly view: SavedView | undefined
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

const groupsShape = list(object({ name: text }))

export function ViewDialog({ scenario, entity, state, mayShare, view, onClose, onSaved }: ViewDialogProps) {
  const { t } = useTranslation('grid')
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [groups, setGroups] = useState<readonly string[]>(view?.groups ?? [])
  const [opens, setOpens] = useState(view?.default ?? false)
  const known = useQuery({
    queryKey: ['user groups'],
    queryFn: ({ signal }) => getJson('/api/auth/group/?fields=name&limit=1000', groupsShape, { signal }),
    enabled: mayShare,
    staleTime: 60_000,
  })
  /** While a view is being saved, and after that, the list may contain it itself. */
  const [saving, setSaving] = useState(false)
  const taken = !saving && isNameTaken(state.views, { id: view?.id, name, shared })
  const save = async (): Promise<void> => {
    if (taken || saving) return
    setSaving(true)
    const offered = { name: name.trim(), shared, groups: shared ? groups : [], default: shared && opens }
    const path = entityParts(entity)
    try {
      if (view === undefined) {
        const body = { ...offered, value: valueOf(state) }
        const { id } = await call('POST /api/views/{app}/{entity}/', { path, body }, { scenario })
        await onSaved()
        state.setView({ ...body, id, editable: true })
      } else {
        const input = { path: { ...path, id: view.id }, body: offered }
        await call('PATCH /api/views/{app}/{entity}/{id}/', input, { scenario })
        await onSaved()
      }
      toastDone({ message: t('views.saved', { name: offered.name }) })
      onClose()
    } catch (error) {
      setSaving(false)
      toastError(error)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={view === undefined ? t('views.saveAsTitle') : t('views.offer', { name: view.name })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('views.name')}
            required
            maxLength={80}
            value={name}
            error={taken ? t(shared ? 'views.takenShared' : 'views.taken') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {mayShare ? (
            <Checkbox
              label={t('views.share')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : null}
          {shared ? (
            <>
              <MultiSelect
                label={t('views.groups')}
                description={t('views.groupsHint')}
                data={(known.data ?? []).map((group) => group.name)}
                value={[...groups]}
                searchable
                clearable
                onChange={setGroups}
              />
              <Checkbox
                label={t('views.default')}
                checked={opens}
                onChange={(event) => setOpens(event.currentTarget.checked)}
              />
            </>
          ) : null}
          <FormButtons submit={t('views.save')} disabled={name.trim() === '' || taken} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
