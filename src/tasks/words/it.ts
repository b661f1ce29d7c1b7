/** Italian words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  'Crea i record mancanti',
  'Crea con il solo nome luoghi, clienti, articoli e fornitori che le righe nominano e che non esistono. Altrimenti quelle righe sono respinte.',
] as const
const onlyCheck = ['Solo controllo', 'Controlla e conta, non salva nulla.'] as const
const changelog = [
  'Registra le modifiche',
  'Le modifiche ai record vengono scritte nel registro delle modifiche.',
] as const

export const it: TaskWords = {
  groups: {
    Users: 'Utenti',
    Data: 'Dati',
    Scenarios: 'Scenari',
    Files: 'File',
    Schedules: 'Pianificazioni',
  },
  tasks: {
    createsuperuser: {
      title: 'Crea un superutente',
      about: 'Crea un utente con tutti i diritti in tutti gli scenari. Le password deboli vengono rifiutate.',
      parameters: {
        name: ['Nome utente', 'Nome per l’accesso.'],
        email: ['E-mail', 'Indirizzo e-mail.'],
        password: ['Password', 'Password dell’utente.'],
        promote: [
          'Promuovi un utente esistente',
          'Dà tutti i diritti, e la password, a un utente già esistente.',
        ],
      },
    },
    changepassword: {
      title: 'Cambia la password di un utente',
      about:
        'Dà a un utente un’altra password. Le sue sessioni terminano; le password deboli vengono rifiutate.',
      parameters: {
        name: ['Utente', 'Nome utente o indirizzo e-mail.'],
        password: ['Nuova password', 'La password valida d’ora in poi.'],
      },
    },
    loaddata: {
      title: 'Carica un insieme di dati in uno scenario',
      about:
        'Aggiunge i record di un insieme di dati fornito e modifica quelli esistenti; nulla viene eliminato. Si salva tutto o niente.',
      parameters: {
        fixture: ['Insieme di dati', 'Nome di un insieme di dati fornito.'],
        shift: [
          'Sposta le date a oggi',
          'Sposta le date in modo che la data di riferimento dell’insieme di dati diventi oggi. Altrimenti restano come nel file.',
        ],
        dryrun: onlyCheck,
        ignorenonexistent: [
          'Ignora i campi sconosciuti',
          'Ignora i campi che il modello non ha e li nomina; altrimenti i dati sono rifiutati.',
        ],
      },
    },
    importfromfolder: {
      title: 'Importa i file di dati della cartella',
      about:
        'Importa i file caricati il cui nome indica un’entità, come demand.csv. I record vengono aggiunti e modificati, nessuno viene eliminato; le righe errate vengono rifiutate e segnalate.',
      parameters: {
        files: ['File', 'Nomi dei file da importare. Predefinito: tutti.'],
        mode: [
          'Quali record vengono scritti',
          'Le righe che farebbero altro vengono rifiutate.',
          {
            upsert: 'Aggiungere e modificare record',
            create: 'Solo aggiungere record',
            update: 'Solo modificare record',
          },
        ],
        propose: [
          'Salva come proposta',
          'Titolo della proposta. Ciò che le righe modificherebbero viene salvato per l’esame invece di essere applicato.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Tutto o niente',
          'Tutti i file in un’unica transazione, salvata solo se nessun file è rifiutato e le righe rifiutate non sono troppe.',
        ],
        'on-processed': [
          'File importati',
          'Che cosa accade ai file già importati.',
          { keep: 'Conserva', archive: 'Sposta nell’archivio', delete: 'Elimina' },
        ],
        tolerate: [
          'Righe errate tollerate',
          'Numero di righe rifiutate con cui l’attività termina comunque con successo.',
        ],
        purge: [
          'Elimina prima i record',
          'Entità i cui record vengono eliminati prima di importare il loro primo file, nella stessa transazione.',
        ],
        'create-missing': createMissing,
        changelog,
        upload: [
          'File caricato',
          'Numero di un file caricato solo per questa importazione, al posto della cartella.',
        ],
        entity: [
          'Entità del file',
          'Che cosa contiene il singolo file, come input.demand, qualunque sia il suo nome.',
        ],
        columns: [
          'Colonne del file',
          'Campi delle colonne del singolo file, in base alla posizione e qualunque cosa dica l’intestazione; vuoto per una colonna da ignorare. Predefinito: secondo l’intestazione.',
        ],
        sheet: ['Foglio', 'Titolo del foglio da leggere nel singolo file, una cartella di lavoro.'],
        charset: [
          'Codifica',
          'Codifica dei file di testo senza indicatore dell’ordine dei byte, come windows-1252. Predefinito: CSV_CHARSET.',
        ],
        delimiter: [
          'Separatore',
          'Che cosa separa le colonne del singolo file. Se non è indicato, viene rilevato.',
          { comma: 'Virgola', semicolon: 'Punto e virgola', tab: 'Tabulazione' },
        ],
      },
    },
    exportworkbook: {
      title: 'Esporta i dati di pianificazione in una cartella di lavoro',
      about:
        'Scrive nella cartella di esportazione una cartella di lavoro con un foglio per entità. Può essere modificata e reimportata.',
      parameters: {
        entities: ['Entità', 'Entità come input.item. Predefinito: tutti i dati di pianificazione.'],
        anonymous: [
          'Rendi anonimo',
          'Dà un nuovo nome a ogni chiave di ogni entità; descrizioni e costi restano.',
        ],
        template: [
          'Modello senza record',
          'Omette i record: fogli con intestazioni e relative spiegazioni, da compilare.',
        ],
        output: ['Nome del file', 'Nome del file nella cartella di esportazione.'],
      },
    },
    importworkbook: {
      title: 'Importa una cartella di lavoro',
      about:
        'Importa una cartella di lavoro caricata, un foglio per entità. I record vengono aggiunti e modificati, nessuno viene eliminato; le righe errate vengono rifiutate e segnalate.',
      parameters: {
        file: ['Cartella di lavoro', 'La cartella di lavoro (.xlsx).'],
        entities: ['Entità', 'Entità i cui fogli vengono importati. Predefinito: tutte.'],
        propose: [
          'Salva come proposta',
          'Titolo della proposta. Ciò che le righe modificherebbero viene salvato per l’esame invece di essere applicato.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Tutto o niente',
          'Non salva nulla se un foglio è rifiutato o se le righe rifiutate sono più di quelle tollerate.',
        ],
        tolerate: [
          'Righe errate tollerate',
          'Numero di righe rifiutate che non fanno fallire l’importazione.',
        ],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: 'Esporta i risultati del piano nella cartella',
      about:
        'Scrive i risultati del piano come file nella cartella di esportazione, tutti riferiti allo stesso momento.',
      parameters: {
        files: [
          'File',
          'Che cosa esportare: nomi di entità, report ed esportazioni di dati, con o senza estensione.',
        ],
        format: [
          'Formato',
          'Formato dei file il cui nome non ha estensione.',
          {
            csv: 'CSV',
            'csv.gz': 'CSV, compresso',
            xlsx: 'Cartella di lavoro (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, compresso',
          },
        ],
      },
    },
    createbuckets: {
      title: 'Genera i periodi',
      about:
        'Crea anni, trimestri, mesi, settimane e giorni dei report, al posto di quelli esistenti. I loro nomi derivano da modelli con codici: %Y %y anno, %q trimestre, %m mese, %B %b il suo nome, %V %W %U settimana, %d giorno, %j giorno dell’anno, %A %a giorno della settimana.',
      parameters: {
        start: ['Primo giorno', 'Predefinito: due anni fa.'],
        end: ['Ultimo giorno', 'Predefinito: fra otto anni.'],
        weekstart: [
          'Primo giorno della settimana',
          'Giorno con cui iniziano le settimane.',
          {
            0: 'domenica',
            1: 'lunedì',
            2: 'martedì',
            3: 'mercoledì',
            4: 'giovedì',
            5: 'venerdì',
            6: 'sabato',
          },
        ],
        'format-day': ['Nomi dei giorni', 'Modello per il nome di un giorno.'],
        'format-week': ['Nomi delle settimane', 'Modello per il nome di una settimana.'],
        'format-month': ['Nomi dei mesi', 'Modello per il nome di un mese.'],
        'format-quarter': ['Nomi dei trimestri', 'Modello per il nome di un trimestre.'],
        'format-year': ['Nomi degli anni', 'Modello per il nome di un anno.'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: 'Calcola il piano',
      about:
        'Pianifica tutti gli ordini cliente e le offerte aperti e sostituisce il piano precedente in un colpo solo. Gli ordini proposti vengono sostituiti; quelli approvati, confermati e completati mantengono le loro date.',
      parameters: {
        constraints: [
          'Vincoli',
          'Che cosa rispettano gli ordini proposti: capa (capacità), mfg_lt (lead time di produzione) e po_lt (lead time d’acquisto), separati da virgole, oppure none per nessuno. Predefinito: tutti.',
        ],
        constraint: ['Vincoli, con il vecchio nome', 'Come constraints.'],
        plantype: [
          'Tipo di piano',
          'Se gli ordini aspettano ciò che manca, oppure sono puntuali e mostrano ciò che servirebbe.',
          {
            1: 'Vincolato: piuttosto in ritardo che impossibile',
            2: 'Non vincolato: puntuale, con mancanze e sovraccarichi',
          },
        ],
        budget: ['Tempo di miglioramento', 'Secondi per migliorare il piano una volta calcolato.'],
        'budget-steps': [
          'Modifiche da provare',
          'Numero di modifiche provate per migliorare il piano, al posto dei secondi: gli stessi dati danno allora lo stesso piano su ogni macchina.',
        ],
        current: [
          'Inizio del piano',
          'Inizio del piano al posto del parametro currentdate: una data, now (adesso) o today (oggi).',
        ],
        env: [
          'Parti di un piano',
          'Nomi di parti di un piano, per script scritti per altri pianificatori; le parti inesistenti vengono ignorate.',
        ],
      },
    },
    empty: {
      title: 'Svuota i dati di uno scenario',
      about:
        'Elimina tutti i record delle entità scelte e con essi i record che non possono esistere senza. Utenti, diritti e attività restano. Non si può annullare.',
      parameters: {
        models: ['Entità', 'Entità come input.demand. Predefinito: tutti i dati di pianificazione.'],
        all: [
          'Tutti i dati di pianificazione',
          'Tutti i dati di pianificazione, come senza indicare entità.',
        ],
        dryrun: ['Solo conteggio', 'Conta soltanto ciò che verrebbe eliminato.'],
      },
    },
    undo: {
      title: 'Annullare un insieme di modifiche',
      about:
        'Ripristina i record di un insieme di modifiche come erano: gli aggiunti spariscono, gli eliminati tornano, i campi modificati riprendono i vecchi valori. Anche questo può essere annullato.',
      parameters: {
        changeset: ['Insieme di modifiche', 'Il suo numero nell’audit.'],
        after: ['Da', 'Insiemi di modifiche da questo momento.'],
        before: ['A', 'Insiemi di modifiche fino a questo momento.'],
        author: ['Utente', 'Insiemi di modifiche dell’utente con questo nome o indirizzo e-mail.'],
        task: ['Attività', 'Insiemi di modifiche dell’esecuzione di un’attività con questo numero.'],
        apply: ['Applicare', 'Lo annulla. Altrimenti viene solo indicato che cosa accadrebbe.'],
        take: [
          'Conflitti',
          'Che cosa accade ai valori scritti da altri nel frattempo. Predefinito: non viene annullato nulla.',
          { present: 'Mantenere i valori attuali', proposed: 'Sovrascrivere i valori attuali' },
        ],
      },
    },
    proposal_apply: {
      title: 'Applicare una proposta',
      about:
        'Applica una proposta: tutte le sue modifiche in una transazione, o nessuna. Servono i diritti delle modifiche e le approvazioni richieste.',
      parameters: { proposal: ['Proposta', 'Numero della proposta.'] },
    },
    scenario_copy: {
      title: 'Copia uno scenario o promuovilo in produzione',
      about:
        'Copia tutti i dati di pianificazione di uno scenario in uno libero. Una promozione sostituisce i dati di produzione con quelli di uno scenario e può essere annullata per un mese. Un’unione porta solo ciò che lo scenario ha modificato. Un aggiornamento porta in uno scenario le modifiche successive della produzione.',
      parameters: {
        source: ['Origine', 'Scenario da cui prendere i dati.'],
        destination: ['Destinazione', 'Scenario in cui metterli.'],
        copy: ['Copia', 'Copia l’origine nella destinazione, come avviene per impostazione predefinita.'],
        promote: ['Promuovi', 'Sostituisce i dati di produzione.'],
        merge: [
          'Solo le modifiche',
          'Con una promozione: porta solo ciò che l’origine ha modificato dalla copia, invece di sostituire tutto.',
        ],
        refresh: [
          'Aggiorna',
          'Porta nella destinazione ciò che l’origine ha modificato dalla copia; le sue modifiche restano.',
        ],
        'revert-promote': [
          'Annulla l’ultima promozione',
          'Ripristina ciò che l’ultima promozione ha sostituito.',
        ],
        release: ['Libera', 'Libera lo scenario.'],
        force: ['Sovrascrivi', 'Sovrascrive una destinazione in uso.'],
        description: ['Etichetta', 'Nuova etichetta della destinazione.'],
      },
    },
    scenario_release: {
      title: 'Libera uno scenario',
      about:
        'Elimina i dati di questo scenario e l’accesso a esso, in modo che vi si possa fare un’altra copia. La produzione non può essere liberata.',
    },
    scenario_create: {
      title: 'Crea un altro scenario',
      about:
        'Crea un altro scenario, senza dati finché non vi si copia qualcosa. Il nome compare negli indirizzi: lettere minuscole, cifre e singoli trattini bassi.',
      parameters: {
        name: ['Nome', 'Nome dello scenario.'],
        description: ['Etichetta', 'Ciò che leggono le persone. Predefinito: il nome.'],
      },
    },
    scenario_delete: {
      title: 'Elimina uno scenario libero',
      about:
        'Elimina definitivamente uno scenario libero; va prima liberato con scenario_release. La produzione non si può eliminare.',
      parameters: { name: ['Scenario', 'Nome dello scenario.'] },
    },
    scenario_compare: {
      title: 'Confronta due scenari',
      about: 'Conta i record in cui due scenari differiscono, con esempi. Non modifica nulla.',
      parameters: {
        a: ['Primo scenario', 'Scenario da confrontare.'],
        b: ['Secondo scenario', 'Scenario con cui confrontarlo.'],
        entity: ['Entità', 'Entità da confrontare. Predefinito: tutte.'],
        samples: ['Esempi', 'Esempi per tipo di differenza.'],
        format: ['Risultato', 'Come viene comunicato il risultato.', { text: 'A parole', json: 'In JSON' }],
      },
    },
    backup: {
      title: 'Fai il backup di uno scenario in un file',
      about:
        'Scrive tutti i dati dello scenario in un file compresso. I backup più vecchi di un mese vengono eliminati.',
    },
    restore: {
      title: 'Ripristina un backup in uno scenario',
      about:
        'Sostituisce i dati di pianificazione dello scenario con quelli di un backup. Utenti e diritti restano come sono.',
      parameters: { dump_file: ['Backup', 'File scritto da un backup.'] },
    },
    emailreport: {
      title: 'Invia per e-mail i report esportati',
      about: 'Riunisce file della cartella di esportazione in un archivio e lo invia per e-mail.',
      parameters: {
        recipient: ['Destinatari', 'Indirizzi e-mail.'],
        report: ['File', 'Nomi di file nella cartella di esportazione.'],
        sender: ['Mittente', 'Indirizzo e-mail. Predefinito: l’impostazione DEFAULT_FROM_EMAIL.'],
      },
    },
    scheduletasks: {
      title: 'Esegui un gruppo di attività',
      about: 'Esegue ora i passi di un gruppo, uno dopo l’altro.',
      parameters: { schedule: ['Gruppo', 'Nome del gruppo da eseguire.'] },
    },
    flush: {
      title: 'Svuota tutte le tabelle, utenti e diritti compresi',
      about: 'Svuota tutte le tabelle di tutti gli scenari, utenti e diritti compresi. Non si può annullare.',
    },
  },
}
