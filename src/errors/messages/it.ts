/** Italian wording of the messages. */
import { itChecks } from './checks/it.ts'
import { itMails } from './mails/it.ts'
import type { MessageTexts } from '../messages.ts'

export const it: Partial<MessageTexts> = {
  // Field values
  required: 'Questo campo è obbligatorio.',
  null: 'Questo campo non può essere nullo.',
  blank: 'Questo campo non può essere vuoto.',
  invalid_number: 'È richiesto un numero valido.',
  invalid_decimal:
    'È richiesto un numero valido, con "{separator}" prima dei decimali e senza altri separatori.',
  invalid_date_style: "Scrivere questa data come {style} o YYYY-MM-DD, con l'ora dopo uno spazio dove serve.",
  date_is_number:
    '{value} è un semplice numero, non una data. Formattare la colonna come data nel foglio di calcolo, oppure scrivere le date come YYYY-MM-DD.',
  date_order_unknown:
    "Scrivere le date con l'anno per primo (YYYY-MM-DD), oppure far impostare l'ordine di giorno e mese con DATE_STYLE.",
  no_time_of_day: 'Un orario qui non è previsto: questo campo è una data.',
  invalid_integer: 'È richiesto un numero intero valido.',
  invalid_boolean:
    'Deve essere un valore booleano valido. Scrivere vero, sì, true, yes o 1, oppure falso, no, false o 0.',
  invalid_text: 'Non è un testo valido.',
  invalid_choice: '"{value}" non è una scelta valida. Usare uno dei valori: {choices}.',
  not_offered: '"{value}" non è una scelta valida.',
  invalid_reference: `Chiave "{value}" non valida: l'oggetto non esiste.`,
  location_needed: 'L’articolo "{item}" non è giacente in un’unica sede: indicare la sede che lo consegna.',
  invalid_datetime:
    'Il formato di data e ora è errato. Usare uno dei formati seguenti: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  parameter_moment:
    'Il parametro «{name}» non può essere «{value}». Scrivere now, today o un momento come 2026-12-01 08:00:00.',
  parameter_days:
    'Il parametro «{name}» non può essere «{value}». Scrivere un numero di giorni di almeno 0 come 1.5, o una durata come 2 weeks.',
  parameter_seconds:
    'Il parametro «{name}» non può essere «{value}». Scrivere un numero di secondi di almeno 0 come 3600, o una durata come 1 h.',
  parameter_quantity:
    'Il parametro «{name}» non può essere «{value}». Scrivere un numero di almeno 0 come 2.5.',
  parameter_count:
    'Il parametro «{name}» non può essere «{value}». Scrivere un numero intero di almeno 1 come 5.',
  parameter_boolean: 'Il parametro «{name}» non può essere «{value}». Scrivere true o false.',
  end_before_start: "La fine, {end}, precede l'inizio, {start}. Correggere una delle due date.",
  in_the_past: 'Questa data è già passata.',
  invalid_date: 'Il formato della data è errato. Usare uno dei formati seguenti: YYYY-MM-DD.',
  invalid_time: "Il formato dell'ora è errato. Usare uno dei formati seguenti: hh:mm[:ss[.uuuuuu]].",
  invalid_duration:
    'Il formato della durata è errato. Usare uno dei formati seguenti: [DD] [HH:[MM:]]ss[.uuuuuu], un numero di secondi, ISO 8601 o quantità con unità come 30 d o 2 h 30 min.',
  invalid_json: 'Il valore deve essere JSON valido.',
  out_of_range: `"{value}" è fuori dall'intervallo consentito.`,
  below_minimum: 'Il valore deve essere maggiore o uguale a {minimum}.',
  not_plannable_date:
    'Scrivere una data a partire dal {from} e prima del {before}: le altre non possono essere pianificate.',
  too_long: 'Questo campo non può avere più di {limit} caratteri.',
  too_long_to_index:
    'Questo campo non può superare {limit} byte in UTF-8: valori più lunghi non possono essere indicizzati.',
  nul_character: 'I caratteri nulli non sono ammessi.',
  control_character: 'I caratteri di controllo, come le interruzioni di riga, non sono ammessi.',
  lone_surrogate: 'Il testo non è Unicode valido.',
  duplicate: 'Esiste già un record con questo valore.',
  duplicate_natural_key: 'I campi {fields} devono formare un insieme unico.',
  unknown_field: 'Campo sconosciuto.',
  unknown_query_parameter: 'Parametro sconosciuto.',
  readonly_field: 'Questo campo è di sola lettura.',
  not_an_object: 'Dati non validi. Era atteso un oggetto, ricevuto {type}.',
  not_a_list: 'Era atteso un elenco di elementi.',
  nested: '{field}: {message}',
  unknown_key: 'Non esiste alcun record con la chiave "{value}".',
  wrong_order_type: `L'ordine "{value}" esiste già con tipo {type}.`,
  not_permitted: "Non si dispone dell'autorizzazione per questa azione su questo record: {action}.",
  scenario_is_free:
    'Lo scenario "{value}" è libero: non contiene dati e nessuno vi ha accesso. Copiarvi prima uno scenario.',
  own_ancestor: 'Un record non può essere antenato di se stesso.',
  key_changed: `La chiave di un record non può essere modificata; l'URL indica "{value}".`,
  other_parent: 'Questo fa parte di "{parent}" e non può indicare un altro ordine.',
  alias_conflict: 'Questo campo e "{other}" sono lo stesso e hanno valori diversi; indicarne uno solo.',
  invalid_lookup: 'Il confronto "{lookup}" non è disponibile per questo campo. Usare uno di: {lookups}.',
  not_viewable: 'Questo riguarda campi di {entity}, che non avete il permesso di vedere.',
  too_many_values: 'Indicare al massimo {limit} valori.',
  invalid_page: 'È richiesto un valore valido: {expected}.',
  invalid_event_cursor:
    '"{value}" non è un cursore. Indicare il cursore di un evento o quello dell’intestazione X-Cursor, senza modifiche.',
  not_followed:
    'Le modifiche di {entity} non sono conservate record per record e non possono essere seguite. Leggere l’intero elenco.',
  unknown_entity_of_key:
    'Non esiste l’entità "{value}". Indicare nomi completi separati da virgole, come input.demand.',
  invalid_endpoint:
    'Indicare l’indirizzo di un endpoint, come https://erp.example.com/hooks, senza nome utente e password.',
  unclosed_quote:
    'Un valore tra virgolette della lista non è chiuso; raddoppiate le virgolette all’interno di un valore.',
  whole_number_from: 'un numero intero di almeno {limit}',
  cursor_of_this_list: 'un cursore di questo elenco e ordinamento',
  invalid_range: 'Inserire due valori separati da una virgola; entrambi gli estremi sono inclusi.',
  conflicting_paging: 'Non può essere combinato con "{other}".',
  group_field:
    'Impossibile raggruppare per "{value}": usare nomi di campi, per le date anche con __day, __week o __month alla fine.',
  measure_field:
    'Impossibile calcolare "{value}": usare <field>__sum, __avg, __min o __max di numeri e durate, __min o __max di date.',
  unknown_order: `Impossibile ordinare per "{value}": usare nomi di campi, preceduti da "-" per l'ordine decrescente.`,
  unknown_output_field: 'Campo sconosciuto "{value}".',
  list_as_output_field:
    '"{value}" è un elenco di record, che questo formato non può contenere. Usare format=json o richiedere i record di {entity}.',
  // Accounts and rights
  password_too_short: 'Questa password è troppo corta. Deve contenere almeno {limit} caratteri.',
  password_edges: 'Una password non può iniziare né finire con uno spazio.',
  password_is_name: "Questa password è troppo simile al nome utente o all'indirizzo e-mail.",
  password_too_common: 'Questa password è troppo comune. Sceglierne una che altri non usano.',
  not_a_list_of_names: 'Era atteso un elenco di nomi.',
  unknown_group: 'Il gruppo "{value}" non esiste. Gruppi esistenti: {known}.',
  unknown_permission: `L'autorizzazione "{value}" non esiste. Le autorizzazioni si chiamano <app>.<view|add|change|delete>_<model>, per esempio input.view_demand.`,
  grants_more:
    'Non è possibile concedere "{value}", perché contiene autorizzazioni di cui non si dispone: {missing}.',
  takes_more: 'Non è possibile togliere «{value}», perché contiene diritti che Lei non ha: {missing}.',
  group_out_of_reach:
    'Il gruppo «{value}» contiene diritti che Lei non ha: {missing}. Solo chi li ha tutti può modificarlo o eliminarlo.',
  superusers_only: 'Solo un superutente può modificare questo dato.',
  field_not_permitted: "Non si dispone dell'autorizzazione per modificare questo campo.",
  own_password:
    'Cambi la propria password indicando quella attuale: nella pagina del Suo account o con POST /api/me/password/.',
  user_name_alike:
    '«{value}» assomiglia al nome utente «{other}». Scelga un nome che non si possa confondere.',
  user_name_invisible:
    'Un nome utente non può contenere caratteri invisibili né spazi diversi da quello comune.',
  account_out_of_reach: `L'utente "{value}" ha autorizzazioni di cui non si dispone. Solo chi le ha tutte può modificare questo dato.`,
  shared_group:
    'Il gruppo "{value}" ha membri nello scenario "{scenario}", i cui utenti non si è autorizzati a gestire.',
  invalid_attribute_name:
    '"{value}" non può essere il nome di un attributo. Usare lettere minuscole, cifre e singoli trattini bassi, iniziando con una lettera.',
  reserved_attribute_name: '"{value}" è un nome riservato. Sceglietene un altro.',
  attribute_name_taken: '{entity} ha già un campo "{value}".',
  attribute_label_taken: '{entity} ha già un campo con l’etichetta "{value}".',
  attribute_fixed: 'Questo valore non può essere modificato; è "{value}". Creare invece un altro attributo.',
  too_many_attributes: '{entity} ha {limit} campi, il massimo. Eliminare attributi che nessuno usa.',
  not_extensible: `"{value}" non è un'entità che può avere attributi.`,
  either_sql_or_report: 'Indicare una query SQL oppure un report, non entrambi né nessuno dei due.',
  unknown_report: 'Non esiste alcuna entità né report "{value}". Report: {known}.',
  arguments_of_report: 'Gli argomenti appartengono a un report; una query SQL non ne ha.',
  not_one_of: '"{value}" non è uno di questi valori: {known}.',
  one_parameter_needed: 'Indicare uno di questi parametri: {names}.',
  not_after: 'Questo valore deve essere successivo a {other}.',
  no_buckets: 'Non ci sono ancora periodi. Eseguire prima l’attività createbuckets.',
  // Errors
  bad_request: '{reason}',
  malformed_url: `L'URL contiene "{part}", che non è una codifica percentuale valida di UTF-8. Scrivere il segno di percentuale come %25.`,
  malformed_json: 'Errore nella lettura del JSON: {reason}',
  malformed_body: 'Il corpo della richiesta non può essere letto: {reason}',
  invalid_parameter: 'Il parametro "{name}" non è valido: {reason}',
  unknown_parameter: 'Parametro sconosciuto "{name}". {remedy}',
  invalid_record: 'I dati non sono validi.',
  key_mismatch: "La chiave nel corpo è diversa dalla chiave nell'URL.",
  delete_all_refused:
    'Rifiutato: il filtro corrisponde a tutti i {total} record della tabella. Il numero di record eliminati deve essere inferiore al totale dei record della tabella.',
  condition_on_list: 'If-Match vale solo per singoli record: modificate il record al suo URL.',
  last_superuser:
    'Rifiutato: non resterebbe alcun superutente dello scenario default. Nominate prima un altro utente attivo.',
  not_authenticated: 'Le credenziali di autenticazione mancano o non sono valide.',
  permission_denied: "Non si dispone dell'autorizzazione per eseguire questa azione.",
  csrf_failed:
    "Il token CSRF manca o è errato. Inviare il valore del cookie csrftoken nell'intestazione X-CSRFToken.",
  cross_site:
    "Rifiutato: una pagina di un altro sito ha chiesto questa modifica. I siti che possono farlo sono elencati nell'impostazione CORS_ORIGINS.",
  not_found: 'Non trovato.',
  second_factor_required: 'Inserire il codice dell’app di autenticazione o un codice di recupero.',
  second_factor_wrong:
    'Questo codice è errato o è già stato usato. Attendere il prossimo o usare un codice di recupero.',
  passkey_refused: 'La passkey non è stata accettata. Riprovare o accedere con la password.',
  second_factor_basic:
    'Questo utente accede con un secondo fattore: una password da sola viene rifiutata. Creare una chiave API nelle preferenze e inviarla come token bearer, oppure impostare BASIC_WITH_SECOND_FACTOR.',
  second_factor_missing: 'Configurare prima un secondo fattore: nel browser o tramite /api/me/factors/.',
  second_factor_exists: 'I codici sono già configurati come secondo fattore. Rimuoverli prima.',
  second_factor_elsewhere:
    'L’accesso avviene tramite un provider, che chiede da sé il secondo fattore. Qui non c’è nulla da configurare.',
  passkeys_without_address:
    'Le passkey appartengono all’indirizzo del servizio, che non lo conosce. Impostare BASE_URL.',
  too_many_passkeys: 'Un utente ha al massimo {limit} passkey. Rimuoverne una che non serve.',
  sign_on_refused: 'L’accesso tramite un provider è stato rifiutato: {reason}.',
  sign_on_failed: 'L’accesso tramite il provider non è riuscito: {reason}',
  outside_base_path:
    'Il servizio si trova sotto {base} (impostazione BASE_PATH). Inizi i percorsi così e faccia in modo che il proxy li inoltri invariati.',
  unknown_format: 'Formato sconosciuto "{format}". Usarne uno tra: {formats}.',
  unknown_scenario: 'Non trovato.',
  scenario_missing: 'Non esiste uno scenario "{name}".',
  unknown_user: `Nessun utente ha il nome o l'indirizzo e-mail "{value}".`,
  method_not_allowed: 'Il metodo "{method}" non è consentito.',
  request_timeout: 'Il corpo della richiesta è arrivato troppo lentamente. Inviarla di nuovo.',
  not_acceptable: "Impossibile soddisfare l'intestazione Accept della richiesta.",
  already_exists: 'Esiste già un record con questa chiave.',
  conflict:
    'Il record è stato modificato da qualcun altro nello stesso momento. Rileggerlo e ripetere la modifica.',
  unknown_task: 'Non esiste l\'attività "{name}".',
  task_finished: "L'attività {name} ({id}) è già terminata.",
  scenario_busy: 'Lo scenario "{scenario}" è occupato. Riprovare più tardi.',
  scenario_not_free:
    'Lo scenario "{scenario}" non è libero: il suo stato è "{status}". Liberarlo prima, o sovrascriverlo con force.',
  scenario_not_in_use:
    'Lo scenario "{scenario}" non contiene dati: il suo stato è "{status}". Sceglierne uno in uso.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'Non è possibile inviare e-mail: manca l’impostazione {setting}. Chiedete a chi gestisce il servizio di aggiungerla.',
  mail_failed: 'Impossibile inviare l’e-mail: {reason}',
  invalid_time_zone: '«{value}» non è un fuso orario. Usate un nome IANA come Europe/Brussels.',
  invalid_start_time: '«{value}» non è un orario. Scrivete HH:MM, da 00:00 a 23:59.',
  address_not_allowed:
    'Nessuna e-mail viene inviata a {value}: l’indirizzo non è di alcun utente e l’impostazione EMAIL_RECIPIENTS non lo consente. Sceglierne un altro, o farlo aggiungere lì.',
  invalid_address: '«{value}» non è un indirizzo e-mail. Separatene più di uno con virgole.',
  step_shape: 'Il passo {step} dev’essere un oggetto con «task», «arguments» e «abort_on_failure».',
  step_unknown_task: 'Passo {step}: non esiste l’attività «{value}».',
  step_not_allowed: 'Passo {step}: non avete il permesso di eseguire {task}.',
  step_argument: 'Passo {step}, {task}: {message}',
  step_secret:
    'Passo {step}: {task} richiede «{argument}», che è segreto e non può stare in una pianificazione.',
  step_cycle: 'Passo {step}: il gruppo «{value}» eseguirebbe sé stesso: {path}.',
  step_unknown_group: 'Passo {step}: non esiste il gruppo «{value}».',
  step_other_scenario:
    'Passo {step}: il gruppo «{value}» appartiene allo scenario «{other}», questo a «{scenario}».',
  steps_empty: 'Un gruppo attivo richiede almeno un passo.',
  group_in_use: 'Il gruppo «{name}» è un passo di {groups}. Toglietelo prima da lì.',
  ...itMails,
  ...itChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'Il nome di file "{name}" non è consentito. Usare un nome semplice di al massimo 255 byte, senza cartelle, che non inizi con un punto e senza caratteri di controllo né alcuno di \\ / : * ? " < > |.',
  missing_file_selection: 'Nessun file selezionato',
  unknown_file: 'In questa cartella non c\'è alcun file "{name}".',
  unknown_upload:
    'Questo file non è più conservato: è stato importato oppure è trascorso un giorno. Caricarlo di nuovo.',
  file_too_large: "Il file supera il limite di {limit} byte. Lo decide l'impostazione MAX_FILE_SIZE.",
  folder_full:
    "La cartella è piena: i suoi file possono occupare {limit} byte in tutto, come dice l'impostazione MAX_FOLDER_SIZE. Eliminare i file che non servono più.",
  folder_unusable:
    "La cartella dei file non è utilizzabile ({reason}). Controllare l'impostazione UPLOADFILEFOLDER e i permessi del servizio su quella cartella.",
  folder_disk_full: 'Il disco che contiene la cartella dei file è pieno. Liberare spazio e riprovare.',
  file_changed: 'Il file è stato sostituito durante la lettura. Riprovare.',
  store_unavailable:
    'L’archivio di oggetti dei file non è raggiungibile ({reason}). Riprovare tra poco; se non basta, controllare FILES_URL e FILES_ENDPOINT.',
  store_refused:
    'L’archivio di oggetti rifiuta l’accesso ai file ({reason}). Controllare FILES_URL, FILES_REGION e le credenziali del servizio per il bucket.',
  log_unusable:
    "Il registro non può essere letto ({reason}). Controllare l'impostazione LOGDIR e i permessi del servizio su quella cartella.",
  export_failed: "L'esportazione non è riuscita: {reason}",
  file_named_twice: 'Due file di questa richiesta hanno questo nome. Viene conservato il primo.',
  precondition_failed: 'Il record è cambiato da quando è stato letto. Rileggerlo e ripetere la modifica.',
  body_too_large: 'Il corpo della richiesta supera il limite di {limit} byte.',
  body_too_complex: 'Il corpo della richiesta contiene più di {limit} valori. Inviatelo in più richieste.',
  record_too_large: 'Un record supera il limite di {limit} byte.',
  idempotency_busy:
    'Una richiesta con questa Idempotency-Key è ancora in corso. Riprovare quando sarà terminata.',
  idempotency_mismatch:
    "Questa Idempotency-Key è stata usata per un'altra richiesta. Usare una nuova chiave per una nuova richiesta.",
  values_would_be_lost:
    "Rifiutato: {count} record hanno un valore in {fields}. Ripetere la richiesta con confirm=1 per eliminare l'attributo con i suoi valori.",
  unsupported_media_type: 'Tipo di contenuto "{type}" non supportato nella richiesta.',
  too_many_attempts: 'Troppi tentativi falliti. Riprovare tra {seconds} secondi.',
  answer_too_large:
    'La risposta supererebbe {limit} byte. Chieda meno campi o record: fields, filters e limit li scelgono.',
  assistant_key_needed:
    'Gli assistenti hanno bisogno di una chiave API propria: ne crei una in Preferenze, Chiavi API, o con planctl apikey, e la invii come token bearer.',
  too_many_comments:
    'In un’ora si possono scrivere {count} commenti, con {limit} byte in tutto. Riprovare tra {seconds} secondi, o inviarne meno alla volta.',
  too_many_calls: 'Ha {limit} richieste di assistenti in corso. Attenda che una di esse riceva risposta.',
  too_many_streams:
    'Sono aperti {limit} flussi di eventi o richieste in attesa di attività. Terminarne prima uno.',
  internal_error:
    "Il servizio non è riuscito a gestire la richiesta. Il suo registro indica il motivo con l'identificativo di richiesta {request}.",
  scenario_server_unavailable:
    'Il server di database "{server}" di questo scenario non è raggiungibile al momento. Gli altri scenari funzionano. Riprovare.',
  database_unavailable: 'Il database non è raggiungibile al momento. Riprovare.',
  database_unreachable:
    'Il database su {place} non è raggiungibile: {reason}. Verifichi che sia in esecuzione e il suo indirizzo in DATABASE_URL.',
  overloaded: 'Il servizio è sovraccarico. Riprovare più tardi.',
  disk_full: 'Il disco del database è pieno: {reason}. Liberare spazio e riprovare.',
  statement_timeout:
    'La query ha richiesto più tempo del consentito. Restringere il filtro o chiedere meno record.',
  computation_too_large:
    'Il calcolo richiede più di {seconds} secondi o troppa memoria. Chiedere un periodo più breve o dare meno voci ai calendari.',
  task_check_timeout:
    'La funzione {part} dell\'attività "{task}" non è terminata entro {seconds} secondi. Segnalarlo all\'autore del suo modulo di estensione.',
  shutting_down: 'Il servizio è in fase di arresto. Riprovare.',
  canceled: 'Annullato.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'un numero intero da {least} a {most}',
  number_between: 'un numero da {least} a {most}',
  menu_needs: 'Servono prima: {entities}.',
  filter_shape:
    'Questo non è un filtro: {value}. Scriva un oggetto con field, lookup e value, oppure uno con and, or (elenchi) o not attorno a tali oggetti.',
  filter_field: 'Non c’è un campo "{value}" per cui filtrare.',
  filter_too_large: 'Un filtro ha al massimo {limit} condizioni.',
  count_differs:
    'Ora corrispondono {found} record, non {expected}. Nulla è stato modificato: ricontrolli la selezione.',
  trial_outdated:
    'I dati sono cambiati da questa prova e il piano sarebbe diverso. Nulla è stato salvato; riprovare.',
  unknown_trial: 'Questa prova non è più nota. Le prove sono conservate per {minutes} minuti; riprovare.',
  cursor_expired:
    'Le modifiche da questo cursore non sono più conservate per intero. Leggere per intero ciò che serve e proseguire dal cursore {cursor}.',
  plan_changes_expired:
    'Le modifiche del piano {plan} non sono più conservate. Le modifiche dei piani sono conservate quanto il registro delle modifiche.',
  too_many_tasks:
    '{limit} delle sue attività sono in attesa. Attendere che alcune finiscano, oppure annullarle.',
  too_many_trials: 'Ci sono {limit} sue domande sul piano in corso. Attendere che una riceva risposta.',
  live_plan_unavailable:
    'Il piano di questo scenario non può essere provato al momento: {reason} Riprovare tra poco.',
  unknown_change_set: 'Non esiste alcun insieme di modifiche {changeset}. L’audit mostra quelli conservati.',
  undo_conflict:
    'L’insieme di modifiche {changeset} non può essere annullato così: {count} dei suoi record sono in conflitto con quanto scritto in seguito. Non è stato modificato nulla.',
  cannot_undo_replaced:
    'L’insieme di modifiche {changeset} ha sostituito tutti i dati dello scenario e non può essere annullato record per record. Annullare una promozione nell’elenco degli scenari oppure ripristinare un backup.',
  cannot_undo_counts:
    'L’insieme di modifiche {changeset} non può essere annullato: dei suoi record è stato conservato solo il numero. Ripristinare un backup oppure importare i dati precedenti.',
  cannot_undo_plan:
    'L’insieme di modifiche {changeset} è un piano. Eseguire di nuovo il piano invece di annullarlo.',
  cannot_undo_shared:
    'L’insieme di modifiche {changeset} ha modificato record comuni a tutti gli scenari, come utenti e diritti. Modificarli dove vengono gestiti.',
  cannot_undo_unknown:
    'L’insieme di modifiche {changeset} ha modificato record di un’entità non più in uso. Attivare il relativo modulo di estensione, poi annullarlo.',
  undo_title: 'Annullare l’insieme di modifiche {changeset}',
  undo_title_several: 'Annullare {count} insiemi di modifiche',
  undo_conflict_several:
    'Questi {sets} insiemi di modifiche non possono essere annullati così: {count} dei loro record sono in conflitto con modifiche successive. Non è stato modificato nulla.',
  nothing_to_undo:
    'Nessun insieme di modifiche annullabile corrisponde. Scegliete un altro periodo, utente o attività.',
  too_many_change_sets:
    'Corrispondono più di {most} insiemi di modifiche. Scegliete un periodo più breve, un utente o un’attività.',
  undo_criteria_missing: 'Scegliete gli insiemi di modifiche da annullare con almeno uno di {names}.',
  webhook_refused:
    'La destinazione ha rifiutato per giorni il messaggio {delivery}, perciò il webhook è stato disattivato. Riattivarlo quando la destinazione funziona di nuovo.',
  webhook_gap:
    'Eventi successivi al cursore di questo webhook sono stati rimossi dal registro prima dell’invio. La destinazione ha ricevuto un messaggio di tipo «gap» e deve rileggere gli elenchi per intero.',
  releases_rejected: 'Ordini rifiutati: {count}. {reference}: {reason}',
  no_ancestor:
    'Non si sa che cosa «{a}» abbia modificato da quando si è separato da «{b}» ({entity}): il registro delle modifiche non risale così indietro. Scegliere record della differenza e prenderli così come sono ("base": "none"), oppure copiare di nuovo lo scenario.',
  not_mergeable:
    'I record di «{entity}» non possono essere presi da un altro scenario: non esistono o li crea la pianificazione. Indicare un’altra entità.',
  merge_title: 'Modifiche di «{scenario}»',
  unknown_proposal: 'In questo scenario non c’è una proposta {id} che possiate vedere.',
  proposal_state: 'Con la proposta {id} non è più possibile: il suo stato è «{state}».',
  proposal_conflict:
    'La proposta {id} non può essere applicata così: {count} delle sue modifiche sono in conflitto con quanto scritto da allora. Decidete i conflitti, poi applicatela. Non è stato modificato nulla.',
  proposal_not_approved:
    'La proposta {id} richiede prima un’approvazione di: {groups}. Non è stato modificato nulla.',
  own_proposal: 'La proposta {id} è vostra: deve approvarla qualcun altro.',
  too_many_proposals:
    'Avete {limit} proposte né applicate né respinte. Applicatene o ritiratene prima alcune.',
  proposal_too_large:
    'La proposta {id} ha {edits} modifiche; il piano viene provato con al massimo {limit}. Copiate lo scenario, applicatevi le modifiche ed eseguite il piano.',
  edited_twice: 'Il record «{value}» ha già una modifica, in {place}. Riunite entrambe in una.',
  no_such_conflict:
    'Non c’è un conflitto simile del record «{value}». Rileggete la proposta: elenca i conflitti.',
  choice_impossible:
    'Il record «{value}» non c’è più e le sue modifiche non possono essere applicate. Prendete «present» per tralasciarle.',
  edit_conflict:
    'Altri hanno modificato {count} di questi record da quando sono stati letti. Nulla è stato salvato.',
  already_set_up: 'Il primo utente esiste già. Acceda oppure chieda un account a un amministratore.',
  wrong_password: 'Questa non è la Sua password.',
  value_too_large: 'Questo supera il limite di {limit} byte.',
  right_manage_users: 'Gestire utenti e gruppi',
  right_try_plan: 'Provare modifiche del piano e promettere date',
  right_add_proposal: 'Proporre modifiche',
  right_view_proposal: 'Vedere le proposte degli altri',
  right_approve_proposal: 'Approvare e respingere proposte',
  right_manage_files: 'Gestire i file di dati',
  right_copy_scenario: 'Copiare scenari',
  right_release_scenario: 'Liberare scenari',
  right_promote_scenario: 'Promuovere scenari in produzione',
}
