/** German words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  'Fehlende Datensätze anlegen',
  'Legt Standorte, Kunden, Artikel und Lieferanten, die Zeilen nennen und die es nicht gibt, nur mit ihrem Namen an. Sonst werden solche Zeilen abgewiesen.',
] as const
const onlyCheck = ['Nur prüfen', 'Prüft und zählt, speichert nichts.'] as const
const changelog = [
  'Änderungen protokollieren',
  'Änderungen an Datensätzen werden in das Änderungsprotokoll geschrieben.',
] as const

export const de: TaskWords = {
  groups: {
    Users: 'Benutzer',
    Data: 'Daten',
    Scenarios: 'Szenarien',
    Files: 'Dateien',
    Schedules: 'Zeitpläne',
  },
  tasks: {
    createsuperuser: {
      title: 'Superuser anlegen',
      about:
        'Legt einen Benutzer mit allen Rechten in allen Szenarien an. Schwache Passwörter werden abgewiesen.',
      parameters: {
        name: ['Benutzername', 'Name für die Anmeldung.'],
        email: ['E-Mail', 'E-Mail-Adresse.'],
        password: ['Passwort', 'Passwort des Benutzers.'],
        promote: [
          'Vorhandenen Benutzer befördern',
          'Gibt einem vorhandenen Benutzer alle Rechte und das Passwort.',
        ],
      },
    },
    changepassword: {
      title: 'Passwort eines Benutzers ändern',
      about:
        'Gibt einem Benutzer ein neues Passwort. Seine Sitzungen enden; schwache Passwörter werden abgewiesen.',
      parameters: {
        name: ['Benutzer', 'Benutzername oder E-Mail-Adresse.'],
        password: ['Neues Passwort', 'Das Passwort, das künftig gilt.'],
      },
    },
    loaddata: {
      title: 'Datenpaket in ein Szenario laden',
      about:
        'Fügt die Datensätze eines mitgelieferten Datenpakets hinzu und ändert vorhandene; gelöscht wird nichts. Gespeichert wird alles oder nichts.',
      parameters: {
        fixture: ['Datenpaket', 'Name eines mitgelieferten Datenpakets.'],
        shift: [
          'Termine auf heute verschieben',
          'Verschiebt alle Termine so, dass der Stichtag des Datenpakets auf heute fällt. Sonst bleiben sie wie in der Datei.',
        ],
        dryrun: onlyCheck,
        ignorenonexistent: [
          'Unbekannte Felder übergehen',
          'Übergeht Felder, die das Modell nicht hat, und nennt sie; sonst wird das Datenpaket abgelehnt.',
        ],
      },
    },
    importfromfolder: {
      title: 'Datendateien des Ordners importieren',
      about:
        'Importiert die hochgeladenen Dateien, deren Namen eine Entität nennen, etwa demand.csv. Datensätze werden angelegt und geändert, keiner wird gelöscht; fehlerhafte Zeilen werden abgewiesen und gemeldet.',
      parameters: {
        files: ['Dateien', 'Namen der Dateien, die importiert werden. Vorgabe: alle.'],
        mode: [
          'Welche Datensätze geschrieben werden',
          'Zeilen, die etwas anderes täten, werden abgewiesen.',
          {
            upsert: 'Datensätze anlegen und ändern',
            create: 'Datensätze nur anlegen',
            update: 'Datensätze nur ändern',
          },
        ],
        propose: [
          'Als Vorschlag speichern',
          'Titel des Vorschlags. Was die Zeilen ändern würden, wird zur Prüfung gespeichert, statt es anzuwenden.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Alles oder nichts',
          'Alle Dateien in einer Transaktion; gespeichert wird nur, wenn keine Datei abgelehnt und keine Zeile zu viel abgewiesen wird.',
        ],
        'on-processed': [
          'Importierte Dateien',
          'Was aus Dateien wird, die importiert worden sind.',
          { keep: 'Behalten', archive: 'Ins Archiv verschieben', delete: 'Löschen' },
        ],
        tolerate: [
          'Zulässige fehlerhafte Zeilen',
          'So viele abgewiesene Zeilen, und die Aufgabe endet dennoch als fertig.',
        ],
        purge: [
          'Datensätze vorher löschen',
          'Entitäten, deren Datensätze vor dem Import ihrer ersten Datei gelöscht werden, in deren Transaktion.',
        ],
        'create-missing': createMissing,
        changelog,
        upload: [
          'Upload',
          'Nummer einer Datei, die eigens für diesen Import hochgeladen wurde, anstelle des Ordners.',
        ],
        entity: [
          'Entität der Datei',
          'Wovon die eine Datei handelt, etwa input.demand, wie auch immer sie heißt.',
        ],
        columns: [
          'Spalten der Datei',
          'Felder der Spalten der einen Datei, der Reihe nach und gleich, was in der Kopfzeile steht; leer, wenn eine Spalte übergangen wird. Vorgabe: nach der Kopfzeile.',
        ],
        sheet: ['Blatt', 'Titel des Blatts, das aus der einen Datei, einer Arbeitsmappe, gelesen wird.'],
        charset: [
          'Kodierung',
          'Kodierung von Textdateien ohne Byte-Reihenfolge-Marke, etwa windows-1252. Vorgabe: CSV_CHARSET.',
        ],
        delimiter: [
          'Trennzeichen',
          'Was die Spalten der einen Datei trennt. Ohne Angabe wird es erkannt.',
          { comma: 'Komma', semicolon: 'Semikolon', tab: 'Tabulator' },
        ],
      },
    },
    exportworkbook: {
      title: 'Planungsdaten als Arbeitsmappe exportieren',
      about:
        'Schreibt eine Arbeitsmappe mit einem Blatt je Entität in den Exportordner. Sie kann geändert und wieder importiert werden.',
      parameters: {
        entities: ['Entitäten', 'Entitäten wie input.item. Vorgabe: alle Planungsdaten.'],
        anonymous: [
          'Anonymisieren',
          'Gibt jedem Schlüssel jeder Entität einen neuen Namen; Beschreibungen und Kosten bleiben.',
        ],
        template: [
          'Vorlage ohne Datensätze',
          'Lässt die Datensätze weg: Blätter mit Kopfzeilen und Erläuterungen, zum Ausfüllen.',
        ],
        output: ['Dateiname', 'Name der Datei im Exportordner.'],
      },
    },
    importworkbook: {
      title: 'Arbeitsmappe importieren',
      about:
        'Importiert eine hochgeladene Arbeitsmappe, ein Blatt je Entität. Datensätze werden angelegt und geändert, keiner wird gelöscht; fehlerhafte Zeilen werden abgewiesen und gemeldet.',
      parameters: {
        file: ['Arbeitsmappe', 'Die Arbeitsmappe (.xlsx).'],
        entities: ['Entitäten', 'Entitäten, deren Blätter importiert werden. Vorgabe: alle.'],
        propose: [
          'Als Vorschlag speichern',
          'Titel des Vorschlags. Was die Zeilen ändern würden, wird zur Prüfung gespeichert, statt es anzuwenden.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Alles oder nichts',
          'Speichert nichts, wenn ein Blatt abgelehnt wird oder mehr Zeilen abgewiesen werden als zulässig.',
        ],
        tolerate: [
          'Zulässige fehlerhafte Zeilen',
          'Abgewiesene Zeilen, an denen der Import nicht scheitert.',
        ],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: 'Planergebnisse in den Ordner exportieren',
      about: 'Schreibt die Ergebnisse des Plans als Dateien in den Exportordner, alle mit demselben Stand.',
      parameters: {
        files: [
          'Dateien',
          'Was exportiert wird: Namen von Entitäten, Berichten und Datenexporten, mit oder ohne Endung.',
        ],
        format: [
          'Format',
          'Format der Dateien, deren Namen keine Endung haben.',
          {
            csv: 'CSV',
            'csv.gz': 'CSV, komprimiert',
            xlsx: 'Arbeitsmappe (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, komprimiert',
          },
        ],
      },
    },
    createbuckets: {
      title: 'Zeitraster erzeugen',
      about:
        'Erzeugt Jahre, Quartale, Monate, Wochen und Tage, über die berichtet wird, anstelle der vorhandenen. Ihre Namen entstehen aus Vorlagen mit Kürzeln: %Y %y Jahr, %q Quartal, %m Monat, %B %b sein Name, %V %W %U Woche, %d Tag, %j Tag des Jahres, %A %a Wochentag.',
      parameters: {
        start: ['Erster Tag', 'Vorgabe: vor zwei Jahren.'],
        end: ['Letzter Tag', 'Vorgabe: in acht Jahren.'],
        weekstart: [
          'Erster Wochentag',
          'Tag, mit dem Wochen beginnen.',
          {
            0: 'Sonntag',
            1: 'Montag',
            2: 'Dienstag',
            3: 'Mittwoch',
            4: 'Donnerstag',
            5: 'Freitag',
            6: 'Samstag',
          },
        ],
        'format-day': ['Namen der Tage', 'Vorlage für den Namen eines Tages.'],
        'format-week': ['Namen der Wochen', 'Vorlage für den Namen einer Woche.'],
        'format-month': ['Namen der Monate', 'Vorlage für den Namen eines Monats.'],
        'format-quarter': ['Namen der Quartale', 'Vorlage für den Namen eines Quartals.'],
        'format-year': ['Namen der Jahre', 'Vorlage für den Namen eines Jahres.'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: 'Plan berechnen',
      about:
        'Plant alle offenen Kundenaufträge und Angebote und ersetzt den bisherigen Plan in einem Zug. Vorgeschlagene Aufträge werden ersetzt; genehmigte, bestätigte und fertiggestellte behalten ihre Termine.',
      parameters: {
        constraints: [
          'Beschränkungen',
          'Was vorgeschlagene Aufträge einhalten: capa (Kapazität), mfg_lt (Fertigungszeit) und po_lt (Beschaffungszeit), durch Kommas getrennt, oder none für keine. Vorgabe: alle.',
        ],
        constraint: ['Beschränkungen, unter früherem Namen', 'Dasselbe wie constraints.'],
        plantype: [
          'Art des Plans',
          'Ob Aufträge auf Fehlendes warten oder termingerecht sind und zeigen, was nötig wäre.',
          {
            1: 'Beschränkt: lieber verspätet als unmöglich',
            2: 'Unbeschränkt: termingerecht, mit Fehlmengen und Überlastungen',
          },
        ],
        budget: ['Zeit zum Verbessern', 'Sekunden, in denen der fertige Plan noch verbessert wird.'],
        'budget-steps': [
          'Zu prüfende Änderungen',
          'Anzahl der Änderungen, die den fertigen Plan verbessern könnten und geprüft werden, anstelle von Sekunden: Dieselben Daten ergeben dann auf jedem Rechner denselben Plan.',
        ],
        current: [
          'Beginn des Plans',
          'Beginn des Plans anstelle des Parameters currentdate: ein Datum, now (jetzt) oder today (heute).',
        ],
        env: [
          'Teile eines Plans',
          'Namen von Teilen eines Plans, für Skripte, die für andere Planungssysteme geschrieben sind; unbekannte Teile werden übergangen.',
        ],
      },
    },
    empty: {
      title: 'Daten eines Szenarios löschen',
      about:
        'Löscht alle Datensätze der gewählten Entitäten und mit ihnen die Datensätze, die ohne sie nicht bestehen können. Benutzer, Rechte und Aufgaben bleiben. Das lässt sich nicht rückgängig machen.',
      parameters: {
        models: ['Entitäten', 'Entitäten wie input.demand. Vorgabe: alle Planungsdaten.'],
        all: ['Alle Planungsdaten', 'Alle Planungsdaten, wie ohne Angabe von Entitäten.'],
        dryrun: ['Nur zählen', 'Zählt nur, was gelöscht würde.'],
      },
    },
    undo: {
      title: 'Änderungssatz rückgängig machen',
      about:
        'Stellt die Datensätze eines Änderungssatzes wieder her, wie sie waren: Angelegte verschwinden, Gelöschte kehren zurück, geänderte Felder bekommen ihre alten Werte. Auch das kann rückgängig gemacht werden.',
      parameters: {
        changeset: ['Änderungssatz', 'Seine Nummer im Änderungsprotokoll.'],
        after: ['Von', 'Änderungssätze seit diesem Zeitpunkt.'],
        before: ['Bis', 'Änderungssätze bis zu diesem Zeitpunkt.'],
        author: ['Benutzer', 'Änderungssätze des Benutzers mit diesem Namen oder dieser E-Mail-Adresse.'],
        task: ['Aufgabe', 'Änderungssätze des Laufs einer Aufgabe mit dieser Nummer.'],
        apply: ['Anwenden', 'Macht ihn rückgängig. Sonst wird nur gesagt, was geschehen würde.'],
        take: [
          'Konflikte',
          'Was mit Werten geschieht, die andere seither geschrieben haben. Standard: Es wird nichts rückgängig gemacht.',
          { present: 'Jetzige Werte behalten', proposed: 'Jetzige Werte überschreiben' },
        ],
      },
    },
    proposal_apply: {
      title: 'Vorschlag anwenden',
      about:
        'Wendet einen Vorschlag an: alle seine Änderungen in einer Transaktion, oder keine. Das braucht die Rechte seiner Änderungen und die nötigen Freigaben.',
      parameters: { proposal: ['Vorschlag', 'Nummer des Vorschlags.'] },
    },
    scenario_copy: {
      title: 'Szenario kopieren oder in die Produktion übernehmen',
      about:
        'Kopiert alle Planungsdaten eines Szenarios in ein freies. Eine Übernahme ersetzt die Daten der Produktion durch die eines Szenarios und kann einen Monat lang zurückgenommen werden. Beim Zusammenführen kommt nur, was das Szenario geändert hat. Auffrischen holt spätere Änderungen der Produktion in ein Szenario.',
      parameters: {
        source: ['Quelle', 'Szenario, aus dem die Daten stammen.'],
        destination: ['Ziel', 'Szenario, in das sie kommen.'],
        copy: ['Kopieren', 'Kopiert die Quelle in das Ziel, wie ohne Angabe auch.'],
        promote: ['Übernehmen', 'Ersetzt die Daten der Produktion.'],
        merge: [
          'Nur was geändert wurde',
          'Bei einer Übernahme: bringt nur, was die Quelle seit der Kopie geändert hat, statt alles zu ersetzen.',
        ],
        refresh: [
          'Auffrischen',
          'Holt, was die Quelle seit der Kopie geändert hat, in das Ziel; dessen eigene Änderungen bleiben.',
        ],
        'revert-promote': [
          'Letzte Übernahme zurücknehmen',
          'Stellt wieder her, was die letzte Übernahme ersetzt hat.',
        ],
        release: ['Freigeben', 'Gibt das Szenario frei.'],
        force: ['Überschreiben', 'Überschreibt ein Ziel, das in Gebrauch ist.'],
        description: ['Bezeichnung', 'Neue Bezeichnung des Ziels.'],
      },
    },
    scenario_release: {
      title: 'Szenario freimachen',
      about:
        'Löscht die Daten dieses Szenarios und den Zugang dazu, damit eine andere Kopie hineinkommen kann. Die Produktion kann nicht freigemacht werden.',
    },
    scenario_create: {
      title: 'Weiteres Szenario anlegen',
      about:
        'Legt ein weiteres Szenario an, ohne Daten, bis etwas hineinkopiert wird. Der Name steht in Adressen: Kleinbuchstaben, Ziffern und einzelne Unterstriche.',
      parameters: {
        name: ['Name', 'Name des Szenarios.'],
        description: ['Bezeichnung', 'Was Menschen lesen. Vorgabe: der Name.'],
      },
    },
    scenario_delete: {
      title: 'Freies Szenario löschen',
      about:
        'Löscht ein freies Szenario endgültig; geben Sie es vorher mit scenario_release frei. Die Produktion kann nicht gelöscht werden.',
      parameters: { name: ['Szenario', 'Name des Szenarios.'] },
    },
    scenario_compare: {
      title: 'Zwei Szenarien vergleichen',
      about:
        'Zählt die Datensätze, in denen sich zwei Szenarien unterscheiden, mit Beispielen. Ändert nichts.',
      parameters: {
        a: ['Erstes Szenario', 'Szenario, das verglichen wird.'],
        b: ['Zweites Szenario', 'Szenario, mit dem es verglichen wird.'],
        entity: ['Entitäten', 'Entitäten, die verglichen werden. Vorgabe: alle.'],
        samples: ['Beispiele', 'Beispiele je Art des Unterschieds.'],
        format: ['Ergebnis', 'Wie das Ergebnis mitgeteilt wird.', { text: 'In Worten', json: 'Als JSON' }],
      },
    },
    backup: {
      title: 'Szenario sichern',
      about:
        'Schreibt alle Daten des Szenarios in eine komprimierte Datei. Sicherungen, die älter als ein Monat sind, werden gelöscht.',
    },
    restore: {
      title: 'Sicherung in ein Szenario zurückspielen',
      about:
        'Ersetzt die Planungsdaten des Szenarios durch die einer Sicherung. Benutzer und Rechte bleiben, wie sie sind.',
      parameters: { dump_file: ['Sicherung', 'Datei, die eine Sicherung geschrieben hat.'] },
    },
    emailreport: {
      title: 'Exportierte Berichte per E-Mail senden',
      about: 'Packt Dateien des Exportordners in ein Archiv und sendet es per E-Mail.',
      parameters: {
        recipient: ['Empfänger', 'E-Mail-Adressen.'],
        report: ['Dateien', 'Namen von Dateien im Exportordner.'],
        sender: ['Absender', 'E-Mail-Adresse. Vorgabe: die Einstellung DEFAULT_FROM_EMAIL.'],
      },
    },
    scheduletasks: {
      title: 'Gruppe von Aufgaben ausführen',
      about: 'Führt die Schritte einer Gruppe jetzt aus, einen nach dem anderen.',
      parameters: { schedule: ['Gruppe', 'Name der Gruppe, die ausgeführt wird.'] },
    },
    flush: {
      title: 'Alle Tabellen leeren, auch Benutzer und Rechte',
      about:
        'Leert alle Tabellen aller Szenarien, auch Benutzer und Rechte. Das lässt sich nicht rückgängig machen.',
    },
  },
}
