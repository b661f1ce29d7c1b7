/** French wording of the messages. */
import { frChecks } from './checks/fr.ts'
import { frMails } from './mails/fr.ts'
import type { MessageTexts } from '../messages.ts'

export const fr: Partial<MessageTexts> = {
  // Field values
  required: 'Ce champ est obligatoire.',
  null: 'Ce champ ne peut pas être nul.',
  blank: 'Ce champ ne peut pas être vide.',
  invalid_number: 'Un nombre valide est requis.',
  invalid_decimal:
    'Un nombre valide est requis, avec « {separator} » devant les décimales et sans autre séparateur.',
  invalid_date_style:
    "Écrivez cette date sous la forme {style} ou YYYY-MM-DD, avec l'heure après une espace si elle compte.",
  date_is_number:
    '{value} est un simple nombre, pas une date. Donnez à la colonne le format date dans le tableur, ou écrivez les dates sous la forme YYYY-MM-DD.',
  date_order_unknown:
    "Écrivez les dates en commençant par l'année (YYYY-MM-DD), ou faites fixer l'ordre du jour et du mois dans le paramètre DATE_STYLE.",
  no_time_of_day: "Une heure n'a pas sa place ici : il s'agit d'une date.",
  invalid_integer: 'Un nombre entier valide est requis.',
  invalid_boolean:
    'Doit être un booléen valide. Écrivez vrai, oui, true, yes ou 1, sinon faux, non, false, no ou 0.',
  invalid_text: "Ce n'est pas un texte valide.",
  invalid_choice: `"{value}" n'est pas un choix valide. Utilisez une des valeurs : {choices}.`,
  not_offered: `"{value}" n'est pas un choix valide.`,
  invalid_reference: `Clé "{value}" non valide : l'objet n'existe pas.`,
  location_needed: 'L’article "{item}" n’est pas stocké sur un seul site : indiquez le site qui le livre.',
  invalid_datetime:
    "Le format de la date et de l'heure est erroné. Utilisez un des formats suivants : YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
  parameter_moment:
    'Le paramètre « {name} » ne peut pas être « {value} ». Écrivez now, today ou un moment tel que 2026-12-01 08:00:00.',
  parameter_days:
    'Le paramètre « {name} » ne peut pas être « {value} ». Écrivez un nombre de jours d’au moins 0 tel que 1.5, ou une durée telle que 2 weeks.',
  parameter_seconds:
    'Le paramètre « {name} » ne peut pas être « {value} ». Écrivez un nombre de secondes d’au moins 0 tel que 3600, ou une durée telle que 1 h.',
  parameter_quantity:
    'Le paramètre « {name} » ne peut pas être « {value} ». Écrivez un nombre d’au moins 0 tel que 2.5.',
  parameter_count:
    'Le paramètre « {name} » ne peut pas être « {value} ». Écrivez un nombre entier d’au moins 1 tel que 5.',
  parameter_boolean: 'Le paramètre « {name} » ne peut pas être « {value} ». Écrivez true ou false.',
  end_before_start: 'La fin, {end}, précède le début, {start}. Corrigez l’une des deux dates.',
  in_the_past: 'Cette date est passée.',
  invalid_date: 'Le format de la date est erroné. Utilisez un des formats suivants : YYYY-MM-DD.',
  invalid_time: "Le format de l'heure est erroné. Utilisez un des formats suivants : hh:mm[:ss[.uuuuuu]].",
  invalid_duration:
    'Le format de la durée est erroné. Utilisez un des formats suivants : [DD] [HH:[MM:]]ss[.uuuuuu], un nombre de secondes, ISO 8601 ou des quantités avec unités comme 30 d ou 2 h 30 min.',
  invalid_json: 'La valeur doit être un JSON valide.',
  out_of_range: '"{value}" est hors limites.',
  below_minimum: 'Cette valeur doit être supérieure ou égale à {minimum}.',
  not_plannable_date:
    'Écrivez une date à partir du {from} et avant le {before} : les autres ne peuvent pas être planifiées.',
  too_long: 'Ce champ ne doit pas comporter plus de {limit} caractères.',
  too_long_to_index:
    'Ce champ ne doit pas dépasser {limit} octets en UTF-8 : des valeurs plus longues ne peuvent pas être indexées.',
  nul_character: 'Les caractères nuls ne sont pas autorisés.',
  control_character: 'Les caractères de contrôle, tels que les retours à la ligne, ne sont pas autorisés.',
  lone_surrogate: "Le texte n'est pas de l'Unicode valide.",
  duplicate: 'Un enregistrement avec cette valeur existe déjà.',
  duplicate_natural_key: 'Les champs {fields} doivent former un ensemble unique.',
  unknown_field: 'Champ inconnu.',
  unknown_query_parameter: 'Paramètre inconnu.',
  readonly_field: 'Ce champ est en lecture seule.',
  not_an_object: 'Données non valides. Un objet est attendu, reçu : {type}.',
  not_a_list: "Une liste d'éléments est attendue.",
  nested: '{field} : {message}',
  unknown_key: `Aucun enregistrement n'a la clé "{value}".`,
  wrong_order_type: `L'ordre "{value}" existe déjà avec le type {type}.`,
  not_permitted: "Vous n'avez pas le droit d'effectuer cette action sur cet enregistrement : {action}.",
  scenario_is_free:
    'Le scénario "{value}" est libre : il ne contient pas de données et personne n\'y a accès. Copiez-y d\'abord un scénario.',
  own_ancestor: 'Un enregistrement ne peut pas être son propre ancêtre.',
  key_changed: `La clé d'un enregistrement ne peut pas être modifiée ; l'URL indique "{value}".`,
  other_parent: 'Ceci fait partie de « {parent} » et ne peut pas désigner un autre ordre.',
  alias_conflict: `Ce champ et "{other}" sont identiques et ont des valeurs différentes ; n'en donnez qu'un.`,
  invalid_lookup: `La comparaison "{lookup}" n'est pas disponible pour ce champ. Possibles : {lookups}.`,
  not_viewable: 'Ceci porte sur des champs de {entity}, que vous n’avez pas la permission de voir.',
  too_many_values: 'Indiquez au plus {limit} valeurs.',
  invalid_page: 'Une valeur valide est requise : {expected}.',
  invalid_event_cursor:
    '« {value} » n’est pas un curseur. Indiquez le curseur d’un événement ou celui de l’en-tête X-Cursor, tel quel.',
  not_followed:
    'Les modifications de {entity} ne sont pas conservées enregistrement par enregistrement et ne peuvent pas être suivies. Lisez la liste entière.',
  unknown_entity_of_key:
    'L’entité « {value} » n’existe pas. Indiquez des noms complets séparés par des virgules, comme input.demand.',
  invalid_endpoint:
    'Indiquez l’adresse d’un point de terminaison, comme https://erp.example.com/hooks, sans nom d’utilisateur ni mot de passe.',
  unclosed_quote:
    'Une valeur entre guillemets de la liste n’est pas fermée ; doublez les guillemets à l’intérieur d’une valeur.',
  whole_number_from: 'un entier d’au moins {limit}',
  cursor_of_this_list: 'un curseur de cette liste et de cet ordre',
  invalid_range: 'Saisissez deux valeurs séparées par une virgule ; les deux bornes sont incluses.',
  conflicting_paging: 'Ne peut pas être combiné avec "{other}".',
  group_field:
    'Impossible de grouper par "{value}" : utilisez des noms de champs, pour les dates aussi avec __day, __week ou __month à la fin.',
  measure_field:
    'Impossible de calculer "{value}" : utilisez <field>__sum, __avg, __min ou __max pour les nombres et les durées, __min ou __max pour les dates.',
  unknown_order: `Impossible de trier par "{value}" : utilisez des noms de champs, précédés de "-" pour l'ordre décroissant.`,
  unknown_output_field: 'Champ inconnu "{value}".',
  list_as_output_field:
    '"{value}" est une liste d\'enregistrements, que ce format ne peut pas contenir. Utilisez format=json ou demandez les enregistrements de {entity}.',
  // Accounts and rights
  password_too_short: 'Ce mot de passe est trop court. Il doit contenir au moins {limit} caractères.',
  password_edges: 'Un mot de passe ne peut ni commencer ni finir par un espace.',
  password_is_name: "Ce mot de passe ressemble trop au nom d'utilisateur ou à l'adresse e-mail.",
  password_too_common: "Ce mot de passe est trop courant. Choisissez-en un que d'autres n'utilisent pas.",
  not_a_list_of_names: 'Une liste de noms est attendue.',
  unknown_group: `Le groupe "{value}" n'existe pas. Groupes existants : {known}.`,
  unknown_permission: `Le droit "{value}" n'existe pas. Les droits se nomment <app>.<view|add|change|delete>_<model>, par exemple input.view_demand.`,
  grants_more: `Vous ne pouvez pas accorder "{value}", qui contient des droits que vous n'avez pas : {missing}.`,
  takes_more:
    'Vous ne pouvez pas retirer « {value} », car cela comporte des droits que vous n’avez pas : {missing}.',
  group_out_of_reach:
    'Le groupe « {value} » comporte des droits que vous n’avez pas : {missing}. Seule une personne qui les a tous peut le modifier ou le supprimer.',
  superusers_only: 'Seul un super-utilisateur peut modifier ceci.',
  field_not_permitted: "Vous n'avez pas le droit de modifier ce champ.",
  own_password:
    'Modifiez votre propre mot de passe en indiquant l’actuel : sur la page de votre compte ou avec POST /api/me/password/.',
  user_name_alike:
    '« {value} » ressemble au nom d’utilisateur « {other} ». Choisissez un nom qui ne prête pas à confusion.',
  user_name_invisible:
    'Un nom d’utilisateur ne peut contenir ni caractères invisibles ni espaces autres que l’espace ordinaire.',
  account_out_of_reach: `L'utilisateur "{value}" a des droits que vous n'avez pas. Seul quelqu'un qui les a tous peut modifier ceci.`,
  shared_group:
    'Le groupe "{value}" a des membres dans le scénario "{scenario}", dont vous ne pouvez pas gérer les utilisateurs.',
  invalid_attribute_name:
    '"{value}" ne peut pas nommer un attribut. Utilisez des lettres minuscules, des chiffres et des traits de soulignement simples, en commençant par une lettre.',
  reserved_attribute_name: '"{value}" est un nom réservé. Choisissez-en un autre.',
  attribute_name_taken: '{entity} a déjà un champ "{value}".',
  attribute_label_taken: '{entity} a déjà un champ intitulé "{value}".',
  attribute_fixed: 'Ceci ne peut pas être modifié ; la valeur est "{value}". Créez plutôt un autre attribut.',
  too_many_attributes:
    '{entity} a {limit} champs, le maximum. Supprimez des attributs que personne n’utilise.',
  not_extensible: `"{value}" n'est pas une entité qui peut avoir des attributs.`,
  either_sql_or_report: 'Indiquez soit une requête SQL, soit un rapport, pas les deux ni aucun.',
  unknown_report: 'Il n\'existe ni entité ni rapport "{value}". Rapports : {known}.',
  arguments_of_report: "Les arguments appartiennent à un rapport ; une requête SQL n'en a pas.",
  not_one_of: '"{value}" ne fait pas partie de ces valeurs : {known}.',
  one_parameter_needed: 'Indiquez l’un de ces paramètres : {names}.',
  not_after: 'Cette valeur doit être postérieure à {other}.',
  no_buckets: 'Il n’y a pas encore de périodes. Lancez d’abord la tâche createbuckets.',
  // Errors
  bad_request: '{reason}',
  malformed_url: `L'URL contient "{part}", qui n'est pas un codage pourcent valide en UTF-8. Écrivez le signe pourcent %25.`,
  malformed_json: 'Erreur de lecture du JSON : {reason}',
  malformed_body: 'Le corps de la requête ne peut pas être lu : {reason}',
  invalid_parameter: `Le paramètre "{name}" n'est pas valide : {reason}`,
  unknown_parameter: 'Paramètre inconnu "{name}". {remedy}',
  invalid_record: 'Les données ne sont pas valides.',
  key_mismatch: "La clé dans le corps diffère de la clé dans l'URL.",
  delete_all_refused:
    "Refusé : le filtre correspond à tous les {total} enregistrements de la table. Le nombre d'enregistrements supprimés doit être inférieur au nombre total d'enregistrements de la table.",
  condition_on_list: 'If-Match ne vaut que pour un seul enregistrement : modifiez-le à sa propre URL.',
  last_superuser:
    'Refusé : il ne resterait aucun superutilisateur du scénario default. Nommez d’abord un autre utilisateur actif.',
  not_authenticated: "Les informations d'authentification manquent ou ne sont pas valides.",
  permission_denied: "Vous n'avez pas le droit d'effectuer cette action.",
  csrf_failed:
    "Le jeton CSRF manque ou est erroné. Envoyez la valeur du cookie csrftoken dans l'en-tête X-CSRFToken.",
  cross_site:
    "Refusé : une page d'un autre site a demandé cette modification. Les sites qui en ont le droit figurent dans le paramètre CORS_ORIGINS.",
  not_found: 'Introuvable.',
  second_factor_required: 'Saisissez le code de votre application d’authentification ou un code de secours.',
  second_factor_wrong:
    'Ce code est faux ou a déjà servi. Attendez le suivant ou utilisez un code de secours.',
  passkey_refused:
    'La clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous avec votre mot de passe.',
  second_factor_basic:
    'Cet utilisateur se connecte avec un second facteur : un mot de passe seul est refusé. Créez une clé API dans les préférences et envoyez-la comme jeton bearer, ou réglez BASIC_WITH_SECOND_FACTOR.',
  second_factor_missing: 'Configurez d’abord un second facteur : dans un navigateur ou par /api/me/factors/.',
  second_factor_exists: 'Les codes sont déjà configurés comme second facteur. Supprimez-les d’abord.',
  second_factor_elsewhere:
    'Vous vous connectez par un fournisseur, qui demande lui-même le second facteur. Il n’y a rien à configurer ici.',
  passkeys_without_address:
    'Les clés d’accès dépendent de l’adresse du service, qu’il ne connaît pas. Réglez BASE_URL.',
  too_many_passkeys:
    'Un utilisateur a au plus {limit} clés d’accès. Supprimez-en une dont vous n’avez pas besoin.',
  sign_on_refused: 'La connexion par un fournisseur a été refusée : {reason}.',
  sign_on_failed: 'La connexion par le fournisseur a échoué : {reason}',
  outside_base_path:
    'Le service se trouve sous {base} (paramètre BASE_PATH). Commencez les chemins par ce préfixe et laissez le proxy les transmettre tels quels.',
  unknown_format: 'Format inconnu "{format}". Utilisez un des formats : {formats}.',
  unknown_scenario: 'Introuvable.',
  scenario_missing: 'Il n’existe pas de scénario "{name}".',
  unknown_user: `Aucun utilisateur n'a le nom ou l'adresse e-mail "{value}".`,
  method_not_allowed: `La méthode "{method}" n'est pas autorisée.`,
  request_timeout: 'Le corps de la requête est arrivé trop lentement. Envoyez-la de nouveau.',
  not_acceptable: "L'en-tête Accept de la requête ne peut pas être satisfait.",
  already_exists: 'Un enregistrement avec cette clé existe déjà.',
  conflict:
    "L'enregistrement a été modifié par quelqu'un d'autre au même moment. Relisez-le et refaites la modification.",
  unknown_task: 'Il n\'existe pas de tâche "{name}".',
  task_finished: 'La tâche {name} ({id}) est déjà terminée.',
  scenario_busy: 'Le scénario "{scenario}" est occupé. Réessayez plus tard.',
  scenario_not_free:
    'Le scénario "{scenario}" n\'est pas libre : son statut est "{status}". Libérez-le d\'abord, ou écrasez-le avec force.',
  scenario_not_in_use:
    'Le scénario "{scenario}" ne contient pas de données : son statut est "{status}". Choisissez-en un qui est utilisé.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'Aucun courriel ne peut être envoyé : le paramètre {setting} manque. Demandez à l’exploitant du service de l’ajouter.',
  mail_failed: 'Le courriel n’a pas pu être envoyé : {reason}',
  invalid_time_zone: '« {value} » n’est pas un fuseau horaire. Utilisez un nom IANA tel que Europe/Brussels.',
  invalid_start_time: '« {value} » n’est pas une heure. Écrivez HH:MM, de 00:00 à 23:59.',
  address_not_allowed:
    'Aucun courriel n’est envoyé à {value} : l’adresse n’est celle d’aucun utilisateur, et le paramètre EMAIL_RECIPIENTS ne l’autorise pas. Choisissez-en une autre, ou faites-la ajouter à ce paramètre.',
  invalid_address: '« {value} » n’est pas une adresse électronique. Séparez-en plusieurs par des virgules.',
  step_shape: 'L’étape {step} doit être un objet avec « task », « arguments » et « abort_on_failure ».',
  step_unknown_task: 'Étape {step} : la tâche « {value} » n’existe pas.',
  step_not_allowed: 'Étape {step} : vous n’avez pas le droit d’exécuter {task}.',
  step_argument: 'Étape {step}, {task} : {message}',
  step_secret:
    'Étape {step} : {task} exige « {argument} », qui est secret et ne peut être conservé dans une planification.',
  step_cycle: 'Étape {step} : le groupe « {value} » s’exécuterait lui-même : {path}.',
  step_unknown_group: 'Étape {step} : le groupe « {value} » n’existe pas.',
  step_other_scenario:
    'Étape {step} : le groupe « {value} » appartient au scénario « {other} », celui-ci à « {scenario} ».',
  steps_empty: 'Un groupe activé doit avoir au moins une étape.',
  group_in_use: 'Le groupe « {name} » est une étape de {groups}. Retirez-le d’abord de là.',
  ...frMails,
  ...frChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'Le nom de fichier "{name}" n\'est pas autorisé. Utilisez un nom simple de 255 octets au plus, sans dossiers, ne commençant pas par un point et sans caractères de contrôle ni aucun des caractères \\ / : * ? " < > |.',
  missing_file_selection: 'Aucun fichier sélectionné',
  unknown_file: 'Ce dossier ne contient pas de fichier "{name}".',
  unknown_upload:
    "Ce fichier n'est plus conservé : il a été importé, ou un jour s'est écoulé depuis. Envoyez-le de nouveau.",
  file_too_large: 'Le fichier dépasse la limite de {limit} octets. Le paramètre MAX_FILE_SIZE en décide.',
  folder_full:
    'Le dossier est plein : ses fichiers peuvent occuper {limit} octets au total, selon le paramètre MAX_FOLDER_SIZE. Supprimez les fichiers devenus inutiles.',
  folder_unusable:
    'Le dossier des fichiers est inutilisable ({reason}). Vérifiez le paramètre UPLOADFILEFOLDER et les droits du service sur ce dossier.',
  folder_disk_full:
    "Le disque qui contient le dossier des fichiers est plein. Libérez de l'espace et réessayez.",
  file_changed: 'Le fichier a été remplacé pendant sa lecture. Réessayez.',
  store_unavailable:
    'Le stockage d’objets des fichiers est injoignable ({reason}). Réessayez dans un instant ; si cela ne suffit pas, vérifiez FILES_URL et FILES_ENDPOINT.',
  store_refused:
    'Le stockage d’objets refuse l’accès aux fichiers ({reason}). Vérifiez FILES_URL, FILES_REGION et les identifiants du service pour le bucket.',
  log_unusable:
    'Le journal ne peut pas être lu ({reason}). Vérifiez le paramètre LOGDIR et les droits du service sur ce dossier.',
  export_failed: "L'export a échoué : {reason}",
  file_named_twice: 'Deux fichiers de cette requête portent ce nom. Le premier est conservé.',
  precondition_failed: "L'enregistrement a changé depuis sa lecture. Relisez-le et refaites la modification.",
  body_too_large: 'Le corps de la requête dépasse la limite de {limit} octets.',
  body_too_complex:
    'Le corps de la requête contient plus de {limit} valeurs. Envoyez-le en plusieurs requêtes.',
  record_too_large: 'Un enregistrement dépasse la limite de {limit} octets.',
  idempotency_busy:
    'Une requête avec cette Idempotency-Key est encore en cours. Réessayez quand elle sera terminée.',
  idempotency_mismatch:
    'Cette Idempotency-Key a servi à une autre requête. Prenez une nouvelle clé pour une nouvelle requête.',
  values_would_be_lost:
    "Refusé : {count} enregistrements ont une valeur dans {fields}. Répétez la requête avec confirm=1 pour supprimer l'attribut avec ses valeurs.",
  unsupported_media_type: 'Type de média "{type}" non pris en charge dans la requête.',
  too_many_attempts: 'Trop de tentatives échouées. Réessayez dans {seconds} secondes.',
  answer_too_large:
    'La réponse dépasserait {limit} octets. Demandez moins de champs ou d’enregistrements : fields, filters et limit les choisissent.',
  assistant_key_needed:
    'Les assistants ont besoin de leur propre clé d’API : créez-en une sous Préférences, Clés d’API, ou avec planctl apikey, et envoyez-la comme jeton bearer.',
  too_many_comments:
    'Vous pouvez écrire {count} commentaires, et {limit} octets en tout, en une heure. Réessayez dans {seconds} secondes, ou envoyez-en moins à la fois.',
  too_many_calls:
    'Vous avez {limit} requêtes d’assistants en cours. Attendez que l’une d’elles ait reçu sa réponse.',
  too_many_streams:
    'Vous avez {limit} flux d’événements ouverts ou requêtes en attente de tâches. Terminez-en un d’abord.',
  internal_error:
    "Le service n'a pas pu traiter la requête. Son journal en indique la raison sous l'identifiant de requête {request}.",
  scenario_server_unavailable:
    'Le serveur de base de données "{server}" de ce scénario est inaccessible pour le moment. Les autres scénarios fonctionnent. Réessayez.',
  database_unavailable: 'La base de données est inaccessible pour le moment. Réessayez.',
  database_unreachable:
    'La base de données à {place} est inaccessible : {reason}. Vérifiez qu’elle fonctionne, et son adresse dans DATABASE_URL.',
  overloaded: 'Le service est surchargé. Réessayez plus tard.',
  disk_full: 'Le disque de la base de données est plein : {reason}. Libérez de la place et réessayez.',
  statement_timeout:
    "La requête a duré plus longtemps que permis. Restreignez le filtre ou demandez moins d'enregistrements.",
  computation_too_large:
    "Le calcul dure plus de {seconds} secondes ou demande trop de mémoire. Demandez une période plus courte ou donnez moins d'entrées aux calendriers.",
  task_check_timeout:
    "La fonction {part} de la tâche « {task} » ne s'est pas terminée en {seconds} secondes. Signalez-le à l'auteur de son module d'extension.",
  shutting_down: "Le service s'arrête. Réessayez.",
  canceled: 'Annulé.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'un entier de {least} à {most}',
  number_between: 'un nombre de {least} à {most}',
  menu_needs: 'Nécessite d’abord : {entities}.',
  filter_shape:
    'Ceci n’est pas un filtre : {value}. Écrivez un objet avec field, lookup et value, ou un objet and, or (listes) ou not autour de tels objets.',
  filter_field: 'Il n’y a pas de champ "{value}" par lequel filtrer.',
  filter_too_large: 'Un filtre a au plus {limit} conditions.',
  count_differs:
    '{found} enregistrements correspondent à présent, et non {expected}. Rien n’a été modifié : revoyez la sélection.',
  trial_outdated:
    'Les données ont changé depuis cet essai et le plan serait différent. Rien n’a été enregistré ; refaites l’essai.',
  unknown_trial:
    'Cet essai n’est plus connu. Les essais sont conservés {minutes} minutes ; refaites l’essai.',
  cursor_expired:
    'Les modifications depuis ce curseur ne sont plus toutes conservées. Lisez entièrement ce dont vous avez besoin, puis suivez à partir du curseur {cursor}.',
  plan_changes_expired:
    'Ce que le plan {plan} a modifié n’est plus conservé. Les modifications des plans sont conservées aussi longtemps que le journal des modifications.',
  too_many_tasks:
    '{limit} de vos tâches sont en attente. Attendez que certaines se terminent, ou annulez-les.',
  too_many_trials:
    'Vous avez {limit} questions sur le plan en cours. Attendez que l’une d’elles ait reçu sa réponse.',
  live_plan_unavailable:
    'Le plan de ce scénario ne peut pas être essayé pour le moment : {reason} Réessayez dans un instant.',
  unknown_change_set:
    'Il n’y a pas de lot de modifications {changeset}. L’audit montre ceux qui sont conservés.',
  undo_conflict:
    'Le lot de modifications {changeset} ne peut pas être annulé tel quel : {count} de ses enregistrements sont en conflit avec ce qui a été écrit depuis. Rien n’a été modifié.',
  cannot_undo_replaced:
    'Le lot de modifications {changeset} a remplacé toutes les données du scénario et ne peut pas être annulé enregistrement par enregistrement. Annulez une promotion dans la liste des scénarios ou restaurez une sauvegarde.',
  cannot_undo_counts:
    'Le lot de modifications {changeset} ne peut pas être annulé : seul le nombre de ses enregistrements a été conservé. Restaurez une sauvegarde ou importez les anciennes données.',
  cannot_undo_plan: 'Le lot de modifications {changeset} est un plan. Relancez le plan au lieu de l’annuler.',
  cannot_undo_shared:
    'Le lot de modifications {changeset} a modifié des enregistrements communs à tous les scénarios, comme les utilisateurs et les droits. Modifiez-les là où ils sont gérés.',
  cannot_undo_unknown:
    'Le lot de modifications {changeset} a modifié des enregistrements d’une entité qui n’est plus utilisée. Activez son module d’extension, puis annulez-le.',
  undo_title: 'Annuler le jeu de modifications {changeset}',
  undo_title_several: 'Annuler {count} jeux de modifications',
  undo_conflict_several:
    'Ces {sets} jeux de modifications ne peuvent pas être annulés tels quels : {count} de leurs enregistrements sont en conflit avec des modifications ultérieures. Rien n’a été modifié.',
  nothing_to_undo:
    'Aucun jeu de modifications annulable ne correspond. Choisissez une autre période, un autre utilisateur ou une autre tâche.',
  too_many_change_sets:
    'Plus de {most} jeux de modifications correspondent. Choisissez une période plus courte, un utilisateur ou une tâche.',
  undo_criteria_missing: 'Choisissez les jeux de modifications à annuler avec au moins un de {names}.',
  webhook_refused:
    'Le point de terminaison a refusé le message {delivery} pendant des jours ; le webhook a donc été désactivé. Réactivez-le quand le point de terminaison fonctionne de nouveau.',
  webhook_gap:
    'Des événements postérieurs au curseur de ce webhook ont été supprimés du journal avant leur envoi. Le point de terminaison a reçu un message de type « gap » et doit relire les listes en entier.',
  releases_rejected: 'Ordres rejetés : {count}. {reference} : {reason}',
  no_ancestor:
    'On ne sait pas ce que « {a} » a modifié depuis sa séparation de « {b} » ({entity}) : le journal des modifications ne remonte pas assez loin. Choisissez des enregistrements de la différence et reprenez-les tels quels ("base": "none"), ou copiez à nouveau le scénario.',
  not_mergeable:
    'Les enregistrements de « {entity} » ne peuvent pas être repris d’un autre scénario : il n’y en a pas, ou la planification les crée. Indiquez une autre entité.',
  merge_title: 'Modifications de « {scenario} »',
  unknown_proposal: 'Il n’y a pas dans ce scénario de proposition {id} que vous puissiez voir.',
  proposal_state: 'Ce n’est plus possible avec la proposition {id} : son état est « {state} ».',
  proposal_conflict:
    'La proposition {id} ne peut pas être appliquée ainsi : {count} de ses modifications sont en conflit avec ce qui a été écrit depuis. Tranchez les conflits, puis appliquez-la. Rien n’a été modifié.',
  proposal_not_approved:
    'La proposition {id} a d’abord besoin d’une approbation de : {groups}. Rien n’a été modifié.',
  own_proposal: 'La proposition {id} est la vôtre : quelqu’un d’autre doit l’approuver.',
  too_many_proposals:
    'Vous avez {limit} propositions ni appliquées ni rejetées. Appliquez-en ou retirez-en d’abord.',
  proposal_too_large:
    'La proposition {id} a {edits} modifications ; le plan est essayé avec {limit} au plus. Copiez le scénario, appliquez-y les modifications et lancez le plan.',
  edited_twice: 'L’enregistrement « {value} » a déjà une modification, à {place}. Réunissez les deux.',
  no_such_conflict:
    'Il n’y a pas de tel conflit de l’enregistrement « {value} ». Relisez la proposition : elle énumère les conflits.',
  choice_impossible:
    'L’enregistrement « {value} » n’existe plus, ses modifications ne peuvent pas être appliquées. Prenez « present » pour les laisser de côté.',
  edit_conflict:
    'D’autres ont modifié {count} de ces enregistrements depuis leur lecture. Rien n’a été enregistré.',
  already_set_up:
    'Le premier utilisateur existe déjà. Connectez-vous, ou demandez un compte à un administrateur.',
  wrong_password: 'Ce n’est pas votre mot de passe.',
  value_too_large: 'Ceci dépasse la limite de {limit} octets.',
  right_manage_users: 'Gérer les utilisateurs et les groupes',
  right_try_plan: 'Essayer des changements du plan et promettre des dates',
  right_add_proposal: 'Proposer des modifications',
  right_view_proposal: 'Voir les propositions des autres',
  right_approve_proposal: 'Approuver et rejeter des propositions',
  right_manage_files: 'Gérer les fichiers de données',
  right_copy_scenario: 'Copier des scénarios',
  right_release_scenario: 'Libérer des scénarios',
  right_promote_scenario: 'Promouvoir des scénarios en production',
}
