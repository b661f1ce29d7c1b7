/** Subject and text of an inbox message. */
import { useTranslation } from 'react-i18next'
import { type ProposalEventKind, proposalEventKinds } from '../../../../src/model/event-kinds.ts'
import type { PlanException } from '../../platform/api/exceptions.ts'
import type { Message } from '../../platform/api/inbox.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { planChangeText } from './plan-change-words.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { runTitle, useTaskTitles } from '../../platform/task-titles.ts'

export interface MessageWords {
  readonly title: string
  readonly text: string
}

export function useMessageWords(): (message: Message) => MessageWords {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const { language } = formats
  const exceptionText = useExceptionText()
  const titles = useTaskTitles(useScenario().name)
  // Which members a message has depends on its kind.
  return ({ kind, fields = [], user, total = 0, changes = [], ...message }) => {
    const { name = '', label = '', title = '', event = '' } = message
    const text = message.text ?? ''
    if (kind === 'task') return { title: runTitle(titles, { name }), text }
    if (kind === 'webhook' || kind === 'release') return { title: t(`inbox.${kind}`, { title }), text }
    if (kind === 'plan' || kind === 'exception') {
      return {
        title: t(`inbox.${kind}.title`, { count: total, number: formats.number(total) }),
        text: planChangeText({ t, formats, exceptionText }, changes, total),
      }
    }
    const who = user ?? t('inbox.service')
    if (kind === 'proposal') {
      const what = t(`inbox.proposal.${eventOf(event)}`, { user: who })
      return { title: t('inbox.proposal.title', { title }), text: text === '' ? what : `${what}: ${text}` }
    }
    const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(fields)
    const said = {
      comment: () => t('inbox.said', { user: who, text }),
      mention: () => t('inbox.mentioned', { user: who, text }),
      change: () =>
        fields.length === 0
          ? t('inbox.touched', { user: who })
          : t('inbox.changed', { user: who, fields: list }),
      add: () => t('inbox.added', { user: who }),
      delete: () => t('inbox.deleted', { user: who }),
    }
    return { title: `${heading(label)} ${title}`.trim() || t('inbox.message'), text: said[kind]() }
  }
}

/** Returns a function that names a kind of exceptions. */
export function useExceptionText(): (kind: PlanException['kind']) => string {
  const { t } = useTranslation('exceptions')
  return (kind) => t(`kind.${kind}`)
}

const eventOf = (event: string): ProposalEventKind =>
  proposalEventKinds.find((one) => one === event) ?? 'commented'
