/** Brazilian Portuguese texts of mails, and of the pages that their links open. */
import type { enMails } from './en.ts'

export const ptBrMails: Readonly<Record<keyof typeof enMails, string>> = {
  mail_reports_subject: 'Relatórios de planejamento: {reports}',
  mail_reports_text: 'O arquivo {archive} contém estes relatórios do cenário "{scenario}":',
  mail_group_intro: 'Grupo "{group}" no cenário "{scenario}": {status}.',
  mail_group_planned: 'Início previsto: {planned}.',
  mail_group_times: 'Início {started}, fim {finished}, duração {duration}.',
  mail_group_step: 'Passo {step}: {task}',
  mail_group_result: '{status}, duração {duration}',
  mail_group_log: 'Fim do registro:',
  mail_group_no_steps: 'Nenhum passo foi executado.',
  mail_group_not_started: 'Não iniciado.',
  mail_digest_subject: 'Mudanças dos planos em {count} registros que você segue',
  mail_digest_plan: 'Plano de {time}, cenário “{scenario}”',
  mail_digest_added: 'novo no plano',
  mail_digest_dropped: 'não está mais no plano',
  mail_digest_date: '{before} → {after}',
  mail_digest_quantity: 'quantidade {before} → {after}',
  mail_digest_delay: 'atraso {before} → {after}',
  mail_digest_late: 'pedidos atrasados {before} → {after}',
  mail_digest_exception: 'nova exceção: {kind}',
  mail_digest_none: 'nenhum',
  mail_digest_more: 'e mais {count}',
  mail_digest_earlier: 'e {count} planos anteriores',
  mail_digest_off:
    'Você recebe este e-mail porque segue estes registros. Altere ou desative estes e-mails nas preferências, “E-mails sobre planos”.',
  mail_digest_unsubscribe: 'Desativar estes e-mails',
  unsubscribe_question: 'Desativar os e-mails sobre planos para o usuário {name}?',
  unsubscribe_done:
    'O usuário {name} não recebe mais e-mails sobre planos. Eles podem ser reativados nas preferências.',
  unsubscribe_unknown: 'Este link não é válido. Desative os e-mails nas preferências.',
  status_done: 'concluído',
  status_failed: 'com falha',
  status_canceled: 'cancelado',
  status_waiting: 'não executado',
}
