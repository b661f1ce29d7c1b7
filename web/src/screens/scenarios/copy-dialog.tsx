/** Copies a scenario to another one: destination, label, and the data that is replaced. */
import { Alert, Button, Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyScenario, type ScenarioState } from '../../platform/api/scenarios.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import styles from './scenarios.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { useAskingClose } from '../../ui/use-asking-close.tsx'
import { useScreenLock } from '../../ui/use-screen-lock.ts'

interface CopyDialogProps {
  readonly source: ScenarioState
  readonly all: readonly ScenarioState[]
  readonly onClose: () => void
  readonly onStarted: (id: number) => void
}

export function CopyDialog({ source, all, onClose, onStarted }: CopyDialogProps) {
  const { t } = useTranslation('scenarios')
  const others = all.filter(({ name, production }) => name !== source.name && !production)
  const [destination, setDestination] = useState(others.find(({ status }) => status === 'Free')?.name ?? null)
  const [label, setLabel] = useState('')
  const [overwrite, setOverwrite] = useState(false)
  const [home, setHome] = useState(source.servers[0] ?? null)
  const [usual] = useState({ destination, home })
  const dirty = label !== '' || overwrite || destination !== usual.destination || home !== usual.home
  const target = others.find(({ name }) => name === destination)
  const used = target !== undefined && target.status !== 'Free'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      copyScenario(source.name, {
        copy: true,
        destination,
        ...(used ? { force: true } : home === null ? {} : { home }),
        ...(label.trim() === '' ? {} : { description: label.trim() }),
      }),
    onSuccess: onStarted,
  })
  useScreenLock(isPending)
  const { close, question } = useAskingClose(dirty && !isPending, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog onClose={close} title={t('copy.title', { label: source.label })}>
      <form className={styles.form} onSubmit={submit}>
        <Select
          label={t('copy.destination')}
          data={others.map(({ name, label: words, status }) => ({
            value: name,
            label: `${words} (${t(`status.${status}`)})`,
          }))}
          value={destination}
          allowDeselect={false}
          nothingFoundMessage={t('copy.nowhere')}
          onChange={setDestination}
        />
        <TextInput
          label={t('copy.label')}
          description={t('copy.labelHint')}
          maxLength={500}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        {source.servers.length > 1 && !used ? (
          <Select
            label={t('copy.home')}
            description={t('copy.homeHint')}
            data={source.servers}
            value={home}
            allowDeselect={false}
            onChange={setHome}
          />
        ) : null}
        {used ? (
          <Alert color="red" title={t('copy.overwrites', { label: target.label })}>
            <p>{t('copy.overwritesHint', { label: target.label })}</p>
            <Checkbox
              label={t('copy.sure', { label: target.label })}
              checked={overwrite}
              onChange={({ currentTarget }) => setOverwrite(currentTarget.checked)}
            />
          </Alert>
        ) : null}
        <p className={styles.soft}>{t('copy.access')}</p>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={destination === null || (used && !overwrite)}>
            {t('copy.action')}
          </Button>
        </Group>
      </form>
      {question}
    </Dialog>
  )
}
