/** The newest unread messages. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inboxQuery, messagePlace } from '../../platform/api/inbox.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { Card } from './card.tsx'
import { useMessageWords } from './message-words.ts'
import { MessageSign } from './message-sign.tsx'
import { useMarkRead } from './use-mark-read.ts'
import styles from './home.module.css'

const most = 5

export function NewMessages() {
  const { t } = useTranslation('home')
  const read = useMarkRead()
  const wordsOf = useMessageWords()
  const query = useInfiniteQuery(inboxQuery(true))
  const { data } = query
  const messages = data?.pages[0]?.items.slice(0, most) ?? []
  return (
    <Card
      title={t('inbox.title')}
      to="/app/inbox"
      query={query}
      empty={messages.length === 0 ? t('inbox.noneUnread') : undefined}
    >
      <ul className={styles.lines}>
        {messages.map((message) => {
          const { title, text } = wordsOf(message)
          return (
            <li key={message.id} className={styles.launch}>
              <MessageSign message={message} />
              <div>
                <ScreenLink to={messagePlace(message)} onClick={() => read([message.id])}>
                  {title}
                </ScreenLink>
                <span className={styles.soft} title={text}>
                  {text}
                </span>
              </div>
              <span className={styles.soft}>
                <RelativeTime at={message.created} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
