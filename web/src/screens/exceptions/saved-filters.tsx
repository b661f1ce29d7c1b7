/** Menu of the filters that the user has saved for the list of exceptions, which are views of the list. */
import { Button, Menu, Stack, TextInput } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, entityParts } from '../../platform/api/endpoints.ts'
import { type Query, withQuery } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { type SavedView, viewsKey, viewsQuery } from '../../grid/state/views.ts'
import type { ExceptionSearch } from './exception-search.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'

const entity = 'output.exception'

/** Returns the search parameters of a saved filter. */
const queryOf = ({ value }: SavedView): Query =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      typeof part === 'string' || typeof part === 'boolean' ? [[name, part]] : [],
    ),
  )

/** Returns the parameters as text that does not depend on their order. */
const textOf = (query: Query): string => {
  const parameters = new URLSearchParams(withQuery('', query).replace(/^\?/, ''))
  parameters.sort()
  return parameters.toString()
}

const base = (scenario: string): string => `/app/${encodeURIComponent(scenario)}/exceptions`

export function SavedFilters({ asked }: { readonly asked: ExceptionSearch }) {
  const { t } = useTranslation('grid')
  const { name: scenario } = useScenario()
  const client = useQueryClient()
  const { data: views = [] } = useQuery(viewsQuery(scenario, entity))
  const [isNaming, setNaming] = useState(false)
  const here = textOf({ ...asked })
  const chosen = views.find((view) => textOf(queryOf(view)) === here)
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: viewsKey(scenario, entity) })
  const save = async (name: string): Promise<void> => {
    try {
      const input = { path: entityParts(entity), body: { name, value: asked } }
      await call('POST /api/views/{app}/{entity}/', input, { scenario })
      await refresh()
      setNaming(false)
      toastDone({ message: t('views.saved', { name }) })
    } catch (error) {
      toastError(error)
    }
  }
  const remove = async ({ id }: SavedView): Promise<void> => {
    try {
      const path = { ...entityParts(entity), id }
      await call('DELETE /api/views/{app}/{entity}/{id}/', { path }, { scenario })
      await refresh()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconBookmark size={15} stroke={1.7} />}
            rightSection={<IconChevronDown size={13} />}
          >
            {chosen?.name ?? t('views.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={ScreenLink} to={base(scenario)}>
            {t('views.none')}
          </Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              component={ScreenLink}
              to={withQuery(base(scenario), queryOf(view))}
              fw={view.id === chosen?.id ? 600 : 400}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {chosen === undefined ? (
            <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => setNaming(true)}>
              {t('views.saveAs')}
            </Menu.Item>
          ) : chosen.editable ? (
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove(chosen)}>
              {t('views.delete', { name: chosen.name })}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isNaming ? <NameDialog onSave={save} onClose={() => setNaming(false)} /> : null}
    </>
  )
}

interface NameDialogProps {
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

function NameDialog({ onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation('grid')
  const [name, setName] = useState('')
  const { close, question } = useAskingClose(name.trim() !== '', onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void onSave(name.trim())
  }
  return (
    <Dialog
      size="sm"
      title={t('views.saveAsTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onClose={close}
    >
      <form onSubmit={submit}>
        {question}
        <Stack gap="sm">
          <TextInput
            required
            data-autofocus
            label={t('views.name')}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <FormButtons submit={t('views.save')} disabled={name.trim() === ''} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
