/** Menu of the saved views of a list: choose, save, change, share and delete them, and set the default one. */
import { ActionIcon, Badge, Button, Group, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconBookmark,
  IconChevronDown,
  IconDeviceFloppy,
  IconHome,
  IconRotate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, entityParts } from '../../platform/api/endpoints.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { viewsKey } from '../state/views.ts'
import { valueOf, type ViewsMenuProps } from './view-value.ts'
import { late } from '../../ui/late.tsx'

const ViewDialog = late(async () => (await import('./view-dialog.tsx')).ViewDialog)

export function ViewsMenu({ scenario, entity, state, mayShare }: ViewsMenuProps) {
  const { t } = useTranslation('grid')
  const [dialog, setDialog] = useState<'new' | 'offer'>()
  const { view, views, modified } = state
  const { refresh, update, remove } = useViewChanges({ scenario, entity, state })
  const mayChange = view !== undefined && view.editable
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
              rightSection={
                one.shared ? (
                  <IconUsers
                    size={14}
                    aria-label={
                      one.groups.length === 0
                        ? t('views.shared')
                        : t('views.sharedWith', { groups: one.groups.join(', ') })
                    }
                  />
                ) : null
              }
            >
              {one.name}
              {one.id === state.opening?.id ? (
                <IconHome size={13} style={{ marginInlineStart: 6 }} aria-label={t('views.opening')} />
              ) : null}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => setDialog('new')}>
            {t('views.saveAs')}
          </Menu.Item>
          {mayChange && modified ? (
            <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => void update()}>
              {t('views.update', { name: view.name })}
            </Menu.Item>
          ) : null}
          {mayChange ? (
            <Menu.Item leftSection={<IconUsers size={15} />} onClick={() => setDialog('offer')}>
              {t('views.offer', { name: view.name })}
            </Menu.Item>
          ) : null}
          {view?.id === state.opening?.id ? null : (
            <Menu.Item leftSection={<IconHome size={15} />} onClick={() => state.setOpening(view)}>
              {view === undefined ? t('views.openPlain') : t('views.openWith', { name: view.name })}
            </Menu.Item>
          )}
          {mayChange ? (
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
              {t('views.delete', { name: view.name })}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {modified ? <ModifiedBadge onReset={state.resetView} /> : null}
      {dialog === undefined ? null : (
        <Suspense fallback={null}>
          <ViewDialog
            scenario={scenario}
            entity={entity}
            state={state}
            mayShare={mayShare}
            view={dialog === 'offer' ? view : undefined}
            onClose={() => setDialog(undefined)}
            onSaved={refresh}
          />
        </Suspense>
      )}
    </Group>
  )
}

interface ViewChanges {
  /** Reads the views again. */
  readonly refresh: () => Promise<void>
  /** Stores the state of the list in the current view. */
  readonly update: () => Promise<void>
  /** Deletes the current view after confirmation. */
  readonly remove: () => Promise<void>
}

function useViewChanges({ scenario, entity, state }: Omit<ViewsMenuProps, 'mayShare'>): ViewChanges {
  const { t } = useTranslation('grid')
  const client = useQueryClient()
  const { view } = state
  const path = { ...entityParts(entity), id: view?.id ?? 0 }
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: viewsKey(scenario, entity) })
  const update = async (): Promise<void> => {
    if (view === undefined) return
    try {
      const body = { value: valueOf(state) }
      await call('PATCH /api/views/{app}/{entity}/{id}/', { path, body }, { scenario })
      await refresh()
      state.resetView()
      toastDone({ message: t('views.saved', { name: view.name }) })
    } catch (error) {
      toastError(error)
    }
  }
  const remove = async (): Promise<void> => {
    if (view === undefined) return
    const done = await confirm({
      title: t('views.deleteTitle', { name: view.name }),
      children: t(
        !view.shared
          ? 'views.deleteHint'
          : view.groups.length === 0
            ? 'views.deleteShared'
            : 'views.deleteSharedWith',
        { groups: view.groups.join(', ') },
      ),
      action: t('views.delete', { name: view.name }),
      danger: true,
      run: () => call('DELETE /api/views/{app}/{entity}/{id}/', { path }, { scenario }),
    })
    if (!done) return
    // Before the views are read: the list of a view that does not exist shows no rows.
    state.setView(undefined)
    await refresh()
  }
  return { refresh, update, remove }
}

/** Mark of a list that differs from its view, with a button that restores the view. */
function ModifiedBadge({ onReset }: { readonly onReset: () => void }) {
  const { t } = useTranslation('grid')
  return (
    <Badge
      color="orange"
      rightSection={
        <ActionIcon
          size={24}
          variant="transparent"
          color="orange"
          aria-label={t('views.reset')}
          title={t('views.reset')}
          onClick={onReset}
        >
          <IconRotate size={14} />
        </ActionIcon>
      }
    >
      {t('views.modified')}
    </Badge>
  )
}
