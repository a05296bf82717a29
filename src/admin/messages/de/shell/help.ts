import type { HelpTexts } from '../../en/shell/help.ts';

export const texts: HelpTexts = {
  title: 'Hilfe',
  close: 'Hilfe schließen',
  steps: 'Was Sie hier tun können',
  keys: 'Tasten',
  allKeys: 'Alle Tastenkürzel',
  more: 'Weiterlesen: {title}',
  newTab: '(öffnet einen neuen Tab)',
  inEnglish: 'Die Dokumentation ist auf Englisch.',
  noHelp:
    'Für diese Seite gibt es noch keine Hilfe. Vielleicht steht die Antwort in der Dokumentation.',
  all: 'Alle Seiten der Dokumentation',
  missing: 'Die Dokumentation hat keine Seite mit diesem Namen.',
  diagram: 'Diagramm als Text',
  groups: {
    work: 'Tägliche Arbeit',
    setup: 'Eine Installation einrichten',
    code: 'Programme und Code',
  },
  screens: {
    '/dashboard': {
      about:
        'Die Startseite zeigt, wie viel es gibt, was auf Sie wartet und was sich zuletzt geändert hat.',
      steps: [
        'Wählen Sie eine Zahl oder eine Karte, um die Liste dahinter zu öffnen.',
        'Lesen Sie die letzten Änderungen und öffnen Sie den geänderten Datensatz.',
        'Durchsuchen Sie alles mit der Lupe in der Kopfleiste.',
        'Heften Sie einen Datensatz auf seiner Seite an, damit er im Menü bleibt.',
      ],
      keys: { 'Ctrl+k': 'Suche und Befehle' },
    },
    '/inbox': {
      about: 'Was Sie betrifft: wer Sie erwähnt, gefragt oder Ihnen geantwortet hat.',
      steps: [
        'Öffnen Sie einen Eintrag, um das Gespräch am Datensatz zu sehen.',
        'Blenden Sie einen Eintrag bis zu einem Tag aus, wenn er jetzt nicht passt.',
        'Markieren Sie Einträge einzeln oder zusammen als gelesen.',
      ],
      keys: {
        ArrowDown: 'Nächster Eintrag',
        Enter: 'Eintrag öffnen',
        u: 'Eintrag als gelesen oder ungelesen markieren',
        s: 'Eintrag bis zu einem Tag ausblenden',
      },
    },
    '/tools/overview': {
      about:
        'Importieren und exportieren Sie Dateien und finden Sie Dubletten, für alle Sammlungen an einem Ort.',
      steps: [
        'Wählen Sie eine Sammlung und ziehen Sie eine Datei hinein, um sie zu importieren.',
        'Exportieren Sie eine Sammlung in dem Format, das Sie brauchen.',
        'Öffnen Sie einen früheren Import, um das Ergebnis zu sehen oder ihn rückgängig zu machen.',
      ],
    },
    '/tools/import': {
      about: 'Übernehmen Sie die Zeilen einer Datei oder Tabelle in eine Sammlung.',
      steps: [
        'Wählen Sie die Sammlung, dann ziehen Sie eine Datei hinein oder fügen Zellen ein.',
        'Prüfen Sie das Format der Datei und welche Spalte in welches Feld gehört.',
        'Sehen Sie sich den Probelauf an: Er zeigt jedes Problem und ändert nichts.',
        'Importieren Sie. Korrigieren Sie fehlgeschlagene Zeilen und importieren Sie diese erneut.',
        'Machen Sie den Import rückgängig, wenn er ein Versehen war.',
      ],
    },
    '/tools/jobs': {
      about: 'Alle Importe und Exporte, die neuesten zuerst.',
      steps: [
        'Öffnen Sie einen Import, um Fortschritt oder Ergebnis zu sehen.',
        'Setzen Sie einen unterbrochenen Import fort. Keine Zeile wird zweimal importiert.',
        'Sehen Sie, wie viele Datensätze ein Export enthielt und ob er vollständig war.',
      ],
    },
    '/tools/recipes': {
      about: 'Die gespeicherten Einstellungen von Importen, nach Sammlung.',
      steps: [
        'Speichern Sie eine Vorlage auf der Seite eines Imports, mit „Als Vorlage speichern …“.',
        'Teilen Sie sie mit allen, die dort importieren dürfen, oder mit bestimmten Rollen.',
        'Sehen Sie ihre Versionen an, und kehren Sie zu einer früheren zurück.',
      ],
    },
    '/tools/duplicates': {
      about: 'Finden Sie Datensätze, die dasselbe meinen, und behalten Sie einen davon.',
      steps: [
        'Wählen Sie eine Sammlung und wie ihre Datensätze verglichen werden.',
        'Vergleichen Sie die Kennungen auf jeder Karte. Eine Warnung sagt, wenn sie abweichen.',
        'Wählen Sie „Zusammenführen …“, dann den bleibenden Datensatz und seine Werte.',
        'Wählen Sie „Nicht dasselbe“ für Datensätze, die Verschiedenes meinen. Sie erscheinen nicht wieder.',
        'Machen Sie eine Zusammenführung oder „Nicht dasselbe“ am Ende der Seite rückgängig.',
      ],
    },
    '/admin/overview': {
      about: 'Entscheiden Sie, wer sich anmelden darf, und laden Sie Personen ein.',
      steps: [
        'Geben Sie eine Registrierung mit einer Rolle frei oder lehnen Sie sie mit Begründung ab.',
        'Seien Sie vorsichtig bei Registrierungen ohne bestätigte Adresse.',
        'Laden Sie Personen ein, indem Sie ihre Adressen einfügen.',
        'Öffnen Sie einen Benutzer, um die Rolle zu ändern oder das Konto zu sperren.',
      ],
    },
    '/admin/widgets': {
      about: 'Zahlen zu Personen und ihren Anmeldungen.',
      steps: [
        'Sehen Sie, wie viele Personen warten, aktiv oder gesperrt sind.',
        'Wählen Sie eine Zahl, um zu sehen, wer das ist.',
      ],
    },
    '/admin/files': {
      about: 'Wie viele Dateien es gibt, wie viel Platz sie brauchen und wer sie hochgeladen hat.',
      steps: [
        'Sehen Sie, welche Felder und Personen am meisten haben.',
        'Prüfen Sie, wie viel Platz bleibt, wenn es eine Grenze gibt.',
        'Entfernen Sie, was kein Datensatz braucht.',
      ],
    },
    '/admin/outbox': {
      about: 'Alle E-Mails von Backoffice und ob sie beim Mailserver angekommen sind.',
      steps: [
        'Filtern Sie nach dem Status, um nicht gesendete E-Mails zu finden.',
        'Lesen Sie, was der Mailserver geantwortet hat.',
        'Senden Sie eine E-Mail erneut, sobald die Ursache behoben ist.',
      ],
    },
    '/admin/mailtexts': {
      about:
        'Der Text jeder E-Mail, in jeder Sprache. Ohne eigenen Text wird der Standardtext verschickt.',
      steps: [
        'Wählen Sie die Art der E-Mail und die Sprache.',
        'Schreiben Sie einfachen Text mit Platzhaltern wie {link}.',
        'Sehen Sie sich die Vorschau an, und speichern Sie.',
      ],
    },
    '/admin/webhooks': {
      about: 'Die Änderungen von Sammlungen an ein anderes System senden.',
      steps: [
        'Legen Sie einen Webhook mit Adresse, Sammlungen und Rolle an.',
        'Geben Sie seinen Schlüssel dem Empfänger, und senden Sie einen Test.',
        'Öffnen Sie einen Webhook, um Zustellungen zu sehen und fehlgeschlagene erneut zu senden.',
      ],
    },
    '/admin/audit': {
      about: 'Wer hat was wann und von wo getan. Niemand kann dieses Protokoll ändern.',
      steps: [
        'Filtern Sie nach Vorgang, Person oder Zeit.',
        'Exportieren Sie, was Sie gefunden haben.',
        'Vergleichen Sie Adresse und Gerät, wenn eine Anmeldung seltsam wirkt.',
      ],
    },
    '/changes': {
      about: 'Was Personen zuletzt geändert haben, gruppiert, wie sie es getan haben.',
      steps: [
        'Filtern Sie nach Person, Sammlung, Art oder Zeit.',
        'Öffnen Sie eine Gruppe, um jeden geänderten Datensatz zu sehen.',
        'Machen Sie eine ganze Gruppe rückgängig. Seither geänderte Datensätze bleiben, wie sie sind.',
      ],
    },
    '/structure/overview': {
      about: 'Was diese Installation deklariert: Sammlungen, Felder und Rechte.',
      steps: [
        'Sehen Sie, wie die Sammlungen aufeinander verweisen.',
        'Schlagen Sie ein Feld im Datenverzeichnis nach oder laden Sie es herunter.',
        'Prüfen Sie, was eine Rolle sehen und tun darf.',
        'Vergleichen Sie die gespeicherte Datei mit dem, was in Gebrauch ist.',
        'Mit dem Recht zu konfigurieren: Ändern Sie den Text, prüfen Sie, was er bewirkt, und wenden Sie ihn an.',
      ],
    },
    '/info/overview': {
      about: 'Versionen, Größen und Zustände des laufenden Systems.',
      steps: [
        'Prüfen Sie, ob die Datenbank antwortet.',
        'Nennen Sie die Version, wenn Sie ein Problem melden.',
        'Sehen Sie, wie viele Datensätze jede Sammlung hat.',
      ],
    },
    '/users/myprofile': {
      about: 'Ihr Konto: Name, Passwort, Sprache und wo Sie angemeldet sind.',
      steps: [
        'Ändern Sie Ihren Namen oder Ihr Passwort.',
        'Wählen Sie Sprache und Darstellung.',
        'Beenden Sie Anmeldungen auf Geräten, die Sie nicht mehr verwenden.',
      ],
      keys: { 'Alt+Shift+l': 'Bildschirm sperren' },
    },
    '/help': {
      about: 'Die Dokumentation von Backoffice. Sie funktioniert auch ohne Internet.',
      steps: [
        'Beginnen Sie mit „The data grid“ und „Handbook for staff“.',
        'Die Bedeutung eines Codes wie V012 finden Sie unter „Problems“.',
      ],
    },
    job: {
      about: 'Ein Import, Schritt für Schritt. Sie können die Seite verlassen und zurückkommen.',
      steps: [
        'Korrigieren Sie, wie die Datei gelesen wird, wenn ihre ersten Zeilen falsch aussehen.',
        'Wählen Sie ein Feld für jede Spalte oder lassen Sie die Spalte aus.',
        'Wählen Sie in einer Arbeitsmappe eine Sammlung für jedes weitere Blatt, um sie zusammen zu importieren.',
        'Starten Sie den Probelauf und sehen Sie sich die Probleme an.',
        'Importieren Sie und laden Sie dann die fehlgeschlagenen Zeilen herunter.',
        'Machen Sie den Import rückgängig, wenn er ein Versehen war.',
      ],
    },
    list: {
      about: 'Alle Datensätze einer Sammlung, die Sie sehen dürfen, als bearbeitbare Tabelle.',
      steps: [
        'Suchen Sie oder fügen Sie Filter hinzu. Die Adresse enthält sie, also können Sie den Link teilen.',
        'Sortieren Sie mit einem Spaltenkopf; wählen, verschieben und verbreitern Sie Spalten.',
        'Ändern Sie eine Zelle durch Tippen. Fügen Sie ganze Blöcke aus einer Tabelle ein.',
        'Wählen Sie Zeilen aus, um sie gemeinsam zu ändern, zu exportieren oder zu löschen.',
        'Speichern Sie Filter, Spalten und Sortierung als Ansicht.',
        'Machen Sie Änderungen in der Liste mit einer Taste rückgängig.',
      ],
      keys: {
        Enter: 'Zelle bearbeiten',
        'Ctrl+Enter': 'Seite des Datensatzes öffnen',
        ' ': 'Vollständigen Wert einer Zelle anzeigen',
        'Ctrl+z': 'Rückgängig',
        'Shift+F10': 'Menü der Zeile oder Spalte öffnen',
      },
    },
    record: {
      about: 'Alles über einen Datensatz: seine Werte, was auf ihn verweist und sein Verlauf.',
      steps: [
        'Ändern Sie Werte und speichern Sie. Probleme stehen neben ihren Feldern.',
        'Öffnen Sie die zugehörigen Listen, um zu sehen, was auf diesen Datensatz verweist.',
        'Manche Listen, etwa die Zeilen einer Bestellung, ändern und speichern Sie zusammen mit dem Datensatz.',
        'Vergleichen Sie frühere Versionen im Verlauf und stellen Sie eine wieder her.',
        'Hat inzwischen jemand anderes gespeichert, entscheiden Sie Feld für Feld.',
        'Heften Sie den Datensatz an, damit er im Menü bleibt.',
      ],
      keys: {
        'Ctrl+s': 'Speichern',
        'Alt+PageDown': 'Nächster Datensatz der Liste',
        'Alt+PageUp': 'Vorheriger Datensatz der Liste',
      },
    },
    create: {
      about: 'Ein neuer Datensatz dieser Sammlung.',
      steps: [
        'Füllen Sie die Felder mit Stern aus; sie sind Pflicht.',
        'Tippen Sie, um einen Datensatz zu finden, auf den ein Feld verweist.',
        'Speichern Sie. Jedes Problem steht neben seinem Feld.',
      ],
      keys: { 'Ctrl+s': 'Speichern' },
    },
    trash: {
      about: 'Gelöschte Datensätze, bis ihre Frist abläuft.',
      steps: [
        'Öffnen Sie einen Datensatz, um zu sehen, was er war.',
        'Wählen Sie Datensätze aus und stellen Sie sie mit ihren Verknüpfungen wieder her.',
        'Löschen Sie Datensätze endgültig, wenn sie nicht bleiben dürfen.',
      ],
    },
  },
};
