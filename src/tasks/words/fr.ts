/** French words for tasks. */
import type { TaskWords } from './texts.ts'

const createMissing = [
  'Créer les enregistrements absents',
  'Crée avec leur seul nom les lieux, clients, articles et fournisseurs que des lignes nomment et qui n’existent pas. Sinon ces lignes sont rejetées.',
] as const
const onlyCheck = ['Vérifier seulement', 'Vérifie et compte, n’enregistre rien.'] as const
const changelog = [
  'Journaliser les modifications',
  'Les modifications des enregistrements sont inscrites au journal des modifications.',
] as const

export const fr: TaskWords = {
  groups: {
    Users: 'Utilisateurs',
    Data: 'Données',
    Scenarios: 'Scénarios',
    Files: 'Fichiers',
    Schedules: 'Planifications',
  },
  tasks: {
    createsuperuser: {
      title: 'Créer un superutilisateur',
      about:
        'Crée un utilisateur qui a tous les droits dans tous les scénarios. Les mots de passe faibles sont refusés.',
      parameters: {
        name: ['Nom d’utilisateur', 'Nom de connexion.'],
        email: ['E-mail', 'Adresse e-mail.'],
        password: ['Mot de passe', 'Mot de passe de l’utilisateur.'],
        promote: [
          'Promouvoir un utilisateur existant',
          'Donne tous les droits, et le mot de passe, à un utilisateur existant.',
        ],
      },
    },
    changepassword: {
      title: 'Changer le mot de passe d’un utilisateur',
      about:
        'Donne un autre mot de passe à un utilisateur. Ses sessions prennent fin ; les mots de passe faibles sont refusés.',
      parameters: {
        name: ['Utilisateur', 'Nom de connexion ou adresse e-mail.'],
        password: ['Nouveau mot de passe', 'Le mot de passe valable désormais.'],
      },
    },
    loaddata: {
      title: 'Charger un jeu de données dans un scénario',
      about:
        'Ajoute les enregistrements d’un jeu de données fourni et modifie ceux qui existent ; rien n’est supprimé. Tout est enregistré, ou rien.',
      parameters: {
        fixture: ['Jeu de données', 'Nom d’un jeu de données fourni.'],
        shift: [
          'Décaler les dates à aujourd’hui',
          'Décale les dates pour que la date de référence du jeu de données devienne aujourd’hui. Sinon, elles restent telles que dans le fichier.',
        ],
        dryrun: onlyCheck,
        ignorenonexistent: [
          'Ignorer les champs inconnus',
          'Ignore les champs que le modèle n’a pas et les nomme ; sinon le jeu de données est refusé.',
        ],
      },
    },
    importfromfolder: {
      title: 'Importer les fichiers de données du dossier',
      about:
        'Importe les fichiers téléversés dont le nom désigne une entité, comme demand.csv. Des enregistrements sont ajoutés et modifiés, aucun n’est supprimé ; les lignes erronées sont rejetées et signalées.',
      parameters: {
        files: ['Fichiers', 'Noms des fichiers à importer. Par défaut : tous.'],
        mode: [
          'Enregistrements écrits',
          'Les lignes qui feraient autre chose sont rejetées.',
          {
            upsert: 'Ajouter et modifier des enregistrements',
            create: 'Seulement ajouter des enregistrements',
            update: 'Seulement modifier des enregistrements',
          },
        ],
        propose: [
          'Enregistrer comme proposition',
          'Titre de la proposition. Ce que les lignes modifieraient est enregistré pour examen au lieu d’être appliqué.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Tout ou rien',
          'Tous les fichiers en une seule transaction, enregistrée seulement si aucun fichier n’est refusé et si les lignes rejetées ne sont pas trop nombreuses.',
        ],
        'on-processed': [
          'Fichiers importés',
          'Ce que deviennent les fichiers une fois importés.',
          { keep: 'Conserver', archive: 'Déplacer vers l’archive', delete: 'Supprimer' },
        ],
        tolerate: [
          'Lignes erronées tolérées',
          'Nombre de lignes rejetées jusqu’auquel la tâche se termine tout de même avec succès.',
        ],
        purge: [
          'Supprimer d’abord les enregistrements',
          'Entités dont les enregistrements sont supprimés avant l’import de leur premier fichier, dans sa transaction.',
        ],
        'create-missing': createMissing,
        changelog,
        upload: [
          'Téléversement',
          'Numéro d’un fichier téléversé pour cet import seulement, à la place du dossier.',
        ],
        entity: [
          'Entité du fichier',
          'Ce que contient le fichier unique, comme input.demand, quel que soit son nom.',
        ],
        columns: [
          'Colonnes du fichier',
          'Champs des colonnes du fichier unique, dans leur ordre et quoi que dise l’en-tête ; vide pour une colonne à ignorer. Par défaut : selon l’en-tête.',
        ],
        sheet: ['Feuille', 'Titre de la feuille à lire dans le fichier unique, un classeur.'],
        charset: [
          'Encodage',
          'Encodage des fichiers texte sans indicateur d’ordre des octets, comme windows-1252. Par défaut : CSV_CHARSET.',
        ],
        delimiter: [
          'Séparateur',
          'Ce qui sépare les colonnes du fichier unique. S’il n’est pas indiqué, il est détecté.',
          { comma: 'Virgule', semicolon: 'Point-virgule', tab: 'Tabulation' },
        ],
      },
    },
    exportworkbook: {
      title: 'Exporter les données de planification en classeur',
      about:
        'Écrit dans le dossier d’export un classeur avec une feuille par entité. Il peut être modifié et réimporté.',
      parameters: {
        entities: ['Entités', 'Entités comme input.item. Par défaut : toutes les données de planification.'],
        anonymous: [
          'Rendre anonyme',
          'Donne un nouveau nom à chaque clé de chaque entité ; les descriptions et les coûts restent.',
        ],
        template: [
          'Modèle sans enregistrements',
          'Omet les enregistrements : des feuilles avec des en-têtes et leurs explications, à remplir.',
        ],
        output: ['Nom du fichier', 'Nom du fichier dans le dossier d’export.'],
      },
    },
    importworkbook: {
      title: 'Importer un classeur',
      about:
        'Importe un classeur téléversé, une feuille par entité. Des enregistrements sont ajoutés et modifiés, aucun n’est supprimé ; les lignes erronées sont rejetées et signalées.',
      parameters: {
        file: ['Classeur', 'Le classeur (.xlsx).'],
        entities: ['Entités', 'Entités dont les feuilles sont importées. Par défaut : toutes.'],
        propose: [
          'Enregistrer comme proposition',
          'Titre de la proposition. Ce que les lignes modifieraient est enregistré pour examen au lieu d’être appliqué.',
        ],
        dryrun: onlyCheck,
        'all-or-nothing': [
          'Tout ou rien',
          'N’enregistre rien si une feuille est refusée ou si plus de lignes sont rejetées que toléré.',
        ],
        tolerate: ['Lignes erronées tolérées', 'Nombre de lignes rejetées qui ne font pas échouer l’import.'],
        'create-missing': createMissing,
        changelog,
      },
    },
    exporttofolder: {
      title: 'Exporter les résultats du plan vers le dossier',
      about:
        'Écrit les résultats du plan sous forme de fichiers dans le dossier d’export, tous au même instant.',
      parameters: {
        files: [
          'Fichiers',
          'Ce qui est exporté : noms d’entités, de rapports et d’exports de données, avec ou sans extension.',
        ],
        format: [
          'Format',
          'Format des fichiers dont le nom n’a pas d’extension.',
          {
            csv: 'CSV',
            'csv.gz': 'CSV, compressé',
            xlsx: 'Classeur (xlsx)',
            json: 'JSON',
            'json.gz': 'JSON, compressé',
          },
        ],
      },
    },
    createbuckets: {
      title: 'Générer les périodes',
      about:
        'Crée les années, trimestres, mois, semaines et jours des rapports, à la place de ceux qui existent. Leurs noms viennent de modèles avec des codes : %Y %y année, %q trimestre, %m mois, %B %b son nom, %V %W %U semaine, %d jour, %j jour de l’année, %A %a jour de la semaine.',
      parameters: {
        start: ['Premier jour', 'Par défaut : il y a deux ans.'],
        end: ['Dernier jour', 'Par défaut : dans huit ans.'],
        weekstart: [
          'Premier jour de la semaine',
          'Jour par lequel commencent les semaines.',
          {
            0: 'dimanche',
            1: 'lundi',
            2: 'mardi',
            3: 'mercredi',
            4: 'jeudi',
            5: 'vendredi',
            6: 'samedi',
          },
        ],
        'format-day': ['Noms des jours', 'Modèle du nom d’un jour.'],
        'format-week': ['Noms des semaines', 'Modèle du nom d’une semaine.'],
        'format-month': ['Noms des mois', 'Modèle du nom d’un mois.'],
        'format-quarter': ['Noms des trimestres', 'Modèle du nom d’un trimestre.'],
        'format-year': ['Noms des années', 'Modèle du nom d’une année.'],
        dryrun: onlyCheck,
      },
    },
    runplan: {
      title: 'Calculer le plan',
      about:
        'Planifie toutes les commandes client et tous les devis ouverts et remplace d’un coup le plan précédent. Les ordres proposés sont remplacés ; les approuvés, les confirmés et les achevés gardent leurs dates.',
      parameters: {
        constraints: [
          'Contraintes',
          'Ce que respectent les ordres proposés : capa (capacité), mfg_lt (délai de fabrication) et po_lt (délai d’achat), séparés par des virgules, ou none pour aucune. Par défaut : toutes.',
        ],
        constraint: ['Contraintes, sous leur ancien nom', 'La même chose que constraints.'],
        plantype: [
          'Type de plan',
          'Indique si les ordres attendent ce qui manque, ou s’ils sont à l’heure et montrent ce qu’il faudrait.',
          {
            1: 'Avec contraintes : plutôt en retard qu’impossible',
            2: 'Sans contraintes : à l’heure, avec des manques et des surcharges',
          },
        ],
        budget: ['Temps d’amélioration', 'Secondes consacrées à améliorer le plan une fois calculé.'],
        'budget-steps': [
          'Modifications à essayer',
          'Nombre de modifications essayées pour améliorer le plan, à la place des secondes : les mêmes données donnent alors le même plan sur toute machine.',
        ],
        current: [
          'Début du plan',
          'Début du plan à la place du paramètre currentdate : une date, now (maintenant) ou today (aujourd’hui).',
        ],
        env: [
          'Parties d’un plan',
          'Noms de parties d’un plan, pour les scripts écrits pour d’autres planificateurs ; les parties inconnues sont ignorées.',
        ],
      },
    },
    empty: {
      title: 'Vider les données d’un scénario',
      about:
        'Supprime tous les enregistrements des entités choisies, et avec eux ceux qui ne peuvent exister sans eux. Les utilisateurs, les droits et les tâches restent. C’est irréversible.',
      parameters: {
        models: ['Entités', 'Entités comme input.demand. Par défaut : toutes les données de planification.'],
        all: [
          'Toutes les données de planification',
          'Toutes les données de planification, comme sans indication d’entités.',
        ],
        dryrun: ['Compter seulement', 'Compte seulement ce qui serait supprimé.'],
      },
    },
    undo: {
      title: 'Annuler un lot de modifications',
      about:
        'Rétablit les enregistrements d’un lot de modifications tels qu’ils étaient : les ajouts disparaissent, les suppressions reviennent, les champs modifiés reprennent leurs anciennes valeurs. L’annulation peut elle-même être annulée.',
      parameters: {
        changeset: ['Lot de modifications', 'Son numéro dans l’audit.'],
        after: ['Du', 'Lots de modifications depuis ce moment.'],
        before: ['Au', 'Lots de modifications jusqu’à ce moment.'],
        author: [
          'Utilisateur',
          'Lots de modifications de l’utilisateur portant ce nom ou cette adresse e-mail.',
        ],
        task: ['Tâche', 'Lots de modifications de l’exécution d’une tâche portant ce numéro.'],
        apply: ['Appliquer', 'L’annule. Sinon, seul ce qui serait fait est indiqué.'],
        take: [
          'Conflits',
          'Ce que deviennent les valeurs écrites depuis par d’autres. Par défaut, rien n’est annulé.',
          { present: 'Conserver les valeurs actuelles', proposed: 'Écraser les valeurs actuelles' },
        ],
      },
    },
    proposal_apply: {
      title: 'Appliquer une proposition',
      about:
        'Applique une proposition : toutes ses modifications en une transaction, ou aucune. Il faut les droits de ses modifications et les approbations requises.',
      parameters: { proposal: ['Proposition', 'Numéro de la proposition.'] },
    },
    scenario_copy: {
      title: 'Copier un scénario ou le promouvoir en production',
      about:
        'Copie toutes les données de planification d’un scénario dans un scénario libre. Une promotion remplace les données de production par celles d’un scénario et peut être annulée pendant un mois. Une fusion n’apporte que ce que le scénario a modifié. Une actualisation apporte à un scénario les modifications ultérieures de la production.',
      parameters: {
        source: ['Source', 'Scénario dont viennent les données.'],
        destination: ['Destination', 'Scénario qui les reçoit.'],
        copy: ['Copier', 'Copie la source vers la destination, comme par défaut.'],
        promote: ['Promouvoir', 'Remplace les données de production.'],
        merge: [
          'Seulement les modifications',
          'Lors d’une promotion : n’apporte que ce que la source a modifié depuis la copie, au lieu de tout remplacer.',
        ],
        refresh: [
          'Actualiser',
          'Apporte à la destination ce que la source a modifié depuis la copie ; ses propres modifications restent.',
        ],
        'revert-promote': [
          'Annuler la dernière promotion',
          'Rétablit ce que la dernière promotion a remplacé.',
        ],
        release: ['Libérer', 'Libère le scénario.'],
        force: ['Écraser', 'Écrase une destination utilisée.'],
        description: ['Libellé', 'Nouveau libellé de la destination.'],
      },
    },
    scenario_release: {
      title: 'Libérer un scénario',
      about:
        'Supprime les données de ce scénario et l’accès à celui-ci, pour qu’une autre copie puisse y être faite. La production ne peut pas être libérée.',
    },
    scenario_create: {
      title: 'Créer un autre scénario',
      about:
        'Crée un autre scénario, sans données tant que rien n’y est copié. Le nom figure dans les adresses : lettres minuscules, chiffres et traits de soulignement isolés.',
      parameters: {
        name: ['Nom', 'Nom du scénario.'],
        description: ['Libellé', 'Ce que lisent les utilisateurs. Par défaut : le nom.'],
      },
    },
    scenario_delete: {
      title: 'Supprimer un scénario libre',
      about:
        'Supprime définitivement un scénario libre ; libérez-le d’abord avec scenario_release. La production ne peut pas être supprimée.',
      parameters: { name: ['Scénario', 'Nom du scénario.'] },
    },
    scenario_compare: {
      title: 'Comparer deux scénarios',
      about:
        'Compte les enregistrements par lesquels deux scénarios diffèrent, avec des exemples. Ne modifie rien.',
      parameters: {
        a: ['Premier scénario', 'Scénario à comparer.'],
        b: ['Second scénario', 'Scénario auquel le comparer.'],
        entity: ['Entités', 'Entités à comparer. Par défaut : toutes.'],
        samples: ['Exemples', 'Nombre d’exemples par type de différence.'],
        format: [
          'Résultat',
          'Forme sous laquelle le résultat est donné.',
          { text: 'En toutes lettres', json: 'En JSON' },
        ],
      },
    },
    backup: {
      title: 'Sauvegarder un scénario dans un fichier',
      about:
        'Écrit toutes les données du scénario dans un fichier compressé. Les sauvegardes de plus d’un mois sont supprimées.',
    },
    restore: {
      title: 'Restaurer une sauvegarde dans un scénario',
      about:
        'Remplace les données de planification du scénario par celles d’une sauvegarde. Les utilisateurs et les droits restent inchangés.',
      parameters: { dump_file: ['Sauvegarde', 'Fichier écrit par une sauvegarde.'] },
    },
    emailreport: {
      title: 'Envoyer par e-mail des rapports exportés',
      about: 'Réunit des fichiers du dossier d’export dans une archive et l’envoie par e-mail.',
      parameters: {
        recipient: ['Destinataires', 'Adresses e-mail.'],
        report: ['Fichiers', 'Noms de fichiers du dossier d’export.'],
        sender: ['Expéditeur', 'Adresse e-mail. Par défaut : le réglage DEFAULT_FROM_EMAIL.'],
      },
    },
    scheduletasks: {
      title: 'Exécuter un groupe de tâches',
      about: 'Exécute maintenant les étapes d’un groupe, l’une après l’autre.',
      parameters: { schedule: ['Groupe', 'Nom du groupe à exécuter.'] },
    },
    flush: {
      title: 'Vider toutes les tables, utilisateurs et droits compris',
      about:
        'Vide toutes les tables de tous les scénarios, utilisateurs et droits compris. C’est irréversible.',
    },
  },
}
