/** Brazilian Portuguese wording of the messages. */
import { ptBrChecks } from './checks/pt-br.ts'
import { ptBrMails } from './mails/pt-br.ts'
import type { MessageTexts } from '../messages.ts'

export const ptBr: Partial<MessageTexts> = {
  // Field values
  required: 'Este campo é obrigatório.',
  null: 'Este campo não pode ser nulo.',
  blank: 'Este campo não pode estar em branco.',
  invalid_number: 'É necessário um número válido.',
  invalid_decimal:
    'É necessário um número válido, com "{separator}" antes das casas decimais e sem outro separador.',
  invalid_date_style:
    'Escreva esta data como {style} ou YYYY-MM-DD, com a hora após um espaço quando for importante.',
  date_is_number:
    '{value} é um simples número, não uma data. Formate a coluna como data na planilha ou escreva as datas como YYYY-MM-DD.',
  date_order_unknown:
    'Escreva as datas com o ano primeiro (YYYY-MM-DD), ou peça que a ordem de dia e mês seja definida em DATE_STYLE.',
  no_time_of_day: 'Um horário não cabe aqui: este campo é uma data.',
  invalid_integer: 'É necessário um número inteiro válido.',
  invalid_boolean:
    'Deve ser um booleano válido. Escreva verdadeiro, sim, true, yes ou 1, ou então falso, não, false, no ou 0.',
  invalid_text: 'Não é um texto válido.',
  invalid_choice: '"{value}" não é uma opção válida. Use um dos valores: {choices}.',
  not_offered: '"{value}" não é uma opção válida.',
  invalid_reference: 'Chave "{value}" inválida: o objeto não existe.',
  location_needed: 'O item "{item}" não é estocado em um único local: informe o local que o entrega.',
  invalid_datetime:
    'Formato inválido para data e hora. Use um dos formatos a seguir: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  parameter_moment:
    'O parâmetro "{name}" não pode ser "{value}". Escreva now, today ou um momento como 2026-12-01 08:00:00.',
  parameter_days:
    'O parâmetro "{name}" não pode ser "{value}". Escreva um número de dias de pelo menos 0, como 1.5, ou uma duração, como 2 weeks.',
  parameter_seconds:
    'O parâmetro "{name}" não pode ser "{value}". Escreva um número de segundos de pelo menos 0, como 3600, ou uma duração, como 1 h.',
  parameter_quantity:
    'O parâmetro "{name}" não pode ser "{value}". Escreva um número de pelo menos 0, como 2.5.',
  parameter_count:
    'O parâmetro "{name}" não pode ser "{value}". Escreva um número inteiro de pelo menos 1, como 5.',
  parameter_boolean: 'O parâmetro "{name}" não pode ser "{value}". Escreva true ou false.',
  end_before_start: 'O fim, {end}, é anterior ao início, {start}. Corrija um dos dois.',
  in_the_past: 'Esta data já passou.',
  invalid_date: 'Formato inválido para data. Use um dos formatos a seguir: YYYY-MM-DD.',
  invalid_time: 'Formato inválido para hora. Use um dos formatos a seguir: hh:mm[:ss[.uuuuuu]].',
  invalid_duration:
    'Formato inválido para duração. Use um dos formatos a seguir: [DD] [HH:[MM:]]ss[.uuuuuu], um número de segundos, ISO 8601 ou quantidades com unidades como 30 d ou 2 h 30 min.',
  invalid_json: 'O valor deve ser um JSON válido.',
  out_of_range: '"{value}" está fora do intervalo permitido.',
  below_minimum: 'Este valor deve ser maior ou igual a {minimum}.',
  not_plannable_date:
    'Escreva uma data a partir de {from} e anterior a {before}: outras não podem ser planejadas.',
  too_long: 'Este campo não pode ter mais de {limit} caracteres.',
  too_long_to_index:
    'Este campo não pode ter mais de {limit} bytes em UTF-8: valores maiores não podem ser indexados.',
  nul_character: 'Caracteres nulos não são permitidos.',
  control_character: 'Caracteres de controle, como quebras de linha, não são permitidos.',
  lone_surrogate: 'O texto não é Unicode válido.',
  duplicate: 'Já existe um registro com este valor.',
  duplicate_natural_key: 'Os campos {fields} devem formar um conjunto único.',
  unknown_field: 'Campo desconhecido.',
  unknown_query_parameter: 'Parâmetro desconhecido.',
  readonly_field: 'Este campo é somente leitura.',
  not_an_object: 'Dados inválidos. Era esperado um objeto, mas foi recebido {type}.',
  not_a_list: 'Era esperada uma lista de itens.',
  nested: '{field}: {message}',
  unknown_key: 'Não existe registro com a chave "{value}".',
  wrong_order_type: 'A ordem "{value}" já existe com o tipo {type}.',
  not_permitted: 'Você não tem permissão para executar esta ação neste registro: {action}.',
  scenario_is_free:
    'O cenário "{value}" está livre: não contém dados e ninguém tem acesso a ele. Copie antes um cenário para ele.',
  own_ancestor: 'Um registro não pode ser seu próprio ancestral.',
  key_changed: 'A chave de um registro não pode ser alterada; a URL indica "{value}".',
  other_parent: 'Isto faz parte de "{parent}" e não pode indicar outra ordem.',
  alias_conflict: 'Este campo e "{other}" são o mesmo e têm valores diferentes; informe apenas um deles.',
  invalid_lookup: 'A comparação "{lookup}" não está disponível para este campo. Use um destes: {lookups}.',
  not_viewable: 'Isto consulta campos de {entity}, que você não tem permissão para ver.',
  too_many_values: 'Informe no máximo {limit} valores.',
  invalid_page: 'É necessário um valor válido: {expected}.',
  invalid_event_cursor:
    '"{value}" não é um cursor. Informe o cursor de um evento, ou o do cabeçalho X-Cursor, sem alterações.',
  not_followed:
    'As alterações de {entity} não são guardadas registro por registro e não podem ser seguidas. Leia a lista inteira.',
  unknown_entity_of_key:
    'Não existe a entidade "{value}". Informe nomes completos separados por vírgulas, como input.demand.',
  invalid_endpoint:
    'Informe o endereço de um endpoint, como https://erp.example.com/hooks, sem nome de usuário e senha.',
  unclosed_quote: 'Um valor entre aspas da lista não está fechado; duplique as aspas dentro de um valor.',
  whole_number_from: 'um número inteiro de pelo menos {limit}',
  cursor_of_this_list: 'um cursor desta lista e desta ordem',
  invalid_range: 'Informe dois valores separados por vírgula; ambos os limites são incluídos.',
  conflicting_paging: 'Não pode ser combinado com "{other}".',
  group_field:
    'Não é possível agrupar por "{value}": use nomes de campos, em datas também com __day, __week ou __month no final.',
  measure_field:
    'Não é possível calcular "{value}": use <field>__sum, __avg, __min ou __max de números e durações, __min ou __max de datas.',
  unknown_order:
    'Não é possível ordenar por "{value}": use nomes de campos, com "-" na frente para ordem decrescente.',
  unknown_output_field: 'Campo desconhecido "{value}".',
  list_as_output_field:
    '"{value}" é uma lista de registros, que não cabe neste formato. Use format=json ou obtenha os registros de {entity}.',
  // Accounts and rights
  password_too_short: 'Esta senha é muito curta. Ela deve conter pelo menos {limit} caracteres.',
  password_edges: 'Uma senha não pode começar nem terminar com um espaço.',
  password_is_name: 'Esta senha é muito parecida com o nome de usuário ou o endereço de e-mail.',
  password_too_common: 'Esta senha é muito comum. Escolha uma que outros não usem.',
  not_a_list_of_names: 'Era esperada uma lista de nomes.',
  unknown_group: 'O grupo "{value}" não existe. Grupos existentes: {known}.',
  unknown_permission:
    'A permissão "{value}" não existe. As permissões se chamam <app>.<view|add|change|delete>_<model>, por exemplo input.view_demand.',
  grants_more: 'Você não pode conceder "{value}" porque contém permissões que você não tem: {missing}.',
  takes_more: 'Você não pode retirar “{value}”, porque contém permissões que você não tem: {missing}.',
  group_out_of_reach:
    'O grupo “{value}” contém permissões que você não tem: {missing}. Somente quem tem todas elas pode alterá-lo ou excluí-lo.',
  superusers_only: 'Somente um superusuário pode alterar isto.',
  field_not_permitted: 'Você não tem permissão para alterar este campo.',
  own_password:
    'Altere sua própria senha informando a atual: na página da sua conta ou com POST /api/me/password/.',
  user_name_alike:
    '“{value}” parece o nome de usuário “{other}”. Escolha um nome que não possa ser confundido.',
  user_name_invisible:
    'Um nome de usuário não pode conter caracteres invisíveis nem espaços diferentes do comum.',
  account_out_of_reach:
    'O usuário "{value}" tem permissões que você não tem. Somente quem tem todas elas pode alterar isto.',
  shared_group:
    'O grupo "{value}" tem membros no cenário "{scenario}", cujos usuários você não pode gerenciar.',
  invalid_attribute_name:
    '"{value}" não pode ser o nome de um atributo. Use letras minúsculas, dígitos e sublinhados simples, começando com uma letra.',
  reserved_attribute_name: '"{value}" é um nome reservado. Escolha outro.',
  attribute_name_taken: '{entity} já tem um campo "{value}".',
  attribute_label_taken: '{entity} já tem um campo com o rótulo "{value}".',
  attribute_fixed: 'Isto não pode ser alterado; é "{value}". Crie outro atributo em vez disso.',
  too_many_attributes: '{entity} tem {limit} campos, o máximo. Exclua atributos que ninguém usa.',
  not_extensible: '"{value}" não é uma entidade que possa ter atributos.',
  either_sql_or_report: 'Informe uma consulta SQL ou um relatório, não ambos nem nenhum.',
  unknown_report: 'Não existe entidade nem relatório "{value}". Relatórios: {known}.',
  arguments_of_report: 'Argumentos pertencem a um relatório; uma consulta SQL não tem nenhum.',
  not_one_of: '"{value}" não é um destes valores: {known}.',
  one_parameter_needed: 'Informe um destes parâmetros: {names}.',
  not_after: 'Este valor deve ser posterior a {other}.',
  no_buckets: 'Ainda não há períodos. Execute primeiro a tarefa createbuckets.',
  // Errors
  bad_request: '{reason}',
  malformed_url:
    'A URL contém "{part}", que não é uma codificação percentual válida de UTF-8. Escreva o sinal de porcentagem como %25.',
  malformed_json: 'Erro ao ler o JSON: {reason}',
  malformed_body: 'O corpo da requisição não pode ser lido: {reason}',
  invalid_parameter: 'O parâmetro "{name}" é inválido: {reason}',
  unknown_parameter: 'Parâmetro desconhecido "{name}". {remedy}',
  invalid_record: 'Os dados não são válidos.',
  key_mismatch: 'A chave no corpo difere da chave na URL.',
  delete_all_refused:
    'Recusado: o filtro corresponde a todos os {total} registros da tabela. O número de registros excluídos deve ser menor que o total de registros da tabela.',
  condition_on_list: 'If-Match só vale para registros individuais: altere o registro em sua própria URL.',
  last_superuser:
    'Recusado: não restaria nenhum superusuário do cenário default. Nomeie antes outro usuário ativo.',
  not_authenticated: 'As credenciais de autenticação não foram fornecidas ou não são válidas.',
  permission_denied: 'Você não tem permissão para executar esta ação.',
  csrf_failed:
    'O token CSRF está ausente ou incorreto. Envie o valor do cookie csrftoken no cabeçalho X-CSRFToken.',
  cross_site:
    'Recusado: uma página de outro site pediu esta alteração. Os sites que podem fazê-lo estão listados na configuração CORS_ORIGINS.',
  not_found: 'Não encontrado.',
  second_factor_required: 'Digite o código do seu aplicativo autenticador ou um código de recuperação.',
  second_factor_wrong:
    'Este código está errado ou já foi usado. Espere o próximo ou use um código de recuperação.',
  passkey_refused: 'A chave de acesso não foi aceita. Tente novamente ou entre com a senha.',
  second_factor_basic:
    'Este usuário entra com um segundo fator; uma senha sozinha é recusada. Crie uma chave de API em Preferências e envie-a como token bearer, ou defina BASIC_WITH_SECOND_FACTOR.',
  second_factor_missing: 'Configure primeiro um segundo fator: em um navegador ou por /api/me/factors/.',
  second_factor_exists: 'Os códigos já estão configurados como segundo fator. Remova-os primeiro.',
  second_factor_elsewhere:
    'Você entra por um provedor, que pede ele mesmo o segundo fator. Não há nada a configurar aqui.',
  passkeys_without_address:
    'As chaves de acesso pertencem ao endereço do serviço, que ele não conhece. Defina BASE_URL.',
  too_many_passkeys: 'Um usuário tem no máximo {limit} chaves de acesso. Remova uma de que não precise.',
  sign_on_refused: 'O acesso por um provedor foi recusado: {reason}.',
  sign_on_failed: 'O acesso pelo provedor falhou: {reason}',
  outside_base_path:
    'O serviço fica em {base} (configuração BASE_PATH). Comece os caminhos com ele e faça o proxy repassá-los sem alterações.',
  unknown_format: 'Formato desconhecido "{format}". Use um destes: {formats}.',
  unknown_scenario: 'Não encontrado.',
  scenario_missing: 'Não existe o cenário "{name}".',
  unknown_user: 'Nenhum usuário tem o nome ou o endereço de e-mail "{value}".',
  method_not_allowed: 'O método "{method}" não é permitido.',
  request_timeout: 'O corpo da requisição chegou devagar demais. Envie-a novamente.',
  not_acceptable: 'Não foi possível atender ao cabeçalho Accept da requisição.',
  already_exists: 'Já existe um registro com esta chave.',
  conflict: 'O registro foi alterado por outra pessoa ao mesmo tempo. Leia-o novamente e repita a alteração.',
  unknown_task: 'Não existe a tarefa "{name}".',
  task_finished: 'A tarefa {name} ({id}) já terminou.',
  scenario_busy: 'O cenário "{scenario}" está ocupado. Tente novamente mais tarde.',
  scenario_not_free:
    'O cenário "{scenario}" não está livre: seu status é "{status}". Libere-o primeiro ou sobrescreva-o com force.',
  scenario_not_in_use:
    'O cenário "{scenario}" não contém dados: seu status é "{status}". Escolha um que esteja em uso.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'Nenhum e-mail pode ser enviado: falta a configuração {setting}. Peça a quem administra o serviço que a adicione.',
  mail_failed: 'Não foi possível enviar o e-mail: {reason}',
  invalid_time_zone: '"{value}" não é um fuso horário. Use um nome IANA, como Europe/Brussels.',
  invalid_start_time: '"{value}" não é um horário. Escreva HH:MM, de 00:00 a 23:59.',
  address_not_allowed:
    'Nenhum e-mail é enviado para {value}: o endereço não é de nenhum usuário, e a configuração EMAIL_RECIPIENTS não o permite. Escolha outro, ou peça que seja incluído ali.',
  invalid_address: '"{value}" não é um endereço de e-mail. Separe vários com vírgulas.',
  step_shape: 'O passo {step} deve ser um objeto com "task", "arguments" e "abort_on_failure".',
  step_unknown_task: 'Passo {step}: não existe a tarefa "{value}".',
  step_not_allowed: 'Passo {step}: você não tem permissão para executar {task}.',
  step_argument: 'Passo {step}, {task}: {message}',
  step_secret:
    'Passo {step}: {task} precisa de "{argument}", que é secreto e não pode ficar em um agendamento.',
  step_cycle: 'Passo {step}: o grupo "{value}" executaria a si mesmo: {path}.',
  step_unknown_group: 'Passo {step}: não existe o grupo "{value}".',
  step_other_scenario: 'Passo {step}: o grupo "{value}" pertence ao cenário "{other}", este a "{scenario}".',
  steps_empty: 'Um grupo ativado precisa de pelo menos um passo.',
  group_in_use: 'O grupo "{name}" é um passo de {groups}. Remova-o de lá primeiro.',
  ...ptBrMails,
  ...ptBrChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'O nome de arquivo "{name}" não é permitido. Use um nome simples de no máximo 255 bytes, sem pastas, que não comece com um ponto e sem caracteres de controle nem nenhum de \\ / : * ? " < > |.',
  missing_file_selection: 'Nenhum arquivo selecionado',
  unknown_file: 'Não há nenhum arquivo "{name}" nesta pasta.',
  unknown_upload:
    'Este arquivo não está mais guardado: ele foi importado ou já se passou um dia. Envie-o novamente.',
  file_too_large: 'O arquivo é maior que o limite de {limit} bytes. A configuração MAX_FILE_SIZE decide.',
  folder_full:
    'A pasta está cheia: seus arquivos podem ocupar {limit} bytes no total, conforme a configuração MAX_FOLDER_SIZE. Exclua arquivos que não são mais necessários.',
  folder_unusable:
    'A pasta de arquivos não pode ser usada ({reason}). Verifique a configuração UPLOADFILEFOLDER e as permissões do serviço nessa pasta.',
  folder_disk_full: 'O disco que contém a pasta de arquivos está cheio. Libere espaço e tente novamente.',
  file_changed: 'O arquivo foi substituído durante a leitura. Tente novamente.',
  store_unavailable:
    'O armazenamento de objetos dos arquivos está inacessível ({reason}). Tente novamente em instantes; se não resolver, verifique FILES_URL e FILES_ENDPOINT.',
  store_refused:
    'O armazenamento de objetos recusa o acesso aos arquivos ({reason}). Verifique FILES_URL, FILES_REGION e as credenciais do serviço para o bucket.',
  log_unusable:
    'O log não pode ser lido ({reason}). Verifique a configuração LOGDIR e as permissões do serviço nessa pasta.',
  export_failed: 'A exportação falhou: {reason}',
  file_named_twice: 'Dois arquivos desta requisição têm este nome. O primeiro é mantido.',
  precondition_failed: 'O registro foi alterado desde que foi lido. Leia-o novamente e repita a alteração.',
  body_too_large: 'O corpo da requisição é maior que o limite de {limit} bytes.',
  body_too_complex: 'O corpo da requisição contém mais de {limit} valores. Envie-o em várias requisições.',
  record_too_large: 'Um registro é maior que o limite de {limit} bytes.',
  idempotency_busy:
    'Uma requisição com esta Idempotency-Key ainda está em andamento. Tente novamente quando ela terminar.',
  idempotency_mismatch:
    'Esta Idempotency-Key foi usada em outra requisição. Use uma nova chave para uma nova requisição.',
  values_would_be_lost:
    'Recusado: {count} registros têm um valor em {fields}. Repita a requisição com confirm=1 para excluir o atributo com seus valores.',
  unsupported_media_type: 'Tipo de mídia "{type}" não suportado na requisição.',
  too_many_attempts: 'Muitas tentativas malsucedidas. Tente novamente em {seconds} segundos.',
  answer_too_large:
    'A resposta passaria de {limit} bytes. Peça menos campos ou registros: fields, filters e limit os escolhem.',
  assistant_key_needed:
    'Assistentes precisam de uma chave de API própria: crie uma em Preferências, Chaves de API, ou com planctl apikey, e envie-a como token bearer.',
  too_many_comments:
    'Em uma hora é possível escrever {count} comentários, com {limit} bytes ao todo. Tente de novo em {seconds} segundos, ou envie menos de cada vez.',
  too_many_calls:
    'Você tem {limit} solicitações de assistentes em andamento. Espere até que uma delas seja respondida.',
  too_many_streams:
    'Você tem {limit} fluxos de eventos abertos ou solicitações aguardando tarefas. Encerre um deles primeiro.',
  internal_error:
    'O serviço não conseguiu atender à requisição. Seu log informa o motivo sob o identificador de requisição {request}.',
  scenario_server_unavailable:
    'O servidor de banco de dados "{server}" deste cenário não está acessível no momento. Os outros cenários funcionam. Tente novamente.',
  database_unavailable: 'O banco de dados não está acessível no momento. Tente novamente.',
  database_unreachable:
    'O banco de dados em {place} não pode ser acessado: {reason}. Verifique se ele está em execução e o endereço em DATABASE_URL.',
  overloaded: 'O serviço está sobrecarregado. Tente novamente mais tarde.',
  disk_full: 'O disco do banco de dados está cheio: {reason}. Libere espaço e tente novamente.',
  statement_timeout: 'A consulta demorou mais que o permitido. Restrinja o filtro ou peça menos registros.',
  computation_too_large:
    'O cálculo leva mais de {seconds} segundos ou exige memória demais. Peça um período mais curto ou dê menos entradas aos calendários.',
  task_check_timeout:
    'A função {part} da tarefa "{task}" não terminou em {seconds} segundos. Informe o autor do módulo de extensão.',
  shutting_down: 'O serviço está sendo encerrado. Tente novamente.',
  canceled: 'Cancelado.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'um número inteiro de {least} a {most}',
  number_between: 'um número de {least} a {most}',
  menu_needs: 'Antes são necessários: {entities}.',
  filter_shape:
    'Isto não é um filtro: {value}. Escreva um objeto com field, lookup e value, ou um com and, or (listas) ou not em volta de tais objetos.',
  filter_field: 'Não há campo "{value}" para filtrar.',
  filter_too_large: 'Um filtro tem no máximo {limit} condições.',
  count_differs: 'Agora {found} registros correspondem, não {expected}. Nada foi alterado: reveja a seleção.',
  trial_outdated: 'Os dados mudaram desde este teste e o plano seria outro. Nada foi salvo; teste novamente.',
  unknown_trial:
    'Este teste não é mais conhecido. Os testes são mantidos por {minutes} minutos; teste novamente.',
  cursor_expired:
    'As alterações desde este cursor já não estão todas guardadas. Leia por completo o que precisa e continue a partir do cursor {cursor}.',
  plan_changes_expired:
    'O que o plano {plan} alterou já não está guardado. As alterações dos planos são guardadas pelo mesmo tempo que o registro de alterações.',
  too_many_tasks: 'Você tem {limit} tarefas em espera. Aguarde o término de algumas ou cancele-as.',
  too_many_trials:
    'Você tem {limit} perguntas sobre o plano em andamento. Espere até que uma delas seja respondida.',
  live_plan_unavailable:
    'O plano deste cenário não pode ser testado no momento: {reason} Tente novamente em instantes.',
  unknown_change_set:
    'Não existe o conjunto de alterações {changeset}. A auditoria mostra os que são mantidos.',
  undo_conflict:
    'O conjunto de alterações {changeset} não pode ser desfeito assim: {count} dos seus registros estão em conflito com o que foi escrito depois. Nada foi alterado.',
  cannot_undo_replaced:
    'O conjunto de alterações {changeset} substituiu todos os dados do cenário e não pode ser desfeito registro por registro. Desfaça uma promoção na lista de cenários ou restaure um backup.',
  cannot_undo_counts:
    'O conjunto de alterações {changeset} não pode ser desfeito: dos seus registros só foi mantida a quantidade. Restaure um backup ou importe os dados anteriores.',
  cannot_undo_plan:
    'O conjunto de alterações {changeset} é um plano. Execute o plano novamente em vez de desfazê-lo.',
  cannot_undo_shared:
    'O conjunto de alterações {changeset} alterou registros que todos os cenários compartilham, como usuários e permissões. Altere-os onde são gerenciados.',
  cannot_undo_unknown:
    'O conjunto de alterações {changeset} alterou registros de uma entidade que não está mais em uso. Ative o módulo de extensão dela e depois desfaça-o.',
  undo_title: 'Desfazer o conjunto de alterações {changeset}',
  undo_title_several: 'Desfazer {count} conjuntos de alterações',
  undo_conflict_several:
    'Estes {sets} conjuntos de alterações não podem ser desfeitos assim: {count} dos seus registros estão em conflito com alterações posteriores. Nada foi alterado.',
  nothing_to_undo:
    'Nenhum conjunto de alterações que possa ser desfeito corresponde. Escolha outro período, usuário ou tarefa.',
  too_many_change_sets:
    'Mais de {most} conjuntos de alterações correspondem. Escolha um período menor, um usuário ou uma tarefa.',
  undo_criteria_missing: 'Escolha os conjuntos de alterações a desfazer com pelo menos um de {names}.',
  webhook_refused:
    'O destino recusou a mensagem {delivery} por dias; por isso o webhook foi desativado. Ative-o quando o destino voltar a funcionar.',
  webhook_gap:
    'Eventos posteriores ao cursor deste webhook foram removidos do registro antes do envio. O destino recebeu uma mensagem do tipo "gap" e precisa ler as listas por inteiro.',
  releases_rejected: 'Ordens rejeitadas: {count}. {reference}: {reason}',
  no_ancestor:
    'Não se sabe o que "{a}" alterou desde que se separou de "{b}" ({entity}): o registro de alterações não vai tão longe. Escolha registros da diferença e use-os como estão ("base": "none"), ou copie o cenário novamente.',
  not_mergeable:
    'Registros de "{entity}" não podem ser trazidos de outro cenário: não existem, ou o planejamento os cria. Informe outra entidade.',
  merge_title: 'Alterações de "{scenario}"',
  unknown_proposal: 'Neste cenário não há uma proposta {id} que você possa ver.',
  proposal_state: 'Isso não é mais possível com a proposta {id}: seu estado é "{state}".',
  proposal_conflict:
    'A proposta {id} não pode ser aplicada assim: {count} de suas alterações conflitam com o que foi gravado desde então. Decida os conflitos e depois aplique-a. Nada foi alterado.',
  proposal_not_approved: 'A proposta {id} precisa antes de uma aprovação de: {groups}. Nada foi alterado.',
  own_proposal: 'A proposta {id} é sua: outra pessoa precisa aprová-la.',
  too_many_proposals:
    'Você tem {limit} propostas que não foram aplicadas nem rejeitadas. Aplique ou retire algumas primeiro.',
  proposal_too_large:
    'A proposta {id} tem {edits} alterações; o plano é testado com no máximo {limit}. Copie o cenário, aplique as alterações lá e execute o plano.',
  edited_twice: 'O registro "{value}" já tem uma alteração, em {place}. Reúna as duas em uma.',
  no_such_conflict:
    'Não há tal conflito do registro "{value}". Leia a proposta de novo: ela lista os conflitos.',
  choice_impossible:
    'O registro "{value}" não existe mais e suas alterações não podem ser aplicadas. Use "present" para deixá-las de fora.',
  edit_conflict: 'Outros alteraram {count} destes registros desde que foram lidos. Nada foi salvo.',
  already_set_up: 'O primeiro usuário já existe. Entre ou peça uma conta a um administrador.',
  wrong_password: 'Esta não é a sua senha.',
  value_too_large: 'Isto ultrapassa o limite de {limit} bytes.',
  right_manage_users: 'Gerenciar usuários e grupos',
  right_try_plan: 'Testar alterações no plano e prometer datas',
  right_add_proposal: 'Propor alterações',
  right_view_proposal: 'Ver propostas de outros',
  right_approve_proposal: 'Aprovar e rejeitar propostas',
  right_manage_files: 'Gerenciar arquivos de dados',
  right_copy_scenario: 'Copiar cenários',
  right_release_scenario: 'Desocupar cenários',
  right_promote_scenario: 'Promover cenários para produção',
}
