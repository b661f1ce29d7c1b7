/** German texts of mails, and of the pages that their links open. */
import type { enMails } from './en.ts'

export const deMails: Readonly<Record<keyof typeof enMails, string>> = {
  mail_reports_subject: 'Planungsberichte: {reports}',
  mail_reports_text: 'Das Archiv {archive} enthält diese Berichte des Szenarios „{scenario}“:',
  mail_group_intro: 'Gruppe „{group}“ im Szenario „{scenario}“: {status}.',
  mail_group_planned: 'Geplanter Start: {planned}.',
  mail_group_times: 'Begonnen {started}, beendet {finished}, Dauer {duration}.',
  mail_group_step: 'Schritt {step}: {task}',
  mail_group_result: '{status}, Dauer {duration}',
  mail_group_log: 'Ende des Protokolls:',
  mail_group_no_steps: 'Es wurde kein Schritt ausgeführt.',
  mail_group_not_started: 'Nicht gestartet.',
  mail_digest_subject: 'Änderungen durch Pläne an {count} Datensätzen, denen Sie folgen',
  mail_digest_plan: 'Plan vom {time}, Szenario „{scenario}“',
  mail_digest_added: 'neu im Plan',
  mail_digest_dropped: 'nicht mehr im Plan',
  mail_digest_date: '{before} → {after}',
  mail_digest_quantity: 'Menge {before} → {after}',
  mail_digest_delay: 'verspätet {before} → {after}',
  mail_digest_late: 'verspätete Aufträge {before} → {after}',
  mail_digest_exception: 'neue Ausnahme: {kind}',
  mail_digest_none: 'keine',
  mail_digest_more: 'und {count} weitere',
  mail_digest_earlier: 'und {count} frühere Pläne',
  mail_digest_off:
    'Sie erhalten diese Mail, weil Sie diesen Datensätzen folgen. Ändern oder beenden Sie diese Mails in den Einstellungen unter „Mails über Pläne“.',
  mail_digest_unsubscribe: 'Diese Mails abbestellen',
  unsubscribe_question: 'Mails über Pläne für den Benutzer {name} abbestellen?',
  unsubscribe_done:
    'Der Benutzer {name} erhält keine Mails über Pläne mehr. In den Einstellungen lassen sie sich wieder einschalten.',
  unsubscribe_unknown: 'Dieser Link ist ungültig. Bestellen Sie die Mails in den Einstellungen ab.',
  status_done: 'erledigt',
  status_failed: 'fehlgeschlagen',
  status_canceled: 'abgebrochen',
  status_waiting: 'nicht ausgeführt',
}
