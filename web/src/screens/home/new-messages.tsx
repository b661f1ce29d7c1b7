/** The newest messages that have not been read. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inboxQuery } from '../../api/home.ts'
import { useFormats } from '../../app/use-formats.ts'
import { ScreenLink } from '../../components/screen-link.tsx'
import { Card } from './card.tsx'
import { useMessageWords } from './message-words.ts'
import { MessageSign } from './message-sign.tsx'
import styles from './home.module.css'

const most = 5

export function NewMessages() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const wordsOf = useMessageWords()
  const { data, error, isPending } = useInfiniteQuery(inboxQuery(true))
  const messages = data?.pages[0]?.items.slice(0, most) ?? []
  return (
    <Card
      title={t('inbox.title')}
      to="/app/inbox"
      error={error}
      pending={isPending}
      empty={messages.length === 0 ? t('inbox.noneUnread') : undefined}
    >
      <ul className={styles.lines}>
        {messages.map((message) => {
          const { title, text } = wordsOf(message)
          return (
            <li key={message.id}>
              <MessageSign message={message} />
              <ScreenLink title={text} to={`/app/${encodeURIComponent(message.scenario)}${message.route}`}>
                {message.kind === 'task' ? title : `${title} · ${text}`}
              </ScreenLink>
              <span className={styles.soft}>{formats.dateTime(message.created)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
