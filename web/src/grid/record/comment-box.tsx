/** Text box for a comment; typing `@` offers users to mention. */
import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useUserSuggestions } from '../../platform/api/user-suggestions.ts'
import { insertMention, type TypedMention, typedMention } from './mentions.ts'
import styles from './record.module.css'

interface CommentBoxProps {
  /** Name of the entity of the commented record. */
  readonly entity: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function CommentBox({ entity, value, onChange }: CommentBoxProps) {
  const { t } = useTranslation('grid')
  const combobox = useCombobox()
  const box = useRef<HTMLTextAreaElement>(null)
  const [mention, setMention] = useState<TypedMention>()
  const { data: users = [], isPlaceholderData } = useUserSuggestions(entity, mention?.text)
  const offers = mention === undefined ? [] : users
  const typed = mention?.text.toLowerCase() ?? ''
  const isRead = offers.length > 0 && !isPlaceholderData
  // Enter then inserts the first name that matches the typed text.
  const selectFirst = useEffectEvent((text: string) => {
    const [first] = offers
    if (first !== undefined && `${first.username} ${first.name}`.toLowerCase().includes(text))
      combobox.selectFirstOption()
  })
  useEffect(() => {
    if (isRead && typed !== '') selectFirst(typed)
  }, [isRead, typed])
  const look = (area: HTMLTextAreaElement): void => {
    const found = typedMention(area.value, area.selectionStart)
    setMention(found)
    if (found === undefined) combobox.closeDropdown()
    else combobox.openDropdown()
  }
  const choose = (username: string): void => {
    if (mention === undefined) return
    const next = insertMention(value, mention, username)
    // The caret can be placed after the name only once the name is rendered.
    flushSync(() => onChange(next.text))
    box.current?.setSelectionRange(next.caret, next.caret)
    setMention(undefined)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={320}>
      <Combobox.Target>
        <Textarea
          ref={box}
          label={t('record.write')}
          description={t('record.mentionHint')}
          autosize
          minRows={2}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            look(event.currentTarget)
            combobox.resetSelectedOption()
          }}
          onClick={(event) => look(event.currentTarget)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offers.length === 0}>
        <Combobox.Options aria-label={t('record.mentions')}>
          {offers.map(({ username, name }) => (
            <Combobox.Option key={username} value={username}>
              {username} <span className={styles.who}>{name}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
