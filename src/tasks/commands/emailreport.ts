/** Sends files of the export folder by mail, as one archive. */
import { Type } from '../../contract/type.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { foreignText } from '../../errors/plain-text.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { createLocalDraft, type Draft } from '../../files/folders/local-draft.ts'
import { type Folder, folderOf, scratchOf } from '../../files/folders/folder.ts'
import { openFile } from '../../files/folders/open-file.ts'
import { zipFiles } from '../../files/folders/zip-files.ts'
import { requireSender, shown, wrongAddress } from '../../mail/addresses.ts'
import { chosenSender, requireMail } from '../../mail/mail-server.ts'
import { unknownRecipientReason, unknownRecipients } from '../../mail/recipients.ts'
import { describeRefusals, sendMail } from '../../mail/send-mail.ts'
import { mayUsePaths } from '../authorize.ts'
import { defineTask, type TaskCaller } from '../definition.ts'
import { requireFileNames } from '../file-names.ts'

const archiveName = 'reports.zip'

/** Throws `invalid_parameter` for an invalid address or file name, before any file is read. */
function checkArguments(args: {
  readonly recipient: readonly string[]
  readonly report: readonly string[]
  readonly sender?: string
}): void {
  const wrong = wrongAddress(args.recipient)
  if (wrong !== undefined)
    throw invalidParameter('recipient', { code: 'no_address', params: { value: shown(wrong) } })
  if (args.sender !== undefined) requireSender(args.sender, 'sender')
  requireFileNames('report', args.report)
}

/**
 * Throws `invalid_parameter` naming a recipient to whom the service may not send data. The operator at the command
 * line has access to the database and the settings, and may send to any address.
 */
async function requireKnownRecipients(caller: TaskCaller, recipient: readonly string[]): Promise<void> {
  if (mayUsePaths(caller)) return
  const { control, settings } = caller.service
  const [unknown] = await unknownRecipients(control, settings, recipient)
  if (unknown !== undefined) throw invalidParameter('recipient', unknownRecipientReason(shown(unknown)))
}

/** Throws `invalid_parameter` naming the reports that do not exist. */
async function requireReports(folder: Folder, names: readonly string[], scenario: string): Promise<void> {
  const missing: string[] = []
  for (const name of names) {
    try {
      const file = await openFile(folder, name)
      await file[Symbol.asyncDispose]()
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unknown_file') throw error
      missing.push(`"${name}"`)
    }
  }
  if (missing.length === 0) return
  const params = { scenario, count: missing.length, files: missing.join(', ') }
  throw invalidParameter('report', { code: 'reports_missing', params })
}

/** Writes the archive; stops with `invalid_parameter` as soon as the archive exceeds the size limit. */
async function pack(draft: Draft, folder: Folder, names: readonly string[], limit: number): Promise<void> {
  for await (const chunk of zipFiles(folder, names)) {
    if (chunk instanceof Uint8Array) await draft.write(chunk)
    if (draft.size <= limit) continue
    throw invalidParameter('report', { code: 'archive_too_large', params: { archive: archiveName, limit } })
  }
  await draft.seal()
}

const list = (names: readonly string[]): string => names.join(', ')

export const emailreport = defineTask({
  about: 'Packs files of the export folder into one archive and sends it by mail.',
  help: `Packs files of the export folder into ${archiveName} and sends the archive as the attachment of one mail.
The mail is sent through the server of the settings EMAIL_*. Temporary errors are retried twice.

Recipients can be users, addresses of the sender's domain, and addresses allowed by the setting EMAIL_RECIPIENTS; on the
command line, any address.

An invalid address, a missing report, a missing setting, and an archive larger than EMAIL_MAX_SIZE are rejected before
anything is sent. If the server rejects a recipient, the others receive the mail, and the task fails and names it.`,
  examples: [
    [
      'planctl emailreport --recipient=ann@example.com --report=purchaseorder.csv',
      'one report to one recipient',
    ],
    [
      'planctl emailreport --recipient=ann@example.com,bob@example.com --report=demandreport.xlsx,problems.csv --sender="Planning <planning@example.com>"',
      'two reports to two recipients',
    ],
  ],
  parameters: Type.Object(
    {
      recipient: Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        title: 'Recipients',
        'x-hint': 'E-mail addresses.',
        description:
          'E-mail addresses, separated by commas: of users, of the domain of the sender, or in the setting EMAIL_RECIPIENTS.',
      }),
      report: Type.Array(Type.String(), {
        'x-options': 'exportedfiles',
        minItems: 1,
        maxItems: 1000,
        uniqueItems: true,
        title: 'Files',
        'x-hint': 'Names of files in the export folder.',
        description: 'Names of files in the export folder, separated by commas.',
      }),
      sender: Type.Optional(
        Type.String({
          minLength: 1,
          title: 'Sender',
          'x-hint': 'E-mail address. Default: the setting DEFAULT_FROM_EMAIL.',
          description:
            'Sender: one of those in the setting EMAIL_SENDERS. Default: the setting DEFAULT_FROM_EMAIL.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  positional: [],
  right: 'execute.run_emailreport',
  secrets: [],
  authorize: async (caller, args) => {
    const { settings } = caller.service
    checkArguments(args)
    requireMail(settings)
    chosenSender(settings, args.sender)
    await requireKnownRecipients(caller, args.recipient)
  },
  check: ({ service, scenario }, { report }) =>
    requireReports(folderOf(service.settings, scenario, 'export'), report, scenario),
  run: async ({ service, scenario, principal, signal, progress, log }, args) => {
    const { settings } = service
    const { recipient, report } = args
    const folder = folderOf(settings, scenario, 'export')
    progress(0.05, `Packing ${report.length} reports`)
    await using draft = await createLocalDraft(scratchOf(folder))
    await pack(draft, folder, report, settings.EMAIL_MAX_SIZE)
    log(`${archiveName}: ${draft.size} bytes with ${list(report)}`)
    progress(0.5, `Sending to ${list(recipient)}`)
    const texts = await loadMessages(principal.language)
    const heading = messageText(
      { code: 'mail_reports_text', params: { archive: archiveName, scenario } },
      texts,
    )
    const subject = messageText({ code: 'mail_reports_subject', params: { reports: list(report) } }, texts)
    const { accepted, refused } = await sendMail(
      settings,
      {
        from: chosenSender(settings, args.sender),
        to: recipient,
        subject: subject.length > 200 ? `${subject.slice(0, 199)}…` : subject,
        text: `${heading}\n\n${report.map((name) => `- ${name}`).join('\n')}\n`,
        language: principal.language,
        attachments: [{ fileName: archiveName, contentType: 'application/zip', path: draft.path }],
      },
      {
        signal,
        onRetry: (reason, pause) => {
          log(`${reason}. Another attempt follows in ${pause / 1000} seconds.`, 'warning')
          progress(0.5, `Waiting for another attempt: ${reason}`)
        },
      },
    )
    const params = {
      archive: archiveName,
      size: draft.size,
      reports: list(report),
      recipients: list(accepted),
    }
    const sent: Message = { code: 'reports_sent', params }
    if (refused.length === 0) return sent
    const refusals: Message = {
      code: 'sentence',
      params: { message: foreignText(describeRefusals(refused)) },
    }
    throw new ServiceError('mail_failed', { reason: joinSentences(refusals, sent) })
  },
})
