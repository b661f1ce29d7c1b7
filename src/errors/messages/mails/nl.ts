/** Dutch texts of mails, and of the pages that their links open. */
import type { enMails } from './en.ts'

export const nlMails: Readonly<Record<keyof typeof enMails, string>> = {
  mail_reports_subject: 'Planningsrapporten: {reports}',
  mail_reports_text: 'Het archief {archive} bevat deze rapporten van scenario "{scenario}":',
  mail_group_intro: 'Groep "{group}" in scenario "{scenario}": {status}.',
  mail_group_planned: 'Geplande start: {planned}.',
  mail_group_times: 'Begonnen {started}, beëindigd {finished}, duur {duration}.',
  mail_group_step: 'Stap {step}: {task}',
  mail_group_result: '{status}, duur {duration}',
  mail_group_log: 'Einde van het logboek:',
  mail_group_no_steps: 'Er is geen stap uitgevoerd.',
  mail_group_not_started: 'Niet gestart.',
  mail_digest_subject: 'Wijzigingen door plannen in {count} records die u volgt',
  mail_digest_plan: 'Plan van {time}, scenario “{scenario}”',
  mail_digest_added: 'nieuw in het plan',
  mail_digest_dropped: 'niet meer in het plan',
  mail_digest_date: '{before} → {after}',
  mail_digest_quantity: 'hoeveelheid {before} → {after}',
  mail_digest_delay: 'te laat {before} → {after}',
  mail_digest_late: 'late orders {before} → {after}',
  mail_digest_exception: 'nieuwe uitzondering: {kind}',
  mail_digest_none: 'geen',
  mail_digest_more: 'en nog {count}',
  mail_digest_earlier: 'en {count} eerdere plannen',
  mail_digest_off:
    'U ontvangt deze e-mail omdat u deze records volgt. Wijzig deze e-mails of zet ze uit onder Voorkeuren, “E-mails over plannen”.',
  mail_digest_unsubscribe: 'Deze e-mails uitzetten',
  unsubscribe_question: 'E-mails over plannen uitzetten voor gebruiker {name}?',
  unsubscribe_done:
    'Gebruiker {name} ontvangt geen e-mails meer over plannen. Ze kunnen bij de voorkeuren weer worden aangezet.',
  unsubscribe_unknown: 'Deze link is ongeldig. Zet de e-mails uit bij de voorkeuren.',
  status_done: 'klaar',
  status_failed: 'mislukt',
  status_canceled: 'geannuleerd',
  status_waiting: 'niet uitgevoerd',
}
