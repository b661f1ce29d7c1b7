/** Followed records that a plan changed, each with a link and its change. */
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Message, messagePlace } from '../../platform/api/inbox.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useExceptionText } from './message-words.ts'
import { changeText, moreText, mostNamed } from './plan-change-words.ts'
import styles from './home.module.css'

interface ChangedRecordsProps {
  readonly message: Message
  /** Called when a record is opened. */
  readonly onRead: () => void
}

export function ChangedRecords({ message, onRead }: ChangedRecordsProps) {
  const { t } = useTranslation('home')
  const words = { t, formats: useFormats(), exceptionText: useExceptionText() }
  const [all, setAll] = useState(false)
  const { changes = [], total = 0, scenario } = message
  const shown = all ? changes : changes.slice(0, mostNamed)
  const left = total - shown.length
  return (
    <ul className={styles.changed}>
      {shown.map((change) => (
        <li key={`${change.entity} ${change.key} ${change.exception ?? ''}`}>
          <ScreenLink to={messagePlace({ route: change.route, scenario })} onClick={onRead}>
            {change.key}
          </ScreenLink>
          : {changeText(words, change)}
        </li>
      ))}
      {left === 0 ? null : (
        <li>
          {changes.length > shown.length ? (
            <UnstyledButton className={styles.more} onClick={() => setAll(true)}>
              {moreText(words, left)}
            </UnstyledButton>
          ) : (
            moreText(words, left)
          )}
        </li>
      )}
    </ul>
  )
}
