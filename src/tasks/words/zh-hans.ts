/** Simplified Chinese words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  '创建缺少的记录',
  '仅以名称创建各行所引用但不存在的地点、客户、物料和供应商。否则这些行会被拒绝。',
] as const
const onlyCheck = ['仅检查', '只检查和计数，不保存任何内容。'] as const
const changelog = ['记录更改', '记录的更改会写入更改日志。'] as const

export const zhHans: TaskWords = {
  groups: {
    Users: '用户',
    Data: '数据',
    Scenarios: '方案',
    Files: '文件',
    Schedules: '定时计划',
  },
  tasks: {
    createsuperuser: {
      title: '创建超级用户',
      about: '创建在所有方案中拥有全部权限的用户。弱密码会被拒绝。',
      parameters: {
        name: ['用户名', '登录名。'],
        email: ['电子邮件', '电子邮件地址。'],
        password: ['密码', '用户的密码。'],
        promote: ['提升已有用户', '将全部权限和该密码赋予已有用户。'],
      },
    },
    changepassword: {
      title: '更改用户密码',
      about: '为用户设置新密码。该用户的会话会结束；弱密码会被拒绝。',
      parameters: {
        name: ['用户', '登录名或电子邮件地址。'],
        password: ['新密码', '今后使用的密码。'],
      },
    },
    loaddata: {
      title: '将数据集加载到方案',
      about: '添加随附数据集中的记录并修改已有记录；不删除任何内容。要么全部保存，要么全不保存。',
      parameters: {
        fixture: ['数据集', '随附数据集的名称。'],
        shift: ['将日期移至今天', '移动日期，使数据集的基准日期成为今天。否则日期与文件中相同。'],
        dryrun: onlyCheck,
        ignorenonexistent: ['略过未知字段', '略过模型中没有的字段并列出其名称；否则数据集会被拒绝。'],
      },
    },
    importfromfolder: {
      title: '导入文件夹中的数据文件',
      about:
        '导入已上传且名称对应某个实体的文件，例如 demand.csv。记录会被添加和修改，不会被删除；有错误的行会被拒绝并报告。',
      parameters: {
        files: ['文件', '要导入的文件名。默认：全部。'],
        mode: [
          '写入哪些记录',
          '会做其他操作的行将被拒绝。',
          { upsert: '添加并修改记录', create: '只添加记录', update: '只修改记录' },
        ],
        propose: ['保存为提案', '提案的标题。各行会作的更改将保存待审核，而不应用。'],
        dryrun: onlyCheck,
        'all-or-nothing': [
          '全部或全不',
          '所有文件在一个事务中处理，只有没有文件被拒绝且被拒绝的行不过多时才保存。',
        ],
        'on-processed': [
          '已导入的文件',
          '如何处理已导入的文件。',
          { keep: '保留', archive: '移至归档', delete: '删除' },
        ],
        tolerate: ['允许的错误行数', '被拒绝的行不超过此数时，任务仍以完成结束。'],
        purge: ['先删除记录', '在导入其第一个文件之前，在同一事务中删除其记录的实体。'],
        'create-missing': createMissing,
        changelog,
        upload: ['上传', '专为此次导入上传的文件的编号，代替文件夹。'],
        entity: ['文件的实体', '单个文件的内容，例如 input.demand，无论文件名是什么。'],
        columns: [
          '文件的列',
          '单个文件各列对应的字段，按位置指定，不论标题如何；要跳过的列留空。默认：按标题。',
        ],
        sheet: ['工作表', '单个文件为工作簿时要读取的工作表标题。'],
        charset: ['编码', '没有字节顺序标记的文本文件的编码，例如 windows-1252。默认：CSV_CHARSET。'],
        delimiter: [
          '分隔符',
          '分隔单个文件各列的字符。不指定时自动识别。',
          { comma: '逗号', semicolon: '分号', tab: '制表符' },
        ],
      },
    },
    exportworkbook: {
      title: '将计划数据导出为工作簿',
      about: '在导出文件夹中写入工作簿，每个实体一个工作表。可以修改后再导入。',
      parameters: {
        entities: ['实体', 'input.item 等实体。默认：全部计划数据。'],
        anonymous: ['匿名化', '为每个实体的每个键赋予新名称；说明和成本保持不变。'],
        template: ['不含记录的模板', '省略记录：工作表只含标题及其说明，供填写。'],
        output: ['文件名', '导出文件夹中的文件名。'],
      },
    },
    importworkbook: {
      title: '导入工作簿',
      about:
        '导入已上传的工作簿，每个实体一个工作表。记录会被添加和修改，不会被删除；有错误的行会被拒绝并报告。',
      parameters: {
        file: ['工作簿', '工作簿文件 (.xlsx)。'],
        entities: ['实体', '要导入其工作表的实体。默认：全部。'],
        propose: ['保存为提案', '提案的标题。各行会作的更改将保存待审核，而不应用。'],
        dryrun: onlyCheck,
        'all-or-nothing': ['全部或全不', '有工作表被拒绝，或被拒绝的行超过允许数时，不保存任何内容。'],
        tolerate: ['允许的错误行数', '不会使导入失败的被拒绝行数。'],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: '将计划结果导出到文件夹',
      about: '将计划结果作为文件写入导出文件夹，全部取自同一时刻。',
      parameters: {
        files: ['文件', '要导出的内容：实体、报表和数据导出的名称，可带或不带扩展名。'],
        format: [
          '格式',
          '名称没有扩展名的文件的格式。',
          {
            csv: 'CSV',
            'csv.gz': 'CSV（压缩）',
            xlsx: '工作簿 (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON（压缩）',
          },
        ],
      },
    },
    createbuckets: {
      title: '生成时间段',
      about:
        '生成报表所用的年、季度、月、周和日，取代已有的时间段。名称由含以下代码的模板生成：%Y %y 年、%q 季度、%m 月、%B %b 月份名称、%V %W %U 周、%d 日、%j 年内第几天、%A %a 星期。',
      parameters: {
        start: ['第一天', '默认：两年前。'],
        end: ['最后一天', '默认：八年后。'],
        weekstart: [
          '一周的第一天',
          '每周从哪一天开始。',
          {
            0: '星期日',
            1: '星期一',
            2: '星期二',
            3: '星期三',
            4: '星期四',
            5: '星期五',
            6: '星期六',
          },
        ],
        'format-day': ['日的名称', '日名称的模板。'],
        'format-week': ['周的名称', '周名称的模板。'],
        'format-month': ['月的名称', '月名称的模板。'],
        'format-quarter': ['季度的名称', '季度名称的模板。'],
        'format-year': ['年的名称', '年名称的模板。'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: '运行计划',
      about:
        '为所有未结的销售订单和报价制定计划，并一次性取代先前的计划。建议的订单会被替换；已批准、已确认和已完成的保持原有日期。',
      parameters: {
        constraints: [
          '约束',
          '建议的订单遵守的约束：capa（产能）、mfg_lt（生产提前期）和 po_lt（采购提前期），以逗号分隔，或 none 表示无约束。默认：全部。',
        ],
        constraint: ['约束（旧名称）', '与 constraints 相同。'],
        plantype: [
          '计划类型',
          '订单是等待所缺的资源，还是按时完成并显示所需的资源。',
          { 1: '有约束：宁可延迟，不排不可行的计划', 2: '无约束：按时，显示短缺和超负荷' },
        ],
        budget: ['改进时间', '计划完成后用于改进的秒数。'],
        'budget-steps': [
          '尝试的更改数',
          '用于改进计划而尝试的更改次数，代替秒数：相同的数据在任何机器上都得到相同的计划。',
        ],
        current: ['计划开始', '代替参数 currentdate 的计划开始时间：日期、now（现在）或 today（今天）。'],
        env: ['计划的部分', '计划各部分的名称，用于为其他计划系统编写的脚本；不存在的部分会被忽略。'],
      },
    },
    empty: {
      title: '清空方案的数据',
      about: '删除所选实体的全部记录，以及离开它们便无法存在的记录。用户、权限和任务保留。此操作无法撤销。',
      parameters: {
        models: ['实体', 'input.demand 等实体。默认：全部计划数据。'],
        all: ['全部计划数据', '全部计划数据，与不指定实体相同。'],
        dryrun: ['仅计数', '只统计将被删除的内容。'],
      },
    },
    undo: {
      title: '撤销变更集',
      about:
        '将变更集的记录恢复原状：新增的记录被移除，删除的记录被还原，更改的字段恢复旧值。此操作也可以撤销。',
      parameters: {
        changeset: ['变更集', '它在审计中的编号。'],
        after: ['从', '此时刻以来的变更集。'],
        before: ['至', '截至此时刻的变更集。'],
        author: ['用户', '具有此名称或电子邮件地址的用户的变更集。'],
        task: ['任务', '具有此编号的任务运行的变更集。'],
        apply: ['应用', '执行撤销。否则只说明将会做什么。'],
        take: [
          '冲突',
          '如何处理此后由他人写入的值。默认：不撤销任何内容。',
          { present: '保留当前值', proposed: '覆盖当前值' },
        ],
      },
    },
    proposal_apply: {
      title: '应用提案',
      about: '应用提案：在一个事务中应用全部更改，或者一项也不应用。需要其更改的权限和所需的批准。',
      parameters: { proposal: ['提案', '提案的编号。'] },
    },
    scenario_copy: {
      title: '复制方案，或将其提升为生产',
      about:
        '将一个方案的全部计划数据复制到空闲方案。提升会用方案的数据替换生产的数据，一个月内可以撤回。合并只带入方案所更改的内容。刷新会把生产方案之后的更改带入某个方案。',
      parameters: {
        source: ['来源', '取出数据的方案。'],
        destination: ['目标', '放入数据的方案。'],
        copy: ['复制', '将来源复制到目标，这是默认操作。'],
        promote: ['提升', '替换生产的数据。'],
        merge: ['仅更改的内容', '提升时：只带入来源自复制以来更改的内容，而不是替换全部数据。'],
        refresh: ['刷新', '把来源自复制以来更改的内容带入目标；目标自身的更改保留。'],
        'revert-promote': ['撤回上次提升', '恢复上次提升所替换的数据。'],
        release: ['释放', '释放方案。'],
        force: ['覆盖', '覆盖正在使用的目标。'],
        description: ['标签', '目标的新标签。'],
      },
    },
    scenario_release: {
      title: '释放方案',
      about: '删除此方案的数据及其访问权限，以便放入另一份副本。生产不能释放。',
    },
    scenario_create: {
      title: '新建方案',
      about: '再创建一个方案，在复制内容之前没有数据。名称会出现在地址中：小写字母、数字和不连续的下划线。',
      parameters: {
        name: ['名称', '方案的名称。'],
        description: ['标签', '供人阅读的名称。默认：名称。'],
      },
    },
    scenario_delete: {
      title: '删除空闲方案',
      about: '永久删除空闲方案；请先用 scenario_release 释放它。生产不能删除。',
      parameters: { name: ['方案', '方案的名称。'] },
    },
    scenario_compare: {
      title: '比较两个方案',
      about: '统计两个方案中不同的记录，并给出示例。不做任何更改。',
      parameters: {
        a: ['第一个方案', '要比较的方案。'],
        b: ['第二个方案', '与之比较的方案。'],
        entity: ['实体', '要比较的实体。默认：全部。'],
        samples: ['示例', '每种差异的示例数。'],
        format: ['结果', '结果的呈现方式。', { text: '文字', json: 'JSON' }],
      },
    },
    backup: {
      title: '将方案备份到文件',
      about: '将方案的全部数据写入压缩文件。超过一个月的备份会被删除。',
    },
    restore: {
      title: '将备份恢复到方案',
      about: '用备份的数据替换方案的计划数据。用户和权限保持不变。',
      parameters: { dump_file: ['备份', '由备份写入的文件。'] },
    },
    emailreport: {
      title: '通过邮件发送导出的报表',
      about: '将导出文件夹中的文件打包为一个压缩包并通过邮件发送。',
      parameters: {
        recipient: ['收件人', '电子邮件地址。'],
        report: ['文件', '导出文件夹中的文件名。'],
        sender: ['发件人', '电子邮件地址。默认：设置 DEFAULT_FROM_EMAIL。'],
      },
    },
    scheduletasks: {
      title: '运行任务组',
      about: '立即依次运行任务组的各个步骤。',
      parameters: { schedule: ['任务组', '要运行的任务组的名称。'] },
    },
    flush: {
      title: '清空所有表，包括用户和权限',
      about: '清空所有方案的所有表，包括用户和权限。此操作无法撤销。',
    },
  },
}
