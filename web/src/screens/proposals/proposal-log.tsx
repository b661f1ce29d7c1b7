/** What became of a proposal, with comments, and a field to write one. */
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckedProposal, decideProposal, proposalsKey } from '../../api/proposals.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { toastError } from '../../components/toasts.ts'
import styles from './proposals.module.css'

export function ProposalLog({ proposal }: { readonly proposal: CheckedProposal }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const formats = useFormats()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const saying = useMutation({
    mutationFn: () => decideProposal(scenario.name, proposal.id, 'comment', text),
    onSuccess: async () => {
      setText('')
      await client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
    },
    onError: (error) => toastError(error),
  })
  return (
    <>
      <ol className={styles.log}>
        {proposal.events.map(({ id, created, user, kind, text: said }) => (
          <li key={id}>
            <span>
              <b>{user === null ? t('nobody') : (user.username ?? t('gone'))}</b> {t(`event.${kind}`)}{' '}
              <span className={styles.soft}>{formats.moment(created)}</span>
            </span>
            {said === '' ? null : <p className={styles.said}>{said}</p>}
          </li>
        ))}
      </ol>
      <form
        className={styles.comment}
        onSubmit={(event) => {
          event.preventDefault()
          saying.mutate()
        }}
      >
        <Textarea
          label={t('log.comment')}
          value={text}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={10_000}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={saying.isPending} disabled={text.trim() === ''}>
          {t('log.send')}
        </Button>
      </form>
    </>
  )
}
