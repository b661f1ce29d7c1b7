/** Comments about a record. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getJson, send } from '../../platform/api/client.ts'
import { scenarioPath, withQuery } from '../../platform/api/paths.ts'
import { list, nullable, number, object, text } from '../../platform/api/shape.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { announce } from '../../ui/live-region.tsx'
import { toastError, toastWarning } from '../../ui/toasts.ts'
import { unsentText } from '../../ui/unsent-text.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { CommentBox } from './comment-box.tsx'
import { listUnknownMentions } from './mentions.ts'
import styles from './record.module.css'

const commentsShape = list(
  object({ id: number, comment: text, lastmodified: text, user__username: nullable(text) }),
)

/** Comments that are not posted yet, by record: they are kept while other tabs and screens are open. */
const drafts = new Map<string, string>()

export function RecordMessages({
  scenario,
  meta,
  id,
}: {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly id: string
}) {
  const { t, i18n } = useTranslation('grid')
  const client = useQueryClient()
  const draftKey = JSON.stringify([scenario, meta.entity, id])
  const [draft, showDraft] = useState(drafts.get(draftKey) ?? '')
  const setDraft = (text: string): void => {
    drafts.set(draftKey, text)
    showDraft(text)
  }
  const [busy, setBusy] = useState(false)
  const about = { content_type: meta.entity, object_pk: id }
  const commentsKey = ['comments', scenario, meta.entity, id]
  const comments = useQuery({
    queryKey: commentsKey,
    queryFn: ({ signal }) =>
      getJson(
        scenarioPath(
          scenario,
          withQuery('/api/common/comment/', {
            ...about,
            type: 'comment',
            ordering: '-id',
            limit: 200,
            fields: 'id,comment,lastmodified,user__username',
          }),
        ),
        commentsShape,
        { signal },
      ),
  })
  const post = async (): Promise<void> => {
    const sent = draft
    setBusy(true)
    try {
      const { headers } = await send(scenarioPath(scenario, '/api/common/comment/'), {
        method: 'POST',
        body: { ...about, type: 'comment', comment: sent.trim() },
      })
      setDraft(unsentText(drafts.get(draftKey) ?? '', sent))
      announce(t('common:commentAdded'))
      const unknown = listUnknownMentions(headers, i18n.language)
      if (unknown !== '')
        toastWarning({
          title: t('record.notNotified', { names: unknown }),
          message: t('record.notNotifiedWhy'),
        })
      await client.invalidateQueries({ queryKey: commentsKey })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  if (comments.isPending) return <LoadingSkeleton rows={3} />
  if (comments.error !== null)
    return <ErrorState error={comments.error} onRetry={() => void comments.refetch()} inline />
  return (
    <div style={{ maxWidth: 860 }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void post()
        }}
      >
        <CommentBox entity={meta.entity} value={draft} onChange={setDraft} />
        <Button type="submit" mt={8} mb="md" loading={busy} disabled={draft.trim() === ''}>
          {t('record.post')}
        </Button>
      </form>
      {comments.data.length === 0 ? (
        <p className={styles.who}>{t('record.noComments')}</p>
      ) : (
        <ol className={styles.entries}>
          {comments.data.map(({ id: number, comment, lastmodified, user__username: author }) => (
            <li key={number}>
              <span className={styles.who}>
                {author ?? t('record.nobody')} · <RelativeTime at={lastmodified} />
              </span>
              <p className={styles.comment}>{comment}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
