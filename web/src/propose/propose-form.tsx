/** Form that asks for the title of a proposal and stores it. */
import { type EditWithBase, createProposal, proposalsKey } from '../platform/api/proposals.ts'
import { Alert, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { toastProposal } from './toast-proposal.tsx'

export interface ProposeTarget {
  readonly scenario: string
  readonly edits: readonly EditWithBase[]
  /** Title that the user may change; empty by default. */
  readonly suggestedTitle?: string | undefined
  /** Called once the edits are stored; the edits on the screen are then no longer needed. */
  readonly onSaved: () => void
}

interface ProposeFormProps extends ProposeTarget {
  readonly onClose: () => void
}

const longestTitle = 200

export function ProposeForm({ scenario, edits, suggestedTitle = '', onSaved, onClose }: ProposeFormProps) {
  const { t } = useTranslation('proposals')
  const client = useQueryClient()
  const [title, setTitle] = useState(suggestedTitle)
  const [description, setDescription] = useState('')
  const [submit, setSubmit] = useState(true)
  const saving = useMutation({
    mutationFn: () => createProposal(scenario, { title: title.trim(), description, submit, edits }),
    onSuccess: async ({ id }) => {
      onClose()
      onSaved()
      toastProposal(scenario, id)
      await client.invalidateQueries({ queryKey: proposalsKey(scenario) })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('save.hint', { count: edits.length })}</Text>
        <TextInput
          label={t('save.name')}
          value={title}
          maxLength={longestTitle}
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
        {saving.error === null ? null : (
          <Alert color="red" role="alert">
            {asApiError(saving.error).detail}
          </Alert>
        )}
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
