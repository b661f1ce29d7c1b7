/** Japanese wording of the messages. */
import { jaChecks } from './checks/ja.ts'
import { jaMails } from './mails/ja.ts'
import type { MessageTexts } from '../messages.ts'

export const ja: Partial<MessageTexts> = {
  // Field values
  required: 'この項目は必須です。',
  null: 'この項目をnullにすることはできません。',
  blank: 'この項目を空にすることはできません。',
  invalid_number: '有効な数値を入力してください。',
  invalid_decimal:
    '小数部の前に「{separator}」を使い、ほかの区切り文字を含まない有効な数値を入力してください。',
  invalid_date_style:
    'この日付は {style} または YYYY-MM-DD の形式で入力してください。時刻が必要な場合は空白の後に続けます。',
  date_is_number:
    '{value} は単なる数値で、日付ではありません。表計算ソフトで列の書式を日付にするか、日付を YYYY-MM-DD の形式で入力してください。',
  date_order_unknown:
    '日付は年から始まる形式 (YYYY-MM-DD) で入力するか、日と月の順序を設定 DATE_STYLE で指定してもらってください。',
  no_time_of_day: 'ここに時刻は指定できません。日付の項目です。',
  invalid_integer: '有効な整数を入力してください。',
  invalid_boolean:
    '有効な真偽値を入力してください。はい、真、true、yes、1 または いいえ、偽、false、no、0 と入力してください。',
  invalid_text: '有効な文字列ではありません。',
  invalid_choice: '"{value}" は有効な選択肢ではありません。次のいずれかを使用してください: {choices}',
  not_offered: '"{value}" は有効な選択肢ではありません。',
  invalid_reference: 'キー "{value}" は無効です。対象が存在しません。',
  location_needed: '品目「{item}」の在庫場所は一つではありません。出荷する拠点を指定してください。',
  invalid_datetime:
    '日時の形式が違います。次の形式のいずれかを使用してください: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]',
  parameter_moment:
    'パラメーター「{name}」は「{value}」にできません。now、today、または 2026-12-01 08:00:00 のような日時を書いてください。',
  parameter_days:
    'パラメーター「{name}」は「{value}」にできません。1.5 のような 0 以上の日数、または 2 weeks のような期間を書いてください。',
  parameter_seconds:
    'パラメーター「{name}」は「{value}」にできません。3600 のような 0 以上の秒数、または 1 h のような期間を書いてください。',
  parameter_quantity:
    'パラメーター「{name}」は「{value}」にできません。2.5 のような 0 以上の数を書いてください。',
  parameter_count:
    'パラメーター「{name}」は「{value}」にできません。5 のような 1 以上の整数を書いてください。',
  parameter_boolean: 'パラメーター「{name}」は「{value}」にできません。true または false を書いてください。',
  end_before_start: '終了 {end} が開始 {start} より前です。どちらかを修正してください。',
  in_the_past: '過去の日時です。',
  invalid_date: '日付の形式が違います。次の形式のいずれかを使用してください: YYYY-MM-DD',
  invalid_time: '時刻の形式が違います。次の形式のいずれかを使用してください: hh:mm[:ss[.uuuuuu]]',
  invalid_duration:
    '期間の形式が違います。次の形式のいずれかを使用してください: [DD] [HH:[MM:]]ss[.uuuuuu]、秒数、ISO 8601、30 d や 2 h 30 min のような単位付きの量',
  invalid_json: '値は有効なJSONでなければなりません。',
  out_of_range: '"{value}" は範囲外です。',
  below_minimum: '{minimum} 以上の値を入力してください。',
  not_plannable_date: '{from} 以降、{before} より前の日付を入力してください。それ以外は計画できません。',
  too_long: 'この項目は {limit} 文字以内で入力してください。',
  too_long_to_index:
    'この項目は UTF-8 で {limit} バイト以下にしてください。それより長い値は索引に入りません。',
  nul_character: 'ヌル文字は使用できません。',
  control_character: '改行などの制御文字は使用できません。',
  lone_surrogate: 'テキストが有効なUnicodeではありません。',
  duplicate: 'この値を持つレコードは既に存在します。',
  duplicate_natural_key: '項目 {fields} の組み合わせは一意でなければなりません。',
  unknown_field: '不明な項目です。',
  unknown_query_parameter: '不明なパラメータです。',
  readonly_field: 'この項目は読み取り専用です。',
  not_an_object: '無効なデータです。オブジェクトが必要ですが、{type} を受け取りました。',
  not_a_list: '要素のリストが必要です。',
  nested: '{field}: {message}',
  unknown_key: 'キー "{value}" のレコードは存在しません。',
  wrong_order_type: 'オーダー "{value}" はタイプ {type} で既に存在します。',
  not_permitted: 'このレコードに対する操作 {action} の権限がありません。',
  scenario_is_free:
    'シナリオ "{value}" は空いています。データがなく、誰もアクセスできません。先にシナリオをコピーしてください。',
  own_ancestor: 'レコードを自分自身の上位にすることはできません。',
  key_changed: 'レコードのキーは変更できません。URLは "{value}" を指しています。',
  other_parent: 'これは「{parent}」の一部であり、別のオーダーを指定できません。',
  alias_conflict:
    'この項目と "{other}" は同じものですが、値が異なります。どちらか一方だけを指定してください。',
  invalid_lookup: 'この項目では条件 "{lookup}" を使用できません。使用できる条件: {lookups}。',
  not_viewable: 'これは {entity} の項目を参照しますが、あなたにはその表示権限がありません。',
  too_many_values: '値は {limit} 個以下にしてください。',
  invalid_page: '有効な値が必要です: {expected}',
  invalid_event_cursor:
    '「{value}」はカーソルではありません。イベントのカーソル、またはヘッダー X-Cursor の値をそのまま指定してください。',
  not_followed:
    '{entity} の変更はレコード単位で保存されないため、追跡できません。一覧全体を読み取ってください。',
  unknown_entity_of_key:
    'エンティティ「{value}」は存在しません。input.demand のような完全な名前をコンマで区切って指定してください。',
  invalid_endpoint:
    'https://erp.example.com/hooks のようなエンドポイントのアドレスを、ユーザー名とパスワードなしで指定してください。',
  unclosed_quote: '一覧の引用符で囲んだ値が閉じられていません。値の中の引用符は二つ重ねてください。',
  whole_number_from: '{limit} 以上の整数',
  cursor_of_this_list: 'この一覧と並び順のカーソル',
  invalid_range: 'カンマで区切った2つの値を入力してください。両端の値を含みます。',
  conflicting_paging: '"{other}" と組み合わせることはできません。',
  group_field:
    '"{value}" ではグループ化できません。項目名を指定してください。日付には末尾に __day、__week、__month も付けられます。',
  measure_field:
    '"{value}" は計算できません。数値と期間には <field>__sum、__avg、__min、__max、日付には __min、__max を使ってください。',
  unknown_order:
    '"{value}" では並べ替えできません。項目名を使用し、降順の場合は先頭に "-" を付けてください。',
  unknown_output_field: '不明な項目 "{value}" です。',
  list_as_output_field:
    '"{value}" はレコードの一覧で、この形式には入りません。format=json を使うか、{entity} のレコードを取得してください。',
  // Accounts and rights
  password_too_short: 'このパスワードは短すぎます。{limit} 文字以上にしてください。',
  password_edges: 'パスワードの先頭と末尾に空白は使用できません。',
  password_is_name: 'このパスワードはユーザー名またはメールアドレスに似すぎています。',
  password_too_common: 'このパスワードは一般的すぎます。他の人が使わないものにしてください。',
  not_a_list_of_names: '名前のリストが必要です。',
  unknown_group: 'グループ "{value}" は存在しません。存在するグループ: {known}',
  unknown_permission:
    '権限 "{value}" は存在しません。権限の名前は <app>.<view|add|change|delete>_<model> の形式です (例: input.view_demand)。',
  grants_more: '"{value}" にはあなたが持っていない権限が含まれるため、付与できません: {missing}',
  takes_more: '「{value}」には自分が持たない権限が含まれるため、取り消せません: {missing}。',
  group_out_of_reach:
    'グループ「{value}」には自分が持たない権限が含まれます: {missing}。変更や削除ができるのは、すべての権限を持つ人だけです。',
  superusers_only: 'これを変更できるのはスーパーユーザーだけです。',
  field_not_permitted: 'この項目を変更する権限がありません。',
  own_password:
    '自分のパスワードは、現在のパスワードを示して変更してください。アカウントのページ、または POST /api/me/password/ を使います。',
  user_name_alike: '「{value}」はユーザー名「{other}」と見分けがつきません。別の名前を選んでください。',
  user_name_invisible: 'ユーザー名には、見えない文字や通常以外の空白を使えません。',
  account_out_of_reach:
    'ユーザー "{value}" はあなたが持っていない権限を持っています。すべての権限を持つ人だけがこれを変更できます。',
  shared_group:
    'グループ "{value}" にはシナリオ "{scenario}" のメンバーがいます。あなたにはそのシナリオのユーザーを管理する権限がありません。',
  invalid_attribute_name:
    '"{value}" は属性の名前に使用できません。英小文字、数字、連続しないアンダースコアを使用し、先頭は文字にしてください。',
  reserved_attribute_name: '"{value}" は予約された名前です。別の名前を選んでください。',
  attribute_name_taken: '{entity} には項目 "{value}" が既に存在します。',
  attribute_label_taken: '{entity} には "{value}" という見出しの項目がすでにあります。',
  attribute_fixed: 'これは変更できません。現在の値は "{value}" です。代わりに別の属性を作成してください。',
  too_many_attributes:
    '{entity} の項目数は上限の {limit} に達しています。使われていない属性を削除してください。',
  not_extensible: '"{value}" は属性を持てるエンティティではありません。',
  either_sql_or_report:
    'SQL クエリーかレポートのどちらか一方を指定してください。両方の指定も、どちらも指定しないこともできません。',
  unknown_report: 'エンティティまたはレポート "{value}" はありません。レポート: {known}。',
  arguments_of_report: '引数はレポートのためのものです。SQL クエリーに引数はありません。',
  not_one_of: '「{value}」は次のいずれでもありません: {known}。',
  one_parameter_needed: '次のパラメーターのいずれかを指定してください: {names}。',
  not_after: '{other} より後でなければなりません。',
  no_buckets: '期間がまだありません。先にタスク createbuckets を実行してください。',
  // Errors
  bad_request: '{reason}',
  malformed_url:
    'URLに含まれる "{part}" は、UTF-8の有効なパーセントエンコーディングではありません。パーセント記号は %25 と書いてください。',
  malformed_json: 'JSONの解析エラー: {reason}',
  malformed_body: 'リクエストの本文を読み取れません: {reason}',
  invalid_parameter: 'パラメータ "{name}" が無効です: {reason}',
  unknown_parameter: '不明なパラメータ "{name}" です。{remedy}',
  invalid_record: 'データが正しくありません。',
  key_mismatch: '本文のキーがURLのキーと異なります。',
  delete_all_refused:
    '拒否されました。フィルターがテーブルの全 {total} 件のレコードに一致します。削除するレコードの数は、テーブルの全レコード数より少なくなければなりません。',
  condition_on_list: 'If-Match は単一のレコードでのみ使えます。レコード自身の URL で変更してください。',
  last_superuser:
    '拒否しました。default シナリオのスーパーユーザーがいなくなります。先に別の有効なユーザーをスーパーユーザーにしてください。',
  not_authenticated: '認証情報がないか、正しくありません。',
  permission_denied: 'この操作を実行する権限がありません。',
  csrf_failed:
    'CSRFトークンがないか、正しくありません。クッキー csrftoken の値をヘッダー X-CSRFToken で送信してください。',
  cross_site:
    '拒否されました。別のサイトのページがこの変更を要求しました。許可されたサイトは設定 CORS_ORIGINS に記載されています。',
  not_found: '見つかりません。',
  second_factor_required: '認証アプリのコードまたは復旧コードを入力してください。',
  second_factor_wrong:
    'このコードは誤っているか、すでに使用されています。次のコードを待つか、復旧コードを使用してください。',
  passkey_refused: 'パスキーは受け付けられませんでした。もう一度試すか、パスワードでサインインしてください。',
  second_factor_basic:
    'このユーザーは第 2 要素でサインインするため、パスワードだけでは拒否されます。設定画面で API キーを作成して Bearer トークンとして送るか、BASIC_WITH_SECOND_FACTOR を設定してください。',
  second_factor_missing:
    '先に第 2 要素を設定してください。ブラウザーで開くか、/api/me/factors/ を使用します。',
  second_factor_exists: 'コードによる第 2 要素はすでに設定されています。先に削除してください。',
  second_factor_elsewhere:
    'サインインはプロバイダーを介して行われ、第 2 要素もそこで求められます。ここで設定するものはありません。',
  passkeys_without_address:
    'パスキーはサービスのアドレスに属しますが、そのアドレスが不明です。BASE_URL を設定してください。',
  too_many_passkeys: '1 人のユーザーが持てるパスキーは最大 {limit} 個です。不要なものを削除してください。',
  sign_on_refused: 'プロバイダーを介したサインインは拒否されました: {reason}。',
  sign_on_failed: 'プロバイダーを介したサインインに失敗しました: {reason}',
  outside_base_path:
    'サービスは {base} の下にあります（設定 BASE_PATH）。パスをこれで始め、プロキシにはそのまま渡させてください。',
  unknown_format: '不明な形式 "{format}" です。次のいずれかを使用してください: {formats}',
  unknown_scenario: '見つかりません。',
  scenario_missing: 'シナリオ "{name}" はありません。',
  unknown_user: '名前またはメールアドレスが "{value}" のユーザーはいません。',
  method_not_allowed: 'メソッド "{method}" は許可されていません。',
  request_timeout: 'リクエスト本文の到着が遅すぎました。もう一度送信してください。',
  not_acceptable: 'リクエストのAcceptヘッダーに対応できません。',
  already_exists: 'このキーを持つレコードは既に存在します。',
  conflict: 'レコードが同時に他の人によって変更されました。読み直してから変更をやり直してください。',
  unknown_task: 'タスク "{name}" は存在しません。',
  task_finished: 'タスク {name} ({id}) は既に終了しています。',
  scenario_busy: 'シナリオ "{scenario}" は使用中です。後でもう一度試してください。',
  scenario_not_free:
    'シナリオ "{scenario}" は空いていません（状態: "{status}"）。先に解放するか、force を指定して上書きしてください。',
  scenario_not_in_use:
    'シナリオ "{scenario}" にはデータがありません（状態: "{status}"）。使用中のシナリオを選択してください。',
  scenario_refused: '{reason}',
  dump_refused: '{reason}',
  group_refused: '{reason}',
  group_not_permitted: '{reason}',
  mail_not_configured:
    'メールを送信できません。設定 {setting} がありません。サービスの管理者に追加を依頼してください。',
  mail_failed: 'メールを送信できませんでした: {reason}',
  invalid_time_zone:
    '「{value}」はタイムゾーンではありません。Europe/Brussels のような IANA 名を使ってください。',
  invalid_start_time: '「{value}」は時刻ではありません。00:00 から 23:59 までの HH:MM で書いてください。',
  address_not_allowed:
    '{value} にはメールを送信できません。利用者のアドレスではなく、設定 EMAIL_RECIPIENTS でも許可されていません。別のアドレスを選ぶか、設定に追加してもらってください。',
  invalid_address: '「{value}」はメールアドレスではありません。複数の場合はコンマで区切ってください。',
  step_shape:
    'ステップ {step} は「task」「arguments」「abort_on_failure」を持つオブジェクトでなければなりません。',
  step_unknown_task: 'ステップ {step}: タスク「{value}」はありません。',
  step_not_allowed: 'ステップ {step}: {task} を実行する権限がありません。',
  step_argument: 'ステップ {step}、{task}: {message}',
  step_secret:
    'ステップ {step}: {task} には「{argument}」が必要ですが、秘密の値なのでスケジュールには保存できません。',
  step_cycle: 'ステップ {step}: グループ「{value}」が自分自身を実行することになります: {path}。',
  step_unknown_group: 'ステップ {step}: グループ「{value}」はありません。',
  step_other_scenario:
    'ステップ {step}: グループ「{value}」はシナリオ「{other}」に属し、このグループは「{scenario}」に属しています。',
  steps_empty: '有効なグループには少なくとも 1 つのステップが必要です。',
  group_in_use: 'グループ "{name}" は {groups} のステップです。先にそこから外してください。',
  ...jaMails,
  ...jaChecks,
  file_refused: '{reason}',
  invalid_file_name:
    'ファイル名 "{name}" は使用できません。フォルダーを含まない 255 バイト以内の単純な名前を使用してください。先頭にドットを置くことや、制御文字および \\ / : * ? " < > | を含めることはできません。',
  missing_file_selection: 'ファイルが選択されていません',
  unknown_file: 'このフォルダーにファイル "{name}" はありません。',
  unknown_upload:
    'このファイルはもう保管されていません。取り込み済みか、1 日が経過しています。もう一度アップロードしてください。',
  file_too_large: 'ファイルが上限の {limit} バイトを超えています。上限は設定 MAX_FILE_SIZE で決まります。',
  folder_full:
    'フォルダーがいっぱいです。設定 MAX_FOLDER_SIZE により、ファイルの合計は {limit} バイトまでです。不要になったファイルを削除してください。',
  folder_unusable:
    'ファイルのフォルダーを使用できません ({reason})。設定 UPLOADFILEFOLDER と、そのフォルダーに対するサービスの権限を確認してください。',
  folder_disk_full:
    'ファイルのフォルダーがあるディスクがいっぱいです。空き容量を増やしてから、もう一度お試しください。',
  file_changed: '読み込み中にファイルが置き換えられました。もう一度お試しください。',
  store_unavailable:
    'ファイルのオブジェクトストアに接続できません ({reason})。しばらくしてからもう一度お試しください。解決しない場合は FILES_URL と FILES_ENDPOINT を確認してください。',
  store_refused:
    'オブジェクトストアがファイルへのアクセスを拒否しました ({reason})。FILES_URL、FILES_REGION、およびバケットに対するサービスの資格情報を確認してください。',
  log_unusable:
    'ログを読み込めません ({reason})。設定 LOGDIR と、そのフォルダーに対するサービスの権限を確認してください。',
  export_failed: 'エクスポートに失敗しました: {reason}',
  file_named_twice: 'このリクエストには同じ名前のファイルが 2 つあります。最初のものが保存されます。',
  precondition_failed: 'レコードは読み取り後に変更されました。読み直してから変更をやり直してください。',
  body_too_large: 'リクエストの本文が上限の {limit} バイトを超えています。',
  body_too_complex:
    'リクエストの本文に {limit} 個を超える値が含まれています。複数のリクエストに分けて送信してください。',
  record_too_large: 'レコードが上限の {limit} バイトを超えています。',
  idempotency_busy:
    'このIdempotency-Keyを持つリクエストはまだ実行中です。終了してからもう一度試してください。',
  idempotency_mismatch:
    'このIdempotency-Keyは別のリクエストで使用されました。新しいリクエストには新しいキーを使用してください。',
  values_would_be_lost:
    '拒否されました。{count} 件のレコードが {fields} に値を持っています。属性を値ごと削除するには、confirm=1 を付けてリクエストを繰り返してください。',
  unsupported_media_type: 'リクエストのメディアタイプ "{type}" には対応していません。',
  too_many_attempts: '失敗した試行が多すぎます。{seconds} 秒後にもう一度試してください。',
  answer_too_large:
    '回答が {limit} バイトを超えます。fields、filters、limit で項目やレコードを減らしてください。',
  assistant_key_needed:
    'アシスタントには専用の API キーが必要です。設定の「API キー」または planctl apikey で作成し、bearer トークンとして送信してください。',
  too_many_comments:
    '1 時間に書けるコメントは {count} 件、合計 {limit} バイトまでです。{seconds} 秒後にもう一度お試しいただくか、一度に送る数を減らしてください。',
  too_many_calls: 'アシスタントのリクエストが {limit} 件処理中です。いずれかに回答が返るまでお待ちください。',
  too_many_streams:
    'イベントストリームまたはタスクを待つ要求が {limit} 件あります。まず 1 件を終了してください。',
  internal_error:
    'サービスはリクエストを処理できませんでした。理由はログのリクエストID {request} に記録されています。',
  scenario_server_unavailable:
    'このシナリオのデータベースサーバー"{server}"に現在接続できません。ほかのシナリオは利用できます。もう一度試してください。',
  database_unavailable: '現在データベースに接続できません。もう一度試してください。',
  database_unreachable:
    '{place} のデータベースに接続できません: {reason}。動作していることと、DATABASE_URL のアドレスを確認してください。',
  overloaded: 'サービスが過負荷の状態です。後でもう一度試してください。',
  disk_full:
    'データベースのディスクがいっぱいです: {reason}。空き容量を確保してから、もう一度試してください。',
  statement_timeout:
    'クエリが制限時間を超えました。フィルターを絞り込むか、取得するレコードを減らしてください。',
  computation_too_large:
    '計算に{seconds}秒を超える時間、または過大なメモリーが必要です。期間を短くするか、カレンダーのエントリーを減らしてください。',
  task_check_timeout:
    'タスク「{task}」の関数 {part} が{seconds}秒以内に終了しませんでした。拡張モジュールの作成者に連絡してください。',
  shutting_down: 'サービスは停止処理中です。もう一度試してください。',
  canceled: 'キャンセルされました。',
  invalid_settings: '{reason}',
  unusable_database: '{reason}',
  command_failed: '{reason}',
  usage: '{reason}',
  whole_number_between: '{least} から {most} までの整数',
  number_between: '{least} から {most} までの数',
  menu_needs: '先に必要なもの: {entities}。',
  filter_shape:
    'これはフィルターではありません: {value}。field、lookup、value を持つオブジェクトか、それらを囲む and、or（リスト）、not のオブジェクトを書いてください。',
  filter_field: 'フィルターに使えるフィールド "{value}" はありません。',
  filter_too_large: 'フィルターの条件は {limit} 個までです。',
  count_differs:
    '現在一致するレコードは {expected} 件ではなく {found} 件です。何も変更していません。選択を確認し直してください。',
  trial_outdated:
    'この試行の後でデータが変更されたため、計画の結果が変わります。何も保存されていません。もう一度試してください。',
  unknown_trial: 'この試行はもう存在しません。試行は{minutes}分間保持されます。もう一度試してください。',
  cursor_expired:
    'このカーソル以降の変更の一部はすでに保存されていません。必要なデータをすべて読み直し、カーソル {cursor} から続けてください。',
  plan_changes_expired:
    '計画 {plan} による変更はすでに保存されていません。計画の変更は変更ログと同じ期間保存されます。',
  too_many_tasks: '待機中のタスクが {limit} 件あります。いくつか終わるまで待つか、取り消してください。',
  too_many_trials: '計画に関する質問が{limit}件処理中です。いずれかの回答を待ってください。',
  live_plan_unavailable:
    '現在このシナリオの計画は試行できません: {reason} しばらくしてからもう一度試してください。',
  unknown_change_set: '変更セット {changeset} はありません。保存されているものは監査に表示されます。',
  undo_conflict:
    '変更セット {changeset} はこのままでは元に戻せません。{count} 件のレコードがその後の変更と競合しています。何も変更されていません。',
  cannot_undo_replaced:
    '変更セット {changeset} はシナリオのすべてのデータを置き換えたため、レコードごとに元に戻すことはできません。シナリオの一覧で昇格を元に戻すか、バックアップを復元してください。',
  cannot_undo_counts:
    '変更セット {changeset} は元に戻せません。レコードの件数だけが保存されています。バックアップを復元するか、以前のデータをインポートしてください。',
  cannot_undo_plan: '変更セット {changeset} は計画です。元に戻す代わりに計画を再実行してください。',
  cannot_undo_shared:
    '変更セット {changeset} は、ユーザーや権限など、すべてのシナリオで共有されるレコードを変更しました。それらを管理する画面で変更してください。',
  cannot_undo_unknown:
    '変更セット {changeset} は、現在使用されていないエンティティのレコードを変更しました。その拡張モジュールを有効にしてから元に戻してください。',
  undo_title: '変更セット {changeset} を元に戻す',
  undo_title_several: '{count} 件の変更セットを元に戻す',
  undo_conflict_several:
    'これら {sets} 件の変更セットはこのままでは元に戻せません。{count} 件のレコードがその後の変更と競合しています。何も変更されていません。',
  nothing_to_undo:
    '元に戻せる変更セットが見つかりません。別の期間、ユーザー、またはタスクを選択してください。',
  too_many_change_sets:
    '{most} 件を超える変更セットが該当します。より短い期間、ユーザー、またはタスクを選択してください。',
  undo_criteria_missing: '元に戻す変更セットを {names} の少なくとも 1 つで選択してください。',
  webhook_refused:
    '送信先がメッセージ {delivery} を数日間拒否したため、Webhook を無効にしました。送信先が復旧したら有効にしてください。',
  webhook_gap:
    'この Webhook のカーソル以降のイベントが、送信前にログから削除されました。送信先には種類「gap」のメッセージが送られました。一覧全体を読み直す必要があります。',
  releases_rejected: '拒否されたオーダー: {count} 件。{reference}: {reason}',
  no_ancestor:
    '「{a}」が「{b}」から分かれた後に何を変更したかは不明です ({entity})。変更履歴がそこまで残っていません。差分からレコードを選んでそのまま取り込む ("base": "none") か、シナリオをコピーし直してください。',
  not_mergeable:
    '「{entity}」のレコードは他のシナリオから取り込めません。存在しないか、計画が作成するものです。別のエンティティを指定してください。',
  merge_title: '「{scenario}」の変更',
  unknown_proposal: 'このシナリオには、表示できる提案 {id} がありません。',
  proposal_state: '提案 {id} ではもう実行できません。状態は「{state}」です。',
  proposal_conflict:
    '提案 {id} はこのままでは適用できません。{count} 件の変更が、その後に書き込まれた内容と競合しています。競合を解決してから適用してください。何も変更されていません。',
  proposal_not_approved: '提案 {id} には先に承認が必要です: {groups}。何も変更されていません。',
  own_proposal: '提案 {id} はご自身のものです。他の人の承認が必要です。',
  too_many_proposals:
    '適用も却下もされていない提案が {limit} 件あります。先にいくつか適用するか取り下げてください。',
  proposal_too_large:
    '提案 {id} には {edits} 件の変更があります。計画の試行は最大 {limit} 件です。シナリオをコピーし、そこで変更を適用して計画を実行してください。',
  edited_twice: 'レコード「{value}」の変更は {place} にすでにあります。1 つにまとめてください。',
  no_such_conflict:
    'レコード「{value}」にそのような競合はありません。提案を読み直してください。競合が一覧されています。',
  choice_impossible:
    'レコード「{value}」はもう存在しないため、変更を適用できません。「present」を選ぶと除外できます。',
  edit_conflict:
    '読み込んだ後に、これらのレコードのうち {count} 件がほかの人に変更されました。何も保存していません。',
  already_set_up:
    '最初のユーザーはすでに存在します。サインインするか、管理者にアカウントを依頼してください。',
  wrong_password: 'パスワードが違います。',
  value_too_large: '上限の {limit} バイトを超えています。',
  right_manage_users: 'ユーザーとグループの管理',
  right_try_plan: '計画の変更を試行し納期を回答する',
  right_add_proposal: '変更を提案する',
  right_view_proposal: '他の人の提案を表示する',
  right_approve_proposal: '提案を承認・却下する',
  right_manage_files: 'データファイルの管理',
  right_copy_scenario: 'シナリオのコピー',
  right_release_scenario: 'シナリオの解放',
  right_promote_scenario: 'シナリオの本番への昇格',
}
