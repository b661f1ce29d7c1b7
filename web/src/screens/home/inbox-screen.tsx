/** Inbox of the user: results of tasks, and activity on followed records. */
import { Button, SegmentedControl } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inboxQuery, type Message, messagePlace } from '../../platform/api/inbox.ts'
import { useMe } from '../../platform/api/me.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { ChangedRecords } from './changed-records.tsx'
import { MessageSign } from './message-sign.tsx'
import { useMessageWords } from './message-words.ts'
import { useMarkRead } from './use-mark-read.ts'
import styles from './home.module.css'

export function InboxScreen() {
  const { t } = useTranslation('home')
  const [unread, setUnread] = useState(false)
  const found = useInfiniteQuery(inboxQuery(unread))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = found
  const read = useMarkRead()
  const messages = data?.pages.flatMap(({ items }) => items) ?? []
  const waiting = data?.pages[0]?.unread ?? 0
  const unavailable = data?.pages[0]?.unavailable ?? []
  return (
    <>
      <PageHeader
        title={t('inbox.title')}
        help="how-to/follow-and-inbox"
        aside={<span className={styles.soft}>{t('inbox.unread', { count: waiting })}</span>}
        actions={
          waiting === 0 ? undefined : (
            <Button variant="default" leftSection={<IconCheck size={16} />} onClick={() => read()}>
              {t('inbox.readAll')}
            </Button>
          )
        }
      />
      <div className={styles.page}>
        <div>
          <SegmentedControl
            aria-label={t('inbox.filter')}
            data={[
              { value: 'all', label: t('inbox.all') },
              { value: 'unread', label: t('inbox.onlyUnread') },
            ]}
            value={unread ? 'unread' : 'all'}
            onChange={(value) => setUnread(value === 'unread')}
          />
        </div>
        {unavailable.length > 0 && (
          <p className={styles.soft} role="status">
            {t('inbox.unavailable', { scenarios: unavailable.join(', ') })}
          </p>
        )}
        <QueryView query={found}>
          {() =>
            messages.length === 0 ? (
              <EmptyState title={t('inbox.none')}>{t('inbox.noneHint')}</EmptyState>
            ) : (
              <ul className={styles.messages}>
                {messages.map((message) => (
                  <MessageRow key={message.id} message={message} onRead={() => read([message.id])} />
                ))}
              </ul>
            )
          }
        </QueryView>
        {hasNextPage ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('inbox.more')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function MessageRow({ message, onRead }: { readonly message: Message; readonly onRead: () => void }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const { read, created, scenario, total = 0 } = message
  const { title, text } = useMessageWords()(message)
  const { scenarios } = useMe()
  const label = scenarios.find(({ name }) => name === scenario)?.label ?? scenario
  return (
    <li data-read={read}>
      <MessageSign message={message} />
      <div>
        <ScreenLink to={messagePlace(message)} onClick={onRead}>
          {title}
        </ScreenLink>
        {total > 1 ? <ChangedRecords message={message} onRead={onRead} /> : <p>{text}</p>}
        <span className={styles.soft}>
          {formats.moment(created)} · {label}
        </span>
      </div>
      {read ? null : (
        <Button
          size="xs"
          variant="subtle"
          onClick={({ currentTarget }) => {
            // The button disappears; the message stays, unless only unread ones are shown.
            currentTarget.closest('li')?.querySelector('a')?.focus()
            onRead()
          }}
        >
          {t('inbox.read')}
        </Button>
      )}
    </li>
  )
}
