/** Command palette: searches pages, commands and records. Arrow keys select an entry, Enter opens it. */
import { Combobox, Loader, Modal, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { useMe } from '../../platform/api/me.ts'
import { useMenu } from '../../platform/api/menu.ts'
import { searchQuery } from '../../platform/api/search.ts'
import { tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import {
  pageEntries,
  type PaletteEntry,
  rank,
  recordEntries,
  scenarioEntries,
  taskEntries,
} from './entries.ts'
import styles from './palette.module.css'

const shownPages = 8
const shownOthers = 6

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('shell')
  const { history } = useRouter()
  const scenario = useScenario()
  const me = useMe()
  const { setColorScheme } = useMantineColorScheme()
  const [text, setText] = useState('')
  const [words] = useDebouncedValue(text.trim(), 150)
  const { data: menu = [] } = useMenu(scenario, i18n.language)
  const { data: tasks = [] } = useQuery({ ...tasksQuery(scenario.name), enabled: scenario.open })
  const search = searchQuery(scenario.name, words)
  const {
    data: hits = [],
    isFetching,
    error,
  } = useQuery({
    ...search,
    enabled: scenario.open && search.enabled === true,
  })
  const combobox = useCombobox({ opened: true })
  const commands: readonly PaletteEntry[] = [
    ...taskEntries(tasks, scenario.name),
    ...scenarioEntries(me.scenarios, scenario.name, (label) => t('palette.openScenario', { label })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme:${scheme}`,
      label: t(`palette.scheme.${scheme}`),
      hint: '',
      run: () => setColorScheme(scheme),
    })),
  ]
  const groups = [
    { label: t('palette.records'), entries: words === text.trim() ? recordEntries(hits, scenario.name) : [] },
    { label: t('palette.pages'), entries: rank(pageEntries(menu, scenario.name), text).slice(0, shownPages) },
    {
      label: t('palette.commands'),
      entries: text.trim() === '' ? [] : rank(commands, text).slice(0, shownOthers),
    },
  ].filter(({ entries }) => entries.length > 0)
  const all = groups.flatMap(({ entries }) => entries)
  const first = all[0]?.id
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (first !== undefined) selectFirstOption()
  }, [first, selectFirstOption])
  const choose = (id: string): void => {
    const entry = all.find((one) => one.id === id)
    onClose()
    if (entry?.path !== undefined) history.push(entry.path)
    entry?.run?.()
  }
  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh" size={600} padding={0}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('palette.title')} role="dialog">
        <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
          <Combobox.EventsTarget>
            <TextInput
              size="md"
              variant="unstyled"
              className={styles.input}
              leftSection={<IconSearch size={18} stroke={1.7} />}
              rightSection={isFetching ? <Loader size={16} /> : undefined}
              placeholder={t('palette.placeholder')}
              aria-label={t('palette.title')}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              onKeyDown={({ key }) => {
                // By default Escape closes only the list.
                if (key === 'Escape') onClose()
              }}
              spellCheck={false}
              autoComplete="off"
              data-autofocus
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={styles.options} aria-label={t('palette.results')}>
            {groups.map(({ label, entries }) => (
              <Combobox.Group key={label} label={label}>
                {entries.map((entry) => (
                  <Combobox.Option key={entry.id} value={entry.id} className={styles.option}>
                    <span className={styles.label}>{entry.label}</span>
                    <span className={styles.hint}>{entry.hint}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {all.length === 0 && error === null ? (
              <Combobox.Empty>{t('palette.nothing')}</Combobox.Empty>
            ) : null}
          </Combobox.Options>
          {error === null ? null : (
            <p className={styles.failed} role="alert">
              {t('palette.failed', { detail: asApiError(error).detail })}
            </p>
          )}
        </Combobox>
        <p className={styles.foot}>{t('palette.foot')}</p>
      </Modal.Content>
    </Modal.Root>
  )
}
