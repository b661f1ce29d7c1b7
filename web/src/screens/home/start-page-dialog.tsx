/**
 * Dialog that chooses the widgets of the start page and their order: for oneself, and for administrators also for the
 * members of a group.
 */
import { Alert, Button, Checkbox, Group, Select } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  rolePages,
  startPageOf,
  startRoles,
  type StartWidget,
  startWidgets,
} from '../../../../src/model/start-pages.ts'
import { type StartPages, startPagesQuery, storeStartPage } from '../../platform/api/start-page.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconTool } from '../../ui/icon-tool.tsx'
import { announce } from '../../ui/live-region.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toastError } from '../../ui/toasts.ts'
import { toastStored } from './stored-page-notice.tsx'
import { useWidgetTitle } from './widgets.tsx'
import styles from './start-page.module.css'

export function StartPageDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('home')
  const { name } = useScenario()
  const query = useQuery(startPagesQuery(name))
  const [group, setGroup] = useState<string | null>(null)
  return (
    <Dialog title={t('board.title')} onClose={onClose}>
      <QueryView query={query} rows={6}>
        {(pages) => (
          <>
            {pages.groups.length === 0 ? null : (
              <Select
                label={t('board.for')}
                description={t('board.forHint')}
                mb="md"
                allowDeselect={false}
                data={[
                  { value: '', label: t('board.me') },
                  ...pages.groups.map((one) => ({
                    value: one.group,
                    label: t('board.group', { group: one.group }),
                  })),
                ]}
                value={group ?? ''}
                onChange={(value) => setGroup(value === '' ? null : value)}
              />
            )}
            <PageForm key={group ?? ''} pages={pages} group={group} onClose={onClose} />
          </>
        )}
      </QueryView>
    </Dialog>
  )
}

/** The stored page: of a group that an administrator has set, or of the user; null without one. */
function storedPage({ own, groups }: StartPages, group: string | null): readonly StartWidget[] | null {
  if (group === null) return startPageOf(own) ?? null
  const page = groups.find((one) => one.group === group)
  return page?.set === true ? (startPageOf(page.widgets) ?? null) : null
}

interface PageFormProps {
  readonly pages: StartPages
  /** Null for the own page. */
  readonly group: string | null
  readonly onClose: () => void
}

function PageForm({ pages, group, onClose }: PageFormProps) {
  const { t } = useTranslation('home')
  const { name } = useScenario()
  const stored = storedPage(pages, group)
  const usual = startPageOf(
    group === null ? pages.role.widgets : pages.groups.find((one) => one.group === group)?.widgets,
  )
  const before = stored ?? usual ?? startWidgets
  const [chosen, setChosen] = useState<readonly StartWidget[]>(before)
  const [isSaving, setSaving] = useState(false)
  const isSame = chosen.length === before.length && chosen.every((widget, place) => widget === before[place])
  const store = async (widgets: readonly StartWidget[] | null): Promise<void> => {
    setSaving(true)
    try {
      await storeStartPage(name, group, widgets)
      toastStored(t(widgets === null ? 'board.isReset' : 'board.saved'), t('board.undo'), () =>
        storeStartPage(name, group, stored),
      )
      onClose()
    } catch (error) {
      toastError(error)
      setSaving(false)
    }
  }
  const about =
    group !== null
      ? t(stored === null ? 'board.builtIn' : 'board.set', { group })
      : stored !== null
        ? t('board.own')
        : pages.role.group === null
          ? t('board.usual')
          : t('board.ofRole', { group: pages.role.group })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void store(chosen)
      }}
    >
      <p className={styles.about}>{about}</p>
      {group === null ? null : (
        <Select
          label={t('board.template')}
          mb="md"
          data={startRoles.map((role) => ({ value: role, label: t(`board.role.${role}`) }))}
          value={null}
          onChange={(value) => {
            const role = startRoles.find((one) => one === value)
            if (role !== undefined) setChosen(rolePages[role])
          }}
        />
      )}
      <WidgetList chosen={chosen} onChange={setChosen} />
      {chosen.length === 0 ? <Alert color="gray">{t('board.empty')}</Alert> : null}
      <Group justify="space-between" mt="md">
        <Button variant="default" disabled={stored === null || isSaving} onClick={() => void store(null)}>
          {t(group === null ? 'board.reset' : 'board.resetGroup')}
        </Button>
        <Button type="submit" disabled={isSame} loading={isSaving}>
          {t('board.save')}
        </Button>
      </Group>
    </form>
  )
}

interface WidgetListProps {
  readonly chosen: readonly StartWidget[]
  readonly onChange: (chosen: readonly StartWidget[]) => void
}

/** All widgets: first the chosen ones in their order, then the others. */
function WidgetList({ chosen, onChange }: WidgetListProps) {
  const { t } = useTranslation('home')
  const titleOf = useWidgetTitle()
  const others = startWidgets.filter((widget) => !chosen.includes(widget))
  const move = (widget: StartWidget, to: number): void => {
    onChange(chosen.filter((one) => one !== widget).toSpliced(to, 0, widget))
    announce(t('board.moved', { widget: titleOf(widget), place: to + 1, count: chosen.length }))
  }
  return (
    <ol className={styles.widgets} aria-label={t('board.title')}>
      {[...chosen, ...others].map((widget) => {
        const place = chosen.indexOf(widget)
        const title = titleOf(widget)
        return (
          <li key={widget}>
            <Checkbox
              label={title}
              checked={place >= 0}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, widget] : chosen.filter((one) => one !== widget))
              }
            />
            {place < 0 ? null : (
              <span className={styles.tools}>
                <IconTool
                  label={t('board.up', { widget: title })}
                  disabled={place === 0}
                  onClick={() => move(widget, place - 1)}
                >
                  <IconArrowUp size={16} />
                </IconTool>
                <IconTool
                  label={t('board.down', { widget: title })}
                  disabled={place === chosen.length - 1}
                  onClick={() => move(widget, place + 1)}
                >
                  <IconArrowDown size={16} />
                </IconTool>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
