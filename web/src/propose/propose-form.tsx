/** Form that asks for the title of a proposal and stores it. */
import { proposalsKey, type ProposalTexts } from '../platform/api/proposals.ts'
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxTitleLength } from '../../../src/model/proposals.ts'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { useScreenLock } from '../ui/use-screen-lock.ts'

export interface ProposeTarget {
  /** Scenario of the proposal. */
  readonly scenario: string
  /** Number of edits, if it is known. */
  readonly count?: number | undefined
  /** Stores the proposal and returns its number; null if there was nothing to propose. */
  readonly save: (texts: ProposalTexts) => Promise<number | null>
  /** Title that the user may change; empty by default. */
  readonly suggestedTitle?: string | undefined
  /** Called with the number once the edits are stored; the edits on the screen are then no longer needed. */
  readonly onSaved: (id: number | null) => void
}

interface ProposeFormProps extends ProposeTarget {
  readonly onClose: () => void
}

export function ProposeForm({
  scenario,
  count,
  save,
  suggestedTitle = '',
  onSaved,
  onClose,
}: ProposeFormProps) {
  const { t } = useTranslation('proposals')
  const client = useQueryClient()
  const [title, setTitle] = useState(suggestedTitle)
  const [description, setDescription] = useState('')
  const [submit, setSubmit] = useState(true)
  const saving = useMutation({
    mutationFn: () => save({ title: title.trim(), description, submit }),
    onSuccess: async (id) => {
      onClose()
      onSaved(id)
      await client.invalidateQueries({ queryKey: proposalsKey(scenario) })
    },
  })
  useScreenLock(saving.isPending)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Stack gap="sm">
        {count === undefined ? null : <Text size="sm">{t('save.hint', { count })}</Text>}
        <TextInput
          label={t('save.name')}
          value={title}
          maxLength={maxTitleLength}
          required
          data-autofocus
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={t('save.about')}
          value={description}
          autosize
          minRows={2}
          maxRows={8}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Checkbox
          label={t('save.submit')}
          checked={submit}
          onChange={({ currentTarget }) => setSubmit(currentTarget.checked)}
        />
        <ErrorAlert error={saving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={title.trim() === ''}>
            {t('save.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
