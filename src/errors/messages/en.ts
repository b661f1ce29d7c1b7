/** English texts of all messages. Other languages translate these keys; a test checks that they are complete. */
import { enChecks } from './checks/en.ts'
import { enMails } from './mails/en.ts'

export const english = {
  // Field values
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  invalid_number: 'A valid number is required.',
  invalid_decimal:
    'A valid number is required, with "{separator}" before its decimals and no other separator.',
  invalid_date_style:
    'Write this date as {style} or YYYY-MM-DD, with a time of day after a blank where it matters.',
  date_is_number:
    '{value} is a plain number, not a date. Format the column as dates in the spreadsheet program, or write dates as YYYY-MM-DD.',
  date_order_unknown:
    'Write dates with the year first (YYYY-MM-DD), or have the order of day and month set in the setting DATE_STYLE.',
  no_time_of_day: 'A time of day does not belong here: this is a date.',
  invalid_integer: 'A valid integer is required.',
  invalid_boolean:
    'Must be a valid boolean. Write true, yes, on, y, t or 1, or else false, no, off, n, f or 0.',
  invalid_text: 'Not a valid string.',
  invalid_choice: '"{value}" is not a valid choice. Use one of: {choices}.',
  not_offered: '"{value}" is not a valid choice.',
  invalid_reference: 'Invalid pk "{value}" - object does not exist.',
  location_needed: 'Item "{item}" is not stocked at just one location: give the location that delivers it.',
  invalid_datetime:
    'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  parameter_moment:
    'The parameter "{name}" cannot be "{value}". Write now, today or a moment such as 2026-12-01 08:00:00.',
  parameter_days:
    'The parameter "{name}" cannot be "{value}". Write a number of days of at least 0 such as 1.5, or a duration such as 2 weeks.',
  parameter_seconds:
    'The parameter "{name}" cannot be "{value}". Write a number of seconds of at least 0 such as 3600, or a duration such as 1 h.',
  parameter_quantity: 'The parameter "{name}" cannot be "{value}". Write a number of at least 0 such as 2.5.',
  parameter_count:
    'The parameter "{name}" cannot be "{value}". Write a whole number of at least 1 such as 5.',
  parameter_boolean: 'The parameter "{name}" cannot be "{value}". Write true or false.',
  end_before_start: 'The end, {end}, lies before the start, {start}. Correct one of them.',
  in_the_past: 'This lies in the past.',
  invalid_date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  invalid_time: 'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].',
  invalid_duration:
    'Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu], a number of seconds, ISO 8601, or amounts with units such as 30 d or 2 h 30 min.',
  invalid_json: 'Value must be valid JSON.',
  out_of_range: '"{value}" is out of range.',
  below_minimum: 'Ensure this value is greater than or equal to {minimum}.',
  not_plannable_date: 'Write a date from {from} on and before {before}: others cannot be planned.',
  too_long: 'Ensure this field has no more than {limit} characters.',
  too_long_to_index:
    'Ensure this field has no more than {limit} bytes in UTF-8: longer values cannot be indexed.',
  nul_character: 'Null characters are not allowed.',
  control_character: 'Control characters such as line breaks are not allowed.',
  lone_surrogate: 'The text is not valid Unicode.',
  duplicate: 'A record with this value exists already.',
  duplicate_natural_key: 'The fields {fields} must make a unique set.',
  unknown_field: 'Unknown field.',
  unknown_query_parameter: 'Unknown parameter.',
  readonly_field: 'This field is read-only.',
  not_an_object: 'Invalid data. Expected a dictionary, but got {type}.',
  not_a_list: 'Expected a list of items.',
  nested: '{field}: {message}',
  unknown_key: 'No record with the key "{value}" exists.',
  wrong_order_type: 'Order "{value}" exists already with type {type}.',
  not_permitted: 'You do not have permission to {action} this record.',
  scenario_is_free:
    'Scenario "{value}" is free: it holds no data and nobody has access to it. Copy a scenario into it first.',
  own_ancestor: 'A record cannot be its own ancestor.',
  key_changed: 'The key of a record cannot be changed; the URL names "{value}".',
  other_parent: 'This is part of "{parent}" and cannot name another order.',
  alias_conflict: 'This field and "{other}" are the same and have different values; give one of them.',
  invalid_lookup: 'Lookup "{lookup}" is not available for this field. Use one of: {lookups}.',
  not_viewable: 'This looks at fields of {entity}, which you do not have permission to view.',
  too_many_values: 'Give at most {limit} values.',
  invalid_page: 'A valid value is required: {expected}.',
  invalid_event_cursor:
    '"{value}" is no cursor. Give the cursor of an event, or of the header X-Cursor, as it was answered.',
  not_followed:
    'Changes of {entity} are not kept record by record, so they cannot be followed. Read the list as a whole.',
  unknown_entity_of_key:
    'There is no entity "{value}". Give full names separated by commas, such as input.demand.',
  invalid_endpoint:
    'Give the address of an endpoint, such as https://erp.example.com/hooks, without a user name and password.',
  unclosed_quote:
    'A quoted value of the list does not end with a quote before the comma; double a quote within a value.',
  whole_number_from: 'a whole number of at least {limit}',
  cursor_of_this_list: 'a cursor of this list and order',
  invalid_range: 'Enter two values separated by a comma; both ends are included.',
  conflicting_paging: 'Cannot be combined with "{other}".',
  group_field:
    'Cannot group by "{value}": use names of fields, of dates also with __day, __week or __month at the end.',
  measure_field:
    'Cannot compute "{value}": use <field>__sum, __avg, __min or __max of numbers and durations, __min or __max of dates.',
  unknown_order: 'Cannot sort by "{value}": use names of fields, with "-" in front for descending order.',
  unknown_output_field: 'Unknown field "{value}".',
  list_as_output_field:
    '"{value}" is a list of records, which this format has no room for. Use format=json, or get the records of {entity}.',
  // Accounts and rights
  password_too_short: 'This password is too short. It must contain at least {limit} characters.',
  password_edges: 'A password may not begin or end with a blank.',
  password_is_name: 'This password is too similar to the user name or e-mail address.',
  password_too_common: 'This password is too common. Choose one that others do not use.',
  not_a_list_of_names: 'Expected a list of names.',
  unknown_group: 'Group "{value}" does not exist. Existing groups: {known}.',
  unknown_permission:
    'Permission "{value}" does not exist. Permissions are named <app>.<view|add|change|delete>_<model>, for example input.view_demand.',
  grants_more: 'You cannot give "{value}", because it holds rights that you do not have: {missing}.',
  takes_more: 'You cannot take "{value}" away, because it holds rights that you do not have: {missing}.',
  group_out_of_reach:
    'Group "{value}" holds rights that you do not have: {missing}. Only somebody who has them all may change or delete it.',
  superusers_only: 'Only a superuser may change this.',
  field_not_permitted: 'You do not have permission to change this field.',
  own_password:
    'Change your own password with the present one: on the page of your account, or with POST /api/me/password/.',
  user_name_alike: '"{value}" looks like the user name "{other}". Choose a name that cannot be taken for it.',
  user_name_invisible:
    'A user name may not hold characters that are not visible, nor blanks of other kinds than the common one.',
  account_out_of_reach:
    'User "{value}" has rights that you do not have. Only somebody who has them all may change this.',
  shared_group: 'Group "{value}" has members in scenario "{scenario}", whose users you may not manage.',
  invalid_attribute_name:
    '"{value}" cannot name an attribute. Use lower case letters, digits and single underscores, beginning with a letter.',
  reserved_attribute_name: '"{value}" is a reserved name. Choose another one.',
  attribute_name_taken: '{entity} has a field "{value}" already.',
  attribute_label_taken: '{entity} has a field labeled "{value}" already.',
  attribute_fixed: 'This cannot be changed; it is "{value}". Make another attribute instead.',
  too_many_attributes: '{entity} has {limit} fields, which is the most. Delete attributes that nobody uses.',
  not_extensible: '"{value}" is not an entity that can have attributes.',
  either_sql_or_report: 'Give either an SQL query or a report, not both and not none.',
  unknown_report: 'There is no entity or report "{value}". Reports: {known}.',
  arguments_of_report: 'Arguments belong to a report; an SQL query has none.',
  not_one_of: '"{value}" is not one of these: {known}.',
  one_parameter_needed: 'Give one of these parameters: {names}.',
  not_after: 'This must be later than {other}.',
  no_buckets: 'There are no time buckets yet. Run the task createbuckets first.',
  // Errors
  bad_request: '{reason}',
  malformed_url:
    'The URL holds "{part}", which is not a valid percent escape of UTF-8. Write a percent sign as %25.',
  malformed_json: 'JSON parse error - {reason}',
  malformed_body: 'The request body cannot be read: {reason}',
  invalid_parameter: 'Parameter "{name}" is invalid: {reason}',
  unknown_parameter: 'Unknown parameter "{name}". {remedy}',
  invalid_record: 'The data is not valid.',
  key_mismatch: 'The key in the body differs from the key in the URL.',
  delete_all_refused:
    'Refused: the filter matches all {total} records of the table. The number of records deleted must be lower than the total number of records in the table.',
  condition_on_list: 'If-Match works on single records only: change the record at its own URL.',
  last_superuser:
    'Refused: nobody would be left who is superuser of the default scenario. Make another active user superuser first.',
  not_authenticated: 'Authentication credentials were not provided or are not valid.',
  permission_denied: 'You do not have permission to perform this action.',
  csrf_failed:
    'The CSRF token is missing or wrong. Send the value of the csrftoken cookie in the header X-CSRFToken.',
  cross_site:
    'Refused: a page of another site asked for this change. Sites that may are listed in the setting CORS_ORIGINS.',
  not_found: 'Not found.',
  second_factor_required: 'Enter the code of your authenticator app, or a recovery code.',
  second_factor_wrong:
    'This code is wrong or was used already. Wait for the next one, or use a recovery code.',
  passkey_refused: 'The passkey was not accepted. Try again, or sign in with your password.',
  second_factor_basic:
    'This user signs in with a second factor, so a password alone is refused. Create an API key under Preferences and send it as a bearer token, or set BASIC_WITH_SECOND_FACTOR.',
  second_factor_missing:
    'Set up a second factor first: open the service in a browser, or use /api/me/factors/.',
  second_factor_exists: 'A second factor by codes is set up already. Remove it first.',
  second_factor_elsewhere:
    'You sign in through a provider, which asks for the second factor itself. There is nothing to set up here.',
  passkeys_without_address:
    'Passkeys belong to the address of the service, which it does not know. Set BASE_URL.',
  too_many_passkeys: 'A user has at most {limit} passkeys. Remove one that you do not need.',
  sign_on_refused: 'Signing in through a provider was refused: {reason}.',
  sign_on_failed: 'Signing in through the provider failed: {reason}',
  outside_base_path:
    'The service stands under {base} (setting BASE_PATH). Begin paths with it, and let the proxy pass them on unchanged.',
  unknown_format: 'Unknown format "{format}". Use one of: {formats}.',
  unknown_scenario: 'Not found.',
  scenario_missing: 'There is no scenario "{name}".',
  unknown_user: 'No user has the name or e-mail address "{value}".',
  method_not_allowed: 'Method "{method}" not allowed.',
  request_timeout: 'The request body came too slowly. Send it again.',
  not_acceptable: 'Could not satisfy the request Accept header.',
  already_exists: 'A record with this key exists already.',
  conflict: 'The record was changed by somebody else at the same time. Read it again and repeat the change.',
  unknown_task: 'There is no task "{name}".',
  task_finished: '{name} (task {id}) has ended already.',
  scenario_busy: 'Scenario "{scenario}" is busy. Try again later.',
  scenario_not_free:
    'Scenario "{scenario}" is not free: its status is "{status}". Free it first, or overwrite it with force.',
  scenario_not_in_use:
    'Scenario "{scenario}" holds no data: its status is "{status}". Choose one that is in use.',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'No mail can be sent: the setting {setting} is missing. Ask whoever runs the service to add it.',
  mail_failed: 'The mail could not be sent: {reason}',
  invalid_time_zone: '"{value}" is not a time zone. Use an IANA name such as Europe/Brussels.',
  invalid_start_time: '"{value}" is not a time of day. Write HH:MM, from 00:00 to 23:59.',
  address_not_allowed:
    'No mail is sent to {value}: it is the address of no user, and the setting EMAIL_RECIPIENTS does not allow it. Choose another one, or have it added there.',
  invalid_address: '"{value}" is not an e-mail address. Separate several by commas.',
  step_shape: 'Step {step} must be an object with "task", "arguments" and "abort_on_failure".',
  step_unknown_task: 'Step {step}: there is no task "{value}".',
  step_not_allowed: 'Step {step}: you do not have permission to run {task}.',
  step_argument: 'Step {step}, {task}: {message}',
  step_secret: 'Step {step}: {task} needs "{argument}", which is secret and cannot be kept in a schedule.',
  step_cycle: 'Step {step}: group "{value}" would run itself: {path}.',
  step_unknown_group: 'Step {step}: there is no group "{value}".',
  step_other_scenario:
    'Step {step}: group "{value}" belongs to scenario "{other}", this one to "{scenario}".',
  steps_empty: 'A group that is enabled needs at least one step.',
  group_in_use: 'Group "{name}" is a step of {groups}. Remove it there first.',
  ...enMails,
  ...enChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'The file name "{name}" is not allowed. Use a plain name of at most 255 bytes without folders, not beginning with a dot, and without control characters or any of \\ / : * ? " < > |.',
  missing_file_selection: 'Missing file selection',
  unknown_file: 'There is no file "{name}" in this folder.',
  unknown_upload:
    'This file is not kept any more: it was imported, or a day has passed since. Upload it again.',
  file_too_large: 'The file is larger than the limit of {limit} bytes. The setting MAX_FILE_SIZE decides.',
  folder_full:
    'The folder is full: its files may take {limit} bytes together, as the setting MAX_FOLDER_SIZE says. Delete files that are not needed any more.',
  folder_unusable:
    'The folder of files cannot be used ({reason}). Check the setting UPLOADFILEFOLDER and the rights of the service on that folder.',
  folder_disk_full: 'The disk that holds the folder of files is full. Free some space and try again.',
  file_changed: 'The file was replaced while it was read. Try again.',
  store_unavailable:
    'The object store of the files cannot be reached ({reason}). Try again in a moment; if that does not help, check FILES_URL and FILES_ENDPOINT.',
  store_refused:
    'The object store refuses access to the files ({reason}). Check FILES_URL, FILES_REGION and the credentials of the service for the bucket.',
  log_unusable:
    'The log cannot be read ({reason}). Check the setting LOGDIR and the rights of the service on that folder.',
  export_failed: 'The export has failed: {reason}',
  file_named_twice: 'Two files of this request have this name. The first one is kept.',
  precondition_failed: 'The record has changed since it was read. Read it again and repeat the change.',
  body_too_large: 'The request body is larger than the limit of {limit} bytes.',
  body_too_complex:
    'The request body holds more than the limit of {limit} values. Send it in several requests.',
  record_too_large: 'A record is larger than the limit of {limit} bytes.',
  idempotency_busy: 'A request with this Idempotency-Key is still running. Try again when it has finished.',
  idempotency_mismatch:
    'This Idempotency-Key was used for another request. Take a new key for a new request.',
  values_would_be_lost:
    'Refused: {count} records have a value in {fields}. Repeat the request with confirm=1 to delete the attribute with its values.',
  unsupported_media_type: 'Unsupported media type "{type}" in request.',
  too_many_attempts: 'Too many failed attempts. Try again in {seconds} seconds.',
  answer_too_large:
    'The answer would be longer than {limit} bytes. Ask for fewer fields or records: fields, filters and limit choose them.',
  assistant_key_needed:
    'Assistants need an API key of their own: make one under Preferences, API keys, or with planctl apikey, and send it as a bearer token.',
  too_many_comments:
    'You may write {count} comments, and {limit} bytes of them, within an hour. Try again in {seconds} seconds, or send fewer at once.',
  too_many_calls: 'You have {limit} requests of assistants under way. Wait until one of them is answered.',
  too_many_streams:
    'You have {limit} streams of events open or requests waiting for tasks. End one of them first.',
  internal_error:
    'The service failed to handle the request. Its log names the reason under request id {request}.',
  scenario_server_unavailable:
    'The database server "{server}" of this scenario is not reachable at the moment. Other scenarios work. Try again.',
  database_unavailable: 'The database is not reachable at the moment. Try again.',
  database_unreachable:
    'The database at {place} cannot be reached: {reason}. Check that it runs, and its address in DATABASE_URL.',
  overloaded: 'The service is overloaded. Try again later.',
  disk_full: 'The disk of the database is full: {reason}. Free some space and try again.',
  statement_timeout: 'The query took longer than allowed. Narrow the filter or ask for fewer records.',
  computation_too_large:
    'This takes longer than {seconds} seconds, or too much memory, to compute. Ask for a shorter time, or give the calendars fewer entries.',
  task_check_timeout:
    'The function {part} of the task "{task}" has not ended within {seconds} seconds. Report this to the author of its extension module.',
  shutting_down: 'The service is shutting down. Try again.',
  canceled: 'Canceled.',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: 'a whole number from {least} to {most}',
  number_between: 'a number from {least} to {most}',
  menu_needs: 'Needs first: {entities}.',
  filter_shape:
    'This is not a filter: {value}. Write an object with field, lookup and value, or one with and, or (lists) or not around such objects.',
  filter_field: 'There is no field "{value}" to filter by.',
  filter_too_large: 'A filter has at most {limit} conditions.',
  count_differs:
    '{found} records match now, not {expected}. Nothing was changed: look at the selection again.',
  trial_outdated:
    'The data has changed since this was tried, and the plan would be different. Nothing was stored; try it again.',
  unknown_trial: 'This trial is no longer known. Trials are kept for {minutes} minutes; try it again.',
  cursor_expired:
    'The changes since this cursor are not all kept any more. Read what you need as a whole, and follow from the cursor {cursor} on.',
  plan_changes_expired:
    'What plan {plan} changed is not kept any more. Changes of plans are kept as long as the change log.',
  too_many_tasks: '{limit} tasks of yours are waiting. Wait until some have ended, or cancel them.',
  too_many_trials: 'You have {limit} questions about the plan under way. Wait until one of them is answered.',
  live_plan_unavailable:
    'The plan of this scenario cannot be tried at the moment: {reason} Try again in a moment.',
  unknown_change_set: 'There is no change set {changeset}. The audit lists those that are kept.',
  undo_conflict:
    'Change set {changeset} cannot be undone as it is: {count} of its records conflict with what was written since. Nothing was changed.',
  cannot_undo_replaced:
    'Change set {changeset} replaced all data of the scenario and cannot be undone record by record. Undo a promotion in the list of scenarios, or restore a backup.',
  cannot_undo_counts:
    'Change set {changeset} cannot be undone: only the numbers of its records were kept. Restore a backup, or import the former data.',
  cannot_undo_plan: 'Change set {changeset} is a plan. Run the plan again instead of undoing it.',
  cannot_undo_shared:
    'Change set {changeset} changed records that all scenarios share, such as users and rights. Change them where they are managed.',
  cannot_undo_unknown:
    'Change set {changeset} changed records of an entity that is not in use any more. Put its extension module to use, then undo it.',
  undo_title: 'Undo change set {changeset}',
  undo_title_several: 'Undo {count} change sets',
  undo_conflict_several:
    'These {sets} change sets cannot be undone as they are: {count} of their records conflict with later changes. Nothing was changed.',
  nothing_to_undo: 'No change set that can be undone matches. Choose another time, user or task.',
  too_many_change_sets: 'More than {most} change sets match. Choose a shorter time, a user or a task.',
  undo_criteria_missing: 'Choose the change sets to undo with at least one of {names}.',
  webhook_refused:
    'The endpoint refused message {delivery} for days, so the webhook was disabled. Enable it when the endpoint works again.',
  webhook_gap:
    'Events since the cursor of this webhook were removed from the log before they were sent. The endpoint got a message of the type "gap" and has to read the lists as a whole.',
  releases_rejected: 'Rejected orders: {count}. {reference}: {reason}',
  no_ancestor:
    'It is not known what "{a}" has changed since it parted from "{b}" ({entity}): the change log does not reach back. Choose records of their difference and take them as they are ("base": "none"), or copy the scenario anew.',
  not_mergeable:
    'Records of "{entity}" cannot be taken over from another scenario: there are none, or planning makes them. Name another entity.',
  merge_title: 'Changes of "{scenario}"',
  unknown_proposal: 'There is no proposal {id} in this scenario that you may see.',
  proposal_state: 'This cannot be done with proposal {id} any more: its state is "{state}".',
  proposal_conflict:
    'Proposal {id} cannot be applied as it is: {count} of its edits conflict with what was written since. Decide the conflicts, then apply it. Nothing was changed.',
  proposal_not_approved: 'Proposal {id} needs an approval first, of: {groups}. Nothing was changed.',
  own_proposal: 'Proposal {id} is your own: somebody else has to approve it.',
  too_many_proposals:
    'You have {limit} proposals that are neither applied nor rejected. Apply or withdraw some of them first.',
  proposal_too_large:
    'Proposal {id} has {edits} edits; the plan is tried with {limit} at most. Copy the scenario, apply the edits there and run the plan.',
  edited_twice: 'The record "{value}" has an edit already, at {place}. Put both into one edit.',
  no_such_conflict:
    'There is no such conflict of the record "{value}". Read the proposal again: it lists the conflicts.',
  choice_impossible:
    'The record "{value}" is gone, so that its changes cannot be applied. Take "present" to leave them out.',
  edit_conflict: 'Others have changed {count} of these records since they were read. Nothing was saved.',
  already_set_up: 'The first user exists already. Sign in, or ask an administrator for an account.',
  wrong_password: 'This is not your password.',
  value_too_large: 'This is larger than the limit of {limit} bytes.',
  right_manage_users: 'Manage users and groups',
  right_try_plan: 'Try changes of the plan and promise dates',
  right_add_proposal: 'Propose changes',
  right_view_proposal: 'See proposals of others',
  right_approve_proposal: 'Approve and reject proposals',
  right_manage_files: 'Manage data files',
  right_copy_scenario: 'Copy scenarios',
  right_release_scenario: 'Free scenarios',
  right_promote_scenario: 'Promote scenarios to production',
} as const

export type MessageCode = keyof typeof english
