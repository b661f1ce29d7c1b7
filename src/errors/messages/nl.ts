/** Dutch wording of the messages. */
import { nlChecks } from './checks/nl.ts'
import { nlMails } from './mails/nl.ts'
import type { MessageTexts } from '../messages.ts'

export const nl: Partial<MessageTexts> = {
  // Field values
  required: 'Dit veld is verplicht.',
  null: 'Dit veld mag niet null zijn.',
  blank: 'Dit veld mag niet leeg zijn.',
  invalid_number: 'Een geldig getal is vereist.',
  invalid_decimal:
    'Een geldig getal is vereist, met "{separator}" voor de decimalen en zonder ander scheidingsteken.',
  invalid_date_style: 'Schrijf deze datum als {style} of YYYY-MM-DD, waar nodig met de tijd na een spatie.',
  date_is_number:
    '{value} is een gewoon getal, geen datum. Geef de kolom in het rekenblad de opmaak datum, of schrijf datums als YYYY-MM-DD.',
  date_order_unknown:
    'Schrijf datums met het jaar voorop (YYYY-MM-DD), of laat de volgorde van dag en maand vastleggen in de instelling DATE_STYLE.',
  no_time_of_day: 'Een tijd hoort hier niet: dit is een datum.',
  invalid_integer: 'Een geldig geheel getal is vereist.',
  invalid_boolean:
    'Moet een geldige booleaanse waarde zijn. Schrijf waar, ja, true, yes of 1, of anders onwaar, nee, false, no of 0.',
  invalid_text: 'Geen geldige tekst.',
  invalid_choice: '"{value}" is geen geldige keuze. Gebruik een van de waarden: {choices}.',
  not_offered: '"{value}" is geen geldige keuze.',
  invalid_reference: 'Ongeldige sleutel "{value}": het object bestaat niet.',
  location_needed: 'Artikel "{item}" ligt niet op precies één locatie: geef de locatie op die het levert.',
  invalid_datetime:
    'Datum en tijd hebben een ongeldig formaat. Gebruik een van deze formaten: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  parameter_moment:
    'De parameter "{name}" kan niet "{value}" zijn. Schrijf now, today of een moment zoals 2026-12-01 08:00:00.',
  parameter_days:
    'De parameter "{name}" kan niet "{value}" zijn. Schrijf een aantal dagen van minstens 0 zoals 1.5, of een duur zoals 2 weeks.',
  parameter_seconds:
    'De parameter "{name}" kan niet "{value}" zijn. Schrijf een aantal seconden van minstens 0 zoals 3600, of een duur zoals 1 h.',
  parameter_quantity:
    'De parameter "{name}" kan niet "{value}" zijn. Schrijf een getal van minstens 0 zoals 2.5.',
  parameter_count:
    'De parameter "{name}" kan niet "{value}" zijn. Schrijf een geheel getal van minstens 1 zoals 5.',
  parameter_boolean: 'De parameter "{name}" kan niet "{value}" zijn. Schrijf true of false.',
  end_before_start: 'Het einde, {end}, ligt voor het begin, {start}. Verbeter een van beide.',
  in_the_past: 'Dit ligt in het verleden.',
  invalid_date: 'De datum heeft een ongeldig formaat. Gebruik een van deze formaten: YYYY-MM-DD.',
  invalid_time: 'De tijd heeft een ongeldig formaat. Gebruik een van deze formaten: hh:mm[:ss[.uuuuuu]].',
  invalid_duration:
    'De duur heeft een ongeldig formaat. Gebruik een van deze formaten: [DD] [HH:[MM:]]ss[.uuuuuu], een aantal seconden, ISO 8601 of hoeveelheden met eenheden zoals 30 d of 2 h 30 min.',
  invalid_json: 'De waarde moet geldige JSON zijn.',
  out_of_range: '"{value}" valt buiten het bereik.',
  below_minimum: 'De waarde moet minstens {minimum} zijn.',
  not_plannable_date: 'Schrijf een datum vanaf {from} en voor {before}: andere kunnen niet worden gepland.',
  too_long: 'Dit veld mag niet meer dan {limit} tekens hebben.',
  too_long_to_index:
    'Dit veld mag niet meer dan {limit} bytes in UTF-8 hebben: langere waarden kunnen niet worden geïndexeerd.',
  nul_character: 'Nultekens zijn niet toegestaan.',
  control_character: 'Stuurtekens zoals regeleinden zijn niet toegestaan.',
  lone_surrogate: 'De tekst is geen geldige Unicode.',
  duplicate: 'Er bestaat al een record met deze waarde.',
  duplicate_natural_key: 'De velden {fields} moeten samen uniek zijn.',
  unknown_field: 'Onbekend veld.',
  unknown_query_parameter: 'Onbekende parameter.',
  readonly_field: 'Dit veld is alleen-lezen.',
  not_an_object: 'Ongeldige gegevens. Een object werd verwacht, maar ontvangen is {type}.',
  not_a_list: 'Een lijst van elementen werd verwacht.',
  nested: '{field}: {message}',
  unknown_key: 'Er bestaat geen record met de sleutel "{value}".',
  wrong_order_type: 'Order "{value}" bestaat al met type {type}.',
  not_permitted: 'U hebt geen toestemming voor deze actie op dit record: {action}.',
  scenario_is_free:
    'Scenario "{value}" is vrij: het bevat geen gegevens en niemand heeft er toegang toe. Kopieer er eerst een scenario naartoe.',
  own_ancestor: 'Een record kan niet zijn eigen voorouder zijn.',
  key_changed: 'De sleutel van een record kan niet worden gewijzigd; de URL noemt "{value}".',
  other_parent: 'Dit hoort bij "{parent}" en kan geen andere order noemen.',
  alias_conflict: 'Dit veld en "{other}" zijn hetzelfde en hebben verschillende waarden; geef er één op.',
  invalid_lookup: 'Vergelijking "{lookup}" is niet beschikbaar voor dit veld. Mogelijk: {lookups}.',
  not_viewable: 'Dit kijkt naar velden van {entity}, die u niet mag bekijken.',
  too_many_values: 'Geef hoogstens {limit} waarden op.',
  invalid_page: 'Een geldige waarde is vereist: {expected}.',
  invalid_event_cursor:
    '"{value}" is geen cursor. Geef de cursor van een gebeurtenis of van de header X-Cursor ongewijzigd op.',
  not_followed:
    'Wijzigingen van {entity} worden niet per record bewaard en kunnen niet worden gevolgd. Lees de hele lijst.',
  unknown_entity_of_key:
    'Er is geen entiteit "{value}". Geef volledige namen gescheiden door komma\'s op, zoals input.demand.',
  invalid_endpoint:
    'Geef het adres van een endpoint op, zoals https://erp.example.com/hooks, zonder gebruikersnaam en wachtwoord.',
  unclosed_quote:
    'Een waarde tussen aanhalingstekens in de lijst is niet afgesloten; verdubbel aanhalingstekens binnen een waarde.',
  whole_number_from: 'een geheel getal van minstens {limit}',
  cursor_of_this_list: 'een cursor van deze lijst en volgorde',
  invalid_range: 'Geef twee waarden op, gescheiden door een komma; beide grenzen tellen mee.',
  conflicting_paging: 'Kan niet worden gecombineerd met "{other}".',
  group_field:
    'Groeperen op "{value}" is niet mogelijk: gebruik namen van velden, bij datums ook met __day, __week of __month aan het eind.',
  measure_field:
    '"{value}" kan niet worden berekend: gebruik <field>__sum, __avg, __min of __max van getallen en duren, __min of __max van datums.',
  unknown_order:
    'Kan niet sorteren op "{value}": gebruik namen van velden, met "-" ervoor voor aflopende volgorde.',
  unknown_output_field: 'Onbekend veld "{value}".',
  list_as_output_field:
    '"{value}" is een lijst van records, waarvoor deze indeling geen plaats heeft. Gebruik format=json of vraag de records van {entity} op.',
  // Accounts and rights
  password_too_short: 'Dit wachtwoord is te kort. Het moet ten minste {limit} tekens bevatten.',
  password_edges: 'Een wachtwoord mag niet met een spatie beginnen of eindigen.',
  password_is_name: 'Dit wachtwoord lijkt te veel op de gebruikersnaam of het e-mailadres.',
  password_too_common: 'Dit wachtwoord komt te vaak voor. Kies er een dat anderen niet gebruiken.',
  not_a_list_of_names: 'Een lijst van namen werd verwacht.',
  unknown_group: 'Groep "{value}" bestaat niet. Bestaande groepen: {known}.',
  unknown_permission:
    'Recht "{value}" bestaat niet. Rechten heten <app>.<view|add|change|delete>_<model>, bijvoorbeeld input.view_demand.',
  grants_more: 'U kunt "{value}" niet toekennen, omdat het rechten bevat die u niet hebt: {missing}.',
  takes_more: 'U kunt “{value}” niet intrekken, omdat het rechten bevat die u niet hebt: {missing}.',
  group_out_of_reach:
    'Groep “{value}” bevat rechten die u niet hebt: {missing}. Alleen wie ze allemaal heeft, mag de groep wijzigen of verwijderen.',
  superusers_only: 'Alleen een supergebruiker mag dit wijzigen.',
  field_not_permitted: 'U hebt geen toestemming om dit veld te wijzigen.',
  own_password:
    'Wijzig uw eigen wachtwoord met het huidige: op de pagina van uw account of met POST /api/me/password/.',
  user_name_alike:
    '“{value}” lijkt op de gebruikersnaam “{other}”. Kies een naam die daarmee niet te verwarren is.',
  user_name_invisible:
    'Een gebruikersnaam mag geen onzichtbare tekens bevatten en geen andere spaties dan de gewone.',
  account_out_of_reach:
    'Gebruiker "{value}" heeft rechten die u niet hebt. Alleen wie ze allemaal heeft, mag dit wijzigen.',
  shared_group:
    'Groep "{value}" heeft leden in scenario "{scenario}", waarvan u de gebruikers niet mag beheren.',
  invalid_attribute_name:
    '"{value}" kan geen naam van een attribuut zijn. Gebruik kleine letters, cijfers en enkele onderstrepingstekens, beginnend met een letter.',
  reserved_attribute_name: '"{value}" is een gereserveerde naam. Kies een andere.',
  attribute_name_taken: '{entity} heeft al een veld "{value}".',
  attribute_label_taken: '{entity} heeft al een veld met het label "{value}".',
  attribute_fixed:
    'Dit kan niet worden gewijzigd; het is "{value}". Maak in plaats daarvan een ander attribuut.',
  too_many_attributes:
    '{entity} heeft {limit} velden, het maximum. Verwijder attributen die niemand gebruikt.',
  not_extensible: '"{value}" is geen entiteit die attributen kan hebben.',
  either_sql_or_report: 'Geef ofwel een SQL-query ofwel een rapport op, niet beide en niet geen van beide.',
  unknown_report: 'Er is geen entiteit of rapport "{value}". Rapporten: {known}.',
  arguments_of_report: 'Argumenten horen bij een rapport; een SQL-query heeft er geen.',
  not_one_of: '"{value}" is geen van deze waarden: {known}.',
  one_parameter_needed: 'Geef een van deze parameters op: {names}.',
  not_after: 'Dit moet later zijn dan {other}.',
  no_buckets: 'Er zijn nog geen tijdsperioden. Voer eerst de taak createbuckets uit.',
  // Errors
  bad_request: '{reason}',
  malformed_url:
    'De URL bevat "{part}", wat geen geldige procentcodering van UTF-8 is. Schrijf een procentteken als %25.',
  malformed_json: 'Fout bij het lezen van JSON: {reason}',
  malformed_body: 'De inhoud van het verzoek kan niet worden gelezen: {reason}',
  invalid_parameter: 'Parameter "{name}" is ongeldig: {reason}',
  unknown_parameter: 'Onbekende parameter "{name}". {remedy}',
  invalid_record: 'De gegevens zijn niet geldig.',
  key_mismatch: 'De sleutel in de inhoud verschilt van de sleutel in de URL.',
  delete_all_refused:
    'Geweigerd: het filter komt overeen met alle {total} records van de tabel. Er moeten minder records worden verwijderd dan de tabel er bevat.',
  condition_on_list: 'If-Match werkt alleen voor afzonderlijke records: wijzig het record op zijn eigen URL.',
  last_superuser:
    'Geweigerd: er zou geen supergebruiker van scenario default overblijven. Maak eerst een andere actieve gebruiker supergebruiker.',
  not_authenticated: 'Aanmeldgegevens ontbreken of zijn niet geldig.',
  permission_denied: 'U hebt geen toestemming om deze actie uit te voeren.',
  csrf_failed:
    'Het CSRF-token ontbreekt of is onjuist. Stuur de waarde van de cookie csrftoken in de header X-CSRFToken.',
  cross_site:
    'Geweigerd: een pagina van een andere site vroeg om deze wijziging. Welke sites dat mogen, staat in de instelling CORS_ORIGINS.',
  not_found: 'Niet gevonden.',
  second_factor_required: 'Voer de code van uw authenticatie-app of een herstelcode in.',
  second_factor_wrong:
    'Deze code is fout of is al gebruikt. Wacht op de volgende, of gebruik een herstelcode.',
  passkey_refused: 'De passkey is niet geaccepteerd. Probeer het opnieuw, of meld u aan met uw wachtwoord.',
  second_factor_basic:
    'Deze gebruiker meldt zich aan met een tweede factor; alleen een wachtwoord wordt geweigerd. Maak onder Voorkeuren een API-sleutel en stuur die als bearer-token, of stel BASIC_WITH_SECOND_FACTOR in.',
  second_factor_missing: 'Stel eerst een tweede factor in: in een browser of via /api/me/factors/.',
  second_factor_exists: 'Codes zijn al ingesteld als tweede factor. Verwijder ze eerst.',
  second_factor_elsewhere:
    'U meldt zich aan via een aanbieder, die zelf om de tweede factor vraagt. Hier valt niets in te stellen.',
  passkeys_without_address:
    'Passkeys horen bij het adres van de service, dat zij niet kent. Stel BASE_URL in.',
  too_many_passkeys:
    'Een gebruiker heeft hoogstens {limit} passkeys. Verwijder er een die u niet nodig hebt.',
  sign_on_refused: 'Aanmelden via een aanbieder is geweigerd: {reason}.',
  sign_on_failed: 'Aanmelden via de aanbieder is mislukt: {reason}',
  outside_base_path:
    'De dienst staat onder {base} (instelling BASE_PATH). Begin paden daarmee en laat de proxy ze ongewijzigd doorgeven.',
  unknown_format: 'Onbekend formaat "{format}". Gebruik een van: {formats}.',
  unknown_scenario: 'Niet gevonden.',
  scenario_missing: 'Er is geen scenario "{name}".',
  unknown_user: 'Geen gebruiker heeft de naam of het e-mailadres "{value}".',
  method_not_allowed: 'Methode "{method}" is niet toegestaan.',
  request_timeout: 'De inhoud van het verzoek kwam te langzaam binnen. Stuur het opnieuw.',
  not_acceptable: 'Aan de Accept-header van het verzoek kan niet worden voldaan.',
  already_exists: 'Er bestaat al een record met deze sleutel.',
  conflict: 'Het record is tegelijk door iemand anders gewijzigd. Lees het opnieuw en herhaal de wijziging.',
  unknown_task: 'Er is geen taak "{name}".',
  task_finished: 'Taak {name} ({id}) is al beëindigd.',
  scenario_busy: 'Scenario "{scenario}" is bezet. Probeer het later opnieuw.',
  scenario_not_free:
    'Scenario "{scenario}" is niet vrij: de status is "{status}". Maak het eerst vrij, of overschrijf het met force.',
  scenario_not_in_use:
    'Scenario "{scenario}" bevat geen gegevens: de status is "{status}". Kies er een dat in gebruik is.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'Er kan geen e-mail worden verstuurd: de instelling {setting} ontbreekt. Vraag de beheerder van de dienst om die toe te voegen.',
  mail_failed: 'De e-mail kon niet worden verstuurd: {reason}',
  invalid_time_zone: '"{value}" is geen tijdzone. Gebruik een IANA-naam zoals Europe/Brussels.',
  invalid_start_time: '"{value}" is geen tijdstip. Schrijf HH:MM, van 00:00 tot 23:59.',
  address_not_allowed:
    'Er gaat geen e-mail naar {value}: het adres is van geen enkele gebruiker en de instelling EMAIL_RECIPIENTS staat het niet toe. Kies een ander adres, of laat dit daar toevoegen.',
  invalid_address: '"{value}" is geen e-mailadres. Scheid meerdere adressen met komma’s.',
  step_shape: 'Stap {step} moet een object zijn met "task", "arguments" en "abort_on_failure".',
  step_unknown_task: 'Stap {step}: er is geen taak "{value}".',
  step_not_allowed: 'Stap {step}: u mag {task} niet uitvoeren.',
  step_argument: 'Stap {step}, {task}: {message}',
  step_secret:
    'Stap {step}: {task} heeft "{argument}" nodig; dat is geheim en mag niet in een planning staan.',
  step_cycle: 'Stap {step}: groep "{value}" zou zichzelf uitvoeren: {path}.',
  step_unknown_group: 'Stap {step}: er is geen groep "{value}".',
  step_other_scenario: 'Stap {step}: groep "{value}" hoort bij scenario "{other}", deze bij "{scenario}".',
  steps_empty: 'Een actieve groep heeft minstens één stap nodig.',
  group_in_use: 'Groep "{name}" is een stap van {groups}. Verwijder haar daar eerst.',
  ...nlMails,
  ...nlChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'De bestandsnaam "{name}" is niet toegestaan. Gebruik een eenvoudige naam van hoogstens 255 bytes zonder mappen, die niet met een punt begint en geen stuurtekens of een van de tekens \\ / : * ? " < > | bevat.',
  missing_file_selection: 'Geen bestand gekozen',
  unknown_file: 'In deze map staat geen bestand "{name}".',
  unknown_upload:
    'Dit bestand wordt niet meer bewaard: het is geïmporteerd of er is een dag verstreken. Upload het opnieuw.',
  file_too_large:
    'Het bestand is groter dan de grens van {limit} bytes. De instelling MAX_FILE_SIZE bepaalt die.',
  folder_full:
    'De map is vol: haar bestanden mogen samen {limit} bytes innemen, zoals de instelling MAX_FOLDER_SIZE zegt. Verwijder bestanden die niet meer nodig zijn.',
  folder_unusable:
    'De map met bestanden is niet bruikbaar ({reason}). Controleer de instelling UPLOADFILEFOLDER en de rechten van de dienst op die map.',
  folder_disk_full: 'De schijf met de map met bestanden is vol. Maak ruimte vrij en probeer het opnieuw.',
  file_changed: 'Het bestand is vervangen terwijl het werd gelezen. Probeer het opnieuw.',
  store_unavailable:
    'De objectopslag van de bestanden is niet bereikbaar ({reason}). Probeer het zo meteen opnieuw; als dat niet helpt, controleer FILES_URL en FILES_ENDPOINT.',
  store_refused:
    'De objectopslag weigert toegang tot de bestanden ({reason}). Controleer FILES_URL, FILES_REGION en de inloggegevens van de dienst voor de bucket.',
  log_unusable:
    'Het logboek kan niet worden gelezen ({reason}). Controleer de instelling LOGDIR en de rechten van de dienst op die map.',
  export_failed: 'De export is mislukt: {reason}',
  file_named_twice: 'Twee bestanden van dit verzoek hebben deze naam. Het eerste wordt bewaard.',
  precondition_failed:
    'Het record is gewijzigd sinds het werd gelezen. Lees het opnieuw en herhaal de wijziging.',
  body_too_large: 'De inhoud van het verzoek is groter dan de limiet van {limit} bytes.',
  body_too_complex:
    'De inhoud van het verzoek bevat meer dan {limit} waarden. Verstuur hem in meerdere verzoeken.',
  record_too_large: 'Een record is groter dan de limiet van {limit} bytes.',
  idempotency_busy: 'Een verzoek met deze Idempotency-Key loopt nog. Probeer het opnieuw als het klaar is.',
  idempotency_mismatch:
    'Deze Idempotency-Key is voor een ander verzoek gebruikt. Neem een nieuwe sleutel voor een nieuw verzoek.',
  values_would_be_lost:
    'Geweigerd: {count} records hebben een waarde in {fields}. Herhaal het verzoek met confirm=1 om het attribuut met zijn waarden te verwijderen.',
  unsupported_media_type: 'Niet-ondersteund mediatype "{type}" in het verzoek.',
  too_many_attempts: 'Te veel mislukte pogingen. Probeer het over {seconds} seconden opnieuw.',
  answer_too_large:
    'Het antwoord zou langer zijn dan {limit} bytes. Vraag minder velden of records: fields, filters en limit kiezen ze.',
  assistant_key_needed:
    'Assistenten hebben een eigen API-sleutel nodig: maak er een onder Voorkeuren, API-sleutels, of met planctl apikey, en stuur hem als bearer-token.',
  too_many_comments:
    'U kunt binnen een uur {count} opmerkingen schrijven, met samen {limit} bytes. Probeer het over {seconds} seconden opnieuw, of stuur er minder tegelijk.',
  too_many_calls: 'U hebt {limit} lopende verzoeken van assistenten. Wacht tot een ervan is beantwoord.',
  too_many_streams:
    'U hebt {limit} gebeurtenisstromen open of aanvragen die op taken wachten. Beëindig er eerst een.',
  internal_error:
    'De dienst kon het verzoek niet verwerken. Het logboek noemt de reden onder verzoeknummer {request}.',
  scenario_server_unavailable:
    'De databaseserver "{server}" van dit scenario is momenteel niet bereikbaar. Andere scenario’s werken. Probeer het opnieuw.',
  database_unavailable: 'De database is momenteel niet bereikbaar. Probeer het opnieuw.',
  database_unreachable:
    'De database op {place} is niet bereikbaar: {reason}. Controleer of ze draait, en haar adres in DATABASE_URL.',
  overloaded: 'De dienst is overbelast. Probeer het later opnieuw.',
  disk_full: 'De schijf van de database is vol: {reason}. Maak ruimte vrij en probeer het opnieuw.',
  statement_timeout: 'De query duurde langer dan toegestaan. Beperk het filter of vraag minder records op.',
  computation_too_large:
    'De berekening duurt langer dan {seconds} seconden of vraagt te veel geheugen. Vraag een kortere periode op of geef de kalenders minder regels.',
  task_check_timeout:
    'De functie {part} van de taak "{task}" was na {seconds} seconden niet klaar. Meld dit aan de auteur van de uitbreidingsmodule.',
  shutting_down: 'De dienst wordt afgesloten. Probeer het opnieuw.',
  canceled: 'Geannuleerd.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'een geheel getal van {least} tot en met {most}',
  number_between: 'een getal van {least} tot en met {most}',
  menu_needs: 'Heeft eerst nodig: {entities}.',
  filter_shape:
    'Dit is geen filter: {value}. Schrijf een object met field, lookup en value, of een met and, or (lijsten) of not rond zulke objecten.',
  filter_field: 'Er is geen veld "{value}" om op te filteren.',
  filter_too_large: 'Een filter heeft hoogstens {limit} voorwaarden.',
  count_differs:
    'Er voldoen nu {found} records, niet {expected}. Er is niets gewijzigd: bekijk de selectie opnieuw.',
  trial_outdated:
    'De gegevens zijn sinds deze proef gewijzigd en het plan zou anders uitvallen. Er is niets opgeslagen; probeer het opnieuw.',
  unknown_trial:
    'Deze proef is niet meer bekend. Proeven worden {minutes} minuten bewaard; probeer het opnieuw.',
  cursor_expired:
    'De wijzigingen sinds deze cursor zijn niet allemaal meer bewaard. Lees wat u nodig hebt volledig en volg verder vanaf de cursor {cursor}.',
  plan_changes_expired:
    'Wat plan {plan} heeft gewijzigd, is niet meer bewaard. Wijzigingen van plannen worden even lang bewaard als het wijzigingslogboek.',
  too_many_tasks: 'Er wachten {limit} taken van u. Wacht tot er enkele klaar zijn, of annuleer ze.',
  too_many_trials: 'U hebt {limit} vragen over het plan in behandeling. Wacht tot een ervan is beantwoord.',
  live_plan_unavailable:
    'Het plan van dit scenario kan op dit moment niet worden beproefd: {reason} Probeer het zo dadelijk opnieuw.',
  unknown_change_set:
    'Er is geen wijzigingsset {changeset}. Het wijzigingslogboek toont welke bewaard worden.',
  undo_conflict:
    'Wijzigingsset {changeset} kan zo niet ongedaan worden gemaakt: {count} van de records zijn in conflict met wat er sindsdien is geschreven. Er is niets gewijzigd.',
  cannot_undo_replaced:
    'Wijzigingsset {changeset} verving alle gegevens van het scenario en kan niet record voor record ongedaan worden gemaakt. Maak een overname ongedaan in de lijst met scenario’s of zet een back-up terug.',
  cannot_undo_counts:
    'Wijzigingsset {changeset} kan niet ongedaan worden gemaakt: van de records zijn alleen de aantallen bewaard. Zet een back-up terug of importeer de vroegere gegevens.',
  cannot_undo_plan:
    'Wijzigingsset {changeset} is een plan. Voer het plan opnieuw uit in plaats van het ongedaan te maken.',
  cannot_undo_shared:
    'Wijzigingsset {changeset} wijzigde records die alle scenario’s delen, zoals gebruikers en rechten. Wijzig ze waar ze worden beheerd.',
  cannot_undo_unknown:
    'Wijzigingsset {changeset} wijzigde records van een entiteit die niet meer in gebruik is. Neem de uitbreidingsmodule in gebruik en maak de set daarna ongedaan.',
  undo_title: 'Wijzigingsset {changeset} ongedaan maken',
  undo_title_several: '{count} wijzigingssets ongedaan maken',
  undo_conflict_several:
    'Deze {sets} wijzigingssets kunnen zo niet ongedaan worden gemaakt: {count} van de records zijn in conflict met latere wijzigingen. Er is niets gewijzigd.',
  nothing_to_undo:
    'Geen wijzigingsset die ongedaan kan worden gemaakt, voldoet. Kies een andere periode, gebruiker of taak.',
  too_many_change_sets:
    'Meer dan {most} wijzigingssets voldoen. Kies een kortere periode, een gebruiker of een taak.',
  undo_criteria_missing: 'Kies de wijzigingssets met ten minste één van {names}.',
  webhook_refused:
    'Het eindpunt weigerde bericht {delivery} dagenlang; de webhook is daarom uitgeschakeld. Schakel hem in zodra het eindpunt weer werkt.',
  webhook_gap:
    'Gebeurtenissen sinds de cursor van deze webhook zijn uit het logboek verwijderd voordat ze werden verzonden. Het eindpunt kreeg een bericht van het type "gap" en moet de lijsten in hun geheel lezen.',
  releases_rejected: 'Afgewezen orders: {count}. {reference}: {reason}',
  no_ancestor:
    'Het is niet bekend wat ‘{a}’ heeft gewijzigd sinds het van ‘{b}’ is afgesplitst ({entity}): het wijzigingslogboek gaat niet zo ver terug. Kies records van het verschil en neem ze over zoals ze zijn ("base": "none"), of kopieer het scenario opnieuw.',
  not_mergeable:
    'Records van ‘{entity}’ kunnen niet uit een ander scenario worden overgenomen: ze zijn er niet, of de planning maakt ze. Noem een andere entiteit.',
  merge_title: 'Wijzigingen van ‘{scenario}’',
  unknown_proposal: 'In dit scenario is er geen voorstel {id} dat u mag zien.',
  proposal_state: 'Dat kan met voorstel {id} niet meer: de status is "{state}".',
  proposal_conflict:
    'Voorstel {id} kan zo niet worden toegepast: {count} van de wijzigingen conflicteren met wat sindsdien is geschreven. Beslis over de conflicten en pas het dan toe. Er is niets gewijzigd.',
  proposal_not_approved:
    'Voorstel {id} heeft eerst een goedkeuring nodig van: {groups}. Er is niets gewijzigd.',
  own_proposal: 'Voorstel {id} is van uzelf: iemand anders moet het goedkeuren.',
  too_many_proposals:
    'U hebt {limit} voorstellen die niet zijn toegepast of afgewezen. Pas er eerst enkele toe of trek ze in.',
  proposal_too_large:
    'Voorstel {id} heeft {edits} wijzigingen; het plan wordt met hoogstens {limit} beproefd. Kopieer het scenario, pas de wijzigingen daar toe en voer het plan uit.',
  edited_twice: 'Het record "{value}" heeft al een wijziging, op {place}. Voeg beide samen.',
  no_such_conflict:
    'Zo’n conflict van het record "{value}" is er niet. Lees het voorstel opnieuw: het noemt de conflicten.',
  choice_impossible:
    'Het record "{value}" bestaat niet meer, de wijzigingen kunnen niet worden toegepast. Neem "present" om ze weg te laten.',
  edit_conflict:
    'Anderen hebben {count} van deze records gewijzigd sinds ze zijn gelezen. Er is niets opgeslagen.',
  already_set_up: 'De eerste gebruiker bestaat al. Meld u aan of vraag een beheerder om een account.',
  wrong_password: 'Dit is niet uw wachtwoord.',
  value_too_large: 'Dit is groter dan de grens van {limit} bytes.',
  right_manage_users: 'Gebruikers en groepen beheren',
  right_try_plan: 'Wijzigingen van het plan beproeven en datums toezeggen',
  right_add_proposal: 'Wijzigingen voorstellen',
  right_view_proposal: 'Voorstellen van anderen zien',
  right_approve_proposal: 'Voorstellen goedkeuren en afwijzen',
  right_manage_files: 'Gegevensbestanden beheren',
  right_copy_scenario: 'Scenario’s kopiëren',
  right_release_scenario: 'Scenario’s vrijmaken',
  right_promote_scenario: 'Scenario’s naar productie overnemen',
}
