/** German wording of the messages. */
import { deChecks } from './checks/de.ts'
import { deMails } from './mails/de.ts'
import type { MessageTexts } from '../messages.ts'

export const de: Partial<MessageTexts> = {
  // Field values
  required: 'Dieses Feld ist erforderlich.',
  null: 'Dieses Feld darf nicht null sein.',
  blank: 'Dieses Feld darf nicht leer sein.',
  invalid_number: 'Eine gültige Zahl ist erforderlich.',
  invalid_decimal:
    'Eine gültige Zahl ist erforderlich, mit "{separator}" vor den Nachkommastellen und ohne andere Trennzeichen.',
  invalid_date_style:
    'Schreiben Sie dieses Datum als {style} oder YYYY-MM-DD, wo nötig mit der Uhrzeit nach einem Leerzeichen.',
  date_is_number:
    '{value} ist eine bloße Zahl und kein Datum. Formatieren Sie die Spalte im Tabellenprogramm als Datum, oder schreiben Sie Daten als YYYY-MM-DD.',
  date_order_unknown:
    'Schreiben Sie Daten mit dem Jahr zuerst (YYYY-MM-DD), oder lassen Sie die Reihenfolge von Tag und Monat in der Einstellung DATE_STYLE festlegen.',
  no_time_of_day: 'Eine Uhrzeit gehört nicht hierher: dies ist ein Datum.',
  invalid_integer: 'Eine gültige ganze Zahl ist erforderlich.',
  invalid_boolean:
    'Es muss ein gültiger Wahrheitswert sein. Schreiben Sie wahr, ja, true, yes oder 1, sonst falsch, nein, false, no oder 0.',
  invalid_text: 'Kein gültiger Text.',
  invalid_choice: '"{value}" ist keine gültige Auswahl. Verwenden Sie einen der Werte: {choices}.',
  not_offered: '"{value}" ist keine gültige Auswahl.',
  invalid_reference: 'Ungültiger Schlüssel "{value}": das Objekt existiert nicht.',
  location_needed:
    'Der Artikel "{item}" liegt nicht an genau einem Standort: geben Sie den Standort an, der ihn liefert.',
  invalid_datetime:
    'Falsches Format für Datum und Uhrzeit. Verwenden Sie eines dieser Formate: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  parameter_moment:
    'Der Parameter „{name}“ kann nicht „{value}“ sein. Schreiben Sie now, today oder einen Zeitpunkt wie 2026-12-01 08:00:00.',
  parameter_days:
    'Der Parameter „{name}“ kann nicht „{value}“ sein. Schreiben Sie eine Anzahl Tage von mindestens 0 wie 1.5 oder eine Dauer wie 2 weeks.',
  parameter_seconds:
    'Der Parameter „{name}“ kann nicht „{value}“ sein. Schreiben Sie eine Anzahl Sekunden von mindestens 0 wie 3600 oder eine Dauer wie 1 h.',
  parameter_quantity:
    'Der Parameter „{name}“ kann nicht „{value}“ sein. Schreiben Sie eine Zahl von mindestens 0 wie 2.5.',
  parameter_count:
    'Der Parameter „{name}“ kann nicht „{value}“ sein. Schreiben Sie eine ganze Zahl von mindestens 1 wie 5.',
  parameter_boolean: 'Der Parameter „{name}“ kann nicht „{value}“ sein. Schreiben Sie true oder false.',
  end_before_start: 'Das Ende, {end}, liegt vor dem Beginn, {start}. Berichtigen Sie eines von beiden.',
  in_the_past: 'Dies liegt in der Vergangenheit.',
  invalid_date: 'Falsches Datumsformat. Verwenden Sie eines dieser Formate: YYYY-MM-DD.',
  invalid_time: 'Falsches Zeitformat. Verwenden Sie eines dieser Formate: hh:mm[:ss[.uuuuuu]].',
  invalid_duration:
    'Falsches Format für eine Dauer. Verwenden Sie eines dieser Formate: [DD] [HH:[MM:]]ss[.uuuuuu], eine Anzahl von Sekunden, ISO 8601 oder Mengen mit Einheiten wie 30 d oder 2 h 30 min.',
  invalid_json: 'Der Wert muss gültiges JSON sein.',
  out_of_range: '"{value}" liegt außerhalb des zulässigen Bereichs.',
  below_minimum: 'Der Wert muss mindestens {minimum} sein.',
  not_plannable_date:
    'Schreiben Sie ein Datum ab {from} und vor {before}: andere können nicht geplant werden.',
  too_long: 'Dieses Feld darf höchstens {limit} Zeichen haben.',
  too_long_to_index:
    'Dieses Feld darf höchstens {limit} Bytes in UTF-8 haben: längere Werte können nicht indiziert werden.',
  nul_character: 'Nullzeichen sind nicht erlaubt.',
  control_character: 'Steuerzeichen wie Zeilenumbrüche sind nicht erlaubt.',
  lone_surrogate: 'Der Text ist kein gültiges Unicode.',
  duplicate: 'Ein Datensatz mit diesem Wert existiert bereits.',
  duplicate_natural_key: 'Die Felder {fields} müssen zusammen eindeutig sein.',
  unknown_field: 'Unbekanntes Feld.',
  unknown_query_parameter: 'Unbekannter Parameter.',
  readonly_field: 'Dieses Feld kann nur gelesen werden.',
  not_an_object: 'Ungültige Daten. Erwartet wurde ein Objekt, gegeben ist {type}.',
  not_a_list: 'Eine Liste von Elementen wurde erwartet.',
  nested: '{field}: {message}',
  unknown_key: 'Es gibt keinen Datensatz mit dem Schlüssel "{value}".',
  wrong_order_type: 'Der Auftrag "{value}" existiert bereits mit dem Typ {type}.',
  not_permitted: 'Sie haben keine Berechtigung, diesen Datensatz zu bearbeiten ({action}).',
  scenario_is_free:
    'Szenario "{value}" ist frei: Es enthält keine Daten, und niemand hat Zugriff darauf. Kopieren Sie zuerst ein Szenario hinein.',
  own_ancestor: 'Ein Datensatz kann nicht sein eigener Vorfahr sein.',
  key_changed: 'Der Schlüssel eines Datensatzes kann nicht geändert werden; die URL nennt "{value}".',
  other_parent: 'Dies gehört zu "{parent}" und kann keinen anderen Auftrag nennen.',
  alias_conflict:
    'Dieses Feld und "{other}" sind dasselbe und haben verschiedene Werte; geben Sie nur eines davon an.',
  invalid_lookup: 'Der Vergleich "{lookup}" ist für dieses Feld nicht verfügbar. Möglich: {lookups}.',
  not_viewable: 'Dies betrifft Felder von {entity}, für deren Ansicht Sie keine Berechtigung haben.',
  too_many_values: 'Geben Sie höchstens {limit} Werte an.',
  invalid_page: 'Ein gültiger Wert ist erforderlich: {expected}.',
  invalid_event_cursor:
    '„{value}“ ist kein Cursor. Geben Sie den Cursor eines Ereignisses oder der Kopfzeile X-Cursor unverändert an.',
  not_followed:
    'Änderungen von {entity} werden nicht Datensatz für Datensatz aufbewahrt und können nicht verfolgt werden. Lesen Sie die ganze Liste.',
  unknown_entity_of_key:
    'Es gibt keine Entität „{value}“. Geben Sie volle Namen durch Kommas getrennt an, etwa input.demand.',
  invalid_endpoint:
    'Geben Sie die Adresse eines Endpunkts an, etwa https://erp.example.com/hooks, ohne Benutzernamen und Passwort.',
  unclosed_quote:
    'Ein Wert der Liste in Anführungszeichen endet nicht mit einem; verdoppeln Sie Anführungszeichen innerhalb eines Wertes.',
  whole_number_from: 'eine ganze Zahl ab {limit}',
  cursor_of_this_list: 'ein Cursor dieser Liste und Sortierung',
  invalid_range: 'Geben Sie zwei durch ein Komma getrennte Werte an; beide Grenzen sind eingeschlossen.',
  conflicting_paging: 'Kann nicht mit "{other}" kombiniert werden.',
  group_field:
    'Nach "{value}" lässt sich nicht gruppieren: Feldnamen verwenden, bei Daten auch mit __day, __week oder __month am Ende.',
  measure_field:
    '"{value}" lässt sich nicht berechnen: <field>__sum, __avg, __min oder __max von Zahlen und Dauern verwenden, __min oder __max von Daten.',
  unknown_order:
    'Nach "{value}" kann nicht sortiert werden: verwenden Sie Feldnamen, mit "-" davor für absteigende Reihenfolge.',
  unknown_output_field: 'Unbekanntes Feld "{value}".',
  list_as_output_field:
    '"{value}" ist eine Liste von Datensätzen, für die dieses Format keinen Platz hat. Verwenden Sie format=json oder rufen Sie die Datensätze von {entity} ab.',
  // Accounts and rights
  password_too_short: 'Dieses Passwort ist zu kurz. Es muss mindestens {limit} Zeichen enthalten.',
  password_edges: 'Ein Passwort darf nicht mit einem Leerzeichen beginnen oder enden.',
  password_is_name: 'Dieses Passwort ist dem Benutzernamen oder der E-Mail-Adresse zu ähnlich.',
  password_too_common: 'Dieses Passwort ist zu verbreitet. Wählen Sie eines, das andere nicht verwenden.',
  not_a_list_of_names: 'Eine Liste von Namen wurde erwartet.',
  unknown_group: 'Die Gruppe "{value}" existiert nicht. Vorhandene Gruppen: {known}.',
  unknown_permission:
    'Die Berechtigung "{value}" existiert nicht. Berechtigungen heißen <app>.<view|add|change|delete>_<model>, zum Beispiel input.view_demand.',
  grants_more: 'Sie können "{value}" nicht vergeben, weil es Rechte enthält, die Sie nicht haben: {missing}.',
  takes_more:
    'Sie können „{value}“ nicht entziehen, weil damit Rechte verbunden sind, die Sie selbst nicht haben: {missing}.',
  group_out_of_reach:
    'Die Gruppe „{value}“ hat Rechte, die Sie nicht haben: {missing}. Nur wer sie alle hat, darf die Gruppe ändern oder löschen.',
  superusers_only: 'Nur ein Superuser darf dies ändern.',
  field_not_permitted: 'Sie haben keine Berechtigung, dieses Feld zu ändern.',
  own_password:
    'Ändern Sie Ihr eigenes Passwort mit dem bisherigen: auf der Seite Ihres Kontos oder mit POST /api/me/password/.',
  user_name_alike:
    '„{value}“ sieht aus wie der Benutzername „{other}“. Wählen Sie einen Namen, der nicht verwechselt werden kann.',
  user_name_invisible:
    'Ein Benutzername darf keine unsichtbaren Zeichen und keine anderen als gewöhnliche Leerzeichen enthalten.',
  account_out_of_reach:
    'Der Benutzer "{value}" hat Rechte, die Sie nicht haben. Nur wer sie alle hat, darf dies ändern.',
  shared_group:
    'Die Gruppe "{value}" hat Mitglieder im Szenario "{scenario}", dessen Benutzer Sie nicht verwalten dürfen.',
  invalid_attribute_name:
    '"{value}" ist kein möglicher Name für ein Attribut. Verwenden Sie Kleinbuchstaben, Ziffern und einzelne Unterstriche, mit einem Buchstaben am Anfang.',
  reserved_attribute_name: '"{value}" ist ein reservierter Name. Wählen Sie einen anderen.',
  attribute_name_taken: '{entity} hat bereits ein Feld "{value}".',
  attribute_label_taken: '{entity} hat bereits ein Feld mit der Bezeichnung "{value}".',
  attribute_fixed:
    'Dies kann nicht geändert werden; es ist "{value}". Legen Sie stattdessen ein anderes Attribut an.',
  too_many_attributes:
    '{entity} hat {limit} Felder; mehr sind nicht möglich. Löschen Sie Attribute, die niemand verwendet.',
  not_extensible: '"{value}" ist keine Entität, die Attribute haben kann.',
  either_sql_or_report:
    'Geben Sie entweder eine SQL-Abfrage oder einen Bericht an, nicht beides und nicht keines.',
  unknown_report: 'Es gibt weder eine Entität noch einen Bericht "{value}". Berichte: {known}.',
  arguments_of_report: 'Argumente gehören zu einem Bericht; eine SQL-Abfrage hat keine.',
  not_one_of: '"{value}" gehört nicht zu diesen Werten: {known}.',
  one_parameter_needed: 'Geben Sie einen dieser Parameter an: {names}.',
  not_after: 'Dies muss nach {other} liegen.',
  no_buckets: 'Es gibt noch keine Zeitraster. Führen Sie zuerst die Aufgabe createbuckets aus.',
  // Errors
  bad_request: '{reason}',
  malformed_url:
    'Die URL enthält "{part}", was keine gültige Prozentkodierung von UTF-8 ist. Schreiben Sie ein Prozentzeichen als %25.',
  malformed_json: 'JSON kann nicht gelesen werden: {reason}',
  malformed_body: 'Der Inhalt der Anfrage kann nicht gelesen werden: {reason}',
  invalid_parameter: 'Der Parameter "{name}" ist ungültig: {reason}',
  unknown_parameter: 'Unbekannter Parameter "{name}". {remedy}',
  invalid_record: 'Die Daten sind ungültig.',
  key_mismatch: 'Der Schlüssel im Inhalt unterscheidet sich vom Schlüssel in der URL.',
  delete_all_refused:
    'Abgelehnt: der Filter trifft auf alle {total} Datensätze der Tabelle zu. Es müssen weniger Datensätze gelöscht werden, als die Tabelle enthält.',
  condition_on_list:
    'If-Match gilt nur für einzelne Datensätze: Ändern Sie den Datensatz unter seiner eigenen URL.',
  last_superuser:
    'Abgelehnt: Im Szenario default bliebe kein Superuser übrig. Machen Sie zuerst einen anderen aktiven Benutzer zum Superuser.',
  not_authenticated: 'Anmeldedaten fehlen oder sind ungültig.',
  permission_denied: 'Sie haben keine Berechtigung für diese Aktion.',
  csrf_failed:
    'Das CSRF-Token fehlt oder ist falsch. Senden Sie den Wert des Cookies csrftoken im Header X-CSRFToken.',
  cross_site:
    'Abgelehnt: eine Seite eines anderen Auftritts hat diese Änderung verlangt. Wer das darf, steht in der Einstellung CORS_ORIGINS.',
  not_found: 'Nicht gefunden.',
  second_factor_required: 'Geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  second_factor_wrong:
    'Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten, oder benutzen Sie einen Wiederherstellungscode.',
  passkey_refused:
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit dem Passwort an.',
  second_factor_basic:
    'Dieser Benutzer meldet sich mit einem zweiten Faktor an, ein Passwort allein wird abgelehnt. Erstellen Sie unter Einstellungen einen API-Schlüssel und senden Sie ihn als Bearer-Token, oder setzen Sie BASIC_WITH_SECOND_FACTOR.',
  second_factor_missing:
    'Richten Sie zuerst einen zweiten Faktor ein: im Browser oder über /api/me/factors/.',
  second_factor_exists: 'Codes als zweiter Faktor sind schon eingerichtet. Entfernen Sie sie zuerst.',
  second_factor_elsewhere:
    'Sie melden sich über einen Anbieter an, der selbst nach dem zweiten Faktor fragt. Hier ist nichts einzurichten.',
  passkeys_without_address:
    'Passkeys gehören zur Adresse des Dienstes, die er nicht kennt. Setzen Sie BASE_URL.',
  too_many_passkeys:
    'Ein Benutzer hat höchstens {limit} Passkeys. Entfernen Sie einen, den Sie nicht brauchen.',
  sign_on_refused: 'Die Anmeldung über einen Anbieter wurde abgelehnt: {reason}.',
  sign_on_failed: 'Die Anmeldung über den Anbieter ist gescheitert: {reason}',
  outside_base_path:
    'Der Dienst steht unter {base} (Einstellung BASE_PATH). Beginnen Sie Pfade damit, und lassen Sie den Proxy sie unverändert weitergeben.',
  unknown_format: 'Unbekanntes Format "{format}". Verwenden Sie eines von: {formats}.',
  unknown_scenario: 'Nicht gefunden.',
  scenario_missing: 'Es gibt kein Szenario "{name}".',
  unknown_user: 'Kein Benutzer hat den Namen oder die E-Mail-Adresse "{value}".',
  method_not_allowed: 'Die Methode "{method}" ist nicht erlaubt.',
  request_timeout: 'Der Inhalt der Anfrage kam zu langsam an. Senden Sie sie noch einmal.',
  not_acceptable: 'Der Accept-Header der Anfrage kann nicht erfüllt werden.',
  already_exists: 'Ein Datensatz mit diesem Schlüssel existiert bereits.',
  conflict:
    'Der Datensatz wurde gleichzeitig von jemand anderem geändert. Lesen Sie ihn neu und wiederholen Sie die Änderung.',
  unknown_task: 'Es gibt keine Aufgabe "{name}".',
  task_finished: 'Die Aufgabe {name} ({id}) ist bereits beendet.',
  scenario_busy: 'Das Szenario "{scenario}" ist beschäftigt. Versuchen Sie es später noch einmal.',
  scenario_not_free:
    'Das Szenario "{scenario}" ist nicht frei: sein Status ist "{status}". Machen Sie es zuerst frei, oder überschreiben Sie es mit force.',
  scenario_not_in_use:
    'Das Szenario "{scenario}" enthält keine Daten: sein Status ist "{status}". Wählen Sie eines, das in Gebrauch ist.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'Es kann keine E-Mail versendet werden: Die Einstellung {setting} fehlt. Bitten Sie den Betreiber des Dienstes, sie zu ergänzen.',
  mail_failed: 'Die E-Mail konnte nicht versendet werden: {reason}',
  invalid_time_zone: '„{value}“ ist keine Zeitzone. Verwenden Sie einen IANA-Namen wie Europe/Brussels.',
  invalid_start_time: '„{value}“ ist keine Uhrzeit. Schreiben Sie HH:MM, von 00:00 bis 23:59.',
  address_not_allowed:
    'An {value} geht keine E-Mail: Die Adresse gehört keinem Benutzer, und die Einstellung EMAIL_RECIPIENTS erlaubt sie nicht. Wählen Sie eine andere, oder lassen Sie sie dort eintragen.',
  invalid_address: '„{value}“ ist keine E-Mail-Adresse. Trennen Sie mehrere durch Kommas.',
  step_shape: 'Schritt {step} muss ein Objekt mit „task“, „arguments“ und „abort_on_failure“ sein.',
  step_unknown_task: 'Schritt {step}: Es gibt keine Aufgabe „{value}“.',
  step_not_allowed: 'Schritt {step}: Sie dürfen {task} nicht ausführen.',
  step_argument: 'Schritt {step}, {task}: {message}',
  step_secret:
    'Schritt {step}: {task} braucht „{argument}“; das ist geheim und darf in keinem Zeitplan stehen.',
  step_cycle: 'Schritt {step}: Die Gruppe „{value}“ würde sich selbst ausführen: {path}.',
  step_unknown_group: 'Schritt {step}: Es gibt keine Gruppe „{value}“.',
  step_other_scenario:
    'Schritt {step}: Die Gruppe „{value}“ gehört zum Szenario „{other}“, diese hier zu „{scenario}“.',
  steps_empty: 'Eine aktive Gruppe braucht mindestens einen Schritt.',
  group_in_use: 'Die Gruppe "{name}" ist ein Schritt von {groups}. Entfernen Sie sie zuerst dort.',
  ...deMails,
  ...deChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'Der Dateiname "{name}" ist nicht erlaubt. Verwenden Sie einen einfachen Namen von höchstens 255 Byte ohne Ordner, der nicht mit einem Punkt beginnt und weder Steuerzeichen noch eines der Zeichen \\ / : * ? " < > | enthält.',
  missing_file_selection: 'Keine Datei ausgewählt',
  unknown_file: 'In diesem Ordner gibt es keine Datei "{name}".',
  unknown_upload:
    'Diese Datei wird nicht mehr aufbewahrt: Sie wurde importiert, oder es ist ein Tag vergangen. Laden Sie sie noch einmal hoch.',
  file_too_large:
    'Die Datei ist größer als die Grenze von {limit} Byte. Darüber entscheidet die Einstellung MAX_FILE_SIZE.',
  folder_full:
    'Der Ordner ist voll: Seine Dateien dürfen zusammen {limit} Byte belegen, wie die Einstellung MAX_FOLDER_SIZE sagt. Löschen Sie Dateien, die nicht mehr gebraucht werden.',
  folder_unusable:
    'Der Ordner der Dateien kann nicht benutzt werden ({reason}). Prüfen Sie die Einstellung UPLOADFILEFOLDER und die Rechte des Dienstes an diesem Ordner.',
  folder_disk_full:
    'Der Datenträger mit dem Ordner der Dateien ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal.',
  file_changed: 'Die Datei wurde ersetzt, während sie gelesen wurde. Versuchen Sie es erneut.',
  store_unavailable:
    'Der Objektspeicher der Dateien ist nicht erreichbar ({reason}). Versuchen Sie es gleich noch einmal; wenn das nicht hilft, prüfen Sie FILES_URL und FILES_ENDPOINT.',
  store_refused:
    'Der Objektspeicher verweigert den Zugriff auf die Dateien ({reason}). Prüfen Sie FILES_URL, FILES_REGION und die Zugangsdaten des Dienstes für den Bucket.',
  log_unusable:
    'Das Protokoll kann nicht gelesen werden ({reason}). Prüfen Sie die Einstellung LOGDIR und die Rechte des Dienstes an diesem Ordner.',
  export_failed: 'Der Export ist gescheitert: {reason}',
  file_named_twice: 'Zwei Dateien dieser Anfrage haben diesen Namen. Die erste wird behalten.',
  precondition_failed:
    'Der Datensatz wurde geändert, seit er gelesen wurde. Lesen Sie ihn neu und wiederholen Sie die Änderung.',
  body_too_large: 'Der Inhalt der Anfrage überschreitet die Grenze von {limit} Bytes.',
  body_too_complex:
    'Der Inhalt der Anfrage enthält mehr als {limit} Werte. Senden Sie ihn in mehreren Anfragen.',
  record_too_large: 'Ein Datensatz überschreitet die Grenze von {limit} Bytes.',
  idempotency_busy:
    'Eine Anfrage mit diesem Idempotency-Key läuft noch. Versuchen Sie es noch einmal, wenn sie beendet ist.',
  idempotency_mismatch:
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Nehmen Sie für eine neue Anfrage einen neuen Schlüssel.',
  values_would_be_lost:
    'Abgelehnt: {count} Datensätze haben einen Wert in {fields}. Wiederholen Sie die Anfrage mit confirm=1, um das Attribut mit seinen Werten zu löschen.',
  unsupported_media_type: 'Nicht unterstützter Medientyp "{type}" in der Anfrage.',
  too_many_attempts: 'Zu viele fehlgeschlagene Versuche. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  answer_too_large:
    'Die Antwort wäre länger als {limit} Byte. Verlangen Sie weniger Felder oder Datensätze: fields, filters und limit wählen sie aus.',
  assistant_key_needed:
    'Assistenten brauchen einen eigenen API-Schlüssel: Erstellen Sie einen unter Einstellungen, API-Schlüssel, oder mit planctl apikey, und senden Sie ihn als Bearer-Token.',
  too_many_comments:
    'Sie können innerhalb einer Stunde {count} Kommentare mit zusammen {limit} Byte schreiben. Versuchen Sie es in {seconds} Sekunden noch einmal, oder senden Sie weniger auf einmal.',
  too_many_calls:
    'Sie haben {limit} laufende Anfragen von Assistenten. Warten Sie, bis eine davon beantwortet ist.',
  too_many_streams:
    'Sie haben {limit} Ereignisströme geöffnet oder Anfragen, die auf Aufgaben warten. Beenden Sie zuerst einen davon.',
  internal_error:
    'Der Dienst konnte die Anfrage nicht bearbeiten. Sein Protokoll nennt den Grund unter der Anfragenummer {request}.',
  scenario_server_unavailable:
    'Der Datenbankserver "{server}" dieses Szenarios ist zurzeit nicht erreichbar. Andere Szenarien funktionieren. Versuchen Sie es noch einmal.',
  database_unavailable: 'Die Datenbank ist zurzeit nicht erreichbar. Versuchen Sie es noch einmal.',
  database_unreachable:
    'Die Datenbank unter {place} ist nicht erreichbar: {reason}. Prüfen Sie, ob sie läuft, und ihre Adresse in DATABASE_URL.',
  overloaded: 'Der Dienst ist überlastet. Versuchen Sie es später noch einmal.',
  disk_full:
    'Die Festplatte der Datenbank ist voll: {reason}. Schaffen Sie Platz und versuchen Sie es noch einmal.',
  statement_timeout:
    'Die Abfrage dauerte länger als erlaubt. Schränken Sie den Filter ein oder fragen Sie weniger Datensätze ab.',
  computation_too_large:
    'Die Berechnung dauert länger als {seconds} Sekunden oder braucht zu viel Speicher. Fragen Sie einen kürzeren Zeitraum ab oder geben Sie den Kalendern weniger Einträge.',
  task_check_timeout:
    'Die Funktion {part} der Aufgabe „{task}“ war nach {seconds} Sekunden nicht beendet. Melden Sie das dem Autor ihres Erweiterungsmoduls.',
  shutting_down: 'Der Dienst wird beendet. Versuchen Sie es noch einmal.',
  canceled: 'Abgebrochen.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'eine ganze Zahl von {least} bis {most}',
  number_between: 'eine Zahl von {least} bis {most}',
  menu_needs: 'Benötigt zuerst: {entities}.',
  filter_shape:
    'Das ist kein Filter: {value}. Schreiben Sie ein Objekt mit field, lookup und value, oder eines mit and, or (Listen) oder not um solche Objekte.',
  filter_field: 'Es gibt kein Feld "{value}", nach dem gefiltert werden kann.',
  filter_too_large: 'Ein Filter hat höchstens {limit} Bedingungen.',
  count_differs:
    'Jetzt entsprechen {found} Datensätze, nicht {expected}. Nichts wurde geändert: sehen Sie sich die Auswahl noch einmal an.',
  trial_outdated:
    'Die Daten haben sich seit diesem Versuch geändert, und der Plan hätte ein anderes Ergebnis. Nichts wurde gespeichert; versuchen Sie es erneut.',
  unknown_trial:
    'Dieser Versuch ist nicht mehr bekannt. Versuche werden {minutes} Minuten lang aufbewahrt; versuchen Sie es erneut.',
  cursor_expired:
    'Die Änderungen seit diesem Cursor sind nicht mehr alle vorhanden. Lesen Sie die benötigten Daten vollständig und folgen Sie ab dem Cursor {cursor}.',
  plan_changes_expired:
    'Was Plan {plan} geändert hat, ist nicht mehr vorhanden. Änderungen von Plänen werden so lange aufbewahrt wie das Änderungsprotokoll.',
  too_many_tasks:
    '{limit} Ihrer Aufgaben warten. Warten Sie, bis einige beendet sind, oder brechen Sie sie ab.',
  too_many_trials:
    'Sie haben {limit} Fragen zum Plan in Bearbeitung. Warten Sie, bis eine davon beantwortet ist.',
  live_plan_unavailable:
    'Der Plan dieses Szenarios kann im Moment nicht getestet werden: {reason} Versuchen Sie es gleich noch einmal.',
  unknown_change_set:
    'Es gibt keinen Änderungssatz {changeset}. Das Änderungsprotokoll führt die auf, die aufbewahrt werden.',
  undo_conflict:
    'Der Änderungssatz {changeset} kann so nicht rückgängig gemacht werden: {count} seiner Datensätze stehen im Konflikt mit späteren Änderungen. Es wurde nichts geändert.',
  cannot_undo_replaced:
    'Der Änderungssatz {changeset} hat alle Daten des Szenarios ersetzt und kann nicht Datensatz für Datensatz rückgängig gemacht werden. Machen Sie eine Übernahme in der Liste der Szenarien rückgängig oder stellen Sie eine Sicherung wieder her.',
  cannot_undo_counts:
    'Der Änderungssatz {changeset} kann nicht rückgängig gemacht werden: Von seinen Datensätzen wurden nur die Anzahlen aufbewahrt. Stellen Sie eine Sicherung wieder her oder importieren Sie die früheren Daten.',
  cannot_undo_plan:
    'Der Änderungssatz {changeset} ist ein Plan. Berechnen Sie den Plan erneut, statt ihn rückgängig zu machen.',
  cannot_undo_shared:
    'Der Änderungssatz {changeset} hat Datensätze geändert, die alle Szenarien gemeinsam haben, etwa Benutzer und Rechte. Ändern Sie sie dort, wo sie verwaltet werden.',
  cannot_undo_unknown:
    'Der Änderungssatz {changeset} hat Datensätze einer Entität geändert, die nicht mehr in Gebrauch ist. Nehmen Sie ihr Erweiterungsmodul in Gebrauch und machen Sie ihn dann rückgängig.',
  undo_title: 'Änderungssatz {changeset} rückgängig machen',
  undo_title_several: '{count} Änderungssätze rückgängig machen',
  undo_conflict_several:
    'Diese {sets} Änderungssätze können so nicht rückgängig gemacht werden: {count} ihrer Datensätze stehen im Konflikt mit späteren Änderungen. Es wurde nichts geändert.',
  nothing_to_undo:
    'Kein passender Änderungssatz kann rückgängig gemacht werden. Wählen Sie eine andere Zeit, einen anderen Benutzer oder eine andere Aufgabe.',
  too_many_change_sets:
    'Mehr als {most} Änderungssätze passen. Wählen Sie eine kürzere Zeit, einen Benutzer oder eine Aufgabe.',
  undo_criteria_missing: 'Wählen Sie die Änderungssätze mit mindestens einem von {names} aus.',
  webhook_refused:
    'Der Endpunkt hat die Nachricht {delivery} tagelang abgewiesen; der Webhook wurde deshalb abgeschaltet. Schalten Sie ihn ein, sobald der Endpunkt wieder arbeitet.',
  webhook_gap:
    'Ereignisse seit dem Stand dieses Webhooks wurden aus dem Protokoll entfernt, bevor sie gesendet wurden. Der Endpunkt hat eine Nachricht vom Typ „gap“ bekommen und muss die Listen als Ganzes lesen.',
  releases_rejected: 'Abgelehnte Aufträge: {count}. {reference}: {reason}',
  no_ancestor:
    'Es ist nicht bekannt, was „{a}“ geändert hat, seit es von „{b}“ getrennt ist ({entity}): Das Änderungsprotokoll reicht nicht so weit zurück. Wählen Sie Datensätze des Unterschieds und übernehmen Sie sie, wie sie sind ("base": "none"), oder kopieren Sie das Szenario neu.',
  not_mergeable:
    'Datensätze von „{entity}“ können nicht aus einem anderen Szenario übernommen werden: Es gibt sie nicht, oder die Planung erzeugt sie. Nennen Sie eine andere Entität.',
  merge_title: 'Änderungen von „{scenario}“',
  unknown_proposal: 'In diesem Szenario gibt es keinen Vorschlag {id}, den Sie sehen dürfen.',
  proposal_state: 'Das geht mit Vorschlag {id} nicht mehr: Sein Zustand ist „{state}“.',
  proposal_conflict:
    'Vorschlag {id} lässt sich so nicht anwenden: {count} seiner Änderungen stehen im Konflikt mit dem, was seither geschrieben wurde. Entscheiden Sie die Konflikte und wenden Sie ihn dann an. Nichts wurde geändert.',
  proposal_not_approved:
    'Vorschlag {id} braucht zuerst eine Genehmigung von: {groups}. Nichts wurde geändert.',
  own_proposal: 'Vorschlag {id} ist Ihr eigener: Jemand anderes muss ihn genehmigen.',
  too_many_proposals:
    'Sie haben {limit} Vorschläge, die weder angewendet noch abgelehnt sind. Wenden Sie zuerst einige an oder ziehen Sie sie zurück.',
  proposal_too_large:
    'Vorschlag {id} hat {edits} Änderungen; der Plan wird mit höchstens {limit} getestet. Kopieren Sie das Szenario, wenden Sie die Änderungen dort an und berechnen Sie den Plan.',
  edited_twice: 'Der Datensatz „{value}“ hat bereits eine Änderung, an {place}. Fassen Sie beide zusammen.',
  no_such_conflict:
    'Einen solchen Konflikt des Datensatzes „{value}“ gibt es nicht. Lesen Sie den Vorschlag erneut: Er nennt die Konflikte.',
  choice_impossible:
    'Den Datensatz „{value}“ gibt es nicht mehr, seine Änderungen lassen sich nicht anwenden. Nehmen Sie „present“, um sie wegzulassen.',
  edit_conflict:
    'Andere haben {count} dieser Datensätze geändert, seit sie gelesen wurden. Nichts wurde gespeichert.',
  already_set_up:
    'Der erste Benutzer existiert bereits. Melden Sie sich an oder bitten Sie einen Administrator um ein Konto.',
  wrong_password: 'Das ist nicht Ihr Passwort.',
  value_too_large: 'Das ist größer als die Grenze von {limit} Bytes.',
  right_manage_users: 'Benutzer und Gruppen verwalten',
  right_try_plan: 'Änderungen des Plans testen und Termine zusagen',
  right_add_proposal: 'Änderungen vorschlagen',
  right_view_proposal: 'Vorschläge anderer sehen',
  right_approve_proposal: 'Vorschläge genehmigen und ablehnen',
  right_manage_files: 'Datendateien verwalten',
  right_copy_scenario: 'Szenarien kopieren',
  right_release_scenario: 'Szenarien freimachen',
  right_promote_scenario: 'Szenarien in die Produktion übernehmen',
}
