/** Composes the mail about changes by plans of the records that a user follows, as plain text and as HTML. */
import { loadMessages } from '../../errors/load-messages.ts'
import { type MessageCode, messageText } from '../../errors/messages.ts'
import type { PlanItem } from '../../inbox/plan-news.ts'
import { choiceLabel, entityLabel } from '../../model/labels/labels.ts'
import { loadLabels } from '../../words/load-labels.ts'
import { type PlanChangePart, planChangeParts } from '../../model/plan-change.ts'
import { recordPath } from '../../model/record-path.ts'
import { exceptions } from '../../model/reports/exceptions.ts'
import { escapeHtml } from '../../model/values/escape-html.ts'
import type { NoticedChange } from '../../planning/notices/plan-notices.ts'
import type { Service } from '../../service/service.ts'

/** Maximum number of plans in a mail; the inbox has the others. */
const mostPlans = 20
/** Maximum number of records of a plan in a mail. */
const mostRecords = 20

interface DigestMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
  readonly unsubscribeUrl?: string
}

/** A record with what has changed. */
interface DigestLine {
  readonly name: string
  readonly text: string
  /** Address of the record; undefined if the service does not know its own address. */
  readonly url: string | undefined
}

/** A plan with one line per record. */
interface DigestSection {
  readonly title: string
  readonly lines: readonly DigestLine[]
  /** Text about changes that are left out. */
  readonly more: string | undefined
}

type Words = (code: MessageCode, params?: Readonly<Record<string, string | number>>) => string

interface DigestReader {
  readonly language: string
  /** Address of the service, with the prefix of its paths; undefined if the service does not know it. */
  readonly base: string | undefined
  /** Address at which the user turns off these mails; undefined if the service does not know its own address. */
  readonly unsubscribeUrl: string | undefined
  /** Returns the label of a scenario. */
  readonly labelOf: (scenario: string) => string
}

/** @param items changes by plan, latest first */
export async function composeDigest(
  { models, extensions }: Pick<Service, 'models' | 'extensions'>,
  items: readonly PlanItem[],
  { language, base, unsubscribeUrl, labelOf }: DigestReader,
): Promise<DigestMail> {
  const [texts, labels] = await Promise.all([
    loadMessages(language),
    loadLabels(language, extensions.translations),
  ])
  const words: Words = (code, params = {}) => messageText({ code, params }, texts)
  const nameOf = ({ entity: name, key }: NoticedChange): string => {
    const entity = models.current().byName.get(name)
    return entity === undefined ? key : `${entityLabel(entity, labels)} ${key}`
  }
  const kindField = exceptions.fieldByName.get('kind')
  const textOfChange = ({ exception, ...change }: NoticedChange): string => {
    if (exception === undefined || kindField === undefined) return changeText(words, language, change)
    return words('mail_digest_exception', { kind: choiceLabel(exceptions, kindField, exception, labels) })
  }
  const sections = items.slice(0, mostPlans).map(({ moment, scenario, changes, total }): DigestSection => {
    const shown = changes.slice(0, mostRecords)
    const left = total - shown.length
    const lines = shown.map((change) => ({
      name: nameOf(change),
      text: textOfChange(change),
      url: base === undefined ? undefined : base + screenPath(scenario, change),
    }))
    return {
      title: words('mail_digest_plan', { time: minutes(moment), scenario: labelOf(scenario) }),
      lines,
      more: left > 0 ? words('mail_digest_more', { count: left }) : undefined,
    }
  })
  const count = items.reduce((sum, { total }) => sum + total, 0)
  const earlier = items.length - sections.length
  const end = [
    ...(earlier > 0 ? [words('mail_digest_earlier', { count: earlier })] : []),
    words('mail_digest_off'),
  ]
  const linkText = words('mail_digest_unsubscribe')
  return {
    subject: words('mail_digest_subject', { count }),
    text: textOf(sections, unsubscribeUrl === undefined ? end : [...end, `${linkText}: ${unsubscribeUrl}`]),
    html: htmlOf(sections, end, {
      language,
      link: unsubscribeUrl === undefined ? undefined : { text: linkText, url: unsubscribeUrl },
    }),
    language,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  }
}

const minutes = (moment: string): string => moment.slice(0, 16).replace('T', ' ')

/** Returns the path of the screen with a record; that of a sales order shows its plan. */
function screenPath(scenario: string, { entity, key }: NoticedChange): string {
  const model = entity.slice(entity.indexOf('.') + 1)
  const path = `/app/${encodeURIComponent(scenario)}${recordPath(`/data/${encodeURIComponent(model)}`, key)}`
  return model === 'demand' ? `${path}/plan` : path
}

const secondsPerDay = 86_400
const daysFormat = { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 } as const

const changeText = (
  words: Words,
  language: string,
  { before, after }: Pick<NoticedChange, 'before' | 'after'>,
): string =>
  planChangeParts(before, after)
    .map((part) => partText(words, language, part))
    .join(', ')

function partText(words: Words, language: string, part: PlanChangePart): string {
  if (!('before' in part)) return words(`mail_digest_${part.kind}`)
  const valueText = (value: string | number | null): string => {
    if (value === null) return words('mail_digest_none')
    if (typeof value === 'string') return minutes(value)
    return part.kind === 'delay'
      ? new Intl.NumberFormat(language, daysFormat).format(value / secondsPerDay)
      : value.toLocaleString(language)
  }
  return words(`mail_digest_${part.kind}`, { before: valueText(part.before), after: valueText(part.after) })
}

function textOf(sections: readonly DigestSection[], end: readonly string[]): string {
  const blocks = sections.map(({ title, lines, more }) =>
    [
      title,
      ...lines.flatMap(({ name, text, url }) => [
        `- ${name}: ${text}`,
        ...(url === undefined ? [] : [`  ${url}`]),
      ]),
      ...(more === undefined ? [] : [`- ${more}`]),
    ].join('\n'),
  )
  return `${[...blocks, ...end].join('\n\n')}\n`
}

const linked = (text: string, url: string | undefined): string =>
  url === undefined ? escapeHtml(text) : `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`

interface HtmlParts {
  readonly language: string
  readonly link: { readonly text: string; readonly url: string } | undefined
}

function htmlOf(
  sections: readonly DigestSection[],
  end: readonly string[],
  { language, link }: HtmlParts,
): string {
  const blocks = sections.map(({ title, lines, more }) => {
    const items = [
      ...lines.map(({ name, text, url }) => `${linked(name, url)}: ${escapeHtml(text)}`),
      ...(more === undefined ? [] : [escapeHtml(more)]),
    ]
    const list = items.map((item) => `<li>${item}</li>`).join('')
    return `<h2 style="font-size:1em">${escapeHtml(title)}</h2><ul>${list}</ul>`
  })
  const paragraphs = end.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (link !== undefined) paragraphs.push(`<p>${linked(link.text, link.url)}</p>`)
  const body = [...blocks, ...paragraphs].join('\n')
  return `<!doctype html><html lang="${escapeHtml(language)}"><body>\n${body}\n</body></html>\n`
}
