/** History of a proposal with comments, and a field to add one. */
import { Button, Group, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CheckedProposal,
  decideProposal,
  followProposal,
  proposalsKey,
} from '../../platform/api/proposals.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { toastDone, toastError } from '../../ui/toasts.ts'
import { unsentText } from '../../ui/unsent-text.ts'
import styles from './proposals.module.css'

export function ProposalLog({ proposal }: { readonly proposal: CheckedProposal }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const formats = useFormats()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const saying = useMutation({
    mutationFn: (comment: string) => decideProposal(scenario.name, proposal.id, 'comment', comment),
    onSuccess: async (_, sent) => {
      setText((now) => unsentText(now, sent))
      announce(t('common:commentAdded'))
      await client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
    },
    onError: (error) => toastError(error),
  })
  const { id: number, following } = proposal
  const follow = useMutation({
    mutationFn: () => followProposal(scenario.name, number, !following),
    onSuccess: async () => {
      toastDone({ message: t(following ? 'follow.ended' : 'follow.begun') })
      await client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
    },
    onError: (error) => toastError(error),
  })
  const names = proposal.followers.map((user) => user?.username ?? t('gone'))
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
          saying.mutate(text)
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
        <Group gap={8}>
          <Button type="submit" variant="default" loading={saying.isPending} disabled={text.trim() === ''}>
            {t('log.send')}
          </Button>
          <Button
            variant="default"
            leftSection={following ? <IconBellOff size={15} /> : <IconBell size={15} />}
            loading={follow.isPending}
            onClick={() => follow.mutate()}
          >
            {t(following ? 'follow.end' : 'follow.begin')}
          </Button>
        </Group>
        {names.length === 0 ? null : (
          <p className={styles.soft}>
            {t('follow.by', {
              names: new Intl.ListFormat(formats.language, { type: 'conjunction' }).format(names),
            })}
          </p>
        )}
        <LeaveGuard dirty={text.trim() !== ''} />
      </form>
    </>
  )
}
