/** Brazilian Portuguese words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  'Criar registros ausentes',
  'Cria apenas com o nome os locais, clientes, itens e fornecedores que as linhas citam e que não existem. Caso contrário, essas linhas são rejeitadas.',
] as const
const onlyCheck = ['Somente verificar', 'Verifica e conta, não grava nada.'] as const
const changelog = [
  'Registrar alterações',
  'As alterações dos registros são gravadas no log de alterações.',
] as const

export const ptBr: TaskWords = {
  groups: {
    Users: 'Usuários',
    Data: 'Dados',
    Scenarios: 'Cenários',
    Files: 'Arquivos',
    Schedules: 'Agendamentos',
  },
  tasks: {
    createsuperuser: {
      title: 'Criar um superusuário',
      about: 'Cria um usuário com todas as permissões em todos os cenários. Senhas fracas são recusadas.',
      parameters: {
        name: ['Nome de usuário', 'Nome para entrar no sistema.'],
        email: ['E-mail', 'Endereço de e-mail.'],
        password: ['Senha', 'Senha do usuário.'],
        promote: [
          'Promover um usuário existente',
          'Dá todas as permissões, e a senha, a um usuário que já existe.',
        ],
      },
    },
    changepassword: {
      title: 'Alterar a senha de um usuário',
      about: 'Dá outra senha a um usuário. As sessões dele terminam; senhas fracas são recusadas.',
      parameters: {
        name: ['Usuário', 'Nome de usuário ou endereço de e-mail.'],
        password: ['Nova senha', 'A senha que vale de agora em diante.'],
      },
    },
    loaddata: {
      title: 'Carregar um conjunto de dados em um cenário',
      about:
        'Adiciona os registros de um conjunto de dados fornecido e altera os que existem; nada é excluído. Grava-se tudo ou nada.',
      parameters: {
        fixture: ['Conjunto de dados', 'Nome de um conjunto de dados fornecido.'],
        shift: [
          'Deslocar as datas para hoje',
          'Desloca as datas para que a data de referência do conjunto de dados seja hoje. Caso contrário, ficam como no arquivo.',
        ],
        dryrun: onlyCheck,
        ignorenonexistent: [
          'Ignorar campos desconhecidos',
          'Ignora campos que o modelo não tem e os nomeia; caso contrário, o conjunto de dados é recusado.',
        ],
      },
    },
    importfromfolder: {
      title: 'Importar os arquivos de dados da pasta',
      about:
        'Importa os arquivos enviados cujo nome indica uma entidade, como demand.csv. Registros são adicionados e alterados, nenhum é excluído; linhas com erro são rejeitadas e informadas.',
      parameters: {
        files: ['Arquivos', 'Nomes dos arquivos a importar. Padrão: todos.'],
        mode: [
          'Quais registros são gravados',
          'Linhas que fariam outra coisa são rejeitadas.',
          {
            upsert: 'Adicionar e alterar registros',
            create: 'Somente adicionar registros',
            update: 'Somente alterar registros',
          },
        ],
        propose: [
          'Salvar como proposta',
          'Título da proposta. O que as linhas alterariam é salvo para revisão em vez de ser aplicado.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Tudo ou nada',
          'Todos os arquivos em uma única transação, gravada somente se nenhum arquivo for recusado e não houver linhas rejeitadas demais.',
        ],
        'on-processed': [
          'Arquivos importados',
          'O que acontece com os arquivos já importados.',
          { keep: 'Manter', archive: 'Mover para o arquivo morto', delete: 'Excluir' },
        ],
        tolerate: [
          'Linhas com erro toleradas',
          'Quantidade de linhas rejeitadas com a qual a tarefa ainda termina como concluída.',
        ],
        purge: [
          'Excluir registros antes',
          'Entidades cujos registros são excluídos antes da importação do seu primeiro arquivo, na mesma transação.',
        ],
        'create-missing': createMissing,
        changelog,
        upload: [
          'Arquivo enviado',
          'Número de um arquivo enviado somente para esta importação, em vez da pasta.',
        ],
        entity: [
          'Entidade do arquivo',
          'De que trata o arquivo único, como input.demand, seja qual for o nome dele.',
        ],
        columns: [
          'Colunas do arquivo',
          'Campos das colunas do arquivo único, pela posição e seja o que for que diga o cabeçalho; vazio para uma coluna a ignorar. Padrão: conforme o cabeçalho.',
        ],
        sheet: ['Aba', 'Título da aba a ler do arquivo único, uma planilha.'],
        charset: [
          'Codificação',
          'Codificação dos arquivos de texto sem marca de ordem de bytes, como windows-1252. Padrão: CSV_CHARSET.',
        ],
        delimiter: [
          'Separador',
          'O que separa as colunas do arquivo único. Se não for indicado, é detectado.',
          { comma: 'Vírgula', semicolon: 'Ponto e vírgula', tab: 'Tabulação' },
        ],
      },
    },
    exportworkbook: {
      title: 'Exportar dados de planejamento como planilha',
      about:
        'Grava na pasta de exportação uma planilha com uma aba por entidade. Ela pode ser alterada e importada de novo.',
      parameters: {
        entities: ['Entidades', 'Entidades como input.item. Padrão: todos os dados de planejamento.'],
        anonymous: [
          'Tornar anônimo',
          'Dá um novo nome a cada chave de cada entidade; descrições e custos permanecem.',
        ],
        template: [
          'Modelo sem registros',
          'Omite os registros: abas com cabeçalhos e suas explicações, para preencher.',
        ],
        output: ['Nome do arquivo', 'Nome do arquivo na pasta de exportação.'],
      },
    },
    importworkbook: {
      title: 'Importar uma planilha',
      about:
        'Importa uma planilha enviada, uma aba por entidade. Registros são adicionados e alterados, nenhum é excluído; linhas com erro são rejeitadas e informadas.',
      parameters: {
        file: ['Planilha', 'A planilha (.xlsx).'],
        entities: ['Entidades', 'Entidades cujas abas são importadas. Padrão: todas.'],
        propose: [
          'Salvar como proposta',
          'Título da proposta. O que as linhas alterariam é salvo para revisão em vez de ser aplicado.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Tudo ou nada',
          'Não grava nada se uma aba for recusada ou se mais linhas forem rejeitadas do que o tolerado.',
        ],
        tolerate: [
          'Linhas com erro toleradas',
          'Quantidade de linhas rejeitadas que não faz a importação falhar.',
        ],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: 'Exportar os resultados do plano para a pasta',
      about: 'Grava os resultados do plano como arquivos na pasta de exportação, todos do mesmo momento.',
      parameters: {
        files: [
          'Arquivos',
          'O que exportar: nomes de entidades, relatórios e exportações de dados, com ou sem extensão.',
        ],
        format: [
          'Formato',
          'Formato dos arquivos cujo nome não tem extensão.',
          {
            csv: 'CSV',
            'csv.gz': 'CSV, compactado',
            xlsx: 'Planilha (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, compactado',
          },
        ],
      },
    },
    createbuckets: {
      title: 'Gerar os períodos',
      about:
        'Cria anos, trimestres, meses, semanas e dias dos relatórios, no lugar dos que existem. Os nomes vêm de modelos com códigos: %Y %y ano, %q trimestre, %m mês, %B %b o nome dele, %V %W %U semana, %d dia, %j dia do ano, %A %a dia da semana.',
      parameters: {
        start: ['Primeiro dia', 'Padrão: dois anos atrás.'],
        end: ['Último dia', 'Padrão: daqui a oito anos.'],
        weekstart: [
          'Primeiro dia da semana',
          'Dia em que as semanas começam.',
          {
            0: 'domingo',
            1: 'segunda-feira',
            2: 'terça-feira',
            3: 'quarta-feira',
            4: 'quinta-feira',
            5: 'sexta-feira',
            6: 'sábado',
          },
        ],
        'format-day': ['Nomes dos dias', 'Modelo para o nome de um dia.'],
        'format-week': ['Nomes das semanas', 'Modelo para o nome de uma semana.'],
        'format-month': ['Nomes dos meses', 'Modelo para o nome de um mês.'],
        'format-quarter': ['Nomes dos trimestres', 'Modelo para o nome de um trimestre.'],
        'format-year': ['Nomes dos anos', 'Modelo para o nome de um ano.'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: 'Calcular o plano',
      about:
        'Planeja todos os pedidos de venda e cotações em aberto e substitui o plano anterior de uma só vez. Ordens propostas são substituídas; as aprovadas, confirmadas e concluídas mantêm suas datas.',
      parameters: {
        constraints: [
          'Restrições',
          'O que as ordens propostas respeitam: capa (capacidade), mfg_lt (lead time de produção) e po_lt (lead time de compra), separados por vírgulas, ou none para nenhuma. Padrão: todas.',
        ],
        constraint: ['Restrições, pelo nome antigo', 'O mesmo que constraints.'],
        plantype: [
          'Tipo de plano',
          'Se as ordens esperam pelo que falta, ou ficam no prazo e mostram o que seria necessário.',
          {
            1: 'Com restrições: antes atrasado que impossível',
            2: 'Sem restrições: no prazo, com faltas e sobrecargas',
          },
        ],
        budget: ['Tempo de melhoria', 'Segundos para melhorar o plano depois de calculado.'],
        'budget-steps': [
          'Alterações a testar',
          'Número de alterações testadas para melhorar o plano, em vez de segundos: os mesmos dados geram então o mesmo plano em qualquer máquina.',
        ],
        current: [
          'Início do plano',
          'Início do plano em vez do parâmetro currentdate: uma data, now (agora) ou today (hoje).',
        ],
        env: [
          'Partes de um plano',
          'Nomes de partes de um plano, para scripts escritos para outros planejadores; partes que não existem são ignoradas.',
        ],
      },
    },
    empty: {
      title: 'Esvaziar os dados de um cenário',
      about:
        'Exclui todos os registros das entidades escolhidas e, com eles, os que não podem existir sem eles. Usuários, permissões e tarefas permanecem. Não é possível desfazer.',
      parameters: {
        models: ['Entidades', 'Entidades como input.demand. Padrão: todos os dados de planejamento.'],
        all: [
          'Todos os dados de planejamento',
          'Todos os dados de planejamento, como sem indicar entidades.',
        ],
        dryrun: ['Somente contar', 'Somente conta o que seria excluído.'],
      },
    },
    undo: {
      title: 'Desfazer um conjunto de alterações',
      about:
        'Restaura os registros de um conjunto de alterações como eram: os adicionados somem, os excluídos voltam e os campos alterados recuperam os valores antigos. Isso também pode ser desfeito.',
      parameters: {
        changeset: ['Conjunto de alterações', 'O número dele na auditoria.'],
        after: ['De', 'Conjuntos de alterações desde este momento.'],
        before: ['Até', 'Conjuntos de alterações até este momento.'],
        author: ['Usuário', 'Conjuntos de alterações do usuário com este nome ou e-mail.'],
        task: ['Tarefa', 'Conjuntos de alterações da execução de uma tarefa com este número.'],
        apply: ['Aplicar', 'Desfaz o conjunto. Caso contrário, só é informado o que seria feito.'],
        take: [
          'Conflitos',
          'O que acontece com valores que outros gravaram depois. Padrão: nada é desfeito.',
          { present: 'Manter os valores atuais', proposed: 'Substituir os valores atuais' },
        ],
      },
    },
    proposal_apply: {
      title: 'Aplicar uma proposta',
      about:
        'Aplica uma proposta: todas as suas alterações em uma transação, ou nenhuma. São necessárias as permissões das alterações e as aprovações exigidas.',
      parameters: { proposal: ['Proposta', 'Número da proposta.'] },
    },
    scenario_copy: {
      title: 'Copiar um cenário ou promovê-lo para produção',
      about:
        'Copia todos os dados de planejamento de um cenário para um cenário livre. Uma promoção substitui os dados de produção pelos de um cenário e pode ser desfeita durante um mês. Uma mesclagem traz apenas o que o cenário alterou. Atualizar traz para um cenário as alterações posteriores da produção.',
      parameters: {
        source: ['Origem', 'Cenário de onde vêm os dados.'],
        destination: ['Destino', 'Cenário que os recebe.'],
        copy: ['Copiar', 'Copia a origem para o destino, como acontece por padrão.'],
        promote: ['Promover', 'Substitui os dados de produção.'],
        merge: [
          'Somente o que foi alterado',
          'Em uma promoção: traz apenas o que a origem alterou desde a cópia, em vez de substituir tudo.',
        ],
        refresh: [
          'Atualizar',
          'Traz para o destino o que a origem alterou desde a cópia; as alterações dele permanecem.',
        ],
        'revert-promote': ['Desfazer a última promoção', 'Restaura o que a última promoção substituiu.'],
        release: ['Liberar', 'Libera o cenário.'],
        force: ['Sobrescrever', 'Sobrescreve um destino em uso.'],
        description: ['Rótulo', 'Novo rótulo do destino.'],
      },
    },
    scenario_release: {
      title: 'Desocupar um cenário',
      about:
        'Exclui os dados deste cenário e o acesso a ele, para que outra cópia possa ser feita nele. A produção não pode ser desocupada.',
    },
    scenario_create: {
      title: 'Criar outro cenário',
      about:
        'Cria outro cenário, sem dados até que algo seja copiado para ele. O nome aparece nos endereços: letras minúsculas, dígitos e sublinhados isolados.',
      parameters: {
        name: ['Nome', 'Nome do cenário.'],
        description: ['Rótulo', 'O que as pessoas leem. Padrão: o nome.'],
      },
    },
    scenario_delete: {
      title: 'Excluir um cenário livre',
      about:
        'Exclui definitivamente um cenário livre; libere-o antes com scenario_release. A produção não pode ser excluída.',
      parameters: { name: ['Cenário', 'Nome do cenário.'] },
    },
    scenario_compare: {
      title: 'Comparar dois cenários',
      about: 'Conta os registros em que dois cenários diferem, com exemplos. Não altera nada.',
      parameters: {
        a: ['Primeiro cenário', 'Cenário a comparar.'],
        b: ['Segundo cenário', 'Cenário com o qual comparar.'],
        entity: ['Entidades', 'Entidades a comparar. Padrão: todas.'],
        samples: ['Exemplos', 'Exemplos por tipo de diferença.'],
        format: ['Resultado', 'Como o resultado é informado.', { text: 'Em palavras', json: 'Em JSON' }],
      },
    },
    backup: {
      title: 'Fazer backup de um cenário em um arquivo',
      about:
        'Grava todos os dados do cenário em um arquivo compactado. Backups com mais de um mês são excluídos.',
    },
    restore: {
      title: 'Restaurar um backup em um cenário',
      about:
        'Substitui os dados de planejamento do cenário pelos de um backup. Usuários e permissões permanecem como estão.',
      parameters: { dump_file: ['Backup', 'Arquivo gravado por um backup.'] },
    },
    emailreport: {
      title: 'Enviar relatórios exportados por e-mail',
      about: 'Reúne arquivos da pasta de exportação em um arquivo compactado e o envia por e-mail.',
      parameters: {
        recipient: ['Destinatários', 'Endereços de e-mail.'],
        report: ['Arquivos', 'Nomes de arquivos da pasta de exportação.'],
        sender: ['Remetente', 'Endereço de e-mail. Padrão: a configuração DEFAULT_FROM_EMAIL.'],
      },
    },
    scheduletasks: {
      title: 'Executar um grupo de tarefas',
      about: 'Executa agora os passos de um grupo, um após o outro.',
      parameters: { schedule: ['Grupo', 'Nome do grupo a executar.'] },
    },
    flush: {
      title: 'Esvaziar todas as tabelas, inclusive usuários e permissões',
      about:
        'Esvazia todas as tabelas de todos os cenários, inclusive usuários e permissões. Não é possível desfazer.',
    },
  },
}
