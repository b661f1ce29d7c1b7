/** French texts of mails, and of the pages that their links open. */
import type { enMails } from './en.ts'

export const frMails: Readonly<Record<keyof typeof enMails, string>> = {
  mail_reports_subject: 'Rapports de planification : {reports}',
  mail_reports_text: 'L’archive {archive} contient ces rapports du scénario « {scenario} » :',
  mail_group_intro: 'Groupe « {group} » dans le scénario « {scenario} » : {status}.',
  mail_group_planned: 'Départ prévu : {planned}.',
  mail_group_times: 'Début {started}, fin {finished}, durée {duration}.',
  mail_group_step: 'Étape {step} : {task}',
  mail_group_result: '{status}, durée {duration}',
  mail_group_log: 'Fin du journal :',
  mail_group_no_steps: 'Aucune étape n’a été exécutée.',
  mail_group_not_started: 'Non démarré.',
  mail_digest_subject: 'Modifications par des plans de {count} enregistrements que vous suivez',
  mail_digest_plan: 'Plan du {time}, scénario « {scenario} »',
  mail_digest_added: 'nouveau dans le plan',
  mail_digest_dropped: 'n’est plus dans le plan',
  mail_digest_date: '{before} → {after}',
  mail_digest_quantity: 'quantité {before} → {after}',
  mail_digest_delay: 'retard {before} → {after}',
  mail_digest_late: 'commandes en retard {before} → {after}',
  mail_digest_exception: 'nouvelle exception : {kind}',
  mail_digest_none: 'aucun',
  mail_digest_more: 'et {count} de plus',
  mail_digest_earlier: 'et {count} plans antérieurs',
  mail_digest_off:
    'Vous recevez ce message parce que vous suivez ces enregistrements. Modifiez ou désactivez ces messages dans les préférences, « E-mails sur les plans ».',
  mail_digest_unsubscribe: 'Ne plus recevoir ces messages',
  unsubscribe_question: 'Désactiver les e-mails sur les plans pour l’utilisateur {name} ?',
  unsubscribe_done:
    'L’utilisateur {name} ne reçoit plus d’e-mails sur les plans. Ils peuvent être réactivés dans les préférences.',
  unsubscribe_unknown: 'Ce lien n’est pas valide. Désactivez les messages dans les préférences.',
  status_done: 'réussi',
  status_failed: 'échec',
  status_canceled: 'annulé',
  status_waiting: 'non exécutée',
}
