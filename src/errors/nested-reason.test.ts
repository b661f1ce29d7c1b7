import { describe, expect, it } from 'vitest'
import { errorOf, failureOf } from '../live/messages.ts'
import { loadMessages } from './load-messages.ts'
import { joinSentences, type Message, messageText } from './messages.ts'
import { foreignText } from './plain-text.ts'
import { ServiceError } from './service-error.ts'
import { parseStoredMessage, recordedText, storedMessage } from './stored-message.ts'

const reason = joinSentences(
  { code: 'no_scenario', params: { name: 'plan' } },
  { code: 'free_scenarios', params: { free: 'a, b' } },
)
const fault = new ServiceError('invalid_parameter', { name: 'source', reason })

const german = 'Der Parameter "source" ist ungültig: es gibt kein Szenario "plan". Frei: a, b.'
const french = 'Le paramètre "source" n\'est pas valide : il n’y a pas de scénario "plan". Libres : a, b.'

it('is English in the error, and whole in the language of each reader', async () => {
  expect(fault.message).toBe('Parameter "source" is invalid: there is no scenario "plan". Free: a, b.')
  expect(fault.detail(await loadMessages('de'))).toBe(german)
  expect(fault.detail(await loadMessages('fr'))).toBe(french)
})

it('survives the way between processes', async () => {
  const received = errorOf(JSON.parse(JSON.stringify(failureOf(fault))))
  if (!(received instanceof ServiceError)) throw received
  expect(received.message).toBe(fault.message)
  expect(received.detail(await loadMessages('de'))).toBe(german)
})

it('survives being stored', async () => {
  const { code, params } = fault
  const read = parseStoredMessage(storedMessage({ code, params }))!
  expect(messageText(read, await loadMessages('fr'))).toBe(french)
})

it('survives being stored with a number on which its text depends', () => {
  const message: Message = { code: 'sheets_refused', params: { count: 2 } }
  expect(parseStoredMessage(storedMessage(message))).toEqual(message)
})

it('is left out of a stored message if this release does not know it', () => {
  const stored = JSON.stringify({ code: 'nested', params: { field: 'a', message: { code: 'gone' } } })
  expect(parseStoredMessage(stored)).toEqual({ code: 'nested', params: { field: 'a' } })
})

describe('of a record', () => {
  const message = fault.message
  const { code, params } = fault

  it('is in the language of the reader, and in English what was recorded', async () => {
    const record = { message, codedMessage: storedMessage({ code, params }) }
    expect(recordedText(record, await loadMessages('de'))).toBe(german)
    expect(recordedText({ ...record, message: 'as recorded' }, await loadMessages('en'))).toBe('as recorded')
  })

  it.each([
    ['of an earlier release', null],
    ['of a later release', JSON.stringify({ code: 'gone' })],
    [
      'with a reason of a later release',
      JSON.stringify({ code: 'invalid_parameter', params: { name: 'source', reason: { code: 'gone' } } }),
    ],
  ])('%s is the recorded text', async (_whose, codedMessage) => {
    expect(recordedText({ message, codedMessage }, await loadMessages('de'))).toBe(message)
  })

  it('is nothing without a text', async () => {
    expect(recordedText({ message: null, codedMessage: null }, await loadMessages('de'))).toBeNull()
  })
})

it('keeps texts of other programs as they are, also with braces', async () => {
  const text: string = 'ENOENT: {{name}} $& not found'
  const message: Message = { code: 'mail_ca_unreadable', params: { reason: foreignText(text) } }
  expect(messageText(message, await loadMessages('de'))).toBe(
    `EMAIL_CA_FILE kann nicht gelesen werden: ${text}`,
  )
})

it('takes the plain texts of extension modules', () => {
  const params = { reason: 'The ERP does not answer.' }
  expect(Reflect.construct(ServiceError, ['command_failed', params])).toMatchObject({
    message: 'The ERP does not answer.',
    params: { reason: foreignText(params.reason) },
  })
})
