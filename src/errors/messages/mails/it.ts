/** Italian texts of mails, and of the pages that their links open. */
import type { enMails } from './en.ts'

export const itMails: Readonly<Record<keyof typeof enMails, string>> = {
  mail_reports_subject: 'Rapporti di pianificazione: {reports}',
  mail_reports_text: 'L’archivio {archive} contiene questi rapporti dello scenario «{scenario}»:',
  mail_group_intro: 'Gruppo «{group}» nello scenario «{scenario}»: {status}.',
  mail_group_planned: 'Avvio previsto: {planned}.',
  mail_group_times: 'Iniziato {started}, terminato {finished}, durata {duration}.',
  mail_group_step: 'Passo {step}: {task}',
  mail_group_result: '{status}, durata {duration}',
  mail_group_log: 'Fine del registro:',
  mail_group_no_steps: 'Nessun passo è stato eseguito.',
  mail_group_not_started: 'Non avviato.',
  mail_digest_subject: 'Modifiche dei piani a {count} record che segue',
  mail_digest_plan: 'Piano del {time}, scenario «{scenario}»',
  mail_digest_added: 'nuovo nel piano',
  mail_digest_dropped: 'non più nel piano',
  mail_digest_date: '{before} → {after}',
  mail_digest_quantity: 'quantità {before} → {after}',
  mail_digest_delay: 'ritardo {before} → {after}',
  mail_digest_late: 'ordini in ritardo {before} → {after}',
  mail_digest_exception: 'nuova eccezione: {kind}',
  mail_digest_none: 'nessuno',
  mail_digest_more: 'e altri {count}',
  mail_digest_earlier: 'e {count} piani precedenti',
  mail_digest_off:
    'Riceve questa e-mail perché segue questi record. Modifichi o disattivi queste e-mail nelle preferenze, «E-mail sui piani».',
  mail_digest_unsubscribe: 'Disattiva queste e-mail',
  unsubscribe_question: 'Disattivare le e-mail sui piani per l’utente {name}?',
  unsubscribe_done:
    'L’utente {name} non riceve più e-mail sui piani. Si possono riattivare nelle preferenze.',
  unsubscribe_unknown: 'Questo link non è valido. Disattivi le e-mail nelle preferenze.',
  status_done: 'completato',
  status_failed: 'non riuscito',
  status_canceled: 'annullato',
  status_waiting: 'non eseguito',
}
