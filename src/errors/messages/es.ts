/** Spanish wording of the messages. */
import { esChecks } from './checks/es.ts'
import { esMails } from './mails/es.ts'
import type { MessageTexts } from '../messages.ts'

export const es: Partial<MessageTexts> = {
  // Field values
  required: 'Este campo es obligatorio.',
  null: 'Este campo no puede ser nulo.',
  blank: 'Este campo no puede estar en blanco.',
  invalid_number: 'Se requiere un número válido.',
  invalid_decimal:
    'Se requiere un número válido, con "{separator}" delante de los decimales y sin otro separador.',
  invalid_date_style:
    'Escriba esta fecha como {style} o YYYY-MM-DD, con la hora tras un espacio cuando importe.',
  date_is_number:
    '{value} es un simple número, no una fecha. Dé a la columna formato de fecha en la hoja de cálculo o escriba las fechas como YYYY-MM-DD.',
  date_order_unknown:
    'Escriba las fechas con el año primero (YYYY-MM-DD), o haga fijar el orden de día y mes en la opción DATE_STYLE.',
  no_time_of_day: 'Aquí no corresponde una hora: es una fecha.',
  invalid_integer: 'Se requiere un número entero válido.',
  invalid_boolean:
    'Debe ser un booleano válido. Escriba verdadero, sí, true, yes o 1, o bien falso, no, false o 0.',
  invalid_text: 'No es un texto válido.',
  invalid_choice: '"{value}" no es una opción válida. Use uno de estos valores: {choices}.',
  not_offered: '"{value}" no es una opción válida.',
  invalid_reference: 'Clave "{value}" no válida: el objeto no existe.',
  location_needed:
    'El artículo "{item}" no se almacena en una sola ubicación: indique la ubicación que lo entrega.',
  invalid_datetime:
    'La fecha y hora tiene un formato erróneo. Use uno de los siguientes formatos: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  parameter_moment:
    'El parámetro «{name}» no puede ser «{value}». Escriba now, today o un momento como 2026-12-01 08:00:00.',
  parameter_days:
    'El parámetro «{name}» no puede ser «{value}». Escriba un número de días de al menos 0 como 1.5, o una duración como 2 weeks.',
  parameter_seconds:
    'El parámetro «{name}» no puede ser «{value}». Escriba un número de segundos de al menos 0 como 3600, o una duración como 1 h.',
  parameter_quantity:
    'El parámetro «{name}» no puede ser «{value}». Escriba un número de al menos 0 como 2.5.',
  parameter_count:
    'El parámetro «{name}» no puede ser «{value}». Escriba un número entero de al menos 1 como 5.',
  parameter_boolean: 'El parámetro «{name}» no puede ser «{value}». Escriba true o false.',
  end_before_start: 'El fin, {end}, es anterior al inicio, {start}. Corrija uno de los dos.',
  in_the_past: 'Esta fecha ya ha pasado.',
  invalid_date: 'La fecha tiene un formato erróneo. Use uno de los siguientes formatos: YYYY-MM-DD.',
  invalid_time: 'La hora tiene un formato erróneo. Use uno de los siguientes formatos: hh:mm[:ss[.uuuuuu]].',
  invalid_duration:
    'La duración tiene un formato erróneo. Use uno de los siguientes formatos: [DD] [HH:[MM:]]ss[.uuuuuu], un número de segundos, ISO 8601 o cantidades con unidades como 30 d o 2 h 30 min.',
  invalid_json: 'El valor debe ser JSON válido.',
  out_of_range: '"{value}" está fuera de rango.',
  below_minimum: 'Este valor debe ser mayor o igual que {minimum}.',
  not_plannable_date:
    'Escriba una fecha a partir del {from} y anterior al {before}: otras no se pueden planificar.',
  too_long: 'Este campo no puede tener más de {limit} caracteres.',
  too_long_to_index:
    'Este campo no puede tener más de {limit} bytes en UTF-8: los valores más largos no se pueden indexar.',
  nul_character: 'No se permiten caracteres nulos.',
  control_character: 'No se permiten caracteres de control, como saltos de línea.',
  lone_surrogate: 'El texto no es Unicode válido.',
  duplicate: 'Ya existe un registro con este valor.',
  duplicate_natural_key: 'Los campos {fields} deben formar un conjunto único.',
  unknown_field: 'Campo desconocido.',
  unknown_query_parameter: 'Parámetro desconocido.',
  readonly_field: 'Este campo es de solo lectura.',
  not_an_object: 'Datos no válidos. Se esperaba un objeto y se recibió {type}.',
  not_a_list: 'Se esperaba una lista de elementos.',
  nested: '{field}: {message}',
  unknown_key: 'No existe ningún registro con la clave "{value}".',
  wrong_order_type: 'La orden "{value}" ya existe con el tipo {type}.',
  not_permitted: 'No tiene permiso para realizar esta acción sobre este registro: {action}.',
  scenario_is_free:
    'El escenario "{value}" está libre: no contiene datos y nadie tiene acceso a él. Copie antes un escenario en él.',
  own_ancestor: 'Un registro no puede ser su propio antecesor.',
  key_changed: 'La clave de un registro no se puede cambiar; la URL indica "{value}".',
  other_parent: 'Esto forma parte de "{parent}" y no puede indicar otra orden.',
  alias_conflict: 'Este campo y "{other}" son el mismo y tienen valores distintos; indique solo uno.',
  invalid_lookup:
    'La comparación "{lookup}" no está disponible para este campo. Use uno de estos: {lookups}.',
  not_viewable: 'Esto consulta campos de {entity}, que usted no tiene permiso para ver.',
  too_many_values: 'Indique como máximo {limit} valores.',
  invalid_page: 'Se requiere un valor válido: {expected}.',
  invalid_event_cursor:
    '«{value}» no es un cursor. Indique el cursor de un evento, o el del encabezado X-Cursor, tal como se recibió.',
  not_followed:
    'Los cambios de {entity} no se guardan registro por registro, por lo que no se pueden seguir. Lea la lista completa.',
  unknown_entity_of_key:
    'No existe la entidad «{value}». Indique nombres completos separados por comas, como input.demand.',
  invalid_endpoint:
    'Indique la dirección de un endpoint, como https://erp.example.com/hooks, sin nombre de usuario ni contraseña.',
  unclosed_quote:
    'Un valor entre comillas de la lista no está cerrado; duplique las comillas dentro de un valor.',
  whole_number_from: 'un número entero de al menos {limit}',
  cursor_of_this_list: 'un cursor de esta lista y este orden',
  invalid_range: 'Indique dos valores separados por una coma; ambos extremos están incluidos.',
  conflicting_paging: 'No se puede combinar con "{other}".',
  group_field:
    'No se puede agrupar por "{value}": use nombres de campos, en fechas también con __day, __week o __month al final.',
  measure_field:
    'No se puede calcular "{value}": use <field>__sum, __avg, __min o __max de números y duraciones, __min o __max de fechas.',
  unknown_order:
    'No se puede ordenar por "{value}": use nombres de campos, con "-" delante para el orden descendente.',
  unknown_output_field: 'Campo desconocido "{value}".',
  list_as_output_field:
    '"{value}" es una lista de registros, que no cabe en este formato. Use format=json u obtenga los registros de {entity}.',
  // Accounts and rights
  password_too_short: 'Esta contraseña es demasiado corta. Debe contener al menos {limit} caracteres.',
  password_edges: 'Una contraseña no puede empezar ni terminar con un espacio.',
  password_is_name:
    'Esta contraseña se parece demasiado al nombre de usuario o a la dirección de correo electrónico.',
  password_too_common: 'Esta contraseña es demasiado común. Elija una que otros no usen.',
  not_a_list_of_names: 'Se esperaba una lista de nombres.',
  unknown_group: 'El grupo "{value}" no existe. Grupos existentes: {known}.',
  unknown_permission:
    'El permiso "{value}" no existe. Los permisos se llaman <app>.<view|add|change|delete>_<model>, por ejemplo input.view_demand.',
  grants_more: 'No puede otorgar "{value}" porque contiene permisos que usted no tiene: {missing}.',
  takes_more: 'No puede quitar «{value}», porque contiene permisos que usted no tiene: {missing}.',
  group_out_of_reach:
    'El grupo «{value}» tiene permisos que usted no tiene: {missing}. Solo quien los tenga todos puede cambiarlo o eliminarlo.',
  superusers_only: 'Solo un superusuario puede cambiar esto.',
  field_not_permitted: 'No tiene permiso para cambiar este campo.',
  own_password:
    'Cambie su propia contraseña indicando la actual: en la página de su cuenta o con POST /api/me/password/.',
  user_name_alike:
    '«{value}» se parece al nombre de usuario «{other}». Elija un nombre que no pueda confundirse.',
  user_name_invisible:
    'Un nombre de usuario no puede contener caracteres invisibles ni espacios distintos del común.',
  account_out_of_reach:
    'El usuario "{value}" tiene permisos que usted no tiene. Solo quien los tenga todos puede cambiar esto.',
  shared_group:
    'El grupo "{value}" tiene miembros en el escenario "{scenario}", cuyos usuarios usted no puede administrar.',
  invalid_attribute_name:
    '"{value}" no puede ser el nombre de un atributo. Use letras minúsculas, cifras y guiones bajos sencillos, empezando por una letra.',
  reserved_attribute_name: '"{value}" es un nombre reservado. Elija otro.',
  attribute_name_taken: '{entity} ya tiene un campo "{value}".',
  attribute_label_taken: '{entity} ya tiene un campo con la etiqueta "{value}".',
  attribute_fixed: 'Esto no se puede cambiar; es "{value}". Cree otro atributo en su lugar.',
  too_many_attributes: '{entity} tiene {limit} campos, que es el máximo. Elimine atributos que nadie use.',
  not_extensible: '"{value}" no es una entidad que pueda tener atributos.',
  either_sql_or_report: 'Indique una consulta SQL o un informe, no ambos ni ninguno.',
  unknown_report: 'No existe ninguna entidad ni informe "{value}". Informes: {known}.',
  arguments_of_report: 'Los argumentos pertenecen a un informe; una consulta SQL no tiene ninguno.',
  not_one_of: '"{value}" no es uno de estos valores: {known}.',
  one_parameter_needed: 'Indique uno de estos parámetros: {names}.',
  not_after: 'Este valor debe ser posterior a {other}.',
  no_buckets: 'Todavía no hay períodos. Ejecute primero la tarea createbuckets.',
  // Errors
  bad_request: '{reason}',
  malformed_url:
    'La URL contiene "{part}", que no es una codificación porcentual válida de UTF-8. Escriba el signo de porcentaje como %25.',
  malformed_json: 'Error al leer el JSON: {reason}',
  malformed_body: 'No se puede leer el cuerpo de la solicitud: {reason}',
  invalid_parameter: 'El parámetro "{name}" no es válido: {reason}',
  unknown_parameter: 'Parámetro desconocido "{name}". {remedy}',
  invalid_record: 'Los datos no son válidos.',
  key_mismatch: 'La clave del cuerpo difiere de la clave de la URL.',
  delete_all_refused:
    'Rechazado: el filtro coincide con los {total} registros de la tabla. El número de registros eliminados debe ser menor que el total de registros de la tabla.',
  condition_on_list: 'If-Match solo sirve para registros individuales: cambie el registro en su propia URL.',
  last_superuser:
    'Rechazado: no quedaría ningún superusuario del escenario default. Nombre antes a otro usuario activo.',
  not_authenticated: 'Las credenciales de autenticación faltan o no son válidas.',
  permission_denied: 'No tiene permiso para realizar esta acción.',
  csrf_failed:
    'El token CSRF falta o es incorrecto. Envíe el valor de la cookie csrftoken en la cabecera X-CSRFToken.',
  cross_site:
    'Rechazado: una página de otro sitio pidió este cambio. Los sitios que pueden hacerlo figuran en el ajuste CORS_ORIGINS.',
  not_found: 'No encontrado.',
  second_factor_required:
    'Introduzca el código de su aplicación de autenticación o un código de recuperación.',
  second_factor_wrong:
    'Este código es incorrecto o ya se usó. Espere al siguiente o use un código de recuperación.',
  passkey_refused: 'La clave de acceso no se aceptó. Inténtelo de nuevo o inicie sesión con su contraseña.',
  second_factor_basic:
    'Este usuario inicia sesión con un segundo factor, por lo que se rechaza una contraseña sola. Cree una clave de API en Preferencias y envíela como token bearer, o configure BASIC_WITH_SECOND_FACTOR.',
  second_factor_missing: 'Configure primero un segundo factor: en un navegador o mediante /api/me/factors/.',
  second_factor_exists: 'Los códigos ya están configurados como segundo factor. Elimínelos primero.',
  second_factor_elsewhere:
    'Usted inicia sesión mediante un proveedor, que pide él mismo el segundo factor. Aquí no hay nada que configurar.',
  passkeys_without_address:
    'Las claves de acceso pertenecen a la dirección del servicio, que este no conoce. Configure BASE_URL.',
  too_many_passkeys: 'Un usuario tiene como máximo {limit} claves de acceso. Elimine una que no necesite.',
  sign_on_refused: 'Se rechazó el inicio de sesión mediante un proveedor: {reason}.',
  sign_on_failed: 'El inicio de sesión mediante el proveedor ha fallado: {reason}',
  outside_base_path:
    'El servicio está en {base} (ajuste BASE_PATH). Comience las rutas con ello y haga que el proxy las pase sin cambios.',
  unknown_format: 'Formato desconocido "{format}". Use uno de: {formats}.',
  unknown_scenario: 'No encontrado.',
  scenario_missing: 'No existe ningún escenario "{name}".',
  unknown_user: 'Ningún usuario tiene el nombre o la dirección de correo electrónico "{value}".',
  method_not_allowed: 'El método "{method}" no está permitido.',
  request_timeout: 'El cuerpo de la solicitud llegó demasiado despacio. Envíela de nuevo.',
  not_acceptable: 'No se puede satisfacer la cabecera Accept de la solicitud.',
  already_exists: 'Ya existe un registro con esta clave.',
  conflict: 'Otra persona cambió el registro al mismo tiempo. Vuelva a leerlo y repita el cambio.',
  unknown_task: 'No existe la tarea "{name}".',
  task_finished: 'La tarea {name} ({id}) ya ha terminado.',
  scenario_busy: 'El escenario "{scenario}" está ocupado. Inténtelo más tarde.',
  scenario_not_free:
    'El escenario "{scenario}" no está libre: su estado es "{status}". Desocúpelo primero o sobrescríbalo con force.',
  scenario_not_in_use:
    'El escenario "{scenario}" no contiene datos: su estado es "{status}". Elija uno que esté en uso.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'No se puede enviar ningún correo: falta el ajuste {setting}. Pida a quien administra el servicio que lo añada.',
  mail_failed: 'No se pudo enviar el correo: {reason}',
  invalid_time_zone: '«{value}» no es una zona horaria. Use un nombre IANA como Europe/Brussels.',
  invalid_start_time: '«{value}» no es una hora. Escriba HH:MM, de 00:00 a 23:59.',
  address_not_allowed:
    'No se envía correo a {value}: la dirección no es de ningún usuario y el ajuste EMAIL_RECIPIENTS no la permite. Elija otra o pida que se añada allí.',
  invalid_address: '«{value}» no es una dirección de correo. Separe varias con comas.',
  step_shape: 'El paso {step} debe ser un objeto con «task», «arguments» y «abort_on_failure».',
  step_unknown_task: 'Paso {step}: no existe la tarea «{value}».',
  step_not_allowed: 'Paso {step}: no tiene permiso para ejecutar {task}.',
  step_argument: 'Paso {step}, {task}: {message}',
  step_secret:
    'Paso {step}: {task} necesita «{argument}», que es secreto y no puede guardarse en una programación.',
  step_cycle: 'Paso {step}: el grupo «{value}» se ejecutaría a sí mismo: {path}.',
  step_unknown_group: 'Paso {step}: no existe el grupo «{value}».',
  step_other_scenario:
    'Paso {step}: el grupo «{value}» pertenece al escenario «{other}»; este, a «{scenario}».',
  steps_empty: 'Un grupo activado necesita al menos un paso.',
  group_in_use: 'El grupo «{name}» es un paso de {groups}. Quítelo de ahí primero.',
  ...esMails,
  ...esChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'El nombre de archivo "{name}" no está permitido. Use un nombre sencillo de 255 bytes como máximo, sin carpetas, que no empiece por un punto y sin caracteres de control ni ninguno de \\ / : * ? " < > |.',
  missing_file_selection: 'No se ha seleccionado ningún archivo',
  unknown_file: 'En esta carpeta no hay ningún archivo "{name}".',
  unknown_upload:
    'Este archivo ya no se conserva: se ha importado o ha pasado un día desde entonces. Súbalo de nuevo.',
  file_too_large: 'El archivo supera el límite de {limit} bytes. Lo decide el ajuste MAX_FILE_SIZE.',
  folder_full:
    'La carpeta está llena: sus archivos pueden ocupar {limit} bytes en total, según el ajuste MAX_FOLDER_SIZE. Elimine los archivos que ya no se necesiten.',
  folder_unusable:
    'No se puede usar la carpeta de archivos ({reason}). Compruebe el ajuste UPLOADFILEFOLDER y los permisos del servicio sobre esa carpeta.',
  folder_disk_full:
    'El disco que contiene la carpeta de archivos está lleno. Libere espacio y vuelva a intentarlo.',
  file_changed: 'El archivo se reemplazó mientras se leía. Inténtelo de nuevo.',
  store_unavailable:
    'No se puede acceder al almacén de objetos de los archivos ({reason}). Inténtelo de nuevo en un momento; si no funciona, compruebe FILES_URL y FILES_ENDPOINT.',
  store_refused:
    'El almacén de objetos rechaza el acceso a los archivos ({reason}). Compruebe FILES_URL, FILES_REGION y las credenciales del servicio para el bucket.',
  log_unusable:
    'No se puede leer el registro ({reason}). Compruebe el ajuste LOGDIR y los permisos del servicio sobre esa carpeta.',
  export_failed: 'La exportación ha fallado: {reason}',
  file_named_twice: 'Dos archivos de esta petición tienen este nombre. Se conserva el primero.',
  precondition_failed: 'El registro ha cambiado desde que se leyó. Vuelva a leerlo y repita el cambio.',
  body_too_large: 'El cuerpo de la solicitud supera el límite de {limit} bytes.',
  body_too_complex:
    'El cuerpo de la solicitud contiene más de {limit} valores. Envíelo en varias solicitudes.',
  record_too_large: 'Un registro supera el límite de {limit} bytes.',
  idempotency_busy:
    'Una solicitud con esta Idempotency-Key aún está en curso. Inténtelo de nuevo cuando haya terminado.',
  idempotency_mismatch:
    'Esta Idempotency-Key se usó para otra solicitud. Tome una clave nueva para una solicitud nueva.',
  values_would_be_lost:
    'Rechazado: {count} registros tienen un valor en {fields}. Repita la solicitud con confirm=1 para eliminar el atributo con sus valores.',
  unsupported_media_type: 'Tipo de medio "{type}" no admitido en la solicitud.',
  too_many_attempts: 'Demasiados intentos fallidos. Inténtelo de nuevo en {seconds} segundos.',
  answer_too_large:
    'La respuesta superaría {limit} bytes. Pida menos campos o registros: fields, filters y limit los eligen.',
  assistant_key_needed:
    'Los asistentes necesitan una clave de API propia: cree una en Preferencias, Claves de API, o con planctl apikey, y envíela como token bearer.',
  too_many_comments:
    'En una hora puede escribir {count} comentarios, con {limit} bytes en total. Inténtelo de nuevo dentro de {seconds} segundos o envíe menos a la vez.',
  too_many_calls:
    'Tiene {limit} solicitudes de asistentes en curso. Espere a que una de ellas reciba respuesta.',
  too_many_streams:
    'Tiene {limit} flujos de eventos abiertos o solicitudes que esperan tareas. Termine uno primero.',
  internal_error:
    'El servicio no pudo procesar la solicitud. Su registro indica el motivo con el identificador de solicitud {request}.',
  scenario_server_unavailable:
    'El servidor de base de datos "{server}" de este escenario no está accesible en este momento. Los demás escenarios funcionan. Inténtelo de nuevo.',
  database_unavailable: 'La base de datos no está accesible en este momento. Inténtelo de nuevo.',
  database_unreachable:
    'No se puede acceder a la base de datos en {place}: {reason}. Compruebe que está en marcha y su dirección en DATABASE_URL.',
  overloaded: 'El servicio está sobrecargado. Inténtelo más tarde.',
  disk_full: 'El disco de la base de datos está lleno: {reason}. Libere espacio e inténtelo de nuevo.',
  statement_timeout: 'La consulta tardó más de lo permitido. Restrinja el filtro o pida menos registros.',
  computation_too_large:
    'El cálculo tarda más de {seconds} segundos o necesita demasiada memoria. Pida un período más corto o dé menos entradas a los calendarios.',
  task_check_timeout:
    'La función {part} de la tarea «{task}» no terminó en {seconds} segundos. Comuníquelo al autor de su módulo de extensión.',
  shutting_down: 'El servicio se está deteniendo. Inténtelo de nuevo.',
  canceled: 'Cancelado.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'un número entero de {least} a {most}',
  number_between: 'un número de {least} a {most}',
  menu_needs: 'Primero hacen falta: {entities}.',
  filter_shape:
    'Esto no es un filtro: {value}. Escriba un objeto con field, lookup y value, o uno con and, or (listas) o not alrededor de esos objetos.',
  filter_field: 'No hay ningún campo "{value}" por el que filtrar.',
  filter_too_large: 'Un filtro tiene como máximo {limit} condiciones.',
  count_differs:
    'Ahora coinciden {found} registros, no {expected}. No se ha cambiado nada: revise la selección.',
  trial_outdated:
    'Los datos han cambiado desde esta prueba y el plan sería otro. No se ha guardado nada; pruebe de nuevo.',
  unknown_trial: 'Esta prueba ya no se conoce. Las pruebas se conservan {minutes} minutos; pruebe de nuevo.',
  cursor_expired:
    'Ya no se conservan todos los cambios desde este cursor. Lea por completo lo que necesite y siga a partir del cursor {cursor}.',
  plan_changes_expired:
    'Ya no se conserva lo que cambió el plan {plan}. Los cambios de los planes se conservan tanto tiempo como el registro de cambios.',
  too_many_tasks: 'Tiene {limit} tareas en espera. Espere a que terminen algunas o cancélelas.',
  too_many_trials: 'Tiene {limit} preguntas sobre el plan en curso. Espere a que se responda una de ellas.',
  live_plan_unavailable:
    'El plan de este escenario no se puede probar en este momento: {reason} Inténtelo de nuevo en un momento.',
  unknown_change_set:
    'No hay ningún conjunto de cambios {changeset}. La auditoría muestra los que se conservan.',
  undo_conflict:
    'El conjunto de cambios {changeset} no se puede deshacer así: {count} de sus registros están en conflicto con lo escrito desde entonces. No se ha cambiado nada.',
  cannot_undo_replaced:
    'El conjunto de cambios {changeset} sustituyó todos los datos del escenario y no se puede deshacer registro por registro. Deshaga una promoción en la lista de escenarios o restaure una copia de seguridad.',
  cannot_undo_counts:
    'El conjunto de cambios {changeset} no se puede deshacer: solo se conservó el número de sus registros. Restaure una copia de seguridad o importe los datos anteriores.',
  cannot_undo_plan:
    'El conjunto de cambios {changeset} es un plan. Ejecute el plan de nuevo en lugar de deshacerlo.',
  cannot_undo_shared:
    'El conjunto de cambios {changeset} modificó registros que comparten todos los escenarios, como usuarios y permisos. Cámbielos donde se administran.',
  cannot_undo_unknown:
    'El conjunto de cambios {changeset} modificó registros de una entidad que ya no está en uso. Active su módulo de extensión y deshágalo después.',
  undo_title: 'Deshacer el conjunto de cambios {changeset}',
  undo_title_several: 'Deshacer {count} conjuntos de cambios',
  undo_conflict_several:
    'Estos {sets} conjuntos de cambios no se pueden deshacer así: {count} de sus registros están en conflicto con cambios posteriores. No se ha cambiado nada.',
  nothing_to_undo:
    'Ningún conjunto de cambios que se pueda deshacer coincide. Elija otro periodo, usuario o tarea.',
  too_many_change_sets:
    'Coinciden más de {most} conjuntos de cambios. Elija un periodo más corto, un usuario o una tarea.',
  undo_criteria_missing: 'Elija los conjuntos de cambios con al menos uno de {names}.',
  webhook_refused:
    'El destino rechazó el mensaje {delivery} durante días, por lo que el webhook se desactivó. Actívelo cuando el destino vuelva a funcionar.',
  webhook_gap:
    'Eventos posteriores al cursor de este webhook se eliminaron del registro antes de enviarse. El destino recibió un mensaje de tipo «gap» y debe leer las listas completas.',
  releases_rejected: 'Órdenes rechazadas: {count}. {reference}: {reason}',
  no_ancestor:
    'No se sabe qué ha cambiado «{a}» desde que se separó de «{b}» ({entity}): el registro de cambios no llega tan atrás. Elija registros de la diferencia y tómelos tal como están ("base": "none"), o copie el escenario de nuevo.',
  not_mergeable:
    'Los registros de «{entity}» no se pueden tomar de otro escenario: no existen o los crea la planificación. Indique otra entidad.',
  merge_title: 'Cambios de «{scenario}»',
  unknown_proposal: 'En este escenario no hay ninguna propuesta {id} que pueda ver.',
  proposal_state: 'Ya no se puede hacer con la propuesta {id}: su estado es «{state}».',
  proposal_conflict:
    'La propuesta {id} no se puede aplicar así: {count} de sus cambios entran en conflicto con lo escrito desde entonces. Decida los conflictos y aplíquela después. No se ha cambiado nada.',
  proposal_not_approved:
    'La propuesta {id} necesita antes una aprobación de: {groups}. No se ha cambiado nada.',
  own_proposal: 'La propuesta {id} es suya: otra persona tiene que aprobarla.',
  too_many_proposals:
    'Tiene {limit} propuestas que no están aplicadas ni rechazadas. Aplique o retire antes algunas.',
  proposal_too_large:
    'La propuesta {id} tiene {edits} cambios; el plan se prueba con {limit} como máximo. Copie el escenario, aplique allí los cambios y ejecute el plan.',
  edited_twice: 'El registro «{value}» ya tiene un cambio, en {place}. Reúna los dos en uno.',
  no_such_conflict:
    'No hay tal conflicto del registro «{value}». Vuelva a leer la propuesta: enumera los conflictos.',
  choice_impossible:
    'El registro «{value}» ya no existe y sus cambios no se pueden aplicar. Tome «present» para omitirlos.',
  edit_conflict:
    'Otros han cambiado {count} de estos registros desde que se leyeron. No se ha guardado nada.',
  already_set_up: 'El primer usuario ya existe. Inicie sesión o pida una cuenta a un administrador.',
  wrong_password: 'Esta no es su contraseña.',
  value_too_large: 'Esto supera el límite de {limit} bytes.',
  right_manage_users: 'Administrar usuarios y grupos',
  right_try_plan: 'Probar cambios del plan y prometer fechas',
  right_add_proposal: 'Proponer cambios',
  right_view_proposal: 'Ver propuestas de otros',
  right_approve_proposal: 'Aprobar y rechazar propuestas',
  right_manage_files: 'Administrar archivos de datos',
  right_copy_scenario: 'Copiar escenarios',
  right_release_scenario: 'Desocupar escenarios',
  right_promote_scenario: 'Promover escenarios a producción',
}
