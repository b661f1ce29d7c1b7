/** Dutch words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  'Ontbrekende records aanmaken',
  'Maakt locaties, klanten, artikelen en leveranciers die regels noemen en die er niet zijn, met alleen hun naam aan. Anders worden die regels afgewezen.',
] as const
const onlyCheck = ['Alleen controleren', 'Controleert en telt, slaat niets op.'] as const
const changelog = [
  'Wijzigingen vastleggen',
  'Wijzigingen van records worden in het wijzigingslogboek geschreven.',
] as const

export const nl: TaskWords = {
  groups: {
    Users: 'Gebruikers',
    Data: 'Gegevens',
    Scenarios: 'Scenario’s',
    Files: 'Bestanden',
    Schedules: 'Planningen',
  },
  tasks: {
    createsuperuser: {
      title: 'Supergebruiker aanmaken',
      about: 'Maakt een gebruiker met alle rechten in alle scenario’s. Zwakke wachtwoorden worden geweigerd.',
      parameters: {
        name: ['Gebruikersnaam', 'Naam om mee in te loggen.'],
        email: ['E-mail', 'E-mailadres.'],
        password: ['Wachtwoord', 'Wachtwoord van de gebruiker.'],
        promote: [
          'Bestaande gebruiker bevorderen',
          'Geeft een bestaande gebruiker alle rechten, en het wachtwoord.',
        ],
      },
    },
    changepassword: {
      title: 'Wachtwoord van een gebruiker wijzigen',
      about:
        'Geeft een gebruiker een ander wachtwoord. Zijn sessies eindigen; zwakke wachtwoorden worden geweigerd.',
      parameters: {
        name: ['Gebruiker', 'Gebruikersnaam of e-mailadres.'],
        password: ['Nieuw wachtwoord', 'Het wachtwoord dat voortaan geldt.'],
      },
    },
    loaddata: {
      title: 'Dataset in een scenario laden',
      about:
        'Voegt de records van een meegeleverde dataset toe en wijzigt bestaande; er wordt niets verwijderd. Alles wordt opgeslagen of niets.',
      parameters: {
        fixture: ['Dataset', 'Naam van een meegeleverde dataset.'],
        shift: [
          'Datums naar vandaag verschuiven',
          'Verschuift de datums zo dat de peildatum van de dataset vandaag wordt. Anders blijven ze zoals in het bestand.',
        ],
        dryrun: onlyCheck,
        ignorenonexistent: [
          'Onbekende velden overslaan',
          'Slaat velden over die het model niet heeft, en noemt ze; anders wordt de dataset geweigerd.',
        ],
      },
    },
    importfromfolder: {
      title: 'Gegevensbestanden van de map importeren',
      about:
        'Importeert de geüploade bestanden waarvan de naam een entiteit noemt, zoals demand.csv. Records worden toegevoegd en gewijzigd, er wordt er geen verwijderd; foute rijen worden geweigerd en gemeld.',
      parameters: {
        files: ['Bestanden', 'Namen van de bestanden die worden geïmporteerd. Standaard: alle.'],
        mode: [
          'Welke records worden geschreven',
          'Rijen die iets anders zouden doen worden geweigerd.',
          {
            upsert: 'Records toevoegen en wijzigen',
            create: 'Alleen records toevoegen',
            update: 'Alleen records wijzigen',
          },
        ],
        propose: [
          'Als voorstel opslaan',
          'Titel van het voorstel. Wat de rijen zouden wijzigen, wordt ter beoordeling opgeslagen in plaats van toegepast.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Alles of niets',
          'Alle bestanden in één transactie, die alleen wordt opgeslagen als geen bestand en niet te veel rijen worden geweigerd.',
        ],
        'on-processed': [
          'Geïmporteerde bestanden',
          'Wat er met bestanden gebeurt die geïmporteerd zijn.',
          { keep: 'Behouden', archive: 'Naar het archief verplaatsen', delete: 'Verwijderen' },
        ],
        tolerate: [
          'Toegestane foute rijen',
          'Aantal geweigerde rijen waarbij de taak toch als klaar eindigt.',
        ],
        purge: [
          'Eerst records verwijderen',
          'Entiteiten waarvan de records worden verwijderd voordat hun eerste bestand wordt geïmporteerd, in dezelfde transactie.',
        ],
        'create-missing': createMissing,
        changelog,
        upload: [
          'Upload',
          'Nummer van een bestand dat alleen voor deze import is geüpload, in plaats van de map.',
        ],
        entity: [
          'Entiteit van het bestand',
          'Waar het ene bestand over gaat, zoals input.demand, hoe het ook heet.',
        ],
        columns: [
          'Kolommen van het bestand',
          'Velden van de kolommen van het ene bestand, op volgorde en ongeacht de kopregel; leeg voor een kolom die wordt overgeslagen. Standaard: volgens de kopregel.',
        ],
        sheet: ['Blad', 'Titel van het blad dat uit het ene bestand, een werkmap, wordt gelezen.'],
        charset: [
          'Codering',
          'Codering van tekstbestanden zonder byte order mark, zoals windows-1252. Standaard: CSV_CHARSET.',
        ],
        delimiter: [
          'Scheidingsteken',
          'Wat de kolommen van het ene bestand scheidt. Zonder opgave wordt het herkend.',
          { comma: 'Komma', semicolon: 'Puntkomma', tab: 'Tab' },
        ],
      },
    },
    exportworkbook: {
      title: 'Planningsgegevens als werkmap exporteren',
      about:
        'Schrijft een werkmap met een blad per entiteit in de exportmap. Ze kan worden gewijzigd en weer geïmporteerd.',
      parameters: {
        entities: ['Entiteiten', 'Entiteiten zoals input.item. Standaard: alle planningsgegevens.'],
        anonymous: [
          'Anonimiseren',
          'Geeft elke sleutel van elke entiteit een nieuwe naam; omschrijvingen en kosten blijven.',
        ],
        template: [
          'Sjabloon zonder records',
          'Laat de records weg: bladen met kopregels en hun uitleg, om in te vullen.',
        ],
        output: ['Bestandsnaam', 'Naam van het bestand in de exportmap.'],
      },
    },
    importworkbook: {
      title: 'Werkmap importeren',
      about:
        'Importeert een geüploade werkmap, een blad per entiteit. Records worden toegevoegd en gewijzigd, er wordt er geen verwijderd; foute rijen worden geweigerd en gemeld.',
      parameters: {
        file: ['Werkmap', 'De werkmap (.xlsx).'],
        entities: ['Entiteiten', 'Entiteiten waarvan de bladen worden geïmporteerd. Standaard: alle.'],
        propose: [
          'Als voorstel opslaan',
          'Titel van het voorstel. Wat de rijen zouden wijzigen, wordt ter beoordeling opgeslagen in plaats van toegepast.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Alles of niets',
          'Slaat niets op als een blad wordt geweigerd of meer rijen worden geweigerd dan toegestaan.',
        ],
        tolerate: ['Toegestane foute rijen', 'Aantal geweigerde rijen waarop de import niet mislukt.'],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: 'Planresultaten naar de map exporteren',
      about: 'Schrijft de resultaten van het plan als bestanden in de exportmap, alle van hetzelfde moment.',
      parameters: {
        files: [
          'Bestanden',
          'Wat er wordt geëxporteerd: namen van entiteiten, rapporten en gegevensexports, met of zonder extensie.',
        ],
        format: [
          'Formaat',
          'Formaat van de bestanden waarvan de naam geen extensie heeft.',
          {
            csv: 'CSV',
            'csv.gz': 'CSV, gecomprimeerd',
            xlsx: 'Werkmap (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, gecomprimeerd',
          },
        ],
      },
    },
    createbuckets: {
      title: 'Tijdvakken genereren',
      about:
        'Maakt jaren, kwartalen, maanden, weken en dagen om over te rapporteren, in plaats van de bestaande. Hun namen ontstaan uit sjablonen met codes: %Y %y jaar, %q kwartaal, %m maand, %B %b de naam ervan, %V %W %U week, %d dag, %j dag van het jaar, %A %a weekdag.',
      parameters: {
        start: ['Eerste dag', 'Standaard: twee jaar geleden.'],
        end: ['Laatste dag', 'Standaard: over acht jaar.'],
        weekstart: [
          'Eerste dag van de week',
          'Dag waarmee weken beginnen.',
          {
            0: 'zondag',
            1: 'maandag',
            2: 'dinsdag',
            3: 'woensdag',
            4: 'donderdag',
            5: 'vrijdag',
            6: 'zaterdag',
          },
        ],
        'format-day': ['Namen van dagen', 'Sjabloon voor de naam van een dag.'],
        'format-week': ['Namen van weken', 'Sjabloon voor de naam van een week.'],
        'format-month': ['Namen van maanden', 'Sjabloon voor de naam van een maand.'],
        'format-quarter': ['Namen van kwartalen', 'Sjabloon voor de naam van een kwartaal.'],
        'format-year': ['Namen van jaren', 'Sjabloon voor de naam van een jaar.'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: 'Plan berekenen',
      about:
        'Plant alle open verkooporders en offertes en vervangt het vorige plan in één keer. Voorgestelde orders worden vervangen; goedgekeurde, bevestigde en voltooide houden hun datums.',
      parameters: {
        constraints: [
          'Beperkingen',
          'Waaraan voorgestelde orders zich houden: capa (capaciteit), mfg_lt (productietijd) en po_lt (inkooplevertijd), gescheiden door komma’s, of none voor geen. Standaard: alle.',
        ],
        constraint: ['Beperkingen, onder de oude naam', 'Hetzelfde als constraints.'],
        plantype: [
          'Soort plan',
          'Of orders wachten op wat ontbreekt, of op tijd zijn en tonen wat er nodig zou zijn.',
          {
            1: 'Met beperkingen: liever te laat dan onmogelijk',
            2: 'Zonder beperkingen: op tijd, met tekorten en overbelasting',
          },
        ],
        budget: ['Tijd om te verbeteren', 'Seconden om het plan te verbeteren zodra het is berekend.'],
        'budget-steps': [
          'Te proberen wijzigingen',
          'Aantal wijzigingen dat wordt geprobeerd om het plan te verbeteren, in plaats van seconden: dezelfde gegevens geven dan op elke machine hetzelfde plan.',
        ],
        current: [
          'Begin van het plan',
          'Begin van het plan in plaats van de parameter currentdate: een datum, now (nu) of today (vandaag).',
        ],
        env: [
          'Delen van een plan',
          'Namen van delen van een plan, voor scripts die voor andere planningssystemen zijn geschreven; onbekende delen worden genegeerd.',
        ],
      },
    },
    empty: {
      title: 'Gegevens van een scenario wissen',
      about:
        'Verwijdert alle records van de gekozen entiteiten, en daarmee de records die niet zonder kunnen. Gebruikers, rechten en taken blijven. Dit kan niet ongedaan worden gemaakt.',
      parameters: {
        models: ['Entiteiten', 'Entiteiten zoals input.demand. Standaard: alle planningsgegevens.'],
        all: ['Alle planningsgegevens', 'Alle planningsgegevens, zoals zonder opgave van entiteiten.'],
        dryrun: ['Alleen tellen', 'Telt alleen wat zou worden verwijderd.'],
      },
    },
    undo: {
      title: 'Een wijzigingsset ongedaan maken',
      about:
        'Herstelt de records van een wijzigingsset zoals ze waren: toegevoegde verdwijnen, verwijderde komen terug, gewijzigde velden krijgen hun oude waarden. Ook dat kan ongedaan worden gemaakt.',
      parameters: {
        changeset: ['Wijzigingsset', 'Het nummer in de audit.'],
        after: ['Van', 'Wijzigingssets vanaf dit moment.'],
        before: ['Tot', 'Wijzigingssets tot dit moment.'],
        author: ['Gebruiker', 'Wijzigingssets van de gebruiker met deze naam of dit e-mailadres.'],
        task: ['Taak', 'Wijzigingssets van de uitvoering van een taak met dit nummer.'],
        apply: ['Toepassen', 'Maakt de set ongedaan. Anders wordt alleen gezegd wat er zou gebeuren.'],
        take: [
          'Conflicten',
          'Wat er gebeurt met waarden die anderen sindsdien hebben geschreven. Standaard: er wordt niets ongedaan gemaakt.',
          { present: 'Huidige waarden behouden', proposed: 'Huidige waarden overschrijven' },
        ],
      },
    },
    proposal_apply: {
      title: 'Een voorstel toepassen',
      about:
        'Past een voorstel toe: alle wijzigingen in één transactie, of geen. Nodig zijn de rechten van de wijzigingen en de vereiste goedkeuringen.',
      parameters: { proposal: ['Voorstel', 'Nummer van het voorstel.'] },
    },
    scenario_copy: {
      title: 'Scenario kopiëren of naar productie overnemen',
      about:
        'Kopieert alle planningsgegevens van een scenario naar een vrij scenario. Een overname vervangt de gegevens van productie door die van een scenario en kan een maand lang worden teruggedraaid. Samenvoegen brengt alleen wat het scenario heeft gewijzigd. Verversen brengt latere wijzigingen van de productie in een scenario.',
      parameters: {
        source: ['Bron', 'Scenario waaruit de gegevens komen.'],
        destination: ['Doel', 'Scenario waarin ze komen.'],
        copy: ['Kopiëren', 'Kopieert de bron naar het doel, zoals standaard gebeurt.'],
        promote: ['Overnemen', 'Vervangt de gegevens van productie.'],
        merge: [
          'Alleen wat is gewijzigd',
          'Bij een overname: brengt alleen wat de bron sinds de kopie heeft gewijzigd, in plaats van alles te vervangen.',
        ],
        refresh: [
          'Verversen',
          'Brengt wat de bron sinds de kopie heeft gewijzigd in het doel; de eigen wijzigingen ervan blijven.',
        ],
        'revert-promote': [
          'Laatste overname terugdraaien',
          'Zet terug wat de laatste overname heeft vervangen.',
        ],
        release: ['Vrijgeven', 'Geeft het scenario vrij.'],
        force: ['Overschrijven', 'Overschrijft een doel dat in gebruik is.'],
        description: ['Label', 'Nieuw label van het doel.'],
      },
    },
    scenario_release: {
      title: 'Scenario vrijmaken',
      about:
        'Verwijdert de gegevens van dit scenario en de toegang ertoe, zodat er een andere kopie in kan. Productie kan niet worden vrijgemaakt.',
    },
    scenario_create: {
      title: 'Nog een scenario aanmaken',
      about:
        'Maakt nog een scenario, zonder gegevens totdat er iets naartoe wordt gekopieerd. De naam staat in adressen: kleine letters, cijfers en losse onderstrepingstekens.',
      parameters: {
        name: ['Naam', 'Naam van het scenario.'],
        description: ['Label', 'Wat mensen lezen. Standaard: de naam.'],
      },
    },
    scenario_delete: {
      title: 'Vrij scenario verwijderen',
      about:
        'Verwijdert een vrij scenario voorgoed; geef het eerst vrij met scenario_release. De productie kan niet worden verwijderd.',
      parameters: { name: ['Scenario', 'Naam van het scenario.'] },
    },
    scenario_compare: {
      title: 'Twee scenario’s vergelijken',
      about: 'Telt de records waarin twee scenario’s verschillen, met voorbeelden. Wijzigt niets.',
      parameters: {
        a: ['Eerste scenario', 'Scenario dat wordt vergeleken.'],
        b: ['Tweede scenario', 'Scenario waarmee het wordt vergeleken.'],
        entity: ['Entiteiten', 'Entiteiten die worden vergeleken. Standaard: alle.'],
        samples: ['Voorbeelden', 'Voorbeelden per soort verschil.'],
        format: [
          'Resultaat',
          'Hoe het resultaat wordt meegedeeld.',
          { text: 'In woorden', json: 'Als JSON' },
        ],
      },
    },
    backup: {
      title: 'Back-up van een scenario maken',
      about:
        'Schrijft alle gegevens van het scenario in een gecomprimeerd bestand. Back-ups ouder dan een maand worden verwijderd.',
    },
    restore: {
      title: 'Back-up in een scenario terugzetten',
      about:
        'Vervangt de planningsgegevens van het scenario door die van een back-up. Gebruikers en rechten blijven zoals ze zijn.',
      parameters: { dump_file: ['Back-up', 'Bestand dat een back-up heeft geschreven.'] },
    },
    emailreport: {
      title: 'Geëxporteerde rapporten per e-mail verzenden',
      about: 'Pakt bestanden van de exportmap in één archief en verzendt dat per e-mail.',
      parameters: {
        recipient: ['Ontvangers', 'E-mailadressen.'],
        report: ['Bestanden', 'Namen van bestanden in de exportmap.'],
        sender: ['Afzender', 'E-mailadres. Standaard: de instelling DEFAULT_FROM_EMAIL.'],
      },
    },
    scheduletasks: {
      title: 'Groep taken uitvoeren',
      about: 'Voert de stappen van een groep nu uit, de een na de ander.',
      parameters: { schedule: ['Groep', 'Naam van de groep die wordt uitgevoerd.'] },
    },
    flush: {
      title: 'Alle tabellen leegmaken, ook gebruikers en rechten',
      about:
        'Maakt alle tabellen van alle scenario’s leeg, ook gebruikers en rechten. Dit kan niet ongedaan worden gemaakt.',
    },
  },
}
