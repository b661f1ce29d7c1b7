/** Spanish texts of mails, and of the pages that their links open. */
import type { enMails } from './en.ts'

export const esMails: Readonly<Record<keyof typeof enMails, string>> = {
  mail_reports_subject: 'Informes de planificación: {reports}',
  mail_reports_text: 'El archivo {archive} contiene estos informes del escenario «{scenario}»:',
  mail_group_intro: 'Grupo «{group}» en el escenario «{scenario}»: {status}.',
  mail_group_planned: 'Inicio previsto: {planned}.',
  mail_group_times: 'Inicio {started}, fin {finished}, duración {duration}.',
  mail_group_step: 'Paso {step}: {task}',
  mail_group_result: '{status}, duración {duration}',
  mail_group_log: 'Final del registro:',
  mail_group_no_steps: 'No se ejecutó ningún paso.',
  mail_group_not_started: 'No iniciado.',
  mail_digest_subject: 'Cambios de los planes en {count} registros que usted sigue',
  mail_digest_plan: 'Plan del {time}, escenario «{scenario}»',
  mail_digest_added: 'nuevo en el plan',
  mail_digest_dropped: 'ya no está en el plan',
  mail_digest_date: '{before} → {after}',
  mail_digest_quantity: 'cantidad {before} → {after}',
  mail_digest_delay: 'retraso {before} → {after}',
  mail_digest_late: 'pedidos atrasados {before} → {after}',
  mail_digest_exception: 'nueva excepción: {kind}',
  mail_digest_none: 'ninguno',
  mail_digest_more: 'y {count} más',
  mail_digest_earlier: 'y {count} planes anteriores',
  mail_digest_off:
    'Recibe este correo porque sigue estos registros. Cambie o desactive estos correos en las preferencias, «Correos sobre los planes».',
  mail_digest_unsubscribe: 'Desactivar estos correos',
  unsubscribe_question: '¿Desactivar los correos sobre los planes para el usuario {name}?',
  unsubscribe_done:
    'El usuario {name} ya no recibe correos sobre los planes. Se pueden volver a activar en las preferencias.',
  unsubscribe_unknown: 'Este enlace no es válido. Desactive los correos en las preferencias.',
  status_done: 'terminado',
  status_failed: 'fallido',
  status_canceled: 'cancelado',
  status_waiting: 'no ejecutado',
}
