/** Saved views of a list: chosen, saved, changed, shared, thrown away. */
import { ActionIcon, Badge, Button, Checkbox, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconBookmark,
  IconChevronDown,
  IconDeviceFloppy,
  IconRotate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send, sendJson } from '../../api/client.ts'
import { anything, number, object } from '../../api/shape.ts'
import { toastDone, toastError } from '../../components/toasts.ts'
import {
  type GridState,
  type GridStateActions,
  type SavedView,
  viewsKey,
  viewsPath,
} from '../use-grid-state.ts'

export interface ViewsMenuProps {
  readonly scenario: string
  readonly entity: string
  readonly state: GridState & GridStateActions & { readonly views: readonly SavedView[] }
  readonly mayShare: boolean
}

const valueOf = (state: GridState) => ({
  filter: state.filter,
  ...(state.ordering === '' ? {} : { ordering: state.ordering }),
  ...(state.search === '' ? {} : { search: state.search }),
  columns: state.columns.join(','),
})

export function ViewsMenu({ scenario, entity, state, mayShare }: ViewsMenuProps) {
  const { t } = useTranslation('grid')
  const client = useQueryClient()
  const [naming, setNaming] = useState(false)
  const { view, views, modified } = state
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: viewsKey(scenario, entity) })
  const mayChange = view !== undefined && (view.mine || (view.shared && mayShare))

  const update = async (): Promise<void> => {
    if (view === undefined) return
    try {
      await sendJson(
        'PATCH',
        `${viewsPath(scenario, entity)}${view.id}/`,
        { value: valueOf(state) },
        anything,
      )
      await refresh()
      state.resetView()
      toastDone({ message: t('views.saved', { name: view.name }) })
    } catch (error) {
      toastError(error)
    }
  }
  const remove = async (): Promise<void> => {
    if (view === undefined) return
    try {
      await send(`${viewsPath(scenario, entity)}${view.id}/`, { method: 'DELETE' })
      await refresh()
      state.setView(undefined)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={15} stroke={1.7} />}
            rightSection={<IconChevronDown size={13} />}
          >
            {view?.name ?? t('views.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => state.setView(undefined)} fw={view === undefined ? 600 : 400}>
            {t('views.none')}
          </Menu.Item>
          {views.map((one) => (
            <Menu.Item
              key={one.id}
              onClick={() => state.setView(one)}
              fw={one.id === view?.id ? 600 : 400}
              rightSection={one.shared ? <IconUsers size={14} aria-label={t('views.shared')} /> : null}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => setNaming(true)}>
            {t('views.saveAs')}
          </Menu.Item>
          {mayChange && modified ? (
            <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => void update()}>
              {t('views.update', { name: view.name })}
            </Menu.Item>
          ) : null}
          {mayChange ? (
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
              {t('views.delete', { name: view.name })}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {modified ? (
        <Badge
          color="orange"
          rightSection={
            <ActionIcon
              size={24}
              variant="transparent"
              color="orange"
              aria-label={t('views.reset')}
              title={t('views.reset')}
              onClick={state.resetView}
            >
              <IconRotate size={14} />
            </ActionIcon>
          }
        >
          {t('views.modified')}
        </Badge>
      ) : null}
      {naming ? (
        <NameView
          scenario={scenario}
          entity={entity}
          state={state}
          mayShare={mayShare}
          onClose={() => setNaming(false)}
          onSaved={refresh}
        />
      ) : null}
    </Group>
  )
}

function NameView({
  scenario,
  entity,
  state,
  mayShare,
  onClose,
  onSaved,
}: ViewsMenuProps & { readonly onClose: () => void; readonly onSaved: () => Promise<void> }) {
  const { t } = useTranslation('grid')
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = async (): Promise<void> => {
    try {
      const body = { name: name.trim(), shared, value: valueOf(state) }
      const made = await sendJson('POST', viewsPath(scenario, entity), body, object({ id: number }))
      await onSaved()
      state.setView({ ...body, ...made, mine: true })
      toastDone({ message: t('views.saved', { name: body.name }) })
      onClose()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('views.saveAs')} size="sm">
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''}>
              {t('views.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
